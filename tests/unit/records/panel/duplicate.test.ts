import { expect, test } from 'vitest';
import { noFiles, readFiles } from '#domain/field-types/file-value.ts';
import { duplicateValues, rescuedValues } from '#domain/records/panel/duplicate.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { readCollection } from '#wire/collections.ts';
import { collection } from './fixtures.ts';

const fields = formFieldsOf({ ...collection, type: 'auth' }, true);

test('[RP-12] a duplicate has the values, but no id, files and passwords', () => {
  const values = newRecordValues(fields, { username: 'ann', title: 'a', tags: ['x'], active: true });
  const filled = {
    ...values,
    id: 'abc',
    password: 'secret',
    passwordConfirm: 'secret',
    cover: readFiles('a.png'),
  };
  expect(duplicateValues(fields, filled)).toEqual({
    ...values,
    id: '',
    password: '',
    passwordConfirm: '',
    cover: noFiles,
  });
});

test('[RP-12] missing values are empty in the duplicate', () => {
  expect(duplicateValues(fields, {})).toEqual(newRecordValues(fields));
});

test('a number that is not set is empty in the duplicate where its limits exclude 0', () => {
  const number = (name: string, options: object) => ({ id: name, name, type: 'number', options });
  const schema = [
    number('from', { min: 5 }),
    number('to', { max: -5 }),
    number('free', {}),
    number('any', { min: -5, max: 0 }),
  ];
  const numbers = formFieldsOf(readCollection({ id: 'n', name: 'n', type: 'base', schema }), true);
  const stored = { from: '0', to: '0', free: '0', any: '0' };
  expect(duplicateValues(numbers, stored)).toEqual({ id: '', ...stored, from: '', to: '' });
  const set = { from: '7', to: '-7', free: '1', any: '-1' };
  expect(duplicateValues(numbers, set)).toEqual({ id: '', ...set });
});

test('a text of one zero stays in the duplicate where its limits ask for a length', () => {
  const schema = [{ id: 'code', name: 'code', type: 'text', options: { min: 1 } }];
  const texts = formFieldsOf(readCollection({ id: 't', name: 't', type: 'base', schema }), true);
  expect(duplicateValues(texts, { code: '0' })).toEqual({ id: '', code: '0' });
});

test('the values of a record that was deleted keep the added files only', () => {
  const added = [new File(['x'], 'new.txt')];
  const cover = { ...readFiles('a.png'), deleted: ['a.png'], added };
  expect(rescuedValues(fields, { id: 'abc', title: 'a', cover })).toEqual({
    ...newRecordValues(fields, { title: 'a' }),
    cover: { ...noFiles, added },
  });
});
