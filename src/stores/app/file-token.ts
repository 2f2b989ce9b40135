import { atom, effect, onMount } from 'nanostores';
import { requestFileToken } from '#api/records/files.ts';
import { readStored, store } from '#browser/storage.ts';
import { FILE_TOKEN_KEY } from '#domain/app/storage-keys.ts';
import { parseToken } from '#domain/auth/token.ts';
import { $adminId } from './session.ts';

/** A token with less than this to live is replaced, in ms (AU-12). */
const MARGIN = 10_000;

/** The token on this device if it is this administrator's and holds for a while, else ''. */
function stored(adminId: string): string {
  const token = readStored(FILE_TOKEN_KEY) ?? '';
  const payload = parseToken(token);
  return payload?.id === adminId && payload.exp * 1000 - Date.now() > MARGIN ? token : '';
}

/** A token for protected files, from this device while it holds; '' when none can be had (AU-12). */
async function fileToken(adminId: string, signal: AbortSignal): Promise<string> {
  const known = stored(adminId);
  if (known) return known;
  try {
    const token = await requestFileToken({ signal });
    store(FILE_TOKEN_KEY, token);
    return token;
  } catch {
    // Without a token only protected files stay hidden, and their thumbs show that.
    return '';
  }
}

/** How long after a failure a token is requested again, in ms. */
const RETRY_PAUSE = 10_000;
/** The longest delay that `setTimeout` can hold, in ms. */
const MAX_TIMER = 2 ** 31 - 1;

/** When to request the token after this one, in ms from now. */
function renewalDelay(token: string): number {
  const payload = parseToken(token);
  if (!payload) return RETRY_PAUSE;
  const rest = payload.exp * 1000 - Date.now();
  // A token that lives no longer than the margin would be requested in a loop.
  const delay = rest > MARGIN ? rest - MARGIN : rest / 2;
  return Math.min(Math.max(1000, delay), MAX_TIMER);
}

/**
 * The signed-in administrator's token: undefined until it is known, '' while none can be had. Kept fresh while
 * somebody listens, and forgotten with the session: the session clears what is stored.
 */
export const $fileToken = atom<string | undefined>(undefined);

onMount($fileToken, () => {
  const stop = effect($adminId, (adminId) => {
    $fileToken.set(undefined);
    if (!adminId) return undefined;
    const watch = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = async () => {
      const token = await fileToken(adminId, watch.signal);
      // The session has ended, or the last listener has left, during the request.
      if (watch.signal.aborted) return;
      timer = setTimeout(renew, renewalDelay(token));
      $fileToken.set(token);
    };
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
