import { expect, test } from 'vitest';
import { fieldErrors } from '../../../src/lib/domain/api-error.ts';

test('[ER-07] gives the message of every field by its name', () => {
  const data = {
    email: { code: 'validation_required', message: 'Cannot be blank.' },
    name: { code: 'validation_length', message: 'Too long.' },
  };
  expect(fieldErrors(data)).toEqual({ email: 'Cannot be blank.', name: 'Too long.' });
});

test('[ER-07] joins nested names by dots', () => {
  const data = {
    logs: { maxDays: { code: 'min', message: 'Must be no less than 0.' } },
    schema: { 0: { options: { values: { code: 'required', message: 'Cannot be blank.' } } } },
  };
  expect(fieldErrors(data)).toEqual({
    'logs.maxDays': 'Must be no less than 0.',
    'schema.0.options.values': 'Cannot be blank.',
  });
});

test('[ER-07] falls back where an error has no words', () => {
  expect(fieldErrors({ a: { code: 'odd' }, b: { code: 'odd', message: '' } })).toEqual({
    a: 'Invalid value',
    b: 'Invalid value',
  });
});

test.each([undefined, null, 'text', 5, [], {}, { a: null, b: 'text', c: 1 }])(
  'finds nothing in %j',
  (data) => {
    expect(fieldErrors(data)).toEqual({});
  },
);
