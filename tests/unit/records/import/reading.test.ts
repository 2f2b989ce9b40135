import fc from 'fast-check';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import {
  type ColumnChoice,
  firstChoices,
  newCollection,
  newCollectionChoices,
  planOf,
} from '#domain/records/import/choices.ts';
import type { WantedReading } from '#domain/records/import/plan.ts';
import { createImportTable } from '#domain/records/import/table.ts';
import { cellContent, csvLine } from '#domain/records/transfer/csv.ts';
import { separators } from '#domain/records/transfer/export-choices.ts';
import { casesOf } from '#tests/support/cases.ts';
import { zipOf } from '#tests/support/zip.ts';
import { readCollection } from '#wire/collections.ts';

const into = (fields: Readonly<Record<string, string>>): Collection =>
  readCollection({
    ...{ id: 'c', name: 'things', type: 'base' },
    schema: Object.entries(fields).map(([name, type]) => ({ id: name, name, type, options: {} })),
  });

interface Read {
  /** Of a new collection, if there is none. */
  readonly collection?: Collection;
  readonly wanted?: WantedReading;
  readonly choose?: (choices: readonly ColumnChoice[]) => readonly ColumnChoice[];
}

/** Reads a file as an import does that nobody corrects. */
async function read(file: BlobPart, { collection, wanted, choose = (choices) => choices }: Read = {}) {
  const table = createImportTable();
  const content = await table.open(new Blob([file]), wanted);
  const choices = choose(
    collection ? firstChoices(content, collection) : newCollectionChoices(content.columns),
  );
  const options = { match: '', onMatch: 'update' } as const;
  const plan = planOf(choices, collection ?? into({}), options, content.columns);
  const misfits = await table.check(plan);
  const rows = await table.rows(0);
  return {
    ...{ table, content, choices, plan, misfits, rows },
    values: rows.map(({ values }) => values),
    problems: rows.map(({ problems }) => problems.map(({ message }) => message)),
    fields: newCollection('new', choices).fields.map(({ name, type }) => [name, type]),
  };
}

type Name = 'title' | 'note' | 'amount' | 'due' | 'doc';
type Separator = (typeof separators)[number];
const typeOf = (name: Name | undefined) => (name === 'doc' ? 'json' : 'text');

const lines = (...text: readonly string[]) => `${text.join('\r\n')}\r\n`;

describe('numbers', () => {
  const numbers = into({ name: 'text', price: 'number', qty: 'number' });
  const column = (...texts: readonly string[]) => lines('price', ...texts.map((text) => `"${text}"`));

  test('[TR-07] a decimal comma is found in the column, with an example', async () => {
    const text = lines('name;price;qty', 'Chair;1.234,56;2', 'Lamp;49,90;10', 'Desk;1 299,00;1');
    const { values, content, problems } = await read(text, { collection: numbers });
    expect(values).toEqual([
      { name: 'Chair', price: '1234.56', qty: '2' },
      { name: 'Lamp', price: '49.90', qty: '10' },
      { name: 'Desk', price: '1299.00', qty: '1' },
    ]);
    expect(problems).toEqual([[], [], []]);
    expect(content.columns.map(({ ways }) => ways?.number?.way)).toEqual([undefined, 'comma', undefined]);
    expect(content.columns[1]?.ways?.number).toMatchObject({ text: '1.234,56' });
    expect((await read(text)).fields).toEqual([
      ['name', 'text'],
      ['price', 'number'],
      ['qty', 'number'],
    ]);
  });

  test('[TR-07] what has two readings in all of its column is a problem until it is chosen', async () => {
    const text = column('1,234', '5', '12,500');
    const { values, problems, misfits } = await read(text, { collection: numbers });
    expect(values).toEqual([{}, { price: '5' }, {}]);
    expect(problems[0]).toEqual(['“1,234” can be 1234 or 1.234: choose how this column is written.']);
    expect(misfits[0]?.count).toBe(2);
    for (const [way, expected] of [
      ['point', ['1234', '5', '12500']],
      ['comma', ['1.234', '5', '12.500']],
    ] as const) {
      const chosen = await read(text, {
        collection: numbers,
        choose: (choices) => choices.map((choice) => ({ ...choice, way })),
      });
      expect(chosen.values.map(({ price }) => price)).toEqual(expected);
    }
  });

  test.each<[texts: readonly string[], way: string | undefined, values: readonly (string | undefined)[]]>([
    [['1,234', '1,234.5'], 'point', ['1234', '1234.5']],
    [['1,234', '1,234,567'], 'point', ['1234', '1234567']],
    [['1,234', '0.5'], 'point', ['1234', '0.5']],
    [['1.234', '0,5'], 'comma', ['1234', '0.5']],
    [['1.234.567', '12'], 'comma', ['1234567', '12']],
    [["1'299.00", '−5'], 'point', ['1299.00', '-5']],
    [['1 299', '5'], 'point', ['1299', '5']],
    // As the backend writes them, and shown for what they might be.
    [['1.234', '5'], 'point', ['1.234', '5']],
    // Written in both ways: only what has one reading is read.
    [['1,5', '2.5', '1.234'], undefined, ['1.5', '2.5', undefined]],
  ])('[TR-07] the numbers %j are written with: %s', async (texts, way, expected) => {
    const { values, content } = await read(column(...texts), { collection: numbers });
    expect(values.map(({ price }) => price)).toEqual(expected);
    expect(content.columns[0]?.ways?.number?.way).toBe(way);
  });

  test.each([[['1', '-2.5', '9.2e-05']], [['1.5', '1.234']], [['a', 'b']]])(
    '[TR-07] nothing is asked about %j',
    async (texts) => {
      const { content, values } = await read(column(...texts), { collection: into({ price: 'text' }) });
      expect(content.columns[0]?.ways).toBeUndefined();
      expect(values.map(({ price }) => price)).toEqual(texts);
    },
  );

  test('[TR-28] numbers with exponents are numbers, codes and telephone numbers are not', async () => {
    const text = lines(
      ...['sample,signal,code,phone,sure', 'a,-0.0175,1E5,+491701234567,1'],
      ...['b,9.2e-05,12E3,+4930123456,1e-7', 'c,1.5E+03,7E1,030 123 456,2', 'd,2,8E2,555 123 456,-1.5E+3'],
    );
    const { fields, values } = await read(text);
    expect(fields.map(([, type]) => type)).toEqual(['text', 'number', 'text', 'text', 'number']);
    expect(values.map(({ signal }) => Number(signal))).toEqual([-0.0175, 9.2e-5, 1500, 2]);
  });
});

describe('dates', () => {
  const dates = into({ title: 'text', due: 'date' });
  const due = (...texts: readonly string[]) => lines('due', ...texts.map((text) => `"${text}"`));

  test('[TR-08] the order of day and month is that of the whole column', async () => {
    const { values, problems, content } = await read(
      lines('title;due', 'A;31.12.2024', 'B;01.02.2025 14:30', 'C;15/10/2018'),
      { collection: dates },
    );
    expect(values.map((row) => row['due'])).toEqual([
      ...['2024-12-31 00:00:00', '2025-02-01 14:30:00', '2018-10-15 00:00:00'],
    ]);
    expect(problems).toEqual([[], [], []]);
    expect(content.columns[1]?.ways?.date?.way).toBe('dmy');
  });

  test('[TR-08] numbers of JSON are times since 1970', async () => {
    const { values } = await read('[{"due":1704448800000},{"due":1704448800}]', { collection: dates });
    expect(values).toEqual(Array(2).fill({ due: '2024-01-05 10:00:00.000Z' }));
  });

  test('[TR-08] dates of zeros are empty', async () => {
    const text = lines('title,due', 'A,2024-01-05 10:00:00', 'B,0000-00-00 00:00:00', 'C,0000-00-00');
    const { values, fields } = await read(text, { collection: dates });
    expect(values.map((row) => row['due'])).toEqual(['2024-01-05 10:00:00', '', '']);
    expect((await read(text)).fields).toEqual([
      ['title', 'text'],
      ['due', 'date'],
    ]);
    expect(fields).toEqual([]);
  });

  test('[TR-08] without a day above 12 the order has to be chosen', async () => {
    const text = due('01/02/2025', '05/05/2025', '2025-03-04');
    const { values, problems } = await read(text, { collection: dates });
    expect(values.map((row) => row['due'])).toEqual([undefined, '2025-05-05 00:00:00', '2025-03-04']);
    expect(problems[0]).toEqual([
      '“01/02/2025” can be 2025-02-01 00:00:00 or 2025-01-02 00:00:00: choose how this column is written.',
    ]);
    const choose = (choices: readonly ColumnChoice[]) =>
      choices.map((choice) => ({ ...choice, way: 'mdy' as const }));
    const chosen = await read(text, { collection: dates, choose });
    expect(chosen.values[0]).toEqual({ due: '2025-01-02 00:00:00' });
    const wrong = await read(due('31/12/2024'), { collection: dates, choose });
    expect(wrong.problems[0]).toEqual([
      '“31/12/2024” is not written like the rest of the column: it could be 2024-12-31 00:00:00.',
    ]);
  });

  test.each([
    ['2024/12/31', '2024-12-31 00:00:00'],
    ['12/31/2024 2:05 PM', '2024-12-31 14:05:00'],
    ['12/31/2024 12:05 a.m.', '2024-12-31 00:05:00'],
    ['31-Dec-2024', '2024-12-31 00:00:00'],
    ['Dec 31, 2024', '2024-12-31 00:00:00'],
    ['1st March 2024', '2024-03-01 00:00:00'],
    // The layouts that the backend reads.
    ['Mon, 02 Jan 2006 15:04:05 -0700', '2006-01-02 15:04:05-07:00'],
    ['Mon, 02 Jan 2006 15:04:05 GMT', '2006-01-02 15:04:05'],
    ['02 Jan 06 15:04 UTC', '2006-01-02 15:04:00'],
    ['Monday, 02-Jan-06 15:04:05 UTC', '2006-01-02 15:04:05'],
    ['2006-01-02 15:04:05.123 -0700 MST', '2006-01-02 15:04:05.123-07:00'],
    ['2006-01-02T15:04:05-0700', '2006-01-02T15:04:05-0700'],
    ['Mon Jan  2 15:04:05 2006', '2006-01-02 15:04:05'],
    ['Mon Jan  2 15:04:05 UTC 2006', '2006-01-02 15:04:05'],
    ['Mon Jan 02 15:04:05 -0700 2006', '2006-01-02 15:04:05-07:00'],
    ['02 Jan 2006', '2006-01-02 00:00:00'],
    ['1704448800', '2024-01-05 10:00:00.000Z'],
    // The letters of a zone can be several ones.
    ['Mon, 02 Jan 2006 15:04:05 IST', 'Enter a valid date.'],
    ['31.02.2024', 'Enter a valid date.'],
    ['12/31/2024 25:00', 'Enter a valid date.'],
    ['24-01-05', 'Enter a valid date.'],
    ['5/13/45', 'Enter a valid date.'],
    ['12/31/24', '2024-12-31 00:00:00'],
  ])('[TR-08] the date %j is %j', async (text, expected) => {
    const { values, problems } = await read(due(text), { collection: dates });
    expect(values[0]?.['due'] ?? problems[0]?.[0]).toBe(expected);
  });
});

describe('columns', () => {
  test('[TR-09] ids of another program are no ids, but a field of a new collection', async () => {
    const text = lines('id,title,category_id', '1,Chair,3', '2,Lamp,3');
    const { values } = await read(text, { collection: into({ title: 'text' }) });
    expect(values).toEqual([{ title: 'Chair' }, { title: 'Lamp' }]);
    expect((await read(text)).fields).toEqual([
      ['old_id', 'number'],
      ['title', 'text'],
      ['category_id', 'number'],
    ]);
    const again = await read(text, { collection: into({ title: 'text', old_id: 'number' }) });
    expect(again.values[0]).toEqual({ old_id: '1', title: 'Chair' });
    const uuid = await read(lines('ID,t', '6f1c2a8e-0000-4000-8000-000000000000,x'));
    expect(uuid.fields[0]).toEqual(['old_id', 'text']);
    const own = await read(lines('id,title', 'abcdefghij12345,Chair', 'short,Lamp'), {
      collection: into({ title: 'text' }),
    });
    expect(own.values[0]).toEqual({ id: 'abcdefghij12345', title: 'Chair' });
    expect(own.problems[1]).toEqual(['An id has 15 letters or digits.']);
  });

  test('[TR-26] markers of empty values are empty where a column has another type', async () => {
    const people = into({ name: 'text', age: 'number', born: 'date', email: 'email' });
    const text = lines(
      'name,age,born,email',
      ...['Ann,31,1993-01-05,ann@example.com', 'Bob,NULL,NULL,NULL', 'NULL,NA,\\N,', 'Cleo,,,'],
    );
    const { values, problems, content } = await read(text, { collection: people });
    expect(values[1]).toEqual({ name: 'Bob', age: '0', born: '', email: '' });
    // A file that says NULL for a missing number says it for a missing name, too.
    expect(values[2]).toEqual({ name: '', age: '0', born: '', email: '' });
    expect(problems.flat()).toEqual([]);
    expect(content.columns.map(({ nulls }) => nulls)).toEqual([
      ...[['NULL'], ['NULL', 'NA'], ['NULL', '\\N'], ['NULL']],
    ]);
    expect((await read(text)).fields).toEqual([
      ['name', 'text'],
      ['age', 'number'],
      ['born', 'date'],
      ['email', 'email'],
    ]);
    const kept = await read(text, {
      collection: people,
      choose: (choices) => choices.map((choice) => ({ ...choice, nulls: false })),
    });
    expect([kept.values[2]?.['name'], kept.problems[1]]).toEqual([
      'NULL',
      ['Enter a valid number.', 'Enter a valid date.'],
    ]);
  });

  test('[TR-26] a text stays a text where nothing says otherwise', async () => {
    const collection = into({ code: 'text', size: 'number', of: 'select' });
    const codes = ['NULL', 'NA', '12,50', '01.02.2025', 't', '\\N', '-'];
    const { values } = await read(lines('code,size', ...codes.map((code) => `"${code}",1`)), { collection });
    expect(values.map(({ code }) => code)).toEqual(codes);
    // Namibia is no missing value.
    const countries = await read(lines('code,size', 'NA,NA', 'DE,1'), { collection });
    expect(countries.values[0]).toEqual({ code: 'NA', size: '0' });
  });

  test('[TR-26] t and f are true and false', async () => {
    const { fields, values } = await read(lines('on,sex', 't,f', 'f,f'));
    expect(fields).toEqual([
      ['on', 'bool'],
      ['sex', 'text'],
    ]);
    expect(values.map(({ on }) => on)).toEqual([true, false]);
    const excel = await read(lines('on', 'WAHR', 'FALSCH'), { collection: into({ on: 'bool' }) });
    expect(excel.values.map(({ on }) => on)).toEqual([true, false]);
  });

  test('[TR-29] new fields have names that filters can use', async () => {
    const { fields } = await read(lines('country,2021,2022,3d', 'DE,1.5,2.5,x'));
    expect(fields.map(([name]) => name)).toEqual(['country', 'year_2021', 'year_2022', 'field_3d']);
  });

  test('[TR-33] columns without a name and without values are left out', async () => {
    const { fields, choices } = await read(lines('name,age,,', 'Ann,31,,', 'Bob,42,,'));
    expect(fields.map(([name]) => name)).toEqual(['name', 'age']);
    expect(choices.map(({ use }) => use)).toEqual(['new', 'new', 'none', 'none']);
    const filled = await read(lines('name,age,,', 'Ann,31,x,', 'Bob,42,,'));
    expect(filled.fields.map(([name]) => name)).toEqual(['name', 'age', 'Column_3']);
  });
});

describe('rows', () => {
  const people = into({ name: 'text', age: 'number', city: 'text' });

  test('[TR-02] lines without any value are skipped, and counted', async () => {
    const text = lines('name,age,city', 'Ann,31,Rome', 'Bob,42,Oslo', ',,', ',,', ',,');
    const { values, content } = await read(text, { collection: people });
    expect([values.length, content.count, content.blank]).toEqual([2, 2, 3]);
    const spaces = await read('name;age\nAnn;31\n ; \n" ";\n', { collection: people });
    expect([spaces.values.length, spaces.content.blank]).toEqual([2, 1]);
    const between = await read('name,age\nAnn,31\n\n\nBob,42\n\n', { collection: people });
    expect([between.values.length, between.content.blank]).toEqual([2, 2]);
    expect(between.rows.map(({ number }) => number)).toEqual([2, 5]);
  });

  test('[TR-10] short rows are filled up, and only what stands beyond the columns is a problem', async () => {
    const text = lines('name,age', 'Ann,31,', 'Bob', 'Cleo,53,,', 'Dan,64,x', 'Eve,75');
    const { values, problems, table } = await read(text, { collection: people });
    expect(values.map(({ name, age }) => [name, age])).toEqual([
      ['Ann', '31'],
      ['Bob', '0'],
      ['Cleo', '53'],
      ['Dan', '64'],
      ['Eve', '75'],
    ]);
    expect(problems).toEqual([[], [], [], ['This row has 3 values, but the header has 2 columns.'], []]);
    expect(await (await table.refused(new Map([[3, 'no']]))).text()).toBe(
      'name,age,_error\r\nDan,64,no,x\r\n',
    );
  });
});

describe('JSON', () => {
  const posts = into({ title: 'text', at: 'date', n: 'number', doc: 'json' });
  const titles = async (json: unknown, wanted?: WantedReading) => {
    const text = typeof json === 'string' ? json : JSON.stringify(json, null, 2);
    const { values, content } = await read(text, { collection: posts, ...(wanted && { wanted }) });
    return [values.map(({ title }) => title), content.reading.list, content.isGuessed];
  };
  const rows = [{ title: 'One' }, { title: 'Two' }];
  const both = ['One', 'Two'];

  test.each<[json: unknown, list: string]>([
    [{ page: 1, perPage: 30, totalItems: 2, totalPages: 1, items: rows }, 'items'],
    [{ data: rows, meta: { total: 2 } }, 'data'],
    [{ data: { posts: { nodes: rows } }, extensions: { cost: { n: 1 } } }, 'data.posts.nodes'],
    [{ included: [{ a: 1 }], data: [...rows.map((row) => ({ ...row, tags: [{ a: 1 }] }))] }, 'data'],
    [{ a1: rows[0], a2: rows[1] }, '*'],
    [{ posts: { a1: rows[0], a2: rows[1] }, version: 3 }, 'posts'],
  ])('[TR-11] the rows of %j are in %s', async (json, list) => {
    expect(await titles(json)).toEqual([both, list, true]);
  });

  test('[TR-11] objects that follow each other, and an object with an id, are rows themselves', async () => {
    const lone = { id: 'abcdefghijklmno', title: 'One', doc: [{ title: 'x' }, { title: 'y' }] };
    expect(await titles(`${JSON.stringify(lone)}\n`)).toEqual([['One'], '', false]);
    expect(await titles(JSON.stringify(lone), { list: 'doc' })).toEqual([['x', 'y'], 'doc', true]);
    const wrapped = JSON.stringify({ title: 'One', doc: rows });
    expect(await titles(`${wrapped}\n${wrapped}`)).toEqual([['One', 'One'], '', false]);
    expect(await titles(wrapped, { list: '' })).toEqual([['One'], '', false]);
  });

  test('[TR-11] a list inside is read in parts, and its lines are counted', async () => {
    const table = createImportTable();
    const many = Array.from({ length: 3000 }, (_, n) => ({ title: `${n} ${'x'.repeat(700)}`, n }));
    const json = JSON.stringify({ ok: true, items: many, next: null });
    expect((await table.open(new Blob([json]))).count).toBe(3000);
    const broken = '{\n"items": [\n{"title": "One"},\n{"title": }]}';
    await expect(table.open(new Blob([broken]))).rejects.toThrow('Line 4: this record is not valid JSON.');
    await expect(table.open(new Blob(['{"page":1,"items":[{"title":"a"}']))).rejects.toThrow(
      'Line 1: the list has no end.',
    );
    await expect(table.open(new Blob(['{"a":{"title":"a"},"b":{"title":"b"}']))).rejects.toThrow(
      'the list has no end.',
    );
  });

  test('[TR-31] values as MongoDB exports them are unwrapped', async () => {
    const record = (day: unknown) => ({
      _id: { $oid: '507f1f77bcf86cd799439011' },
      title: 'a "{\\"$oid\\": 1}',
      at: { $date: day },
      n: { $numberLong: '9007199254740991' },
      doc: { price: { $numberDecimal: '1.10' }, by: [{ $oid: 'abc' }] },
    });
    const days = ['2024-01-05T10:00:00Z', { $numberLong: '1704448800000' }, 1704448800000];
    const text = days.map((day) => JSON.stringify(record(day))).join('\n');
    const { values, content } = await read(text, { collection: posts });
    expect(values[0]).toEqual({
      ...{ title: 'a "{\\"$oid\\": 1}', at: '2024-01-05T10:00:00Z', n: '9007199254740991' },
      doc: '{"price":1.10,"by":["abc"]}',
    });
    expect(values.slice(1).map(({ at }) => at)).toEqual(Array(2).fill('2024-01-05T10:00:00.000Z'));
    expect([content.reading.unwraps, content.isGuessed]).toEqual([true, true]);
    expect((await read(text)).fields).toEqual([
      ['old_id', 'text'],
      ['title', 'text'],
      ['at', 'date'],
      ['n', 'text'],
      ['doc', 'json'],
    ]);
  });

  test('[TR-31] what somebody keeps as JSON stays as it is', async () => {
    const text = '{"title":"a","doc":{"by":{"$oid":"abc"}}}\n{"title":"b","doc":null}';
    const { values, content } = await read(text, { collection: posts });
    expect(values[0]).toEqual({ title: 'a', doc: '{"by":{"$oid":"abc"}}' });
    expect([content.reading.unwraps, content.hasWrapped, content.isGuessed]).toEqual([false, true, false]);
    const chosen = await read(text, { collection: posts, wanted: { unwraps: true } });
    expect(chosen.values[0]).toEqual({ title: 'a', doc: '{"by":"abc"}' });
  });
});

describe('letters', () => {
  test.each<[encoding: string, bytes: readonly number[], example: string]>([
    ['windows-1252', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x3b, 0x33, 0x20, 0x80], 'Müller'],
    ['windows-1251', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, 0x3b, 0x31], 'Москва'],
    ['koi8-r', [0xed, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1, 0x3b, 0x31], 'Москва'],
    ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f, 0x3b, 0x4b, 0x72, 0xf3, 0xb3], 'Łódź'],
    ['windows-1254', [0x44, 0x61, 0xf0, 0x3b, 0xfe, 0x65, 0x79], 'Dağ'],
    ['windows-1253', [0xc1, 0xe8, 0xde, 0xed, 0xe1, 0x3b, 0x31], 'Αθήνα'],
    ['shift_jis', [0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73, 0x3b, 0x31], '東京都'],
    ['gb18030', [0xb1, 0xb1, 0xbe, 0xa9, 0xca, 0xd0, 0x3b, 0x31], '北京市'],
  ])('[TR-24] %s is found, with an example', async (encoding, bytes, example) => {
    const { content } = await read(
      new Uint8Array([...new TextEncoder().encode('Name;Stadt\r\n'), ...bytes, 13, 10]),
    );
    expect([content.reading.encoding, content.example, content.isGuessed]).toEqual([encoding, example, true]);
  });

  test('[TR-24] another encoding can be chosen', async () => {
    const file = new Uint8Array([0x74, 0x0a, 0xcc, 0xee, 0xf1]);
    const wanted = (encoding: string) => ({ collection: into({ t: 'text' }), wanted: { encoding } });
    expect((await read(file, wanted('windows-1252'))).values[0]).toEqual({ t: 'Ìîñ' });
    expect((await read(file, wanted('windows-1251'))).values[0]).toEqual({ t: 'Мос' });
    await expect(read(file, wanted('utf-8'))).rejects.toThrow('This file is not UTF-8, or it is damaged.');
  });

  test.each(['utf-16le', 'utf-16be'])('[TR-24] %s without a mark is found', async (encoding) => {
    const bytes = [...'name,age\nAnn,31\n'].flatMap((char) => [char.charCodeAt(0), 0]);
    const swapped = bytes.map((_, at) => bytes[at ^ 1] ?? 0);
    const { content } = await read(new Uint8Array(encoding === 'utf-16le' ? bytes : swapped));
    expect([content.reading.encoding, content.columns.map(({ name }) => name)]).toEqual([
      encoding,
      ['name', 'age'],
    ]);
  });

  test('[TR-24] UTF-8 that is cut inside of a letter is not taken for another encoding', async () => {
    const bytes = new TextEncoder().encode('name\nÄäÖöÜü');
    await expect(read(bytes.slice(0, -1))).rejects.toThrow('This file is damaged UTF-8');
  });
});

describe('headers', () => {
  test.each<[text: string, header: number, names: readonly string[]]>([
    [
      lines('# exported 2024-05-01', '# source: shop', 'sku,title,price', 'A1,Chair,49.9'),
      3,
      ['sku', 'title', 'price'],
    ],
    [lines('# exported, by me', 'sku;title', 'A1;Chair', 'A2;Lamp'), 2, ['sku', 'title']],
    [lines('Report 2024', '', 'sku,title,price', 'A1,Chair,49.9'), 3, ['sku', 'title', 'price']],
    [lines('Report 2024', 'sku;title', 'A1;Chair'), 2, ['sku', 'title']],
    [lines('Report,,', ',,', 'sku,title,price', 'A1,Chair,49.9'), 3, ['sku', 'title', 'price']],
    [lines('Created,2024-05-01', 'a,b,c,d,e', '1,2,3,4,5', '1,2,3,4,5'), 2, ['a', 'b', 'c', 'd', 'e']],
    [lines('# mails', 'email', 'a@example.com'), 2, ['email']],
    // What is a header itself.
    [lines('#,name', '1,Ann', '2,Bob'), 1, ['#', 'name']],
    [lines(',x', '0,1', '1,2'), 1, ['Column 1', 'x']],
    [lines('name,age,,', 'Ann,31,,'), 1, ['name', 'age', 'Column 3', 'Column 4']],
    [lines('note', 'a', 'b, c', 'd'), 1, ['note']],
    [lines('country,2021,2022', 'DE,1.5,2.5'), 1, ['country', '2021', '2022']],
    [lines('a,b,c', 'x,,', 'y,,', 'z,1,2'), 1, ['a', 'b', 'c']],
  ])('[TR-25] the header of %j is in row %s', async (text, header, names) => {
    const { content } = await read(text);
    expect([content.reading.header, content.columns.map(({ name }) => name)]).toEqual([header, names]);
    expect(content.isGuessed).toBe(header > 1);
  });

  test('[TR-25] the row of the header and the separator can be chosen', async () => {
    const text = lines('a,b', 'c,d', 'e,f');
    const names = async (wanted: WantedReading) => {
      const { content, rows } = await read(text, { wanted });
      return [content.columns.map(({ name }) => name), rows.map(({ number }) => number)];
    };
    expect(await names({ header: 2 })).toEqual([['c', 'd'], [3]]);
    expect(await names({ header: 0 })).toEqual([
      ['Column 1', 'Column 2'],
      [1, 2, 3],
    ]);
    expect(await names({ separator: ';' })).toEqual([['a,b'], [2, 3]]);
    const { content } = await read(text);
    expect(content.first).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
  });
});

describe('exports', () => {
  const confusing = [
    ...[
      'NULL',
      '\\N',
      'NA',
      '-',
      '12,50',
      '1,234',
      '1.234',
      '01/02/2025',
      '0000-00-00',
      't',
      '#',
      '# a',
      'a;b',
      '',
      ' ',
    ],
    ...['{"$oid":"x"}', '[{"a":1}]', 'sep=;', 'Müller', '007'],
  ];
  const text = fc.constantFrom(...confusing);
  const row = fc.record({
    title: text,
    note: text,
    amount: fc.constantFrom(0, 1.234, 1234, 1e21, -0.001, 12.5),
    due: fc.constantFrom('', '2025-01-02 03:04:05.678Z'),
    doc: fc.constantFrom(null, { $oid: 'x' }, [{ a: 1 }, { a: 2 }], 'NULL'),
  });
  const names = ['title', 'note', 'amount', 'due', 'doc'] as const;
  const collection = into({ title: 'text', note: 'text', amount: 'number', due: 'date', doc: 'json' });

  test('[TR-51] no guess alters a file that was exported', async () => {
    const formats = fc.constantFrom<Separator | 'json' | 'ndjson'>(...separators, 'json', 'ndjson');
    const some = fc.subarray([...names], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 2, maxLength: 9 }),
        some,
        formats,
        async (rows, fields, format) => {
          const sources = rows.map((one) => fields.map((name) => JSON.stringify(one[name])));
          const objects = rows.map((one) =>
            JSON.stringify(Object.fromEntries(fields.map((name) => [name, one[name]]))),
          );
          const cells = sources.map((of) => of.map((source, at) => cellContent(source, typeOf(fields[at]))));
          const isJson = format === 'json' || format === 'ndjson';
          const file = isJson
            ? format === 'json'
              ? `[\n${objects.join(',\n')}\n]\n`
              : `${objects.join('\n')}\n`
            : [fields, ...cells].map((line) => `${csvLine(line, format)}\r\n`).join('');
          const { values, problems } = await read(file, { collection });
          expect(problems.flat()).toEqual([]);
          const plain = (name: Name, value: unknown) =>
            name === 'amount' ? String(Number(value)) : name === 'doc' ? JSON.stringify(value) : value;
          expect(
            values.map((value) =>
              fields.map((name) =>
                name === 'amount'
                  ? String(Number(value[name]))
                  : name === 'doc'
                    ? value[name] || 'null'
                    : value[name],
              ),
            ),
          ).toEqual(rows.map((one) => fields.map((name) => plain(name, one[name]))));
        },
      ),
      { numRuns: casesOf(300) },
    );
  });
});

describe('workbooks', () => {
  const sheets = [
    { name: 'Notes', rows: [['not', 'this']] },
    {
      name: 'Book',
      rows: [
        ['Report', null, null, null],
        ['title', 'price', 'when', 'ok'],
        ['Chäir, "big"', 1234.5, new Date(Date.UTC(2024, 0, 5, 10)), true],
        [null, null, null, null],
        ['Lamp', 1.5e-7, null, false],
      ],
    },
  ];
  const collection = into({ title: 'text', price: 'number', when: 'date', ok: 'bool' });

  test.each([
    ['xlsx', writeXlsx],
    ['ods', writeOds],
  ] as const)('[TR-23] a sheet of %s is read', async (_, write) => {
    const bytes = new Uint8Array(await write({ sheets }));
    const { values, content } = await read(bytes, { collection, wanted: { sheet: 'Book' } });
    expect(values).toEqual([
      { title: 'Chäir, "big"', price: '1234.5', when: '2024-01-05 10:00:00.000Z', ok: true },
      { title: 'Lamp', price: '1.5e-7', when: '', ok: false },
    ]);
    expect([content.sheets, content.blank, content.reading.header]).toEqual([['Notes', 'Book'], 1, 2]);
    const first = await read(bytes, { collection });
    expect([first.content.reading.sheet, first.content.isGuessed]).toEqual(['Book', true]);
  });

  test('[TR-23] a workbook that can’t be read is named, with what to do', async () => {
    const numbers = await zipOf([['Index/Document.iwa', 'x']]);
    await expect(read(new Uint8Array(numbers))).rejects.toThrow('This is a workbook of Numbers');
    const damaged = await zipOf([['xl/workbook.xml', 'x']]);
    const reason = 'Save the sheet as “CSV UTF-8”, or copy its cells and paste them here.';
    await expect(read(new Uint8Array(damaged))).rejects.toThrow(reason);
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await expect(read(old)).rejects.toThrow(reason);
  });
});
