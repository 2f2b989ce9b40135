import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  checkJson,
  compactJson,
  isSameJson,
  loneNumberNotice,
  prettyJson,
  unescapeStored,
} from '#domain/field-types/form-value.ts';
import { jsonMembers, jsonTokens, listMembers, stringEnd } from '#domain/field-types/json-scan.ts';
import { casesOf } from '#tests/support/cases.ts';

test('returns the exact source text of every member', () => {
  const text = ' {"a" : 1.10 ,"b":{"x":["}",{"y":"\\"}"}]},"c\\u0041":"a,b:{","d":9007199254740993,"e":[]}\n';
  expect(Object.fromEntries(jsonMembers(text))).toEqual({
    a: '1.10',
    b: '{"x":["}",{"y":"\\"}"}]}',
    cA: '"a,b:{"',
    d: '9007199254740993',
    e: '[]',
  });
});

test.each(['{}', '[]', '[{"a":1}]', '"{"', '1', ''])('finds no members in %j', (text) => {
  expect(jsonMembers(text).size).toBe(0);
});

test('returns the exact source texts of the items of a list', () => {
  const items = '[ {"a":[1,"]"], "b" : {"items":[{}]}} ,{}, { },{"n":9007199254740993,"c\\"":"}"} ]';
  for (const text of [
    `{"page":1,"items":${items}}`,
    ` {"x":{"items":[{"y":1}]}, "items" : ${items} , "z":[] }`,
  ])
    expect(listMembers(text).map((members) => Object.fromEntries(members))).toEqual([
      { a: '[1,"]"]', b: '{"items":[{}]}' },
      {},
      {},
      { n: '9007199254740993', 'c"': '"}"' },
    ]);
});

test.each([
  '{"items":[]}',
  '{"items": [ ] }',
  '{"items":1}',
  '{"items":{"a":1}}',
  '{"items":[1,2]}',
  '{"x":[{"a":1}]}',
  '{}',
  '[{}]',
  '1',
  '',
])('finds no items in %j', (text) => {
  expect(listMembers(text)).toEqual([]);
});

test('reads large and deeply nested documents in linear time', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const long = `"${'\\"'.repeat(1_000_000)}"`;
  const members = jsonMembers(`{"deep":${deep},"long":${long},"last":1}`);
  expect(members.get('deep')).toBe(deep);
  expect(members.get('long')).toBe(long);
  expect(members.get('last')).toBe('1');
});

const TEXTS = [
  'null',
  '"a b"',
  '" \\" , : { } "',
  '{}',
  '[]',
  '[[],{}]',
  '{"a":1.10,"b":[1e400,-0,9007199254740993],"c":{"d":"x, y","e":[]},"a":2}',
  '"\u2028é😀\u202e"',
];

test.each(TEXTS)('formatting and compacting %s changes no token', (text) => {
  expect(compactJson(prettyJson(text))).toBe(text);
  expect(prettyJson(prettyJson(text))).toBe(prettyJson(text));
});

test('prettyJson indents a document', () => {
  expect(prettyJson('{"a":[1,{"b":2.50}],"c":{},"d":[]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": 2.50\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test('the indentation is limited in deep documents', () => {
  const deep = `${'['.repeat(9000)}1${']'.repeat(9000)}`;
  expect(prettyJson(deep).length).toBeLessThan(2_000_000);
  expect(compactJson(prettyJson(deep))).toBe(deep);
});

test.each(['{"a":', '\u00a01', 'undefined', "{'a':1}", '01', '[1,]'])(
  '%j is invalid and is not changed',
  (text) => {
    const check = checkJson(text);
    expect(check.isValid).toBe(false);
    expect(check).toHaveProperty('message', expect.stringMatching(/^(?!SyntaxError)./));
    expect(compactJson(text)).toBe(text);
    expect(prettyJson(text)).toBe(text);
  },
);

test.each([
  ['{"a":[1, 2]}', '{\n  "a" : [1,2] }'],
  ['', 'null'],
  [' ', '\nnull\n'],
  ['"a \\" b"', ' "a \\" b" '],
  ['[ ]', '[]'],
  ['{"a,b":"c:d"}', '{ "a,b" : "c:d" }'],
  ['[1', '[1 '],
  ['[1]', '[1]'],
])('%j and %j are the same document', (a, b) => {
  expect(isSameJson(a, b)).toBe(true);
  expect(isSameJson(b, a)).toBe(true);
});

test.each([
  ['[1.10]', '[1.1]'],
  ['"a b"', '"ab"'],
  ['"a \\" b"', '"a \\"b"'],
  ['"\\\\" ', '"\\\\ "'],
  ['[12]', '[1 2]'],
  ['12', '1 2'],
  ['{"a":1}', '{"a":1} x'],
  ['{"a":1}', '{"a":1'],
  ['', '""'],
  ['"\\n"', '"\\t"'],
  ['[1,2]', '[1,2'],
  ['{"a":1,"b":2}', '{"b":2,"a":1}'],
])('%j and %j are different documents', (a, b) => {
  expect(isSameJson(a, b)).toBe(false);
  expect(isSameJson(b, a)).toBe(false);
});

test('compares large documents without parsing them', () => {
  const large = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, name: `Name ${id}` })));
  const pretty = prettyJson(large);
  const parse = vi.spyOn(JSON, 'parse');
  expect(isSameJson(large, pretty)).toBe(true);
  expect(isSameJson(large, `${pretty.slice(0, -3)},1]`)).toBe(false);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('reads each character of an edited document only once', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `Name ${id}` }));
  const stored = prettyJson(JSON.stringify(rows));
  const typed = stored.replace(/\n\]$/, ',\n  1\n]');
  const read = vi.spyOn(String.prototype, 'charCodeAt');
  expect(isSameJson(stored, typed)).toBe(false);
  const { length } = read.mock.calls;
  read.mockRestore();
  expect(length).toBeLessThan(2 * typed.length + 10);
});

test('texts are the same if their compact forms are, wherever they differ', () => {
  const part = fc.constantFrom(...['"', '\\', ' ', '\n', '1', 'a', ',', ':', '[', ']', '{', '}']);
  fc.assert(
    fc.property(fc.json(), fc.nat(), part, fc.boolean(), (a, at, inserted, isPretty) => {
      const text = isPretty ? prettyJson(a) : a;
      const place = at % (text.length + 1);
      const b = text.slice(0, place) + inserted + text.slice(place);
      fc.pre(checkJson(b).isValid);
      expect(isSameJson(a, b)).toBe(compactJson(a) === compactJson(b));
      expect(isSameJson(b, a)).toBe(compactJson(a) === compactJson(b));
    }),
    { numRuns: casesOf(500) },
  );
});

test.each(['', ' \t\r\n'])('[RF-10] %j means null', (text) => {
  expect(checkJson(text)).toEqual({ isValid: true });
  expect(compactJson(text)).toBe('null');
});

test('unescapes only the characters that the backend escapes', () => {
  expect(unescapeStored('"\\u003cb\\u003e \\u0026 \\u2028\\u2029"')).toBe('"<b> & \u2028\u2029"');
  expect(unescapeStored('"\\\\u003c \\\\\\u003c \\u0041 \\u003C \\" \\n"')).toBe(
    '"\\\\u003c \\\\< \\u0041 \\u003C \\" \\n"',
  );
});

test.each([
  '1',
  '0',
  '-5',
  '1.5',
  '9223372036854775807',
  '-9223372036854775808',
  '[1.10]',
  '"1.10"',
  '',
  'x',
  '999999.5',
  '-0.0001',
])('returns no warning for %s', (text) => expect(loneNumberNotice(text)).toBeUndefined());

test.each([
  '1.10',
  '1.0',
  '-0',
  '1e2',
  '1e400',
  '9223372036854775808',
  '0.1234567890123456789',
  '1234567.5',
  '0.00001234',
])('warns that a document that is the number %s may change', (text) =>
  expect(loneNumberNotice(text)).toMatch(/other digits/),
);

test('formats documents with surrounding whitespace', () => {
  expect(prettyJson('[1, true]  \n')).toBe('[\n  1,\n  true\n]');
  expect(prettyJson(' 12 ')).toBe('12');
  expect(prettyJson('12')).toBe('12');
});

test('does not change a text without escapes', () => {
  const text = '"<b> \\n \\\\"';
  expect(unescapeStored(text)).toBe(text);
});

test('a document has the tokens that it is written with', () => {
  expect([...jsonTokens(' {"a ,":[1.0,true] }\n')]).toEqual([
    ...['{', '"a ,"', ':', '[', '1.0', ',', 'true', ']', '}'],
  ]);
  expect([...jsonTokens('12')]).toEqual(['12']);
});

test('a string ends after its quote, or with the text', () => {
  expect(stringEnd('["a\\"b",1]', 1)).toBe(7);
  expect(stringEnd('"a\\"', 0)).toBe(4);
});
