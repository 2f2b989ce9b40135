import { describe, expect, test } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import type { Column } from '#domain/collections/columns.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { formatFilter, parseFilter } from '#domain/model/filter/tree.ts';
import { builderOf, changeNode, conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import {
  cellConditions,
  filterTokens,
  withCondition,
} from '#domain/records/filter-builder/cell-conditions.ts';
import { operandText, typedOperand } from '#domain/records/filter-builder/operand.ts';
import { operatorOptions, usualOperator } from '#domain/records/filter-builder/words.ts';
import { pathOf } from '#tests/support/filter-scope.ts';
import { readField } from '#wire/pb22/collections.ts';

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
    expect('kind' in builder && formatFilter(builder)).toBe(formatted);
  });

  test.each([
    ['', { left: '', operator: '~', right: '""' }],
    [' ', { left: '', operator: '~', right: '""' }],
    ['a=1', { left: 'a', operator: '=', right: '1' }],
  ])('%j begins as a group of one condition', (filter, condition) => {
    const id = expect.any(Number);
    expect(builderOf(filter)).toEqual({
      ...{ kind: 'group', join: '&&', id },
      items: [{ kind: 'comparison', ...condition, id }],
    });
  });

  test.each([
    ['a=1', 'a', 'x', 'x = 1'],
    ['a=1&&(b=2||c=3)', 'c', 'x', 'a = 1 && (b = 2 || x = 3)'],
    ['a=1||b=2', 'a', undefined, 'b = 2'],
    ['a=1&&(b=2)', 'b', undefined, 'a = 1'],
    ['a=1', 'a', undefined, undefined],
  ])('of %s, the condition of %s is changed to %s: %s', (filter, name, left, changed) => {
    const root = builderOf(filter);
    if (!('kind' in root)) throw new Error(root.problem);
    const found = conditionsOf(root).find((one) => one.left === name);
    const after = changeNode(root, found?.id ?? 0, (node) =>
      left === undefined ? undefined : ({ ...node, left } as typeof node),
    );
    expect(after && formatFilter(after)).toBe(changed);
    expect(changeNode(root, -1, () => undefined)).toBe(root);
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
    ['text', '~', '50% off_now \\ x'],
    ['number', '>', '-1.5'],
    ['number', '=', '@hour'],
    ['number', '=', '1.50'],
    ['number', '=', '007'],
    ['number', '=', '0.0000001'],
    ['date', '>=', '@todayStart'],
    ['date', '<', '2026-01-02 03:04:05'],
    ['bool', '=', 'true'],
    ['select', '?=', 'red'],
    [undefined, '=', 'x'],
  ] as const)('%s %s %s', (type, operator, typed) => {
    const read = typedOperand(pathOf(type), operator, typed);
    expect(read).toHaveProperty('right');
    // Wildcards beside a backslash at the end are the backend's own, which it adds by default.
    const isAtEnd = operator === '~' && typed.endsWith('\\');
    if (!isAtEnd && 'right' in read) expect(operandText(operator, read.right, pathOf(type))).toBe(typed);
  });

  test('single quotes are quotes, too', () =>
    expect(operandText('=', "'it\\'s'", pathOf('text'))).toBe("it's"));

  test.each([
    ['date', '>=', '@now', '@now'],
    ['number', '=', ' @hour ', '@hour'],
    [undefined, '=', '@now', '@now'],
    ['select', '=', '@now', '"@now"'],
    ['date', '=', 'true', '"true"'],
    // JSON knows its types: the backend never finds the number 5 by the text "5".
    ['json', '=', '5', '5'],
    [undefined, '<', ' -1.5', '-1.5'],
    [undefined, '=', 'true', 'true'],
    [undefined, '=', '007', '"007"'],
    [undefined, '~', '5', '"5"'],
  ] as const)('of type %s, %s %s is %s', (type, operator, typed, right) => {
    expect(typedOperand(pathOf(type), operator, typed)).toEqual({ right });
  });

  test.each([
    ['number', '=', '', 'Type a number, such as -1.5.'],
    ['number', '=', '1,234', '1,234 can be read as 1234 or 1.234: type it without a comma or with a point.'],
    ['number', '=', '1e5', 'Type a number, such as -1.5.'],
    ['bool', '=', 'yes', 'Type true or false.'],
    ['text', '=', 'C:\\', 'A filter can’t hold a text that ends in \\.'],
  ] as const)('%s %s %s: %s', (type, operator, typed, problem) => {
    expect(typedOperand(pathOf(type), operator, typed)).toEqual({ problem });
  });

  test.each([
    ['=', 'author.name'],
    ['~', '"a%b"'],
    ['=', 'null'],
  ])('%s %s can only be said by its source', (operator, right) =>
    expect(operandText(operator, right, pathOf('text'))).toBeUndefined(),
  );
});

test('operators have words by type, and any-of forms where there are several values', () => {
  const one = { type: 'text', isMany: false, isList: false } as const;
  const labels = (path: Parameters<typeof operatorOptions>[0]) =>
    operatorOptions(path, '=').map(({ label }) => label);
  expect(labels({ ...one, type: 'date' })).toContain('before');
  expect(labels({ ...one, type: 'number' })).toContain('less than');
  expect(labels(one)).toHaveLength(8);
  for (const type of ['text', 'date'] as const) expect(labels({ ...one, type })).not.toContain('');
  expect(labels({ ...one, isMany: true })).toContain('any is not');
  // The backend compares all values of a list as one text.
  expect(labels({ ...one, isList: true })).toEqual(['is', 'contains', 'does not contain']);
  expect(usualOperator({ ...one, isMany: true })).toBe('?~');
  expect(usualOperator({ ...one, type: 'relation', isMany: true })).toBe('?=');
  expect(usualOperator({ ...one, type: 'select', isList: true })).toBe('~');
  expect(usualOperator({ ...one, type: 'date' })).toBe('>=');
  expect(usualOperator({ ...one, type: 'editor' })).toBe('~');
  expect(usualOperator({ ...one, type: 'email' })).toBe('=');
});

describe('a cell offers conditions', () => {
  const column = (type: ColumnType, options?: Record<string, unknown>): Column => ({
    id: 'f',
    name: 'f',
    type,
    ...(options && { field: readField({ id: 'f', name: 'f', type, options }) }),
  });
  test.each([
    [
      'text',
      'a "b"',
      [
        'is “a "b"”: f = "a \\"b\\""',
        'is not “a "b"”: f != "a \\"b\\""',
        'contains “a "b"”: f ~ "a \\"b\\""',
      ],
    ],
    ['text', '', ['is empty: f = ""', 'is not empty: f != ""']],
    ['text', 'ends in \\', ['contains “ends in \\”: f ~ "%ends in \\\\%"']],
    ['text', 'x'.repeat(201), []],
    [
      'number',
      1.5,
      [
        'is “1.5”: f = 1.5',
        'is not “1.5”: f != 1.5',
        'less than “1.5”: f < 1.5',
        'greater than “1.5”: f > 1.5',
      ],
    ],
    ['bool', false, ['is “false”: f = false', 'is not “false”: f != false']],
    [
      'date',
      '2026-01-02 03:04:05.678Z',
      [
        'is “2026-01-02 03:04:05.678Z”: f = "2026-01-02 03:04:05.678Z"',
        'is not “2026-01-02 03:04:05.678Z”: f != "2026-01-02 03:04:05.678Z"',
        'before “2026-01-02 03:04:05.678Z”: f < "2026-01-02 03:04:05.678Z"',
        'after “2026-01-02 03:04:05.678Z”: f > "2026-01-02 03:04:05.678Z"',
      ],
    ],
    ['date', '', ['is empty: f = ""', 'is not empty: f != ""']],
    ...(['url', 'email', 'username'] as const).map(
      (type) => [type, 'a', ['is “a”: f = "a"', 'is not “a”: f != "a"', 'contains “a”: f ~ "a"']] as const,
    ),
    ['bool', null, []],
    ['text', undefined, []],
    ['json', { a: 1 }, []],
    ['editor', 'x', []],
  ] as const)('%s %s', (type, value, expected) => {
    expect(cellConditions(column(type), value).map(({ label, filter }) => `${label}: ${filter}`)).toEqual(
      expected,
    );
  });

  test('with 40 characters of a value, of 200 at most', () => {
    const [first] = cellConditions(column('text'), 'x'.repeat(200));
    expect(first).toEqual({ label: `is “${'x'.repeat(40)}…”`, filter: `f = "${'x'.repeat(200)}"` });
    expect(cellConditions(column('text'), 'x'.repeat(40))[0]?.label).toBe(`is “${'x'.repeat(40)}”`);
    expect(cellConditions(column('text'), `${'x'.repeat(39)}😀y`)[0]?.label).toBe(`is “${'x'.repeat(39)}…”`);
  });

  test('of a date in a chosen zone, whose filter stays in UTC', () => {
    const due = cellConditions(column('date'), '2026-11-05 12:00:00.123Z', zoneOf('Europe/Berlin'));
    expect(due[2]).toEqual({
      label: 'before “2026-11-05 13:00:00.123 CET”',
      filter: 'f < "2026-11-05 12:00:00.123Z"',
    });
  });

  test('none for a name that the backend reads as a number', () => {
    expect(cellConditions({ ...column('text'), name: '1st' }, 'x')).toEqual([]);
  });

  test('of each value of a list', () => {
    const found = cellConditions(column('select', { maxSelect: 3 }), ['red', 'blue']);
    expect(found.map(({ filter }) => filter)).toEqual([
      'f ~ "red"',
      'f ~ "blue"',
      'f !~ "red"',
      'f !~ "blue"',
    ]);
  });
});

test.each([
  ['', 'b = 2', 'b = 2'],
  ['', 'b=2', 'b = 2'],
  ['a=1', 'b = 2', 'a = 1 && b = 2'],
  ['a=1||c=3', 'b = 2', '(a = 1 || c = 3) && b = 2'],
  ['a=1 // why', 'b = 2', 'a = 1 && b = 2'],
  // Chosen again, it changes nothing.
  ['a=1', 'a = 1', 'a = 1'],
  ['a=1 && b=2', 'b = 2', 'a = 1 && b = 2'],
  // What is no filter stays refused.
  ['a=1) || (c=3', 'b = 2', 'a=1) || (c=3&&b = 2'],
])('%s narrowed by %s', (filter, condition, expected) => {
  expect(withCondition(filter, condition)).toBe(expected);
});

test.each([
  ['a = 1', []],
  ['a = 1 || b = 2', []],
  ['a = 1 && b = 2 // why', []],
  ['a = 1 &&', []],
  [
    'a = 1 && (b = 2 || c = 3) && d = 4',
    [
      'a = 1 > (b = 2 || c = 3) && d = 4',
      'b = 2 || c = 3 > a = 1 && d = 4',
      'd = 4 > a = 1 && (b = 2 || c = 3)',
    ],
  ],
])('tokens of %s', (filter, expected) => {
  expect(filterTokens(filter).map(({ label, rest }) => `${label} > ${rest}`)).toEqual(expected);
});
