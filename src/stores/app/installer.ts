import { isWithoutAdmins } from '#api/auth/admins.ts';
import { $installer, $route, setInstaller } from './route.ts';
import { $session, signOut } from './session.ts';

/**
 * Shows the installer on a backend that has no administrator yet, whatever the address (IN-07), and
 * ends a session when the installer was asked for (IN-01). Returns what stops that.
 */
export function startInstaller(): () => void {
  const ending = new AbortController();
  let isRequested = false;
  const ask = async () => {
    // Only a visitor who has to sign in needs the answer, once per visit. The guard keeps all others away from these
    // routes.
    if (isRequested || $route.get()?.definition.access !== 'guest') return;
    isRequested = true;
    const isWithout = await isWithoutAdmins({ signal: ending.signal });
    if (ending.signal.aborted) return;
    // If the backend was down, the next screen or the next focus of this window asks again.
    isRequested = isWithout !== undefined;
    if (isWithout && !$session.get()) setInstaller(true);
  };
  const stopInstaller = $installer.subscribe((on) => {
    if (on && $session.get()) signOut();
  });
  const stopRoute = $route.subscribe(ask);
  window.addEventListener('focus', ask);
  return () => {
    stopInstaller();
    stopRoute();
    window.removeEventListener('focus', ask);
    ending.abort();
  };
}
