import { expect, test } from 'vitest';
import { inputProblem } from '#domain/records/panel/input-problem.ts';

const valid = {
  valueMissing: false,
  badInput: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  tooShort: false,
};
const limits = { type: 'number', min: '-5', max: '10', minLength: 15 };

test('describes the problem of an input in one short sentence', () => {
  expect(inputProblem(valid, limits)).toBeUndefined();
  expect(inputProblem({ ...valid, valueMissing: true }, limits)?.message).toBe('Enter a value.');
  expect(inputProblem({ ...valid, valueMissing: true }, { ...limits, type: 'checkbox' })?.message).toBe(
    'Turn this on.',
  );
  expect(inputProblem({ ...valid, rangeUnderflow: true }, limits)?.message).toBe('Enter -5 or more.');
  expect(inputProblem({ ...valid, rangeOverflow: true }, limits)?.message).toBe('Enter 10 or less.');
  expect(inputProblem({ ...valid, tooShort: true }, limits)?.message).toBe('Enter at least 15 characters.');
});

test('an invalid number is not reported as a missing value', () => {
  expect(inputProblem({ ...valid, badInput: true, valueMissing: true }, limits)?.message).toBe(
    'Enter a valid number.',
  );
});

test.each([
  ['badInput', 'invalid_number'],
  ['valueMissing', 'missing_value'],
  ['rangeUnderflow', 'below_min'],
  ['rangeOverflow', 'above_max'],
  ['tooShort', 'too_short'],
])('an input with %s has the code %s, like an error of the backend', (state, code) => {
  expect(inputProblem({ ...valid, [state]: true }, limits)?.code).toBe(code);
});
