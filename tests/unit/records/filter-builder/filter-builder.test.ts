import { describe, expect, test } from 'vitest';
import { formatFilter, parseFilter } from '#domain/app/filter-tree.ts';
import { builderOf, builtFilter } from '#domain/records/filter-builder/builder-tree.ts';
import { operandText, typedOperand } from '#domain/records/filter-builder/operand.ts';
import { operatorOptions, usualOperator } from '#domain/records/filter-builder/words.ts';

describe('the structure of a filter', () => {
  test.each([
    ['a=1', 'a = 1'],
    ['a = 1 && b~"x"', 'a = 1 && b ~ "x"'],
    // AND binds closer than OR.
    ['a=1||b=2&&c=3', 'a = 1 || (b = 2 && c = 3)'],
    ['a=1&&b=2||c=3', '(a = 1 && b = 2) || c = 3'],
    ['(a=1||b=2)&&c=3', '(a = 1 || b = 2) && c = 3'],
    ['((a=1))', 'a = 1'],
    ['a=1&&(b=2&&c=3)', 'a = 1 && (b = 2 && c = 3)'],
    ["a ?!~ 'it\\'s' || b:length ?>= 2", "a ?!~ 'it\\'s' || b:length ?>= 2"],
  ])('%s', (filter, formatted) => {
    expect(formatFilter(parseFilter(filter))).toBe(formatted);
    expect(formatFilter(parseFilter(formatted))).toBe(formatted);
    const builder = builderOf(filter);
    expect('kind' in builder && builtFilter(builder)).toBe(formatted);
  });

  test.each([
    ['a = 1 // why', 'It has a comment, which would be lost.'],
    ['a =', 'A value is missing after =.'],
  ])('%s stays a text', (filter, problem) => expect(builderOf(filter)).toEqual({ problem }));
});

describe('values are typed and read as they are stored', () => {
  test.each([
    ['text', '=', 'a "b" \\ c'],
    ['text', '=', '@now'],
    ['text', '=', ''],
    ['text', '~', '50%_\\'],
    ['text', '~', '404'],
    ['number', '>', '-1.5'],
    ['number', '=', '@hour'],
    ['date', '>=', '@todayStart'],
    ['date', '<', '2026-01-02 03:04:05'],
    ['bool', '=', 'true'],
    ['select', '?=', 'red'],
    [undefined, '=', 'x'],
  ] as const)('%s %s %s', (type, operator, typed) => {
    const read = typedOperand(type, operator, typed);
    expect(read).toHaveProperty('right');
    // Wildcards beside a backslash at the end are the backend's own, which it adds by default.
    const isAtEnd = operator === '~' && typed.endsWith('\\');
    if (!isAtEnd && 'right' in read) expect(operandText(operator, read.right)).toBe(typed);
  });

  test.each([
    ['number', '=', '1,5', 'Type a number, such as -1.5.'],
    ['number', '=', '', 'Type a number, such as -1.5.'],
    ['bool', '=', 'yes', 'Type true or false.'],
    ['text', '=', 'C:\\', 'A filter can’t hold a text that ends in \\.'],
  ] as const)('%s %s %s: %s', (type, operator, typed, problem) => {
    expect(typedOperand(type, operator, typed)).toEqual({ problem });
  });

  test.each([
    ['=', 'author.name'],
    ['~', '"a%b"'],
    ['=', 'null'],
  ])('%s %s can only be said by its source', (operator, right) =>
    expect(operandText(operator, right)).toBeUndefined(),
  );
});

test('operators have words by type, and any-of forms where there are several values', () => {
  const one = { type: 'text', isMany: false, isList: false } as const;
  const labels = (path: Parameters<typeof operatorOptions>[0]) =>
    operatorOptions(path, '=').map(({ label }) => label);
  expect(labels({ ...one, type: 'date' })).toContain('before');
  expect(labels({ ...one, type: 'number' })).toContain('less than');
  expect(labels(one)).toHaveLength(8);
  expect(labels({ ...one, isMany: true })).toContain('any is not');
  // The backend compares all values of a list as one text.
  expect(labels({ ...one, isList: true })).toEqual(['is', 'contains', 'does not contain']);
  expect(usualOperator({ ...one, isMany: true })).toBe('?~');
  expect(usualOperator({ ...one, type: 'relation', isMany: true })).toBe('?=');
  expect(usualOperator({ ...one, type: 'select', isList: true })).toBe('~');
  expect(usualOperator({ ...one, type: 'date' })).toBe('>=');
});
