import { isWithoutAdmins } from '../lib/api/admins.ts';
import { $installer, $route, setInstaller } from './route.ts';
import { $session, signOut } from './session.ts';

/**
 * Shows the installer on a backend that has no administrator yet, whatever the address (IN-07), and
 * ends a session when the installer was asked for (IN-01). Returns what stops that.
 */
export function startInstaller(): () => void {
  let isAsked = false;
  const stopInstaller = $installer.subscribe((on) => {
    if (on && $session.get()) signOut();
  });
  const stopRoute = $route.subscribe(async (route) => {
    // Only a visitor who has to sign in needs the answer, and once per visit is enough.
    if (isAsked || $session.get() || $installer.get() || route?.definition.access !== 'guest') return;
    isAsked = true;
    if ((await isWithoutAdmins()) && !$session.get()) setInstaller(true);
  });
  return () => {
    stopInstaller();
    stopRoute();
  };
}
