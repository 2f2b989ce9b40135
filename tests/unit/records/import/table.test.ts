import { describe, expect, test } from 'vitest';
import { guessFields } from '#domain/records/import/columns.ts';
import { type ImportPlan, importFields } from '#domain/records/import/plan.ts';
import { createImportTable } from '#domain/records/import/table.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { readCollection } from '#wire/collections.ts';

const field = (name: string, type: string, options = {}) => ({ id: name, name, type, options });
const collection = readCollection({
  id: 'c',
  name: 'things',
  type: 'base',
  schema: [
    field('title', 'text'),
    field('amount', 'number'),
    field('done', 'bool'),
    field('data', 'json'),
    field('tags', 'select', { maxSelect: 3, values: ['a', 'b', 'c,d'] }),
    field('day', 'date'),
    field('owner', 'relation', { collectionId: 'c', maxSelect: 1 }),
  ],
});

const planFor = (names: readonly string[], rest: Partial<ImportPlan> = {}): ImportPlan => ({
  columns: guessFields(names, importFields(collection, true)).flatMap((found, column) =>
    found ? [{ column, field: found, key: 'id' }] : [],
  ),
  match: '',
  onMatch: 'update',
  ...rest,
});

async function tableOf(text: string | Blob, rest: Partial<ImportPlan> = {}) {
  const table = createImportTable();
  const content = await table.open(new Blob([text]));
  const plan = planFor(
    content.columns.map(({ name }) => name),
    rest,
  );
  return { table, content, misfits: await table.check(plan), rows: await table.rows(0) };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('the format', () => {
  test.each([
    ['title,amount\na,1', 'csv'],
    ['title;amount\n"a;b";1', 'csv'],
    ['title\tamount\na,b\t1', 'csv'],
    ['[{"title":"a"}]', 'json'],
    ['{"title":"a"}\n{"title":"b"}\n', 'ndjson'],
    ['\uFEFF{"title":"a"}', 'ndjson'],
  ])('%j is %s', async (text, format) => {
    const { content, rows } = await tableOf(text);
    expect(content.format).toBe(format);
    expect(String(rows[0]?.values['title'])).toMatch(/^a/);
  });

  test('UTF-16 of a spreadsheet is read', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'title\ta\né\tb'].flatMap((c) => [c.charCodeAt(0), 0])]);
    expect((await tableOf(new Blob([utf16]))).rows[0]?.values).toEqual({ title: 'é' });
  });

  test.each([
    ['', 'the file is empty'],
    ['title,amount\n', 'no rows'],
    ['a,b\n1,"never\nends', 'Line 2: a quoted value'],
    ['[{"a":1},\n{"a":}]', 'Line 2: this record is not valid JSON.'],
    ['{"a":1}\n\nx', 'Line 3: expected a record'],
    ['[{"a":1}\n', 'Line 2: the list has no end.'],
    ['{"a":1}\n{"a":[1', 'Line 2: this record has no end.'],
  ])('a broken file is refused: %j', async (text, message) => {
    await expect(createImportTable().open(new Blob([text]))).rejects.toThrow(message);
  });
});

test('a last line of spaces is no row, except in a file with one column', async () => {
  const titles = async (text: string) => (await tableOf(text)).rows.map(({ values }) => values['title']);
  expect(await titles('title,day\na,\n  ')).toEqual(['a']);
  expect(await titles('title\na\n  ')).toEqual(['a', '  ']);
});

test('values of CSV keep every character, across the ends of chunks', async () => {
  const texts = [...Object.values(hostileStrings), 'CR LF\r\nLF\nend', '=1+1', ' spaces ', '007'];
  const filler = 'é'.repeat(400_000);
  const all = [filler, ...texts, filler];
  const { table, content } = await tableOf(
    `title,day\r\n${all.map((text) => `${quoted(text)},`).join('\r\n')}\r\n`,
  );
  expect(content.count).toBe(all.length);
  const read = await Promise.all(Array.from({ length: content.batches }, (_, batch) => table.rows(batch)));
  expect(read.flat().map(({ values }) => values['title'])).toEqual(all);
});

test('JSON values keep their digits', async () => {
  const { rows } = await tableOf(
    '[{"data":{"a":9007199254740993,"b":1.10},"amount":1.50,"title":"x\\u0041"},{"data":"text","title":null}]',
  );
  expect(rows.map(({ values }) => values)).toEqual([
    { data: '{"a":9007199254740993,"b":1.10}', amount: '1.50', title: 'xA' },
    { data: '"text"', title: '' },
  ]);
});

test('cells become values of their fields', async () => {
  const { rows } = await tableOf(
    [
      'Title,AMOUNT,done,tags,day,owner,unknown',
      'a,1e3,yes,"a; b",2026-01-02T03:04:05+01:00,abcdefghijklmno,x',
      'b,,0,"[""c,d""]",,"[""abcdefghijklmno""]",',
      'c,-0.5,TRUE,"c,d",2026-01-02,,',
    ].join('\n'),
  );
  expect(rows.map(({ values, problems }) => ({ ...values, problems }))).toEqual([
    {
      ...{ title: 'a', amount: '1e3', done: true, tags: ['a', 'b'], day: '2026-01-02T03:04:05+01:00' },
      ...{ owner: ['abcdefghijklmno'], problems: [] },
    },
    {
      ...{ title: 'b', amount: '0', done: false, tags: ['c,d'], day: '', owner: ['abcdefghijklmno'] },
      problems: [],
    },
    { title: 'c', amount: '-0.5', done: true, tags: ['c,d'], day: '2026-01-02', owner: [], problems: [] },
  ]);
});

test('values that do not fit are counted by column, with the first rows', async () => {
  const bad = Array.from({ length: 7 }, (_, at) => `x${at},9007199254740993,maybe,z,30.2.2026,no id,{`);
  const { misfits, rows } = await tableOf(['title,amount,done,tags,day,owner,data', ...bad].join('\n'));
  expect(misfits.map(({ count }) => count)).toEqual([0, 7, 7, 7, 7, 7, 7]);
  expect(misfits[2]?.first[0]).toEqual({
    ...{ row: 2, text: 'maybe' },
    message: 'Use true or false, 1 or 0, yes or no.',
  });
  expect(misfits[1]?.first).toHaveLength(5);
  expect(rows[0]?.problems.map(({ field }) => field)).toEqual([
    ...['amount', 'done', 'tags', 'day', 'owner', 'data'],
  ]);
});

test('values that are stored with fewer digits are counted by column, with the first one', async () => {
  const { misfits, rows } = await tableOf(
    [
      'amount,day,title',
      '0.10000000000000001,2026-01-02 03:04:05.120000Z,3.14159265358979323846',
      '3.14159265358979323846,2026-01-02T03:04:05.123456+01:00,a',
      '1e-400,2026-01-02 03:04:05.0001Z,b',
      '1e23,,c',
    ].join('\n'),
  );
  expect(misfits.map(({ rounded }) => rounded)).toEqual([
    { count: 2, row: 3, text: '3.14159265358979323846', stored: '3.141592653589793' },
    { count: 2, row: 3, text: '2026-01-02T03:04:05.123456+01:00', stored: '2026-01-02 02:04:05.123Z' },
    undefined,
  ]);
  // They are imported all the same.
  expect(rows.map(({ problems }) => problems)).toEqual([[], [], [], []]);
});

test('a key that an earlier row has is a problem of the later row', async () => {
  const { rows } = await tableOf('title\na\nb\na', { match: 'title' });
  const problem = (field: string) => ({ field, message: 'Row 2 has the same value.' });
  expect(rows.map(({ problems }) => problems)).toEqual([[], [], [problem('title')]]);
  const id = 'abcdefghijklmno';
  const others = await tableOf(`title,id\na,${id}\na,\nb,${id}\nc,\n`);
  expect(others.rows.map(({ problems }) => problems)).toEqual([[], [], [problem('id')], []]);
  const numbers = await tableOf('amount\n7\n7.5\n7.0\n', { match: 'amount' });
  expect(numbers.rows.map(({ problems }) => problems)).toEqual([[], [], [problem('amount')]]);
});

test('cells of CSV are no JSON', async () => {
  const { rows, content } = await tableOf('title,amount\nnull,1\n"""a""",2');
  expect(rows.map(({ values }) => values['title'])).toEqual(['null', '"a"']);
  expect(content.columns[0]?.samples).toEqual(['null', '"a"']);
});

test('a batch has 500 rows or a million characters', async () => {
  const { table, content } = await tableOf(`title\n${'a\n'.repeat(501)}`);
  expect(content.batches).toBe(2);
  expect((await table.rows(1)).map(({ index, number, values }) => [index, number, values])).toEqual([
    [500, 502, { title: 'a' }],
  ]);
  expect(await table.rows(2)).toEqual([]);
  // A row is stored as [2,["…"]].
  const sized = async (length: number) =>
    (await tableOf(`title\n${'x'.repeat(length - 8)}\na`)).content.batches;
  expect([await sized(1_000_000), await sized(1_000_001)]).toEqual([1, 2]);
});

test('a table without a zip has no files', async () => {
  const { table } = await tableOf('title\na');
  await expect(table.file('files/a/b')).rejects.toThrow('There is no zip.');
});

test('types of new fields are guessed from the values', async () => {
  const { content } = await tableOf(
    [
      'n,b,d,e,u,j,t,zip,none',
      '1,true,2026-01-02,a@example.com,https://example.com/a,"{""a"":1}",x,007,',
      '2.5,no,2026-01-02 03:04:05.000Z,b@example.com,http://example.org,[],1,123,',
    ].join('\n'),
  );
  expect(content.columns.map(({ type }) => type)).toEqual([
    ...['number', 'bool', 'date', 'email', 'url', 'json', 'text', 'text', 'text'],
  ]);
});

test.each([
  ['n\n1\n\n2', 'number'],
  ['n,x\n1,\n,\n2,', 'number'],
  ['n\n0.30000000000000004\n-1.1\n0.0000001\n0.0', 'number'],
  ['n\n-1.10\n0.00\n7\n1.25', 'number'],
  // A number would lose the zero of a version.
  ['n\n1.9\n1.10\n2.0', 'text'],
  ['{"n":"1.9"}\n{"n":"1.10"}', 'text'],
  ['{"n":1.9}\n{"n":1.10}', 'number'],
  // The backend would store 0.12345678901234568 and 123456789012345.12.
  ['n\n0.123456789012345678', 'text'],
  ['n\n123456789012345.123', 'text'],
  ['d\n2026-13-45', 'text'],
  ['d\n2026-02', 'text'],
  ['j\n[1', 'text'],
  ['j\n[1]\n{', 'text'],
  ['{"a":1.5}\n{"a":null}\n{}', 'number'],
  ['{"a":"2026-01-02"}', 'date'],
  [`n\n${'1\n'.repeat(1000)}x`, 'number'],
  [`n\n${'1\n'.repeat(999)}x`, 'text'],
])('the values of %j have the type %s', async (text, type) => {
  expect((await tableOf(text)).content.columns[0]?.type).toBe(type);
});

test('a column has the beginnings of its first three values', async () => {
  const { content } = await tableOf(`{"a":1}\n{"a":"","b":"${'x'.repeat(90)}"}\n{"a":2}\n{"a":"3"}\n{"a":4}`);
  expect(content.columns.map(({ samples }) => samples)).toEqual([['1', '2', '3'], ['x'.repeat(80)]]);
});

test('no emoji is cut in what is shown of a value', async () => {
  const start = 'x'.repeat(79);
  const { content, misfits } = await tableOf(`amount\n${start}😀`);
  expect(content.columns[0]?.samples).toEqual([start]);
  expect(misfits[0]?.first[0]?.text).toBe(start);
});

test.each([
  [
    'title;_error\r\n"a;""b";old\r\nc;old\r\nd;\r\n',
    'title;_error\r\n"a;""b";"No;\r\nway"\r\nd;Not run.\r\n',
  ],
  [
    '[{"title":"a","data":1.10},{"title":"b"},{"title":"c"}]',
    '[\n{"title":"a","data":1.10,"_error":"No;\\r\\nway"},\n{"title":"c","_error":"Not run."}\n]\n',
  ],
  [
    '{"title":"a"}\n{"title":"b"}\n{"data":2}',
    '{"title":"a","_error":"No;\\r\\nway"}\n{"data":2,"_error":"Not run."}\n',
  ],
])('refused rows are written in the format of the file: %j', async (text, expected) => {
  const { table } = await tableOf(text);
  const file = await table.refused(
    new Map([
      [0, 'No;\r\nway'],
      [2, 'Not run.'],
    ]),
  );
  expect(await file.text()).toBe(expected);
  expect(file.type).toBe(text.startsWith('title') ? 'text/csv' : 'application/json');
});

test.each([
  ['CSV with a byte order mark', true, Buffer.from('\uFEFFtitle\né')],
  ['UTF-16, as spreadsheets write it', true, Buffer.from('\uFEFFtitle\tday\né\t1', 'utf16le')],
  ['CSV without a byte order mark', false, Buffer.from('title\né')],
  ['JSON with a byte order mark', false, Buffer.from('\uFEFF[{"title":"é"}]')],
])('refused rows of %s begin with a byte order mark: %s', async (_, expected, bytes) => {
  const { table } = await tableOf(new Blob([bytes]));
  const written = Buffer.from(await (await table.refused(new Map([[0, 'No.']]))).arrayBuffer()).toString();
  expect(written).toContain('é');
  expect(written.startsWith('\uFEFF')).toBe(expected);
});
