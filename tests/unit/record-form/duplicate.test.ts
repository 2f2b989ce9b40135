import { expect, test } from 'vitest';
import { duplicateValues } from '../../../src/lib/domain/record-form/duplicate.ts';
import { formFieldsOf } from '../../../src/lib/domain/record-form/fields.ts';
import { noFiles, readFiles } from '../../../src/lib/domain/record-form/files.ts';
import { newValues } from '../../../src/lib/domain/record-form/values.ts';
import { collection } from './fixtures.ts';

const fields = formFieldsOf({ ...collection, type: 'auth' }, true);

test('[RP-12] a copy has the values but neither id, files nor passwords', () => {
  const values = newValues(fields, { username: 'ann', title: 'a', tags: ['x'], active: true });
  const known = {
    ...values,
    id: 'abc',
    password: 'secret',
    passwordConfirm: 'secret',
    cover: readFiles('a.png'),
  };
  expect(duplicateValues(fields, known)).toEqual({
    ...values,
    id: '',
    password: '',
    passwordConfirm: '',
    cover: noFiles,
  });
});

test('[RP-12] what nothing is known of is empty in the copy', () => {
  expect(duplicateValues(fields, {})).toEqual(newValues(fields));
});
