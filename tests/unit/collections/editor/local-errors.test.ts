import { expect, test } from 'vitest';
import { isDirty, requestBody } from '#domain/collections/editor/body.ts';
import { addField, nextFieldKey, setFieldOption, setMultiple } from '#domain/collections/editor/fields.ts';
import { loadIndexTools } from '#domain/collections/editor/index-sql/load.ts';
import { localErrors } from '#domain/collections/editor/local-errors.ts';
import { type Draft, newDraft, setCollectionOption } from '#domain/collections/editor/values.ts';

const tools = await loadIndexTools();
const bodyOf = (draft: Draft) => requestBody(draft, tools);

const WHOLE = { message: 'Must be a whole number.' };

test('numbers with decimals are told by the place of their field', () => {
  let draft = addField(newDraft(), 'number');
  const number = 'new-1';
  draft = setFieldOption(draft, number, 'min', 1.5);
  expect(localErrors(draft)).toBeUndefined();
  const key = nextFieldKey(draft);
  draft = setFieldOption(addField(draft, 'text'), key, 'max', 2.5);
  expect(localErrors(draft)).toEqual({ schema: { 1: { options: { max: WHOLE } } } });
  draft = setFieldOption(draft, key, 'max', null);
  expect(localErrors(draft)).toBeUndefined();
});

test('only what the interface shows is checked by its limits', () => {
  const draft = setMultiple(addField(newDraft(), 'file'), 'new-1', true);
  expect(localErrors(setFieldOption(draft, 'new-1', 'maxSelect', 2.1))).toEqual({
    schema: { 0: { options: { maxSelect: WHOLE } } },
  });
});

test.each([
  [5, { message: 'Must be no less than 6.' }],
  [6.5, WHOLE],
])('a minimum password length of %s is refused', (length, minPasswordLength) => {
  const draft = setCollectionOption(newDraft('auth'), 'minPasswordLength', length);
  expect(localErrors(draft)).toEqual({ schema: {}, options: { minPasswordLength } });
});

test.each([6, 72, null])('a minimum password length of %s goes to the backend', (length) => {
  expect(localErrors(setCollectionOption(newDraft('auth'), 'minPasswordLength', length))).toBeUndefined();
  expect(localErrors(setCollectionOption(newDraft('base'), 'minPasswordLength', 1))).toBeUndefined();
});

test.each([
  ['2026-11-05', '2026-11-05 00:00:00'],
  ['2026-11-05 12:00', '2026-11-05 12:00:00'],
  ['2026-11-05T12:00:01', '2026-11-05 12:00:01'],
  // What is stored already goes back letter by letter.
  ['2026-11-05 12:00:00.123Z', '2026-11-05 12:00:00.123Z'],
  ['', ''],
  ['  ', ''],
])('a date limit of %j is sent as %j', (typed, min) => {
  const draft = setFieldOption(addField(newDraft(), 'date'), 'new-1', 'min', typed);
  expect(localErrors(draft)).toBeUndefined();
  expect(bodyOf(draft).schema[0]?.options).toEqual({ min, max: '' });
});

test.each(['soon', '2026-02-30', '2026-13-01', '05.11.2026', '2026-11-5', '2026-11-05 25:00'])(
  'a date limit of %j, which the backend would drop without a word, is refused',
  (typed) => {
    const draft = setFieldOption(addField(newDraft(), 'date'), 'new-1', 'max', typed);
    expect(localErrors(draft)).toEqual({
      schema: { 0: { options: { max: { message: 'This is no date that can be stored.' } } } },
    });
  },
);

test('[CE-10] a date limit typed back as it is shown is no change', () => {
  const original = setFieldOption(addField(newDraft(), 'date'), 'new-1', 'min', '2026-11-05 12:00:00.000Z');
  const typed = (text: string) => isDirty(setFieldOption(original, 'new-1', 'min', text), original);
  expect(typed('2026-11-05 12:00:0')).toBe(true);
  expect(typed('2026-11-05 12:00:00')).toBe(false);
  expect(typed('2026-11-05')).toBe(true);
});

test('a length of 0 is no matter where nobody signs in with a password', () => {
  const set = (draft: Draft, name: string) => setCollectionOption(draft, name, false);
  const draft = setCollectionOption(newDraft('auth'), 'minPasswordLength', 0);
  expect(localErrors(set(draft, 'allowEmailAuth'))).toBeDefined();
  expect(localErrors(set(set(draft, 'allowEmailAuth'), 'allowUsernameAuth'))).toBeUndefined();
});

test('what is stored already is no reason to refuse other changes', () => {
  const min = 'long ago';
  const date = setFieldOption(addField(newDraft(), 'date'), 'new-1', 'min', min);
  expect(localErrors(date, date)).toBeUndefined();
  expect(localErrors(setFieldOption(date, 'new-1', 'max', 'soon'), date)).toEqual({
    schema: { 0: { options: { max: { message: 'This is no date that can be stored.' } } } },
  });
  const stored = { ...setCollectionOption(newDraft('auth'), 'minPasswordLength', 5), id: 'c' };
  expect(localErrors(stored, stored)).toBeUndefined();
  expect(localErrors(setCollectionOption(stored, 'minPasswordLength', 4), stored)).toBeDefined();
});

test('a date limit with an offset is sent in UTC', () => {
  const draft = setFieldOption(addField(newDraft(), 'date'), 'new-1', 'min', '2026-11-05T12:00:00+05:00');
  expect(localErrors(draft)).toBeUndefined();
  expect(bodyOf(draft).schema[0]?.options).toMatchObject({ min: '2026-11-05 07:00:00' });
});

test.each(['min', 'max'])('a date limit that can’t be read is told at %s', (name) => {
  const draft = setFieldOption(addField(newDraft(), 'date'), 'new-1', name, 'soon');
  expect(localErrors(draft)).toEqual({
    schema: { 0: { options: { [name]: { message: 'This is no date that can be stored.' } } } },
  });
});

test.each(['allowEmailAuth', 'allowUsernameAuth'])('a length of 0 is refused while %s is on', (name) => {
  let draft = setCollectionOption(newDraft('auth'), 'minPasswordLength', 0);
  for (const option of ['allowEmailAuth', 'allowUsernameAuth']) {
    draft = setCollectionOption(draft, option, option === name);
  }
  expect(localErrors(draft)).toBeDefined();
});
