import { describe, expect, test } from 'vitest';
import { lex } from '#domain/model/filter/lexer.ts';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { FilterError, formatFilter, parseFilter } from '#domain/model/filter/tree.ts';
import { conjunctsOf, namesIn, textIn, unquoted } from '#domain/model/filter/walk.ts';
import { FILTER_CASES } from '#tests/support/filter-cases.ts';
import { dialect } from '#wire/dialect.ts';

const unknown = (path: string) => (['id', 'title'].includes(path) ? undefined : path);

test.each(FILTER_CASES)('%j is read: %s', (filter, isRead) => {
  expect(filterProblem(filter, unknown, dialect()) === undefined).toBe(isRead);
});

describe('a text is cut into tokens with their places', () => {
  test.each([
    [' a.b:each ?= "x" // y', 'name 1 a.b:each, operator 10 ?=, text 13 "x", comment 17 // y'],
    ['(-1.5>@now', 'open 0 (, number 1 -1.5, operator 5 >, name 6 @now'],
    ['a = "op', 'name 0 a, operator 2 =, text 4 "op …'],
    ["f(a, 'b')", "name 0 f, open 1 (, name 2 a, other 3 ,, text 5 'b', close 8 )"],
    ['a & 😀', 'name 0 a, other 2 &, other 4 😀'],
    ['(a // )\n', 'open 0 (, name 1 a, comment 3 // , close 6 )'],
    ['(a // "\n)', 'open 0 ( …, name 1 a, comment 3 // ", close 8 )'],
    ['(a // (', 'open 0 ( …, name 1 a, comment 3 // ('],
  ])('%j', (filter, expected) => {
    const found = [...lex(filter)].filter(({ kind }) => kind !== 'blank');
    const texts = found.map(({ kind, at, text, isOpen }) => `${kind} ${at} ${text}${isOpen ? ' …' : ''}`);
    expect(texts.join(', ')).toBe(expected);
    for (const { at, text } of found) expect(filter.slice(at, at + text.length)).toBe(text);
  });

  test('also below many parentheses with comments, which are read as one that is not closed', () => {
    const deep = (depth: number) => `${'('.repeat(depth)}id = 1 // x${')'.repeat(depth)}`;
    expect(filterProblem(deep(50), unknown, dialect())).toBeUndefined();
    expect(filterProblem(deep(2000), unknown, dialect())).toBe('A closing parenthesis is missing.');
  });
});

describe('U+0000, where the backend may stop reading', () => {
  test.each(['id = 1\0', 'id = "a\0"', 'id = 1 // \0', '(id = 1 // \0\n)'])('%j is not read', (filter) => {
    expect(() => parseFilter(filter)).toThrow(FilterError);
  });
});

describe('half a comparison before a group, which the backend leaves out', () => {
  test.each([
    ['title = (id = 1)', 'A value is missing after =.'],
    ['title (id = 1)', 'A comparison such as = or ~ is missing after title.'],
    ['"a"(id = 1)', 'A comparison such as = or ~ is missing after "a".'],
  ])('%s is not read', (filter, problem) => {
    expect(filterProblem(filter, unknown, dialect())).toBe(problem);
  });
});

test.each([
  ['a=1(b=2)', 'a = 1 && b = 2'],
  ['a=1||b=2(c=3)', 'a = 1 || b = 2 || c = 3'],
  ['(a=1)(b=2)||c=3', '(a = 1 && b = 2) || c = 3'],
])('%s has the join before it, else AND', (filter, formatted) => {
  expect(formatFilter(parseFilter(filter))).toBe(formatted);
});

describe('functions, where a backend has them', () => {
  const functions = ['geoDistance', 'strftime'];
  test.each([
    ['geoDistance(place.lon, place.lat, 13.4, -52)<5', 'geoDistance(place.lon, place.lat, 13.4, -52) < 5'],
    ["'2026' = strftime('%Y', strftime( 'x' ),)", "'2026' = strftime('%Y', strftime( 'x' ),)"],
    ['(strftime() = a||b=1)&&c=2', '(strftime() = a || b = 1) && c = 2'],
  ])('%s', (filter, formatted) => {
    expect(formatFilter(parseFilter(filter, functions))).toBe(formatted);
  });

  test.each([
    ['strftime(a b) = 1', 'A closing parenthesis is missing.'],
    ['strftime(, a) = 1', 'A value is missing after (.'],
    ['strftime(a', 'A closing parenthesis is missing.'],
    ['strftime (a) = 1', 'A comparison such as = or ~ is missing after strftime.'],
    ['other(a) = 1', 'A comparison such as = or ~ is missing after other.'],
  ])('%s is refused', (filter, problem) => {
    expect(() => parseFilter(filter, functions)).toThrow(new FilterError(problem));
  });

  test('are no names, their arguments are', () => {
    expect(namesIn('geoDistance(a.lon, 1, @now, "b") < c', functions)).toEqual(['a.lon', '@now', 'c']);
  });
});

test.each([
  ['"a"', 'a', 'a'],
  ["'a'", 'a', undefined],
  ['"a \\" \\\\ b"', 'a " \\\\ b', 'a " \\\\ b'],
  ['""', '', undefined],
  ['"a\\"', undefined, undefined],
  ['"a" "b"', undefined, undefined],
  ['a', undefined, undefined],
])('%s says %j, and searches for %j', (side, text, searched) => {
  expect(textIn(side)).toBe(text);
  expect(unquoted(side)).toBe(searched);
});

test.each([
  ['', ['']],
  ['a=1', ['a=1']],
  ['a="&&"&&(b=1&&c=2)&& d=3||e=4', ['a="&&"', '(b=1&&c=2)', ' d=3||e=4']],
])('the conditions of %j are %j', (filter, expected) => {
  expect([...conjunctsOf(filter)]).toEqual(expected);
});
