import { describe, expect, test } from 'vitest';
import type { Column } from '#domain/collections/columns.ts';
import { jsonMembers } from '#domain/field-types/json-scan.ts';
import { parseRecord } from '#domain/records/record.ts';
import { type ExportChoices, parseExportChoices } from '#domain/records/transfer/export-choices.ts';
import {
  exportedColumns,
  exportedRelations,
  exportWriter,
  numbersRows,
} from '#domain/records/transfer/export-writer.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const people = collection('people', [field('name', 'text', { presentable: true })]);
const posts = collection('posts', [
  field('title'),
  field('amount', 'number'),
  field('meta', 'json'),
  field('author', 'relation'),
  field('readers', 'relation'),
]);
const columns = exportedColumns(posts).filter(({ name }) => !/created|updated/.test(name));

const FIRST =
  '{"id":"a","title":"=1\\r\\n\\"x\\"","amount":-5,"meta":{"n":9007199254740993,"f":1.10},"author":"p1","readers":["p2","gone","p1"],"expand":{"author":{"id":"p1","name":"Ann, B."},"readers":[{"id":"p1","name":"Ann, B."},{"id":"p2","name":""}]}}';
const SECOND = '{"id":"b","title":"","amount":0,"meta":null,"author":"","readers":[]}';

const sourceOf = (text: string) => ({
  record: parseRecord(JSON.parse(text)),
  members: jsonMembers(text),
});

function write(changed: Partial<ExportChoices>, texts = [FIRST, SECOND], shown: readonly Column[] = columns) {
  const choices = { ...parseExportChoices(''), ...changed };
  const { head, row, between, tail } = exportWriter(shown, choices, () => people);
  return head + texts.map((text) => row(sourceOf(text))).join(between) + tail(texts.length > 0);
}

describe('a file with records', () => {
  test('as CSV has a header, CR LF and values as they are stored', () => {
    expect(write({})).toBe(
      'id,title,amount,meta,author,readers\r\n' +
        'a,"=1\r\n""x""",-5,"{""n"":9007199254740993,""f"":1.10}",p1,"[""p2"",""gone"",""p1""]"\r\n' +
        'b,,0,,,\r\n',
    );
  });

  test('as CSV with another separator, a byte order mark, escaped formulas and texts of relations', () => {
    const choices = { separator: ';', hasBom: true, escapesFormulas: true, relations: 'texts' } as const;
    expect(write(choices)).toBe(
      '\uFEFFid;title;amount;meta;author;readers\r\n' +
        'a;"\'=1\r\n""x""";-5;"{""n"":9007199254740993,""f"":1.10}";"Ann, B.";"[""p2"",""gone"",""Ann, B.""]"\r\n' +
        'b;;0;;;\r\n',
    );
  });

  test('as JSON and NDJSON has the text of every value', () => {
    const cut = FIRST.replace(/,"expand".*/, '}');
    expect(write({ format: 'json' })).toBe(`[\n${cut},\n${SECOND}\n]\n`);
    expect(write({ format: 'ndjson' })).toBe(`${cut}\n${SECOND}\n`);
    expect(write({ format: 'ndjson', relations: 'texts' }, [FIRST])).toContain(
      '"author":"Ann, B.","readers":["p2","gone","Ann, B."]}',
    );
  });

  test('without records is a valid file', () => {
    expect(write({}, [])).toBe('id,title,amount,meta,author,readers\r\n');
    expect(JSON.parse(write({ format: 'json' }, []))).toEqual([]);
    expect(write({ format: 'ndjson' }, [])).toBe('');
  });

  test('a long presentable text is not cut', () => {
    const long = 'x'.repeat(500);
    const text = `{"id":"a","author":"p","expand":{"author":{"id":"p","name":"${long}"}}}`;
    const author = columns.filter(({ name }) => name === 'author');
    expect(write({ relations: 'texts' }, [text], author)).toContain(long);
  });

  test('a field that a record does not have is an error, not an empty value', () => {
    expect(() => write({}, ['{"id":"a"}'])).toThrow('The field title is missing');
    const author = columns.filter(({ name }) => name === 'author');
    expect(() => write({ relations: 'texts' }, ['{"id":"a"}'], author)).toThrow(
      'The field author is missing',
    );
    // Fields of the system may be missing in a view.
    const system = exportedColumns(posts).filter(({ name }) => name === 'created');
    expect(write({ format: 'ndjson' }, ['{"id":"a"}'], system)).toBe('{"created":null}\n');
  });
});

test('all columns of an auth collection include the fields that its list does not show', () => {
  const users = collection('users', [field('nick')], { type: 'auth' });
  expect(exportedColumns(users).map(({ name }) => name)).toEqual([
    'id',
    'username',
    'email',
    'emailVisibility',
    'verified',
    'nick',
    'created',
    'updated',
  ]);
});

test('fields that the list of an auth collection does not show are flags', () => {
  const hidden = exportedColumns(collection('users', [], { type: 'auth' })).slice(3, 5);
  expect(hidden).toEqual([
    { id: '@emailVisibility', name: 'emailVisibility', type: 'bool' },
    { id: '@verified', name: 'verified', type: 'bool' },
  ]);
});

test('relations are expanded only for their texts', () => {
  const choices = parseExportChoices('');
  expect(exportedRelations(columns, choices)).toBe('');
  expect(exportedRelations(columns, { ...choices, relations: 'texts' })).toBe('author,readers');
});

test('choices from storage are complete, whatever is stored', () => {
  const initial = parseExportChoices('');
  expect(initial).toEqual({
    ...{ format: 'csv', columns: 'all', relations: 'ids', separator: ',' },
    ...{ hasBom: false, escapesFormulas: false, hasFiles: false },
  });
  for (const text of ['x', 'null', '[]', '{"format":"xml","hasBom":1,"separator":"|"}'])
    expect(parseExportChoices(text)).toEqual(initial);
  const chosen: ExportChoices = {
    ...{ format: 'ndjson', columns: 'visible', relations: 'texts', separator: '\t' },
    ...{ hasBom: true, escapesFormulas: true, hasFiles: true },
  };
  expect(parseExportChoices(JSON.stringify(chosen))).toEqual(chosen);
});

test.each([
  ['select (ROW_NUMBER () over()) as id from a', true],
  ['select id from row_numbers', false],
])('the view %j numbers its rows: %s', (query, isNumbered) => {
  expect(numbersRows(collection('v', [], { type: 'view', options: { query } }))).toBe(isNumbered);
});
