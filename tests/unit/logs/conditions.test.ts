import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCondition,
  type Condition,
  canCondition,
  conditionLabel,
  formatConditions,
  parseConditions,
  removeCondition,
} from '#domain/logs/conditions.ts';
import { casesOf } from '#tests/support/cases.ts';
import { condition } from './condition-arbitrary.ts';

const is = (path: string, value: Condition['value']): Condition => ({ path, operator: 'is', value });
const isNot = (path: string, value: Condition['value']): Condition => ({ path, operator: 'isNot', value });
const startsWith = (path: string, value: string): Condition => ({ path, operator: 'startsWith', value });

describe('conditions as a filter', () => {
  it.each<[Condition[], string]>([
    [[], ''],
    [[is('data.status', 404), isNot('data.method', 'GET')], 'data.status=404&&data.method!="GET"'],
    [[is('level', -4)], 'level=-4'],
    [[is('data.execTime', 1.44981)], 'data.execTime=1.44981'],
    [[is('data.on', true), isNot('data.off', false)], 'data.on=true&&data.off!=false'],
    [[is('data.details', null), is('data.referer', '')], 'data.details=null&&data.referer=""'],
    [[is('message', 'say "hi" && \\"')], 'message="say \\"hi\\" && \\\\""'],
    [[is('data.path', 'C:\\')], '(data.path>"C:["&&data.path<"C:]"&&data.path!~"C:__%")'],
    [
      [isNot('data.path', 'a_"\\')],
      '(data.path<="a_\\"["||data.path>="a_\\"]"||data.path~"a\\_\\"__%"||data.path=null)',
    ],
    [
      [startsWith('data.url', '/api/x_y')],
      '(data.url="/api/x_y"||(data.url>="/api/x_y?"&&data.url<"/api/x_y@"))',
    ],
    [
      [startsWith('data.url', 'a\\')],
      '((data.url>"a["&&data.url<"a]"&&data.url!~"a__%")||(data.url>="a\\?"&&data.url<"a\\@"))',
    ],
  ])('%j is %s', (list, filter) => {
    expect(formatConditions(list)).toBe(filter);
    expect(parseConditions(filter)).toEqual(list);
  });

  it('are parsed from what they are formatted to', () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 4 }), (list) => {
        expect(parseConditions(formatConditions(list))).toEqual(list);
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it.each([
    'abc',
    'data.status=404&&',
    '&&data.status=404',
    'data.status = 404',
    'data.status=404||level=8',
    'data.status=404&&level>0',
    'data.status=1e3',
    'data.status=007',
    'data.x-y=1',
    'data.0="a"',
    'created="x"',
    "message='a'",
    'message="a',
    'message="a"b"',
    '(data.status=404)',
    'level="8"',
    'level=abc',
    'message=5',
  ])('are not read from %s', (text) => {
    expect(parseConditions(text)).toBeUndefined();
  });

  it.each(['&&', '"', '\\"', '(', '((', 'a=', '"&&', 'data.a="', '(data.a~"', 'data.a="x"&&', '%"', '?%")'])(
    'are not searched for again and again in many %s',
    (part) => {
      // Each takes far less than a second; with more than one way to match, longer than the limit of a test.
      for (const text of [
        part.repeat(100_000),
        `data.a="${part.repeat(100_000)}`,
        `("${part.repeat(100_000)}`,
      ]) {
        expect(parseConditions(text)).toBeUndefined();
      }
    },
  );

  it('are none without a text', () => {
    expect(parseConditions(undefined)).toEqual([]);
    expect(parseConditions('')).toEqual([]);
  });
});

describe('canCondition', () => {
  it.each<[string, unknown]>([
    ['level', 8],
    ['message', ''],
    ['message', '\n\u202e😀\\'],
    ['data.status', 404],
    ['data.on', false],
    ['data.details', null],
    ['data.__proto__', 'x'],
    ['data.constructor', 1.5],
    ['data.1a', -1],
    ['data.a', 'x'.repeat(2000)],
  ])('%s can be compared with %j', (path, value) => {
    expect(canCondition(path, value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['data.a', {}],
    ['data.a', []],
    ['data.a', undefined],
    ['data.a', Number.NaN],
    ['data.a', 1e21],
    ['data.a', 1e-7],
    ['data.a', 2 ** 53],
    ['data.a', 'nul\0'],
    ['data.a', '\ud800'],
    ['data.a', 'x'.repeat(2001)],
    ['data.x-y', 1],
    ['data.a.b', 1],
    ['data.a:length', 1],
    ['data.0', 1],
    ['data.', 1],
    ['data', '{}'],
    ['data.é', 1],
    ['created', '2026-11-05 12:00:00.000Z'],
    ['level', '8'],
    ['level', 0.5],
    ['message', null],
  ])('%s cannot be compared with %j', (path, value) => {
    expect(canCondition(path, value)).toBe(false);
  });
});

describe('a list of conditions', () => {
  const list = [is('data.status', 404), isNot('data.method', 'GET')];

  it('stays the same when the condition is there already', () => {
    expect(addCondition(list, is('data.status', 404))).toBe(list);
  });

  it.each<[Condition, Condition[]]>([
    [isNot('data.status', 404), [isNot('data.method', 'GET'), isNot('data.status', 404)]],
    [is('data.method', 'GET'), [is('data.status', 404), is('data.method', 'GET')]],
    [is('data.status', 500), [isNot('data.method', 'GET'), is('data.status', 500)]],
    [isNot('data.method', 'POST'), [...list, isNot('data.method', 'POST')]],
    [is('level', 404), [...list, is('level', 404)]],
  ])('with %j added', (added, result) => {
    expect(addCondition(list, added)).toEqual(result);
  });

  it.each([is, isNot])('keeps a path with any query beside the path alone', (alone) => {
    for (const pair of [
      [alone('data.url', '/a'), startsWith('data.url', '/a')],
      [startsWith('data.url', '/a'), alone('data.url', '/a')],
    ] as const) {
      expect(addCondition([pair[0]], pair[1])).toEqual(pair);
    }
  });

  it('keeps a number and the text with the same digits apart', () => {
    expect(addCondition([isNot('data.a', 404)], is('data.a', '404'))).toHaveLength(2);
  });

  it('loses only the removed condition', () => {
    expect(removeCondition(list, is('data.status', 404))).toEqual([isNot('data.method', 'GET')]);
    expect(removeCondition(list, is('data.status', 405))).toEqual(list);
  });
});

describe('conditionLabel', () => {
  it.each<[Condition, string]>([
    [is('data.status', 404), 'status is 404'],
    [isNot('data.method', 'GET'), 'method is not GET'],
    [startsWith('data.url', '/api/health'), 'url starts with /api/health'],
    [is('data.referer', ''), 'referer is empty'],
    [isNot('data.details', null), 'details is not empty'],
    [is('data.on', false), 'on is false'],
    [is('level', 8), 'level is ERROR (8)'],
  ])('%j is %s', (given, label) => {
    expect(conditionLabel(given)).toBe(label);
  });
});
