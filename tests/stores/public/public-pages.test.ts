import { afterEach, beforeEach, expect, test } from 'vitest';
import { go, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session, startSession } from '#stores/app/session.ts';
import { userEmailChangeForm, userResetForm } from '#stores/public/forms.ts';
import { $verification, retryVerification, stopVerification, verify } from '#stores/public/verification.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
import { answerRequests, holdRequests, loseResponses, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import { toasts, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

startStores(() => [startSession(), startRouting()]);

const isConfirm = ({ path }: { readonly path: string }) => path.includes('/confirm-');
let count = 0;
/** A new token, which the backend refuses. */
function newToken(): string {
  count += 1;
  return forgedToken({ collectionId: 'users', id: `user${count}`, exp: 1 });
}

const settle = () => until($verification, ({ state }) => state !== 'busy');
const respond = (status: number, body: object = {}) =>
  answerRequests(isConfirm, () => Response.json(body, { status }));
const respondDone = () => answerRequests(isConfirm, () => new Response(null, { status: 204 }));

const openReset = () => replaceHash(`#/auth/confirm-password-reset/${newToken()}`);
beforeEach(openReset);
afterEach(() => {
  userResetForm.close();
  userEmailChangeForm.close();
});

const typed = { password: 'secret-word-1', passwordConfirm: 'secret-word-1' };
const type = () => userResetForm.edit(() => typed);

test('[PU-05] a token is sent once, however often the page asks', async () => {
  respondDone();
  const { sent, requests } = watchRequests();
  const token = newToken();
  for (let times = 0; times < 3; times += 1) verify(token);
  await settle();
  verify(token);
  expect($verification.get()).toEqual({ state: 'done' });
  expect(sent).toEqual(['POST /api/collections/users/confirm-verification']);
  expect(requests).toHaveLength(1);
});

test.each([400, 404])('[PU-05] a token refused with %s is invalid, without a toast', async (status) => {
  respond(status, { message: 'No.' });
  verify(newToken());
  await settle();
  expect($verification.get()).toEqual({ state: 'invalid' });
  expect(toasts()).toEqual([]);
});

test.each(['', 'x', 'a.b.c', 'a.e30.c'])('[PU-05] %j is no token: nothing is sent', async (token) => {
  const { sent } = watchRequests();
  verify(newToken());
  await settle();
  sent.length = 0;
  verify(token);
  expect($verification.get()).toEqual({ state: 'invalid' });
  expect(sent).toEqual([]);
});

test.each([
  [401, 'No.', 'No.'],
  [403, 'No.', 'No.'],
  [429, '', 'Too many requests. Wait a moment, then try again.'],
  [500, '', 'The server has a problem at the moment. Try again in a few minutes.'],
  [502, 'Check PocketBase.', 'The server has a problem at the moment. Try again in a few minutes.'],
])(
  '[PU-05] status %i says nothing about the token and can be tried again',
  async (status, message, shown) => {
    const session = $session.get();
    const recover = respond(status, { message });
    verify(newToken());
    await settle();
    expect($verification.get()).toEqual({ state: 'failed', message: shown });
    expect($session.get()).toEqual(session);
    recover();
    respondDone();
    retryVerification();
    expect($verification.get()).toEqual({ state: 'busy' });
    await settle();
    expect($verification.get()).toEqual({ state: 'done' });
    expect(toasts()).toEqual([]);
  },
);

test('[PU-05] a page of another server is not a verification', async () => {
  answerRequests(isConfirm, () => new Response('<html></html>'));
  verify(newToken());
  await settle();
  expect($verification.get()).toMatchObject({ state: 'failed' });
});

test('[PU-05] the response for an older token is ignored; a hanging one can be given up', async () => {
  const { arrived, release } = holdRequests(isConfirm);
  verify(newToken());
  await arrived;
  verify('no token');
  release();
  await settle();
  expect($verification.get()).toEqual({ state: 'invalid' });

  respondDone();
  const held = holdRequests(isConfirm, 'responses');
  verify(newToken());
  await held.arrived;
  stopVerification();
  held.release();
  await settled();
  expect($verification.get()).toMatchObject({ state: 'failed' });
});

test.each([400, 401, 403, 404, 429, 500, 502])(
  '[PU-03] status %i keeps what was typed, and the session',
  async (status) => {
    const session = $session.get();
    respond(status, { message: 'No.', data: { password: { code: 'x', message: 'Too short.' } } });
    type();
    expect(await userResetForm.save()).toBe(false);
    expect(userResetForm.$values.get()).toEqual(typed);
    expect(userResetForm.$errors.get()).toEqual(
      status === 404 ? { token: 'Invalid or expired token.' } : { password: 'Too short.' },
    );
    expect(userResetForm.$mayBeDone.get()).toBe(status === 502);
    expect(toasts()).toHaveLength(1);
    expect($session.get()).toEqual(session);
    expect(location.hash).toContain('confirm-password-reset');
  },
);

test('[PU-03] sends the token of the address without the session, and forgets the password', async () => {
  let headers = new Headers();
  const recover = respondDone();
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (url, init) => {
    headers = new Headers(init?.headers);
    return originalFetch(url, init);
  };
  type();
  expect(await userResetForm.save()).toBe(true);
  globalThis.fetch = originalFetch;
  recover();
  expect(headers.get('Authorization') ?? '').toBe('');
  expect(userResetForm.$isDone.get()).toBe(true);
  expect(userResetForm.$values.get()).toEqual({ password: '', passwordConfirm: '' });
  expect(toasts()).toEqual([]);
});

test('a lost response is remembered: the next refusal may mean that it worked', async () => {
  const find = loseResponses(isConfirm);
  type();
  expect(await userResetForm.save()).toBe(false);
  expect(toasts()).toEqual(['No response. Check your connection, then try again.']);
  expect(userResetForm.$mayBeDone.get()).toBe(true);
  find();
  expect(await userResetForm.save()).toBe(false);
  expect(userResetForm.$errors.get()['token']).toMatch(/token/i);
  expect(userResetForm.$values.get()).toEqual(typed);
});

test('stopping keeps what was typed; leaving during a request removes it and ignores the response', async () => {
  const held = holdRequests(isConfirm);
  type();
  const saving = userResetForm.save();
  await held.arrived;
  userResetForm.stop();
  expect(await saving).toBe(false);
  held.release();
  expect(userResetForm.$values.get()).toEqual(typed);
  expect(userResetForm.$mayBeDone.get()).toBe(true);
  expect(toasts()).toEqual(['Stopped waiting. Your new password may have been set: try to sign in with it.']);

  const again = holdRequests(isConfirm);
  const leaving = userResetForm.save();
  await again.arrived;
  userResetForm.close();
  again.release();
  expect(await leaving).toBe(false);
  expect(userResetForm.$isDone.get()).toBe(false);
  expect(userResetForm.$values.get()).toEqual({ password: '', passwordConfirm: '' });
});

test('[PU-06] a wrong password is shown at its field', async () => {
  go('authConfirmEmailChange', undefined, { token: newToken() });
  respond(400, { message: 'No.', data: { password: { code: 'x', message: 'Missing or invalid.' } } });
  userEmailChangeForm.set('password', 'wrong');
  expect(await userEmailChangeForm.save()).toBe(false);
  expect(userEmailChangeForm.$errors.get()).toEqual({ password: 'Missing or invalid.' });
  expect(userEmailChangeForm.$values.get()).toEqual({ password: 'wrong' });
});
