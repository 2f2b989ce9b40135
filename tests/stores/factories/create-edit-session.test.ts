import { expect, test } from 'vitest';
import { createEditSession } from '#stores/factories/create-edit-session.ts';
import { Declined } from '#stores/factories/create-form.ts';
import { failure } from '../failure.ts';
import '#tests/support/browser-stub.ts';

interface Values {
  readonly text: string;
}

/** A session whose steps are logged; `steps` may replace one, or stop the call before its result is used. */
function setUp(stored: string | undefined, found?: string | false) {
  const log: unknown[][] = [];
  const stop = { after: '', controller: new AbortController() };
  let error: unknown;
  const step = <Result>(name: string, result: Result, ...details: unknown[]): Result => {
    log.push([name, ...details]);
    if (stop.after === name) stop.controller.abort();
    return result;
  };
  const session = createEditSession<Values, string, string>({
    read: async () => step('read', stored),
    settle: async (was, { text }, unconfirmed) =>
      step('settle', { text: `${text}+${was ?? ''}` }, was, text, unconfirmed?.text),
    findCreated: async ({ text }) => step('find', found, text),
    send: async ({ text }, was) => {
      step('send', undefined, text, was);
      if (error !== undefined) throw error;
      return `saved ${text}`;
    },
  });
  const save = (text: string) => {
    stop.controller = new AbortController();
    return session.save({ text }, { signal: stop.controller.signal, sending: () => {} });
  };
  return {
    session,
    save,
    fail: (thrown: unknown) => {
      error = thrown;
    },
    stopAfter: (name: string) => {
      stop.after = name;
    },
    steps: () => log.splice(0),
  };
}

test.each([
  ['what is stored', 'old', { values: { text: 'a+old' }, result: 'saved a+old', isNew: false }],
  ['something new', undefined, { values: { text: 'a+' }, result: 'saved a+', isNew: true }],
])('%s is read, merged and sent', async (_what, stored, sent) => {
  const { save, steps, session } = setUp(stored);
  expect(await save('a')).toEqual(sent);
  expect(steps()).toEqual([['read'], ['settle', stored, 'a', undefined], ['send', sent.values.text, stored]]);
  expect(session.unconfirmed()).toBeUndefined();
});

test.each([
  [0, true],
  [502, true],
  [400, false],
  [404, false],
])('after a failure with status %i the values may be stored: %s', async (status, isUnconfirmed) => {
  const { save, steps, session, fail } = setUp('old');
  fail(failure(status));
  await expect(save('a')).rejects.toMatchObject({ status });
  const unconfirmed = isUnconfirmed ? { text: 'a+old' } : undefined;
  expect(session.unconfirmed()).toEqual(unconfirmed);
  fail(undefined);
  steps();
  await save('b');
  expect(steps()[1]).toEqual(['settle', 'old', 'b', unconfirmed?.text]);
  expect(session.unconfirmed()).toBeUndefined();
});

test('values that were declined at the last moment were not sent; those before them still may be stored', async () => {
  const { save, session, fail } = setUp('old');
  fail(new Declined());
  await expect(save('a')).rejects.toThrow(Declined);
  expect(session.unconfirmed()).toBeUndefined();
  fail(failure(0));
  await expect(save('b')).rejects.toMatchObject({ status: 0 });
  fail(new Declined());
  await expect(save('c')).rejects.toThrow(Declined);
  expect(session.unconfirmed()).toEqual({ text: 'b+old' });
});

test('forgotten values are not taken for stored ones', async () => {
  const { save, steps, session, fail } = setUp(undefined, 'found');
  fail(failure(0));
  await expect(save('a')).rejects.toMatchObject({ status: 0 });
  session.forget();
  fail(undefined);
  steps();
  await save('b');
  expect(steps().map(([name]) => name)).toEqual(['read', 'settle', 'send']);
});

test('something new that may be stored is looked for, and its finding ends the save', async () => {
  const { save, steps, session, fail } = setUp(undefined, 'found');
  fail(failure(0));
  await expect(save('a')).rejects.toMatchObject({ status: 0 });
  steps();
  expect(await save('b')).toEqual({ values: { text: 'a+' }, result: 'found', isNew: true, isFound: true });
  expect(steps()).toEqual([['read'], ['find', 'a+']]);
  expect(session.unconfirmed()).toBeUndefined();
});

test('who does not want to go on with what was found sends the next time', async () => {
  const { save, steps, fail } = setUp(undefined, false);
  fail(failure(0));
  await expect(save('a')).rejects.toMatchObject({ status: 0 });
  fail(undefined);
  await expect(save('b')).rejects.toBeInstanceOf(Declined);
  steps();
  expect(await save('c')).toMatchObject({ result: 'saved c+', isNew: true });
  expect(steps().map(([name]) => name)).toEqual(['read', 'settle', 'send']);
});

test('what was not found is sent again', async () => {
  const { save, steps, fail } = setUp(undefined);
  fail(failure(0));
  await expect(save('a')).rejects.toMatchObject({ status: 0 });
  fail(undefined);
  steps();
  expect(await save('b')).toMatchObject({ result: 'saved b+' });
  expect(steps()).toEqual([
    ['read'],
    ['find', 'a+'],
    ['settle', undefined, 'b', undefined],
    ['send', 'b+', undefined],
  ]);
});

test.each([
  ['read', ['read']],
  ['settle', ['read', 'settle']],
])('a call that is stopped during "%s" goes no further', async (name, done) => {
  const { save, steps, session, stopAfter } = setUp('old');
  stopAfter(name);
  await expect(save('a')).rejects.toMatchObject({ name: 'AbortError' });
  expect(steps().map(([step]) => step)).toEqual(done);
  expect(session.unconfirmed()).toBeUndefined();
});

test('a call that is stopped during the search still looks for the values the next time', async () => {
  const { save, steps, session, stopAfter, fail } = setUp(undefined, 'found');
  fail(failure(0));
  await expect(save('a')).rejects.toMatchObject({ status: 0 });
  stopAfter('find');
  await expect(save('b')).rejects.toMatchObject({ name: 'AbortError' });
  expect(session.unconfirmed()).toEqual({ text: 'a+' });
  stopAfter('');
  steps();
  expect(await save('b')).toMatchObject({ result: 'found' });
});
