import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test, vi } from 'vitest';
import { readerFor } from '#domain/records/import/file-rows.ts';
import { NO_DELIMITER } from '#domain/records/import/plan.ts';
import { csvLine } from '#domain/records/transfer/csv.ts';
import { separators } from '#domain/records/transfer/export-choices.ts';

const rowsOf = (text: string) => {
  const reader = readerFor(text);
  const rows = [...reader.push(text), ...reader.end()];
  return { names: reader.names, rows, separator: reader.found().reading.separator };
};

test('rows of CSV are counted with empty lines, and columns without a name get one', () => {
  expect(rowsOf('a, \n\n,2\n3,')).toEqual({
    names: ['a', 'Column 2'],
    rows: [
      [3, ['', '2']],
      [4, ['3', '']],
    ],
    separator: ',',
  });
  expect(rowsOf('a\n\nb\n').rows).toEqual([[3, ['b']]]);
  expect(rowsOf('a\r\n""\r\n\r\nb\r\n""').rows).toEqual([
    [2, ['']],
    [4, ['b']],
    [5, ['']],
  ]);
});

test('rows of JSON have nothing where an object has no such member', () => {
  expect(rowsOf('{"a":1}{"b":"x"}')).toEqual({
    names: ['a', 'b'],
    rows: [
      [1, ['1']],
      [2, [null, '"x"']],
    ],
    separator: '',
  });
});

test('a first line that tells Excel the separator is no row', () => {
  const expected = {
    names: ['a,b', 'c'],
    rows: [
      [2, ['1,2', '3']],
      [3, ['4', '5']],
    ],
  };
  expect(rowsOf('sep=;\r\na,b;c\r\n1,2;3\r\n4;5')).toEqual({ ...expected, separator: ';' });
  expect(rowsOf('SEP=^\na,b^c\n1,2^3\n4^5')).toEqual({ ...expected, separator: '^' });
  expect(rowsOf('sep=;b;c\n1;2;3').names).toEqual(['sep=', 'b', 'c']);
});

test.each([',', ';', '\t', '|'])(
  'with %j, spaces before the quotes of a value are no part of it',
  (separator) => {
    const of = (text: string) => text.replaceAll('|', separator);
    const text = of('"n"| "t"\r\n1| "x| ""y""| z"\r\n2|  "a\r\n| b" \r\n "3"|""\r\nc| d\r\n');
    const rows = [
      [2, ['1', of('x| "y"| z')]],
      [3, ['2', of('a\r\n| b')]],
      [4, ['3', '']],
      [5, ['c', ' d']],
    ];
    expect(rowsOf(text)).toEqual({ names: ['n', 't'], rows, separator });
    expect(rowsOf(text.slice(0, -2)).rows).toEqual(rows);
    const reader = readerFor(text);
    const pieces = [...text].flatMap((char) => reader.push(char));
    expect([...pieces, ...reader.end()]).toEqual(rows);
    // What only begins with quotes is a text that has them.
    const others = of('n|t\n1| "x" and "y"\n5" by 3"| "z"\n"| ""a""| "| b');
    expect(rowsOf(others).rows.map(([, cells]) => cells)).toEqual([
      ['1', ' "x" and "y"'],
      ['5" by 3"', 'z'],
      [of('| "a"| '), ' b'],
    ]);
  },
);

test('the only column has all of a line, unless all lines have as many values', () => {
  const text = 'note\nhello, world\na\n"b, c"\nd;e\tf, "g"\n';
  expect(rowsOf(text)).toEqual({
    names: ['note'],
    rows: [
      [2, ['hello, world']],
      [3, ['a']],
      [4, ['b, c']],
      [5, ['d;e\tf, "g"']],
    ],
    separator: NO_DELIMITER,
  });
  expect(rowsOf(`note\n${'a\n'.repeat(30)}b, c`).rows.at(-1)).toEqual([32, ['b, c']]);
  expect(rowsOf('note\na,\nb,\n').rows).toEqual([
    [2, ['a']],
    [3, ['b']],
  ]);
});

test('rows may end with CR LF below a header that ends with LF', () => {
  const { rows } = rowsOf('a,b\n1,x\r\n2,"y"\r\n\r\n3,"z\r"\n4,"z\r"\r\n5,6"\r\n');
  expect(rows).toEqual([
    [2, ['1', 'x']],
    [3, ['2', 'y']],
    [5, ['3', 'z\r']],
    [6, ['4', 'z\r']],
    [7, ['5', '6"']],
  ]);
  expect(rowsOf('a,b\n1,x\r\n2,\r\n').rows).toEqual([
    [2, ['1', 'x']],
    [3, ['2', '']],
  ]);
});

test('rows may end with LF below a header that ends with CR LF', () => {
  expect(rowsOf('a,b\r\n1,x\n2,"y;z"\n\n3,"z\n"\n')).toEqual({
    names: ['a', 'b'],
    rows: [
      [2, ['1', 'x']],
      [3, ['2', 'y;z']],
      [5, ['3', 'z\n']],
    ],
    separator: ',',
  });
  expect(rowsOf('a\r\n1\n2\n')).toMatchObject({
    names: ['a'],
    rows: [
      [2, ['1']],
      [3, ['2']],
    ],
  });
});

test('lines may end with CR, also where values have LF', () => {
  expect(rowsOf('a,b\r1,"x\ny"\r"2\r",\r').rows).toEqual([
    [2, ['1', 'x\ny']],
    [3, ['2\r', '']],
  ]);
});

test('a quote without an end makes no chunk be read again and again', () => {
  const head = 'a,b\n1,"5\n';
  const chunk = '2,5" wide\n'.repeat(100);
  const reader = readerFor(head);
  const parse = vi.spyOn(Papa, 'Parser');
  reader.push(head);
  for (let count = 0; count < 256; count++) expect(reader.push(chunk)).toEqual([]);
  expect(parse.mock.calls.length).toBeLessThanOrEqual(10);
  expect(() => reader.end()).toThrow('Line 2: a quoted value of this row has no end');
});

test('a value that is as long as many chunks is complete, and so are the rows below it', () => {
  const reader = readerFor('a,b\n');
  const value = `${'x'.repeat(1000)}\n`.repeat(9);
  const text = `a,b\n1,"${value}"\n2,y\n3,z\n`;
  const rows = text.match(/.{1,100}/gs)?.flatMap((chunk) => reader.push(chunk)) ?? [];
  expect([...rows, ...reader.end()]).toEqual([
    [2, ['1', value]],
    [3, ['2', 'y']],
    [4, ['3', 'z']],
  ]);
});

test('what an export writes is read back, in chunks of any size', () => {
  const unit = fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', '|', 'a', '😀', '\uFFFF');
  const row = (length: number) =>
    fc.array(fc.string({ unit, maxLength: 6 }), { minLength: length, maxLength: length });
  const lines = fc.integer({ min: 1, max: 3 }).chain((length) => fc.array(row(length), { minLength: 1 }));
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom(...separators),
      fc.integer({ min: 1, max: 9 }),
      (rows, separator, size) => {
        const names = ['a', 'b', 'c'].slice(0, rows[0]?.length);
        const text = [names, ...rows].map((cells) => `${csvLine(cells, separator)}\r\n`).join('');
        const reader = readerFor(text);
        const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
        const read = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
        expect(read.map(([, cells]) => cells)).toEqual(rows);
      },
    ),
    { examples: [[[['||']], ',', 1]] },
  );
});
