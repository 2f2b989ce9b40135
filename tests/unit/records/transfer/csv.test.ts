import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { cellContent, csvLine } from '#domain/records/transfer/csv.ts';
import { separators } from '#domain/records/transfer/export-choices.ts';

test.each([
  ['"a, \\"b\\"\\r\\n\\u00e9"', 'text', 'a, "b"\r\né'],
  ['""', 'text', ''],
  ['""', 'json', '""'],
  ['null', 'json', ''],
  ['"null"', 'json', '"null"'],
  ['"null"', 'text', 'null'],
  ['{"a":1.10,"b":9007199254740993,"c":"\\ud800"}', 'json', '{"a":1.10,"b":9007199254740993,"c":"\\ud800"}'],
  ['[]', 'json', '[]'],
  ['[]', 'select', ''],
  ['["a","b, c"]', 'select', '["a","b, c"]'],
  ['["x.png"]', 'file', '["x.png"]'],
  ['1e+21', 'number', '1e+21'],
  ['0', 'number', '0'],
  ['false', 'bool', 'false'],
  ['"2026-11-23 10:00:00.000Z"', 'date', '2026-11-23 10:00:00.000Z'],
] as const)('the value %s of type %s is the cell %j', (source, type, cell) => {
  expect(cellContent(source, type)).toBe(cell);
});

test('quotes only what a reader could take for something else', () => {
  expect(csvLine(['a', 'b c', '1,5', 'x"y', 'l\nm', ' s', 't\t', ''], ',')).toBe(
    'a,b c,"1,5","x""y","l\nm"," s","t\t",',
  );
});

test('[TR-02] a line of empty cells is not taken for one without any value', () => {
  expect(csvLine([''], ',')).toBe('""');
  expect(csvLine(['', ''], ',')).toBe('"",');
  expect(csvLine(['', 'a'], ',')).toBe(',a');
});

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠a'];
test.each(FORMULAS)('escapes the formula %j on request only', (cell) => {
  const read = (line: string) => Papa.parse<string[]>(line, { delimiter: ',' }).data[0]?.[0];
  expect(read(csvLine([cell, 'b'], ','))).toBe(cell);
  expect(read(csvLine([cell, 'b'], ',', () => true))).toBe(`'${cell}`);
});

test.each(['a=1', ' =1', "'=1", '1-2', ''])('leaves %j as it is', (cell) => {
  expect(csvLine([cell, 'x'], ',', () => true)).toBe(csvLine([cell, 'x'], ','));
});

test('a reader gets back every text, with each separator', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '\uFEFF', 'a', '=') }),
  );
  const lines = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lines, fc.constantFrom(...separators), (rows, separator) => {
      const file = [['a', 'b', 'c'], ...rows].map((row) => csvLine(row, separator)).join('\r\n');
      const { data } = Papa.parse<string[]>(file, { delimiter: separator, newline: '\r\n' });
      expect(data.slice(1)).toEqual(rows);
    }),
  );
});
