import { refreshSession } from '#api/auth/admins.ts';
import { parseToken } from '#domain/auth/token.ts';
import { createLatest } from '#stores/factories/latest.ts';
import { $session, syncSession } from './session.ts';

/** A session in use is renewed when it has less than this to live, in ms. */
const RENEW_BEFORE = 60 * 60 * 1000;
/** The shortest time between two renewals, in ms. */
const RENEW_PAUSE = 60 * 1000;

/**
 * Renews a session near its end when the administrator does something, so that a session in use never
 * breaks off and one that is left alone still expires (AU-05). A failure leaves the old one as it is. Returns what
 * stops that.
 */
export function startRenewal(): () => void {
  const renewal = createLatest();
  let lastRenewal = 0;
  const renewWhenNearEnd = async () => {
    const payload = parseToken($session.get()?.token ?? '');
    const now = Date.now();
    if (!payload) return;
    const rest = payload.exp * 1000 - now;
    // Timers stand still while the machine sleeps: here the end of the session may be noticed first.
    if (rest <= 0) syncSession();
    if (rest <= 0 || rest > RENEW_BEFORE || now - lastRenewal < RENEW_PAUSE) return;
    lastRenewal = now;
    try {
      await refreshSession({ signal: renewal.begin() });
    } catch {
      // The session still holds until it expires, and the next action tries again.
    }
  };
  document.addEventListener('pointerdown', renewWhenNearEnd);
  document.addEventListener('keydown', renewWhenNearEnd);
  void renewWhenNearEnd();
  return () => {
    document.removeEventListener('pointerdown', renewWhenNearEnd);
    document.removeEventListener('keydown', renewWhenNearEnd);
    renewal.abort();
  };
}
