import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSameNumber,
  limitProblem,
  numberAs,
  numberProblem,
  numberReadings,
  steppedNumber,
  typedNumber,
} from '#domain/app/typed-number.ts';

describe('[TR-15] a typed number', () => {
  test.each([
    // As the backend writes it, in every language.
    ['1250', '1250'],
    ['-1.5', '-1.5'],
    ['1.234', '1.234'],
    ['0.0000015', '0.0000015'],
    ['1e5', '1e5'],
    ['-1.5E-3', '-1.5E-3'],
    ['123456789012345678', '123456789012345678'],
    ['007', '007'],
    [' 12 ', '12'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    // Other forms that can mean only one number.
    ['12,50', '12.50'],
    [',5', '0.5'],
    ['5,', '5'],
    ['0,125', '0.125'],
    ['-0,125', '-0.125'],
    ['1234,567', '1234.567'],
    ['1,2345', '1.2345'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1 234', '1234'],
    ['1\u00A0234\u00A0567,25', '1234567.25'],
    ['1\u202F234,5', '1234.5'],
    ["1'234.50", '1234.50'],
    ['1’234’567', '1234567'],
    ['12,34,567.8', '1234567.8'],
    ['1,23,456', '123456'],
    ['1,5e3', '1.5e3'],
    ['−12,5', '-12.5'],
    ['１２．５', '12.5'],
  ])('%j is read as %s', (text, read) => {
    expect(numberReadings(text)).toEqual([read]);
    expect(typedNumber(text)).toBe(read);
    expect(numberProblem(text)).toBeUndefined();
  });

  test.each([
    ['1,234', '1234', '1.234'],
    ['-12,345', '-12345', '-12.345'],
    ['001,234', '001234', '001.234'],
    ['1,234e2', '1234e2', '1.234e2'],
    ['１，２３４', '1234', '1.234'],
  ])('%j has two readings', (text, one, other) => {
    expect(numberReadings(text)).toEqual([one, other]);
    expect(typedNumber(text)).toBeUndefined();
    expect(numberProblem(text)).toBe(
      `${text} can be read as ${one} or ${other}: type it without a comma or with a point.`,
    );
  });

  test.each([
    '',
    ' ',
    '-',
    '.',
    ',',
    'e5',
    '1e',
    '12a',
    '12 €',
    '50%',
    '0x10',
    'Infinity',
    'NaN',
    '1e999',
    '1_000',
    '1.2.3',
    '1,2,3',
    '1,2.5',
    '12.34.567',
    '1,234,56',
    '1.234.56',
    '12,345,67.8',
    '0,123,456',
    '1 23',
    '1 234 56',
    "1'234 567",
    '1.234,',
    '1,234.',
    '2026-11-05',
    '12:50',
    '1–2',
    '10²',
    '--1',
    '1-',
  ])('%j is no number', (text) => {
    expect(numberReadings(text)).toEqual([]);
    expect(numberProblem(text)).toBe('Enter a valid number.');
  });

  test('with a known decimal mark has one reading', () => {
    expect([numberAs('1,234', '.'), numberAs('1,234', ',')]).toEqual(['1234', '1.234']);
    expect([numberAs('1.234', '.'), numberAs('1.234', ',')]).toEqual(['1.234', '1234']);
    expect([numberAs('12,50', '.'), numberAs('12.50', ',')]).toEqual([undefined, undefined]);
    expect([numberAs('12', '.'), numberAs('12', ',')]).toEqual(['12', '12']);
  });
});

const grouped = (digits: string, separator: string): string =>
  digits.replace(/\B(?=(?:\d{3})+$)/g, separator);

/** A number as its digits: a sign, at least one digit, and decimals or none. */
const numbers = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 18n), fc.option(fc.stringMatching(/^\d{1,6}$/)))
  .map(([isNegative, whole, decimals]) => ({ sign: isNegative ? '-' : '', whole: String(whole), decimals }));

const WAYS: readonly (readonly [separator: string, mark: string])[] = [
  ['', '.'],
  ['', ','],
  ['.', ','],
  [',', '.'],
  ['\u00A0', ','],
  ["'", '.'],
];

test('[TR-15] a number written in one of six ways is read as meant, or both readings are named', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom(...WAYS), ({ sign, whole, decimals }, [separator, mark]) => {
      const meant = `${sign}${whole}${decimals === null ? '' : `.${decimals}`}`;
      const written = `${sign}${grouped(whole, separator)}${decimals === null ? '' : mark + decimals}`;
      // What the backend writes itself means the same in every language.
      fc.pre(written === meant || !/^-?\d+\.\d+$/.test(written));
      const readings = numberReadings(written);
      expect(readings).toContain(meant);
      expect(readings).toHaveLength(/^-?[1-9]\d{0,2},\d{3}$/.test(written) ? 2 : 1);
    }),
    { numRuns: 500 },
  );
});

describe('an input of numbers', () => {
  test.each([
    ['', undefined],
    ['5', undefined],
    ['10,0', undefined],
    ['4', 'Enter 5 or more.'],
    ['-1.000,5', 'Enter 5 or more.'],
    ['11', 'Enter 10 or less.'],
    ['7,5', 'Must be a whole number.'],
    ['five', 'Enter a valid number.'],
    ['1,234', '1,234 can be read as 1234 or 1.234: type it without a comma or with a point.'],
  ])('from 5 to 10 in whole steps says of %j: %s', (text, problem) => {
    expect(limitProblem(text, { min: 5, max: 10, step: 1 })).toBe(problem);
  });

  test.each([
    ['', 1, '1'],
    ['12,50', 1, '13.5'],
    ['0.7', -1, '-0.3'],
    ['-0.1', 1, '0.9'],
    ['1.5e-3', 1, '1.0015'],
    ['20', 1, '20'],
    ['20', -1, '19'],
    ['-30', 1, '-20'],
    ['1,234', 1, undefined],
    ['9007199254740993', 1, undefined],
  ])('steps from %j by %d to %s', (text, by, next) => {
    expect(steppedNumber(text, by, { min: -20, max: 20 })).toBe(next);
  });

  test.each([
    ['12,50', '12.5', true],
    ['1 234', '1234.0', true],
    ['9007199254740993', '9007199254740992', false],
    ['1,234', '1,234', false],
    ['', '', false],
    ['x', 'x', false],
  ])('%j and %j are the same number: %s', (a, b, isSame) => expect(isSameNumber(a, b)).toBe(isSame));
});
