import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { isDirty } from '#domain/collections/compare.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { addField, nextFieldKey, setFieldOption, setMultiple } from '#domain/collections/editor/fields.ts';
import { localProblems } from '#domain/collections/editor/local-problems.ts';
import {
  type CollectionValues,
  newCollectionValues,
  setCollectionOption,
} from '#domain/collections/editor/values.ts';
import { loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { writeCollection } from '#wire/save-collection.ts';

const tools = await loadIndexTools();
const firstOptions = (values: CollectionValues) =>
  list(writeCollection(toCollection(values, tools))['schema'], members)[0]?.['options'];

const WHOLE_NUMBER = 'Must be a whole number.';

test('decimals are errors at the position of their field', () => {
  let values = addField(newCollectionValues(), 'number');
  const number = 'new-1';
  values = setFieldOption(values, number, 'min', 1.5);
  expect(localProblems(values)).toEqual([]);
  const key = nextFieldKey(values);
  values = setFieldOption(addField(values, 'text'), key, 'max', 2.5);
  expect(localProblems(values)).toEqual([{ path: 'fields.1.max', text: WHOLE_NUMBER }]);
  values = setFieldOption(values, key, 'max', null);
  expect(localProblems(values)).toEqual([]);
});

test('[TR-15] a limit that can be read in two ways is not sent', () => {
  const text = '1,234 can be read as 1234 or 1.234: type it without a comma or with a point.';
  const values = setFieldOption(addField(newCollectionValues(), 'number'), 'new-1', 'min', '1,234');
  expect(localProblems(values)).toEqual([{ path: 'fields.0.min', text }]);
  const users = setCollectionOption(newCollectionValues('auth'), 'minPassword', 'ten');
  expect(localProblems(users)).toEqual([{ path: 'auth.minPassword', text: 'Enter a valid number.' }]);
});

test('only visible options are checked', () => {
  const values = setMultiple(addField(newCollectionValues(), 'file'), 'new-1', true);
  expect(localProblems(setFieldOption(values, 'new-1', 'max', 2.1))).toEqual([
    { path: 'fields.0.max', text: WHOLE_NUMBER },
  ]);
});

test.each([
  [5, 'Must be no less than 6.'],
  [6.5, WHOLE_NUMBER],
])('a minimum password length of %s is rejected', (length, text) => {
  const values = setCollectionOption(newCollectionValues('auth'), 'minPassword', length);
  expect(localProblems(values)).toEqual([{ path: 'auth.minPassword', text }]);
});

test.each([6, 72, null])('a minimum password length of %s is accepted', (length) => {
  expect(localProblems(setCollectionOption(newCollectionValues('auth'), 'minPassword', length))).toEqual([]);
  expect(localProblems(setCollectionOption(newCollectionValues('base'), 'minPassword', 1))).toEqual([]);
});

test.each([
  ['2026-11-05', '2026-11-05 00:00:00'],
  ['2026-11-05 12:00', '2026-11-05 12:00:00'],
  ['2026-11-05T12:00:01', '2026-11-05 12:00:01'],
  // A stored date is sent back unchanged.
  ['2026-11-05 12:00:00.123Z', '2026-11-05 12:00:00.123Z'],
  ['', ''],
  ['  ', ''],
])('a date limit of %j is sent as %j', (typed, min) => {
  const values = setFieldOption(addField(newCollectionValues(), 'date'), 'new-1', 'min', typed);
  expect(localProblems(values)).toEqual([]);
  expect(firstOptions(values)).toEqual({ min, max: '' });
});

test.each(['soon', '2026-02-30', '2026-13-01', '05.11.2026', '2026-11-5', '2026-11-05 25:00'])(
  'a date limit of %j, which the backend would drop silently, is rejected',
  (typed) => {
    const values = setFieldOption(addField(newCollectionValues(), 'date'), 'new-1', 'max', typed);
    expect(localProblems(values)).toEqual([{ path: 'fields.0.max', text: 'Enter a valid date.' }]);
  },
);

test('[CE-10] retyping a date limit as it is displayed is not a change', () => {
  const base = setFieldOption(
    addField(newCollectionValues(), 'date'),
    'new-1',
    'min',
    '2026-11-05 12:00:00.000Z',
  );
  const typed = (text: string) => isDirty(setFieldOption(base, 'new-1', 'min', text), base);
  expect(typed('2026-11-05 12:00:0')).toBe(true);
  expect(typed('2026-11-05 12:00:00')).toBe(false);
  expect(typed('2026-11-05')).toBe(true);
});

test('a length of 0 is accepted when nobody can sign in with a password', () => {
  const set = (values: CollectionValues, name: string) => setCollectionOption(values, name, false);
  const values = setCollectionOption(newCollectionValues('auth'), 'minPassword', 0);
  expect(localProblems(set(values, 'signInByEmail'))).toEqual([
    { path: 'auth.minPassword', text: 'Must be no less than 6.' },
  ]);
  expect(localProblems(set(set(values, 'signInByEmail'), 'signInByUsername'))).toEqual([]);
});

test('an invalid stored value does not prevent other changes', () => {
  const min = 'long ago';
  const date = setFieldOption(addField(newCollectionValues(), 'date'), 'new-1', 'min', min);
  expect(localProblems(date, date)).toEqual([]);
  expect(localProblems(setFieldOption(date, 'new-1', 'max', 'soon'), date)).toEqual([
    { path: 'fields.0.max', text: 'Enter a valid date.' },
  ]);
  const stored = { ...setCollectionOption(newCollectionValues('auth'), 'minPassword', 5), id: 'c' };
  expect(localProblems(stored, stored)).toEqual([]);
  expect(localProblems(setCollectionOption(stored, 'minPassword', 4), stored)).toEqual([
    { path: 'auth.minPassword', text: 'Must be no less than 6.' },
  ]);
  const unsaved = { ...stored, id: '' };
  expect(localProblems(unsaved, unsaved)).toEqual([
    { path: 'auth.minPassword', text: 'Must be no less than 6.' },
  ]);
});

test('a date limit with an offset is sent in UTC', () => {
  const values = setFieldOption(
    addField(newCollectionValues(), 'date'),
    'new-1',
    'min',
    '2026-11-05T12:00:00+05:00',
  );
  expect(localProblems(values)).toEqual([]);
  expect(firstOptions(values)).toMatchObject({ min: '2026-11-05 07:00:00' });
});

test.each(['min', 'max'])('an invalid date limit is an error at %s', (name) => {
  const values = setFieldOption(addField(newCollectionValues(), 'date'), 'new-1', name, 'soon');
  expect(localProblems(values)).toEqual([{ path: `fields.0.${name}`, text: 'Enter a valid date.' }]);
});

test.each(['signInByEmail', 'signInByUsername'])('a length of 0 is rejected while %s is on', (name) => {
  let values = setCollectionOption(newCollectionValues('auth'), 'minPassword', 0);
  for (const option of ['signInByEmail', 'signInByUsername']) {
    values = setCollectionOption(values, option, option === name);
  }
  expect(localProblems(values)).toEqual([{ path: 'auth.minPassword', text: 'Must be no less than 6.' }]);
});
