import { startSession } from '#stores/app/session.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';

/** Starts the session and its renewal, as the page does for a signed-in administrator; returns the stop function. */
export function startWithRenewal(): () => void {
  const stops = [startSession(), startRenewal()];
  return () => {
    for (const stop of stops) stop();
  };
}
