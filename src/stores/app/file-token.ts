import { atom, onMount } from 'nanostores';
import { requestFileToken } from '#api/records/files.ts';
import { readStored, store } from '#browser/storage.ts';
import { FILE_TOKEN_KEY } from '#domain/app/storage-keys.ts';
import { parseToken } from '#domain/auth/token.ts';
import { $adminId } from './session.ts';

/** A token that runs out within this is fetched anew, in ms (AU-12). */
const MARGIN = 10_000;

/** The token on this device if it is this administrator's and holds for a while, else ''. */
function stored(adminId: string): string {
  const token = readStored(FILE_TOKEN_KEY) ?? '';
  const payload = parseToken(token);
  return payload?.id === adminId && payload.exp * 1000 - Date.now() > MARGIN ? token : '';
}

async function request(adminId: string): Promise<string> {
  try {
    const token = await requestFileToken();
    // Who asked for it may have left meanwhile.
    if ($adminId.get() !== adminId) return '';
    store(FILE_TOKEN_KEY, token);
    return token;
  } catch {
    // Without a token only protected files stay hidden; their thumbs say so themselves.
    return '';
  }
}

let pending: { readonly adminId: string; readonly token: Promise<string> } | undefined;

/** A token for protected files, from this device while it holds; '' when none can be had (AU-12). */
async function fileToken(adminId: string): Promise<string> {
  const known = stored(adminId);
  if (known) return known;
  if (pending?.adminId !== adminId) pending = { adminId, token: request(adminId) };
  const asked = pending;
  const token = await asked.token;
  if (pending === asked) pending = undefined;
  return token;
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

/**
 * The signed-in administrator's token: undefined until it is known, '' while none can be had. Kept fresh while
 * somebody listens, and forgotten with the session: the session clears what is stored.
 */
export const $fileToken = atom<string | undefined>(undefined);

onMount($fileToken, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWatched = true;
  const renew = async (adminId: string) => {
    clearTimeout(timer);
    const token = await fileToken(adminId);
    // The session may have ended, or everybody stopped listening, while it was asked for.
    if (!isWatched || $adminId.get() !== adminId) return;
    clearTimeout(timer);
    timer = setTimeout(() => renew(adminId), renewalDelay(token));
    $fileToken.set(token);
  };
  const stop = $adminId.subscribe((adminId) => {
    clearTimeout(timer);
    $fileToken.set(undefined);
    if (adminId) void renew(adminId);
  });
  return () => {
    isWatched = false;
    stop();
    clearTimeout(timer);
    $fileToken.set(undefined);
  };
});
