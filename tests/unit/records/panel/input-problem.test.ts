import { expect, test } from 'vitest';
import { type CheckedInput, inputProblem } from '#domain/records/panel/input-problem.ts';

const inputWith = (flags: Partial<CheckedInput['validity']>, type = 'text'): CheckedInput => ({
  type,
  validationMessage: 'Enter 5 or more.',
  minLength: 15,
  validity: { valueMissing: false, customError: false, tooShort: false, ...flags },
});

test.each([
  ['valueMissing', 'missing_value', 'Enter a value.'],
  ['customError', 'invalid_number', 'Enter 5 or more.'],
  ['tooShort', 'too_short', 'Enter at least 15 characters.'],
])(
  'an input with %s has the code %s and one short sentence, like an error of the backend',
  (flag, code, message) => {
    expect(inputProblem(inputWith({ [flag]: true }))).toEqual({ code, message });
  },
);

test('an input without a problem can be sent; a checkbox is not typed', () => {
  expect(inputProblem(inputWith({}))).toBeUndefined();
  expect(inputProblem(inputWith({ valueMissing: true }, 'checkbox'))?.message).toBe('Turn this on.');
});
