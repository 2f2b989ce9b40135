import { expect, test } from 'vitest';
import { readerFor } from '#domain/records/import/file-rows.ts';

const rowsOf = (text: string) => {
  const reader = readerFor(text);
  const rows = [...reader.push(text), ...reader.end()];
  return { names: reader.names, rows, separator: reader.separator };
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
