import { describe, expect, it } from 'vitest';
import { isEmptyValue, NO_VALUE, truncate, valueText } from '#domain/app/value-text.ts';

describe('texts of values', () => {
  it('are truncated after the limit, never inside a character', () => {
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('abcd', 3)).toBe('abc...');
    expect(truncate('ab😀cd', 3)).toBe('ab...');
    expect(truncate('ab😀cd', 4)).toBe('ab😀...');
    expect(truncate('', 3)).toBe('');
  });

  it.each([
    [null, true],
    [undefined, true],
    ['', true],
    [[], true],
    [{}, true],
    [0, false],
    [false, false],
    [' ', false],
    [[0], false],
    [{ a: null }, false],
  ])('%j is empty: %s', (value, isEmpty) => {
    expect(isEmptyValue(value)).toBe(isEmpty);
  });

  it('show any value on one line', () => {
    expect(valueText('x')).toBe('x');
    expect(valueText(5)).toBe('5');
    expect(valueText({ a: [1] })).toBe('{"a":[1]}');
    expect(valueText(undefined)).toBe('');
    expect(valueText(() => 1)).toBe('');
  });
});

it('an empty value is shown as N/A', () => {
  expect(NO_VALUE).toBe('N/A');
});
