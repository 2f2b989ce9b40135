import { refreshSession } from '#api/auth/admins.ts';
import { clockOffset } from '#api/clock.ts';
import { listen } from '#browser/listen.ts';
import { parseToken } from '#domain/auth/token.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { isRenewable } from '#wire/identities.ts';
import { $session, syncSession } from './session.ts';

/** A session in use is renewed when it expires within this time, in ms. */
const RENEW_BEFORE = 60 * 60 * 1000;
/** The shortest time between two renewals, in ms, of tokens that live longer. */
const RENEW_PAUSE = 60 * 1000;

/** Renews a session near its end when the administrator clicks or types: only an idle one expires. */
export function startRenewal(): () => void {
  const renewal = createLatest();
  let lastRenewal = 0;
  const renewWhenNearEnd = async () => {
    const token = $session.get()?.token ?? '';
    const payload = parseToken(token);
    const now = Date.now();
    if (!payload) return;
    const remaining = payload.exp * 1000 - now;
    // Timers are paused while the computer sleeps, so the session may have expired unnoticed.
    if (remaining <= 0) syncSession();
    // With a slow clock, the backend ends the session earlier than this device.
    const isLong = remaining - Math.max(0, clockOffset()) > RENEW_BEFORE;
    const pause = Math.min(RENEW_PAUSE, remaining / 2);
    // The clock may have been set back since.
    const isRecent = Math.abs(now - lastRenewal) < pause;
    if (remaining <= 0 || isLong || isRecent || !isRenewable(token)) return;
    lastRenewal = now;
    try {
      await refreshSession({ signal: renewal.begin() });
    } catch {
      // The session is valid until it expires, and the next action tries again.
    }
  };
  const stopListening = listen(document, ['pointerdown', 'keydown'], renewWhenNearEnd);
  void renewWhenNearEnd();
  return stopAll(stopListening, renewal.abort);
}
