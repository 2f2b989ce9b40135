import { atom, onMount } from 'nanostores';
import { requestFileToken } from '../lib/api/files.ts';
import { FILE_TOKEN_KEY } from '../lib/domain/storage-keys.ts';
import { parseToken } from '../lib/domain/token.ts';
import { readStored, store } from '../lib/storage.ts';
import { $session } from './session.ts';

/** A token that runs out within this is fetched anew, in ms (AU-12). */
const MARGIN = 10_000;

function stored(): string {
  const token = readStored(FILE_TOKEN_KEY) ?? '';
  const payload = parseToken(token);
  return payload && payload.exp * 1000 - Date.now() > MARGIN ? token : '';
}

let pending: Promise<string> | undefined;

/** A token for protected files, from this device while it holds; '' when none can be had (AU-12). */
export async function fileToken(): Promise<string> {
  const known = stored();
  if (known) return known;
  pending ??= requestFileToken()
    .then((token) => {
      store(FILE_TOKEN_KEY, token);
      return token;
    })
    // Without a token only protected files stay hidden; their thumbs say so themselves.
    .catch(() => '')
    .finally(() => {
      pending = undefined;
    });
  return pending;
}

/** How long after a failure a token is asked for again, in ms. */
const RETRY_PAUSE = 10_000;
/** The longest delay that `setTimeout` can hold, in ms. */
const MAX_TIMER = 2 ** 31 - 1;

/** When to ask for the token after this one, in ms from now. */
function renewalDelay(token: string): number {
  const payload = parseToken(token);
  if (!payload) return RETRY_PAUSE;
  const rest = payload.exp * 1000 - Date.now();
  // One that lives no longer than the margin would be asked for over and over.
  const delay = rest > MARGIN ? rest - MARGIN : rest / 2;
  return Math.min(Math.max(1000, delay), MAX_TIMER);
}

/** The token for thumbs on screen: undefined until it is known, '' while none can be had. Kept fresh while somebody listens. */
export const $fileToken = atom<string | undefined>(undefined);

onMount($fileToken, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWatched = true;
  const renew = async () => {
    clearTimeout(timer);
    const token = await fileToken();
    // The session may have ended, or everybody stopped listening, while it was asked for.
    if (!isWatched || !$session.get()) return;
    clearTimeout(timer);
    timer = setTimeout(renew, renewalDelay(token));
    $fileToken.set(token);
  };
  const stop = $session.subscribe((session) => {
    if (session) void renew();
    else {
      clearTimeout(timer);
      $fileToken.set(undefined);
    }
  });
  return () => {
    isWatched = false;
    stop();
    clearTimeout(timer);
  };
});
