import { expect, test } from 'vitest';
import { Code, type Literal, literal, quote } from '#domain/docs/literal.ts';

const evaluate = (source: string): unknown => new Function(`return (${source});`)();

test.each<Literal>([
  '',
  "it's",
  'back\\slash',
  '$name',
  `$${'{code}'}`,
  'two\nlines\r\tand a tab',
  12.5,
  -1,
  true,
  null,
  [],
  {},
  ['a', 'b'],
  JSON.parse('{"__proto__":"Roadmap"}'),
  JSON.parse('{"__proto__":["a"],"constructor":1}'),
  { 'not an identifier': 1, class: 'reserved', nested: { list: ['x'.repeat(80)] } },
])('[DC-12] a JavaScript literal evaluates to its value: %j', (value) => {
  expect(JSON.stringify(evaluate(literal('javascript', value)))).toBe(JSON.stringify(value));
});

test('[DC-12] Dart quotes every key and escapes dollar signs, which start expressions', () => {
  expect(quote('dart', "$5 isn't")).toBe(String.raw`'\$5 isn\'t'`);
  expect(literal('dart', { price: '$5' })).toBe("{\n    'price': '\\$5',\n}");
});

test('[DC-09] a literal contains an expression unchanged', () => {
  expect(literal('javascript', { cover: new Code('fileInput.files[0]') })).toBe(
    '{\n    cover: fileInput.files[0],\n}',
  );
});

test.each([
  [59, 1],
  [60, 4],
])('a list of two texts, %i characters long, takes lines: %i', (length, lines) => {
  const rest = length - `'first', ''`.length;
  expect(literal('javascript', ['first', 'x'.repeat(rest)]).split('\n')).toHaveLength(lines);
});
