import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { confirmUserVerification } from '#api/public/confirm.ts';
import { parseToken } from '#domain/auth/token.ts';
import { visitorMessage } from '#domain/public/messages.ts';
import { createLatest } from '#stores/base/running.ts';

/** What is known about the token on screen. `failed` says nothing about the token and can be tried again. */
export type Verification =
  | { readonly state: 'busy' | 'done' | 'invalid' }
  | { readonly state: 'failed'; readonly message: string };

/** The state of the page that verifies the address of a user. */
export const $verification = atom<Verification>({ state: 'busy' });

const latest = createLatest();
let current: string | undefined;

/** Statuses of the backend for a token that it does not accept: the last one when its collection does not exist. */
const REFUSED = [400, 404];

async function send(token: string) {
  const signal = latest.begin();
  if (!parseToken(token)?.collectionId) {
    $verification.set({ state: 'invalid' });
    return;
  }
  $verification.set({ state: 'busy' });
  try {
    await confirmUserVerification(token, { signal });
    $verification.set({ state: 'done' });
  } catch (thrown) {
    const error = toApiError(thrown);
    // The page shows another token by now, or the user has stopped waiting.
    if (error.isAbort) return;
    $verification.set(
      REFUSED.includes(error.status)
        ? { state: 'invalid' }
        : { state: 'failed', message: visitorMessage(error) ?? error.message },
    );
  }
}

/** Sends a token once, however often the page asks for it. */
export function verify(token: string): void {
  if (token === current) return;
  current = token;
  void send(token);
}

/** Sends the token of the page once more. */
export function retryVerification(): void {
  void send(current ?? '');
}

/** Stops waiting for the response. */
export function stopVerification(): void {
  latest.abort();
  $verification.set({ state: 'failed', message: 'Stopped waiting. Your address may have been verified.' });
}
