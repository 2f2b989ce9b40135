import { atom, effect, onMount } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { requestFileToken } from '#api/records/files.ts';
import { readStored, store } from '#browser/storage.ts';
import { FILE_TOKEN_KEY } from '#domain/app/storage-keys.ts';
import { parseToken } from '#domain/auth/token.ts';
import { $adminId, MAX_TIMER } from './session.ts';

/** A token that expires within this time is replaced, in ms. */
const MARGIN = 10_000;

/** The stored token if it belongs to this administrator and does not expire soon, else ''. */
function stored(): string {
  const token = readStored(FILE_TOKEN_KEY) ?? '';
  const payload = parseToken(token);
  return payload && payload.id === $adminId.get() && payload.exp * 1000 - backendNow() > MARGIN ? token : '';
}

/** The stored token while it is valid, else a new one. Throws ApiError. */
async function currentFileToken(signal: AbortSignal): Promise<string> {
  const known = stored();
  if (known) return known;
  const token = await requestFileToken({ signal });
  store(FILE_TOKEN_KEY, token);
  return token;
}

/** Time after a failure until the next request, in ms. */
const RETRY_PAUSE = 10_000;

/** Time until the next token is requested, in ms. */
function renewalDelay(token: string): number {
  const payload = parseToken(token);
  if (!payload) return RETRY_PAUSE;
  const remaining = payload.exp * 1000 - backendNow();
  // A lifetime below the margin would cause requests in a loop.
  const delay = remaining > MARGIN ? remaining - MARGIN : remaining / 2;
  return Math.min(Math.max(1000, delay), MAX_TIMER);
}

/** What a page sees first of a user who comes back. */
const WAKE_EVENTS = ['visibilitychange', 'pointerdown', 'keydown'];

/** The administrator's token: undefined until it is known, '' after a failure. Renewed while the store is used. */
export const $fileToken = atom<string | undefined>(undefined);

onMount($fileToken, () => {
  const stop = effect($adminId, (adminId) => {
    $fileToken.set(undefined);
    if (!adminId) return undefined;
    const watch = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = async () => {
      clearTimeout(timer);
      timer = undefined;
      // Without a token only protected files can't be shown, and their thumbs show that.
      const token = await currentFileToken(watch.signal).catch(() => '');
      // The session has ended, or the last listener has left, during the request.
      if (watch.signal.aborted) return;
      timer = setTimeout(renew, renewalDelay(token));
      $fileToken.set(token);
    };
    // Timers are paused while the computer sleeps, so the token may have expired unnoticed.
    const renewExpired = () => {
      const payload = parseToken($fileToken.get() ?? '');
      if (timer !== undefined && payload && payload.exp * 1000 <= backendNow()) void renew();
    };
    for (const event of WAKE_EVENTS)
      document.addEventListener(event, renewExpired, { capture: true, signal: watch.signal });
    void renew();
    return () => {
      watch.abort();
      clearTimeout(timer);
    };
  });
  return () => {
    stop();
    $fileToken.set(undefined);
  };
});
