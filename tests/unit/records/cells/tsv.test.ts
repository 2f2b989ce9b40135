import { expect, test } from 'vitest';
import { formatTsv, parseTsv } from '#domain/records/cells/tsv.ts';

test('copies a cell as its text, and quotes only what would be several cells', () => {
  expect(formatTsv([['"a", b']])).toBe('"a", b');
  expect(formatTsv([['a\tb']])).toBe('"a\tb"');
  expect(
    formatTsv([
      ['a', '"b"'],
      ['c "d"', 'e\nf'],
    ]),
  ).toBe('a\t"""b"""\r\nc "d"\t"e\nf"');
});

test('reads what spreadsheets copy', () => {
  expect(parseTsv('a\tb\nc\td\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(parseTsv('a\r\n"b\nc"\r\n')).toEqual([['a'], ['b\nc']]);
  expect(parseTsv('1\t\n\t2')).toEqual([
    ['1', ''],
    ['', '2'],
  ]);
  expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
  // An empty cell.
  expect(parseTsv('\r\n')).toEqual([['']]);
  expect(parseTsv('\n')).toEqual([['']]);
});

test('takes a text as it is that only looks quoted', () => {
  expect(parseTsv('"a" and b')).toEqual([['"a" and b']]);
  expect(parseTsv('"a" and\tb')).toEqual([['"a" and', 'b']]);
  expect(parseTsv('')).toEqual([['']]);
});

test('what is copied is pasted unchanged', () => {
  const texts = [
    '',
    ' a ',
    '"',
    '""',
    '"a"',
    'a"b',
    'a\tb',
    'a\nb',
    'a\r\nb',
    '=1+1',
    "'",
    '1.10',
    '["a"]',
    '😀',
    '\uFEFFa',
  ];
  for (const text of texts) expect(parseTsv(formatTsv([[text]]))).toEqual([[text]]);
  for (const one of texts)
    for (const other of texts) {
      const row = [[one, other]];
      const column = [[one], [other]];
      expect(parseTsv(formatTsv(row))).toEqual(row);
      expect(parseTsv(formatTsv(column))).toEqual(column);
      expect(parseTsv(formatTsv([...row, ...row]))).toEqual([...row, ...row]);
    }
});
