import { expect, test } from 'vitest';
import { inputProblem } from '#domain/records/panel/input-problem.ts';

const valid = { valueMissing: false, customError: false, tooShort: false };
const limits = { type: 'text', validationMessage: 'Enter 5 or more.', minLength: 15 };

test('describes the problem of an input in one short sentence', () => {
  expect(inputProblem(valid, limits)).toBeUndefined();
  expect(inputProblem({ ...valid, valueMissing: true }, limits)?.message).toBe('Enter a value.');
  expect(inputProblem({ ...valid, valueMissing: true }, { ...limits, type: 'checkbox' })?.message).toBe(
    'Turn this on.',
  );
  expect(inputProblem({ ...valid, customError: true }, limits)?.message).toBe('Enter 5 or more.');
  expect(inputProblem({ ...valid, tooShort: true }, limits)?.message).toBe('Enter at least 15 characters.');
});

test.each([
  ['customError', 'invalid_number'],
  ['valueMissing', 'missing_value'],
  ['tooShort', 'too_short'],
])('an input with %s has the code %s, like an error of the backend', (state, code) => {
  expect(inputProblem({ ...valid, [state]: true }, limits)?.code).toBe(code);
});
