import { expect, test } from 'vitest';
import {
  ABORT_MESSAGE,
  ApiError,
  FALLBACK_MESSAGE,
  type FailureMessageOptions,
  failureMessage,
  isOutcomeUnknown,
  isRefusal,
  isRefusedFilter,
  isUnreachable,
  LOCALHOST_HINT,
  NO_RESPONSE_MESSAGE,
  NOT_FOUND_MESSAGE,
  refusalReason,
  TOO_LARGE_MESSAGE,
  tooManyMessage,
  UNREACHABLE_HINT,
  UNREADABLE_MESSAGE,
  UNREADABLE_WRITE_HINT,
} from '#domain/app/api-error.ts';
import { readRefusal } from '#wire/problems.ts';

const refused = (message: string, data: object): ApiError =>
  new ApiError({ status: 400, message, ...readRefusal({ message, data }) });

test('the reason of a refusal is what it says of the fields, else its own message', () => {
  const refusal = (data: object) => refused('Failed to create record.', data);
  const [title, max] = [{ message: 'Too long.' }, { message: 'Too many.' }];
  expect(refusalReason(refusal({ title, options: { max } }))).toBe('title: Too long. options.max: Too many.');
  expect(refusalReason(refusal({}))).toBe('Failed to create record.');
});

const everywhere = () => true;

/** The text of a toast for a refusal with these messages of fields. */
const toastOf = (message: string, errors: Record<string, string>, options?: FailureMessageOptions): string =>
  failureMessage(
    refused(
      message,
      Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, { message: text }])),
    ),
    options,
  );

test('a toast contains the errors that no field shows', () => {
  const errors = { secret: 'Cannot be blank.', title: 'Too long.' };
  const text = (options?: FailureMessageOptions) => toastOf('Failed to create record.', errors, options);
  expect(text({ isShown: (name) => name === 'title' })).toBe(
    'Failed to create record. secret: Cannot be blank.',
  );
  expect(text({ isShown: everywhere })).toBe('Failed to create record.');
  expect(text()).toBe('Failed to create record. secret: Cannot be blank. title: Too long.');
});

test('[TR-60] a toast does not repeat what fields show, whatever its message', () => {
  const errors = { title: 'Too long.', secret: '4.' };
  expect(toastOf(FALLBACK_MESSAGE, errors, { isShown: everywhere })).toBe(FALLBACK_MESSAGE);
  expect(toastOf(FALLBACK_MESSAGE, errors, { isShown: (name) => name !== 'secret' })).toBe(
    `${FALLBACK_MESSAGE} secret: 4.`,
  );
});

test('a toast contains at most three errors', () => {
  const errors = { a: '1.', b: '2.', c: '3.', d: '4.', e: '5.' };
  expect(toastOf('No.', errors)).toBe('No. a: 1. b: 2. c: 3. And 2 more.');
});

test('a toast uses the label of a field', () => {
  expect(toastOf('No.', { 'schema.0.type': 'Wrong.' }, { labelOf: (name) => name.toUpperCase() })).toBe(
    'No. SCHEMA.0.TYPE: Wrong.',
  );
});

test('an error that was found before sending has its own message, or the fallback', () => {
  const found = (message: string) => failureMessage(new ApiError({ status: 0, message }));
  expect(found('Choose a smaller file.')).toBe('Choose a smaller file.');
  expect(found('')).toBe(FALLBACK_MESSAGE);
});

test('[ER-06] [ER-10] [ER-11] messages state what happened', () => {
  expect(FALLBACK_MESSAGE).toBe('Something went wrong while processing your request.');
  expect(ABORT_MESSAGE).toBe('The request was autocancelled.');
  expect(LOCALHOST_HINT).toBe('Its address says localhost: try 127.0.0.1 instead.');
});

test('messages about the servers state what to do', () => {
  expect(UNREACHABLE_HINT).toBe('The backend can’t be reached: check that it is running.');
  expect(TOO_LARGE_MESSAGE).toBe(
    'The upload is too large for the server in front of the backend. Choose a smaller file, or raise that server’s limit.',
  );
  expect(UNREADABLE_MESSAGE).toBe('The response is incomplete or not from PocketBase.');
  expect(NOT_FOUND_MESSAGE).toBe("The requested resource wasn't found.");
  expect(NO_RESPONSE_MESSAGE).toBe('The backend has not responded within a minute.');
  expect(UNREADABLE_WRITE_HINT).toBe('The request may still have worked.');
});

test('an ApiError has a name, a message and the response', () => {
  const said = { text: 'Missing.', problems: [{ path: 'id', text: 'Unknown.' }] };
  const error = new ApiError({ url: '/api/x', status: 404, ...said, message: 'Missing.' });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe('ApiError: Missing.');
  expect(error).toMatchObject({ url: '/api/x', status: 404, ...said, isAbort: false });
});

test('three errors need no count of further ones', () => {
  expect(toastOf('No.', { a: '1.', b: '2.', c: '3.' })).toBe('No. a: 1. b: 2. c: 3.');
});

test.each([
  [null, 'a moment'],
  ['soon', 'a moment'],
  ['-1', 'a moment'],
  ['0', 'a moment'],
  ['1', '1 s'],
  ['1.5', 'a moment'],
  ['30', '30 s'],
])('a limit of requests with Retry-After %j asks to wait %s', (retryAfter, wait) => {
  expect(tooManyMessage(retryAfter)).toBe(`Too many requests. Wait ${wait}, then try again.`);
});

const failed = (status: number, message = ''): ApiError => new ApiError({ status, message, text: message });

test.each([
  [0, false, true, true],
  [399, false, false, false],
  [400, true, false, false],
  [499, true, false, false],
  [500, false, false, false],
  [502, false, true, true],
  [503, false, true, true],
  [504, false, true, true],
])('status %i is a refusal: %s, unreachable: %s, of unknown outcome: %s', (status, ...expected) => {
  const error = failed(status);
  expect([isRefusal(error), isUnreachable(error), isOutcomeUnknown(error)]).toEqual(expected);
  const fault = Object.assign(failed(status), { isFault: true });
  expect([isRefusal(fault), isUnreachable(fault), isOutcomeUnknown(fault)]).toEqual([false, false, true]);
});

test('an invalid response has a message, so the backend is reachable; a proxy may send one, too', () => {
  expect(isUnreachable(failed(0, UNREADABLE_MESSAGE))).toBe(false);
  expect(isUnreachable(failed(502, 'Bad gateway'))).toBe(true);
});

test('only status 400 with a filter is a refused filter', () => {
  expect(isRefusedFilter(failed(400), 'a=')).toBe(true);
  expect(isRefusedFilter(failed(400), '')).toBe(false);
  expect(isRefusedFilter(failed(404), 'a=')).toBe(false);
  expect(isRefusedFilter({ status: 400 }, 'a=')).toBe(false);
});
