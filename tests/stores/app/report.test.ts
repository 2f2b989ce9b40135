import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallOptions, call, toApiError } from '#api/client.ts';
import { ApiError, FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { report } from '#stores/app/report.ts';
import { $route, go, startRouting } from '#stores/app/route.ts';
import { $session, checkSession, signIn, signInAgain, startSession } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createAdmin, endAdminSessions, PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { readRefusal } from '#wire/problems.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, until } from '../records/record-fixture.ts';

const stops: (() => void)[] = [];
beforeAll(() => {
  stops.push(startSession(), startRouting());
});
beforeEach(async () => {
  if (!$session.get()) await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  go('logs');
});
afterAll(() => {
  for (const stop of stops) stop();
});

/** The error that the API client throws for a response. */
function responseError(status: number, message = '', data: Record<string, unknown> = {}): ApiError {
  return new ApiError({
    url: 'http://backend/api/x',
    status,
    ...readRefusal({ message, data }),
    message: message || FALLBACK_MESSAGE,
  });
}

/** A call that never gets a response; resolves to the error with which it failed. */
function pendingCall(options: CallOptions = {}): Promise<ApiError> {
  return call(
    (client, signal) => client.send('/api/collections', { signal, fetch: neverResponds }),
    options,
  ).then(
    () => Promise.reject(new Error('The call succeeded.')),
    (thrown) => toApiError(thrown),
  );
}
const neverResponds: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
  });

test('[ER-05] shows nothing for an aborted call', async () => {
  const aborting = new AbortController();
  const pending = pendingCall({ signal: aborting.signal });
  aborting.abort();
  const error = report(await pending);
  expect(error.isAbort).toBe(true);
  expect(toasts()).toEqual([]);
});

test('[ER-05] shows the message of the response, else that of the error, else the fallback', () => {
  report(responseError(500, 'The message of the response.'));
  report(new RangeError('The message of the error.'));
  report({ no: 'message' });
  expect(toasts()).toEqual(['The message of the response.', 'The message of the error.', FALLBACK_MESSAGE]);
  expect($toasts.get().map(({ type }) => type)).toEqual(['error', 'error', 'error']);
});

test('[ER-05] sets the status of an error without one to 400, and shows no toast if toasts are disabled', () => {
  expect(report(new Error('No response at all.'), { toast: false }).status).toBe(400);
  expect(toasts()).toEqual([]);
});

test('[ER-05] the caller’s message takes precedence', () => {
  report(responseError(400, 'Failed to authenticate.'), { message: 'Invalid login credentials.' });
  expect(toasts()).toEqual(['Invalid login credentials.']);
});

test('[ER-05] names the fields that no form shows', () => {
  const data = { title: { code: 'x', message: 'Cannot be blank.' } };
  report(responseError(400, 'Refused.', data));
  expect(toasts()[0]).toMatch(/^Refused\..*title.*Cannot be blank\./);
  report(responseError(400, 'Refused.', data), { isShown: (name) => name === 'title' });
  expect(toasts()[1]).toBe('Refused.');
});

test('[ER-08] 401 aborts pending calls, ends the session and opens the sign-in', async () => {
  const pending = pendingCall();
  report(responseError(401, 'No longer valid.'));
  expect((await pending).isAbort).toBe(true);
  expect($session.get()).toBeUndefined();
  expect(browser.storage.has('pocketbase_auth')).toBe(false);
  expect($route.get()?.name).toBe('login');
  expect(toasts()).toEqual(['No longer valid.']);
});

test('[ER-09] 403 aborts pending calls and opens the root, which redirects a signed-in administrator to the collections', async () => {
  const pending = pendingCall();
  report(responseError(403, 'Not allowed.'));
  expect((await pending).isAbort).toBe(true);
  await until($route, (route) => route?.name === 'collections');
  expect($session.get()).toBeDefined();
  expect(toasts()).toEqual(['Not allowed.']);
});

test('[ER-09] several simultaneous 403 responses check the session once', async () => {
  const { sent, stop } = watchRequests();
  for (const message of ['Not this.', 'Nor that.']) report(responseError(403, message));
  await until($route, (route) => route?.name === 'collections');
  stop();
  expect(sent.filter((request) => request.startsWith('GET /api/admins/'))).toHaveLength(1);
  expect(toasts()).toEqual(['Not this.', 'Nor that.']);
});

test('403 for an invalid token ends the session and keeps the address to return to', async () => {
  endAdminSessions(backend(), ADMIN_EMAIL);
  report(responseError(403, 'Not allowed.'));
  await until($route, (route) => route?.name === 'login');
  expect($session.get()).toBeUndefined();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  expect($route.get()?.name).toBe('logs');
});

test('an error of a call without the session says nothing about it', () => {
  for (const status of [401, 403]) {
    const error = responseError(status, `Refused ${status}.`);
    expect(report(error, { keepsSession: true })).toBe(error);
  }
  expect([$session.get() !== undefined, $route.get()?.name]).toEqual([true, 'logs']);
  expect(toasts()).toEqual(['Refused 401.', 'Refused 403.']);
});

test('a refused request in the background ends the session only if the backend confirms that it is over', async () => {
  const { sent, stop } = watchRequests();
  for (const status of [400, 404, 500, 0]) await endSessionIfOver(responseError(status));
  expect(sent).toEqual([]);
  const id = $session.get()?.admin.id;
  for (const status of [401, 403]) await endSessionIfOver(responseError(status));
  expect(sent.splice(0)).toEqual([`GET /api/admins/${id}`, `GET /api/admins/${id}`]);
  stop();
  const isCheck = ({ path }: { path: string }) => path.startsWith('/api/admins/');
  const restore = rejectRequests(isCheck, 'Busy.', 500);
  await endSessionIfOver(responseError(403));
  restore();
  expect([$session.get()?.admin.id, toasts()]).toEqual([id, []]);
  rejectRequests(isCheck, 'It is over.', 401);
  await endSessionIfOver(responseError(403, 'Not allowed.'));
  expect($session.get()).toBeUndefined();
  expect(toasts()).toEqual(['It is over.']);
});

test('[SH-07] opening another screen answers the open question with no', async () => {
  const stop = $question.listen(() => {});
  const confirmed = confirm('Do you really want to?');
  expect($question.get()?.text).toBe('Do you really want to?');
  go('settingsMail');
  expect(await confirmed).toBe(false);
  expect($question.get()).toBeUndefined();
  stop();
});

test('401 for an older token than the present one keeps the session', async () => {
  const { email } = await createAdmin(backend());
  await signIn(email, PASSWORD);
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>();
  const late: typeof fetch = (input, init) => isChanged.then(() => fetch(input, init));
  const refused = call((client, signal) => client.send('/api/logs', { signal, fetch: late }));
  const thrown = refused.catch(toApiError);
  endAdminSessions(backend(), email);
  await signInAgain(email, PASSWORD);
  const fresh = $session.get()?.token;
  change();
  const error = await thrown;
  expect(error).toMatchObject({ status: 401 });
  report(error);
  expect($session.get()?.token).toBe(fresh);
  await expect(checkSession()).resolves.toBeUndefined();
});
