import { describe, expect, test, vi } from 'vitest';
import { guessFields } from '#domain/records/import/columns.ts';
import { importFields } from '#domain/records/import/plan.ts';
import { fileChange, nameToUpload } from '#domain/records/import/row-files.ts';
import { createImportTable } from '#domain/records/import/table.ts';
import { zipOf } from '#tests/support/zip.ts';
import { readCollection } from '#wire/collections.ts';

type Entries = readonly (readonly [name: string, text: string])[];

const collection = readCollection({
  id: 'c',
  name: 'things',
  type: 'base',
  schema: [
    { id: 'a', name: 'title', type: 'text', options: {} },
    { id: 'f', name: 'files', type: 'file', options: { maxSelect: 2, maxSize: 5 } },
  ],
});

async function opened(entries: Entries) {
  const table = createImportTable();
  const content = await table.open(new Blob([await zipOf(entries)]));
  const fields = guessFields(
    content.columns.map(({ name }) => name),
    importFields(collection, true),
  );
  const columns = fields.flatMap((field, column) => (field ? [{ column, field, key: 'id' }] : []));
  await table.check({ columns, match: '', onMatch: 'update' });
  return { table, content, rows: await table.rows(0) };
}

/** The name of an entry, found in the bytes of a zip. */
const at = (zip: Uint8Array, text: string, from = 0) => Buffer.from(zip).indexOf(text, from);

describe('a zip', () => {
  const ID = 'abcdefghijklmno';
  const CSV = `id,title,files\n${ID},a,"[""x.txt"",""y.txt""]"\n`;

  test.each(['', 'export/', '../'])('files are found beside the records, in the folder %j', async (root) => {
    const { table, content, rows } = await opened([
      [`${root}rows.csv`, CSV],
      [`${root}files/${ID}/x.txt`, 'xx'],
      [`${root}files/${ID}/y.txt`, 'yyyyy'],
      [`${root}errors.txt`, 'none'],
      ['__MACOSX/._rows.csv', 'no records'],
    ]);
    expect(content).toMatchObject({ format: 'csv', count: 1, files: 2 });
    expect(rows[0]?.problems).toEqual([]);
    expect(rows[0]?.values).toEqual({ id: ID, title: 'a' });
    expect(rows[0]?.files['files']?.map(({ name, size }) => [name, size])).toEqual([
      ['x.txt', 2],
      ['y.txt', 5],
    ]);
    expect(await (await table.file(`files/${ID}/y.txt`)).text()).toBe('yyyyy');
  });

  test('a column has files if all its values are names of these', async () => {
    const other = 'ABCDEFGHIJKLMNO';
    const { content } = await opened([
      [
        'rows.ndjson',
        [
          { id: ID, name: 'x.txt', one: null, many: [] },
          { id: other, name: 'gone.txt', one: 'x.txt', many: ['x.txt', 'y.txt'], none: '' },
          { id: ID, name: 'x.txt' },
        ]
          .map((row) => JSON.stringify(row))
          .join('\n'),
      ],
      [`files/${ID}/x.txt`, 'a long one'],
      [`files/${other}/x.txt`, 'xx'],
      [`files/${other}/y.txt`, 'yyy'],
    ]);
    expect(content.columns.map(({ name, type, files }) => [name, type, files])).toEqual([
      ['id', 'text', undefined],
      ['name', 'text', undefined],
      ['one', 'file', { most: 1, largest: 2 }],
      ['many', 'file', { most: 2, largest: 3 }],
      ['none', 'text', undefined],
    ]);
  });

  test.each([
    ['one is missing', [[`files/${ID}/x.txt`, 'x']], `The zip does not have files/${ID}/y.txt.`],
    [
      'one is there twice',
      [
        [`files/${ID}/x.txt`, 'x'],
        [`files/${ID}/x.txt`, 'z'],
      ],
      `The zip has several files files/${ID}/x.txt.`,
    ],
    ['one is too large', [[`files/${ID}/x.txt`, 'xxxxxx']], '“x.txt” has 6 B; at most 5 B are allowed.'],
    [
      'names are other paths',
      [
        [`/files/${ID}/x.txt`, 'x'],
        [`files\\${ID}\\x.txt`, 'x'],
      ],
      'The zip does not have files/',
    ],
  ] as const)('a row is marked: %s', async (_, entries, message) => {
    const { rows } = await opened([['rows.csv', CSV], ...entries]);
    expect(rows[0]?.problems[0]?.message).toContain(message);
  });

  test.each([
    ['csv', 'id,files\n,x.txt\n'],
    ['json', '[{"files":["x.txt"]}]'],
    ['json', '[{"id":null,"files":["x.txt"]}]'],
  ])('files of a row without an id are not found: %s %s', async (type, text) => {
    const { rows } = await opened([
      [`rows.${type}`, text],
      ['files/_/x.txt', 'x'],
    ]);
    expect(rows[0]?.problems).toEqual([
      { field: 'files', message: 'Files are found by the column id, which this row does not have.' },
    ]);
  });

  test('an id or a name never leaves its folder', async () => {
    const { rows } = await opened([
      ['rows.csv', 'id,files\n..,../x\n'],
      ['x', 'secret'],
      ['../x', 'secret'],
    ]);
    expect(rows[0]?.problems.at(-1)?.message).toBe('The zip does not have files/_/.._x.');
  });

  test.each([
    [[['readme.md', 'x']], 'no file with records'],
    [[], 'no file with records'],
    [
      [
        ['a.csv', CSV],
        ['b.json', '[]'],
      ],
      'several files with records: a.csv, b.json',
    ],
    [
      [
        ['a.csv', CSV],
        ['a.csv', CSV],
      ],
      'several files with records: a.csv. Keep one.',
    ],
  ] as const)('a zip without one table is refused: %j', async (entries, message) => {
    await expect(opened(entries)).rejects.toThrow(message);
  });

  test('a cut, an encrypted and a changed zip are refused', async () => {
    const zip = await zipOf([['rows.csv', CSV]]);
    const open = (bytes: Uint8Array<ArrayBuffer>) => createImportTable().open(new Blob([bytes]));
    await expect(open(zip.slice(0, -9))).rejects.toThrow('damaged or not complete');
    const changed = zip.slice();
    changed[at(zip, 'id,title')] = 0x49;
    await expect(open(changed)).rejects.toThrow('damaged or not complete');
    const encrypted = zip.slice();
    const directory = at(zip, 'PK\u0001\u0002');
    encrypted[directory + 8] = (encrypted[directory + 8] ?? 0) | 1;
    await expect(open(encrypted)).rejects.toThrow('encrypted');
    const other = zip.slice();
    other[directory + 10] = 12;
    await expect(open(other)).rejects.toThrow('Deflate');
  });

  /** A table with a file that has this content; `change` gets the bytes and the place of its entry in the directory. */
  async function withFile(change: (zip: DataView<ArrayBuffer>, entry: number) => void) {
    const zip = await zipOf([
      ['rows.csv', CSV],
      [`files/${ID}/x.txt`, 'content'],
    ]);
    change(new DataView(zip.buffer), Buffer.from(zip).lastIndexOf('PK\u0001\u0002'));
    const file = new Blob([zip]);
    const table = createImportTable();
    await table.open(file);
    return { file, read: () => table.file(`files/${ID}/x.txt`) };
  }
  const offset = (zip: DataView, entry: number) => zip.getUint32(entry + 42, true);
  const add = (zip: DataView, place: number, by: number) =>
    zip.setUint32(place, zip.getUint32(place, true) + by, true);

  test.each<[what: string, change: Parameters<typeof withFile>[0]]>([
    ['has another content', (zip) => zip.setUint8(at(new Uint8Array(zip.buffer), 'content'), 0x43)],
    ['has another header', (zip, entry) => zip.setUint8(offset(zip, entry), 0)],
    ['has no header', (zip, entry) => add(zip, entry + 42, 4)],
    ['is cut in its header', (zip, entry) => zip.setUint32(entry + 42, zip.byteLength - 9, true)],
    ['is cut in its content', (zip, entry) => add(zip, entry + 20, -1)],
    ['is longer than it says', (zip, entry) => add(zip, entry + 20, 1)],
  ])('a file whose entry %s is refused when it is read', async (_, change) => {
    const { read } = await withFile(change);
    await expect(read()).rejects.toThrow('damaged');
  });

  test('a zip that was moved says so', async () => {
    const { file, read } = await withFile(() => {});
    const gone = (name: string) => () => ({ arrayBuffer: () => Promise.reject(new DOMException('', name)) });
    vi.spyOn(file, 'slice').mockImplementation(gone('NotReadableError') as never);
    await expect(read()).rejects.toThrow('Was it changed or moved?');
    vi.spyOn(file, 'slice').mockImplementation(gone('AbortError') as never);
    await expect(read()).rejects.toThrow('damaged');
  });

  test('compressed entries and zip64 are read', async () => {
    // rows.csv with `id,title\nabcdefghijklmno,a\n`, by Python’s zipfile with force_zip64.
    const packed =
      'UEsDBC0AAAAIAAAAIQD27d54//////////8IABQAcm93cy5jc3YBABAAGwAAAAAAAAAdAAAAAAAAAMtM0SnJLMlJ5UpMSk5JTUvPyMzKzsnNy9dJ5AIAUEsBAi0DLQAAAAgAAAAhAPbt3ngdAAAAGwAAAAgAAAAAAAAAAAAAAIABAAAAAHJvd3MuY3N2UEsFBgAAAAABAAEANgAAAFcAAAAAAA==';
    const table = createImportTable();
    const content = await table.open(new Blob([Buffer.from(packed, 'base64')]));
    expect(content.columns.map(({ name }) => name)).toEqual(['id', 'title']);
  });
});

describe('the files of a record that exists', () => {
  const file = (name: string, size = 3) => ({ name, size, path: name });
  const sizeOf = async (name: string) => (name.startsWith('other') ? 9 : 3);

  test.each([
    ['the same', ['a_ab12CD34ef.txt'], ['a_ab12CD34ef.txt'], undefined],
    ['the same upload', ['a_ab12CD34ef.txt'], ['a_XY98zw76vu.txt'], undefined],
    ['a hand-made name', ['My photo.txt'], ['my_photo_XY98zw76vu.txt'], undefined],
    [
      'another size',
      ['other_ab12CD34ef.txt'],
      ['other_XY98zw76vu.txt'],
      { kept: [], added: ['other_ab12CD34ef.txt'] },
    ],
    ['another name', ['b_ab12CD34ef.txt'], ['a_XY98zw76vu.txt'], { kept: [], added: ['b_ab12CD34ef.txt'] }],
    ['a name with other spaces', ['My pho-to.txt'], ['Mypho_to_XY98zw76vu.txt'], undefined],
    [
      'a second one of the same name',
      ['a_ab12CD34ef.txt', 'a_gh12CD34ij.txt'],
      ['a_XY98zw76vu.txt'],
      { kept: ['a_XY98zw76vu.txt'], added: ['a_gh12CD34ij.txt'] },
    ],
    [
      'one that is like another, which is there',
      ['a_ab12CD34ef.txt', 'a_XY98zw76vu.txt'],
      ['a_XY98zw76vu.txt'],
      { kept: ['a_XY98zw76vu.txt'], added: ['a_ab12CD34ef.txt'] },
    ],
    ['one more', ['a_1.txt', 'b_1.txt'], ['a_1.txt'], { kept: ['a_1.txt'], added: ['b_1.txt'] }],
    ['one less', ['a_1.txt'], ['a_1.txt', 'b_1.txt'], { kept: ['a_1.txt'], added: [] }],
    [
      'another order',
      ['a_1.txt', 'b_1.txt'],
      ['b_1.txt', 'a_1.txt'],
      { kept: ['a_1.txt', 'b_1.txt'], added: [] },
    ],
    ['none', [], [], undefined],
  ] as const)('%s', async (_, wanted, stored, expected) => {
    const change = await fileChange(
      'files',
      wanted.map((name) => file(name)),
      stored,
      sizeOf,
    );
    expect(change && { kept: change.kept, added: change.added.map(({ name }) => name) }).toEqual(expected);
  });
});

test.each([
  ['photo_ab12CD34ef.png', 'photo.png'],
  ['a_ab12CD34ef.tar.gz', 'a.tar.gz'],
  ['my_screenshot.png', 'my_screenshot.png'],
  ['photo_2026010203.png', 'photo_2026010203.png'],
])('%s is uploaded as %s', (stored, name) => {
  expect(nameToUpload(stored)).toBe(name);
});
