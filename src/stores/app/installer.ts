import { effect } from 'nanostores';
import { listen } from '#browser/listen.ts';
import { stopAll } from '#stores/base/running.ts';
import { hasInstaller } from '#wire/identities.ts';
import { $backend, visit } from './line.ts';
import { $installer, $route, setInstaller } from './route.ts';
import { $session, signOut } from './session.ts';

/** Shows the installer on a backend without administrators; ends the session when the address requests it. */
export function startInstaller(): () => void {
  const ending = new AbortController();
  let isRequested = false;
  const check = async () => {
    // Once per visit, and only for visitors who have to sign in. The guard keeps all others away from these routes.
    if (isRequested || $route.get()?.definition.access !== 'guest') return;
    isRequested = true;
    const isWithout = await visit(ending.signal);
    if (ending.signal.aborted) return;
    // If the backend was down, the next screen or the next focus of this window checks again.
    isRequested = isWithout !== undefined;
    if (isWithout && !$session.get()) setInstaller(true);
  };
  const stopInstaller = effect([$installer, $backend], (on) => {
    // An address of 0.22 asks for what its newer backend does not have.
    if (on && !hasInstaller()) setInstaller(false);
    else if (on && $session.get()) signOut();
  });
  const stopRoute = $route.subscribe(check);
  return stopAll(stopInstaller, stopRoute, listen(window, ['focus'], check), () => ending.abort());
}
