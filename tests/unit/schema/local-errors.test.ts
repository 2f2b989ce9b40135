import { expect, test } from 'vitest';
import { newDraft, setCollectionOption } from '../../../src/lib/domain/schema/draft.ts';
import {
  addField,
  nextFieldKey,
  setFieldOption,
  setMultiple,
} from '../../../src/lib/domain/schema/draft-fields.ts';
import { localErrors } from '../../../src/lib/domain/schema/local-errors.ts';

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
