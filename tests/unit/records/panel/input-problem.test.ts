import { expect, test } from 'vitest';
import { inputProblem } from '#domain/records/panel/input-problem.ts';

const fine = {
  valueMissing: false,
  badInput: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  tooShort: false,
};
const limits = { type: 'number', min: '-5', max: '10', minLength: 15 };

test('says what is wrong with an input in one short sentence', () => {
  expect(inputProblem(fine, limits)).toBeUndefined();
  expect(inputProblem({ ...fine, valueMissing: true }, limits)?.message).toBe('Enter a value.');
  expect(inputProblem({ ...fine, valueMissing: true }, { ...limits, type: 'checkbox' })?.message).toBe(
    'Turn this on.',
  );
  expect(inputProblem({ ...fine, rangeUnderflow: true }, limits)?.message).toBe('Enter -5 or more.');
  expect(inputProblem({ ...fine, rangeOverflow: true }, limits)?.message).toBe('Enter 10 or less.');
  expect(inputProblem({ ...fine, tooShort: true }, limits)?.message).toBe('Enter at least 15 characters.');
});

test('text that is no number is not taken for a missing one', () => {
  expect(inputProblem({ ...fine, badInput: true, valueMissing: true }, limits)?.message).toBe(
    'Enter a valid number.',
  );
});

test.each([
  ['badInput', 'invalid_number'],
  ['valueMissing', 'missing_value'],
  ['rangeUnderflow', 'below_min'],
  ['rangeOverflow', 'above_max'],
  ['tooShort', 'too_short'],
])('an input with %s has the code %s, as an answer of the backend would', (state, code) => {
  expect(inputProblem({ ...fine, [state]: true }, limits)?.code).toBe(code);
});
