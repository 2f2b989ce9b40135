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

/** The token for thumbs on screen, undefined until it is known; kept fresh while somebody listens. */
export const $fileToken = atom<string | undefined>(undefined);

onMount($fileToken, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = async () => {
    clearTimeout(timer);
    if (!$session.get()) return;
    const token = await fileToken();
    $fileToken.set(token);
    const payload = parseToken(token);
    if (payload) timer = setTimeout(renew, Math.max(1000, payload.exp * 1000 - Date.now() - MARGIN));
  };
  const stop = $session.subscribe((session) => {
    if (session) void renew();
    else $fileToken.set(undefined);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
});
