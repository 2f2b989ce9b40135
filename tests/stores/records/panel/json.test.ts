import { expect, test } from 'vitest';
import { compactJson } from '#domain/field-types/form-value.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toasts, toCollection } from '../record-fixture.ts';
import { openPanel } from './panel-fixture.ts';

const LONG = `{"rows":[${Array.from({ length: 15_000 }, (_, at) => `${at}.10`).join(',')}]}`;

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['an empty text', '""'],
  ['a text of digits', '"123"'],
  ['the text true', '"true"'],
  ['the text null', '"null"'],
  ['a text with spaces around it', '"  a  "'],
  ['a text with line breaks', '"a\\nb\\r\\nc"'],
  ['a text with quotes and backslashes', '"\\"\\\\\\/"'],
  ['a script tag', '"<script>alert(1)</script> & more"'],
  ['line separators', '"\u2028\u2029"'],
  ['emoji and an RTL override', '"😀\u202eabc"'],
  ['an escaped null byte', '"\\u0000"'],
  ['a lone surrogate', '"\\ud800"'],
  ['an integer above 2^53', '9007199254740993'],
  ['the largest integer', '9223372036854775807'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  [
    'numbers with all their digits',
    '{"a":1.10,"b":9007199254740993,"c":1e400,"d":-0,"e":18446744073709551616}',
  ],
  ['a duplicate name', '{"a":1,"a":2}'],
  ['the order of names', '{"b":1,"10":2,"a":3,"2":4}'],
  ['a prototype', '{"__proto__":{"x":1}}'],
  ['2,000 levels', `${'['.repeat(2000)}1.10${']'.repeat(2000)}`],
  ['140 kB', LONG],
];

async function setUp() {
  const created = await createCollection(backend().api, {
    name: uniqueName('json'),
    fields: [field('doc', 'json', { maxSize: 1_000_000 }), field('title')],
  });
  const stored = (id: string) =>
    backend().sql(`select cast(doc as text) as doc from ${created.name} where id = ?`, [id])[0]?.['doc'];
  return { collection: toCollection(created), created, stored };
}

test.each(DOCUMENTS)('[RF-10] keeps %s byte for byte', async (_name, source) => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', source);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const id = panel.$recordId.get() ?? '';
  expect(stored(id)).toBe(source);

  // Opened again, the editor shows the same document, and saving another field does not change it.
  const again = await openPanel(collection, id);
  expect(compactJson(String(again.$values.get()['doc']))).toBe(source);
  again.set('title', 'other');
  expect(await again.save({ keepOpen: true })).toBe(true);
  expect(stored(id)).toBe(source);

  // Typed with other whitespace and another element, the rest keeps its digits.
  again.set('doc', `  [ ${String(again.$values.get()['doc'])},\r\n 1.10 ]\n`);
  expect(await again.save()).toBe(true);
  expect(stored(id)).toBe(`[${source},1.10]`);
});

test('[RF-10] sends null for an empty editor', async () => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', ' \n');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(stored(panel.$recordId.get() ?? '')).toBe('null');
  panel.dispose();
});

test('does not change a document that another client stored with spaces', async () => {
  const { collection, created, stored } = await setUp();
  const row = await createRecord(backend().api, created.name, { doc: '[1, 2.50 ,3]' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'other');
  expect(await panel.save()).toBe(true);
  expect(stored(row.id)).toBe('[1, 2.50 ,3]');
});

test('reports that a document of one number lost digits in the database', async () => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', '1.10');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(stored(panel.$recordId.get() ?? '')).toBe('1.1');
  expect(toasts()).toContain('The backend stored other values than were typed: doc.');
  panel.dispose();
});

test.each([
  ['1234567.5', '1.2345675e+06'],
  ['999999.5', '999999.5'],
  ['0.00001234', '1.234e-05'],
  ['-0.00012', '-0.00012'],
])('reports that %s is stored as %s, if that has other digits', async (typed, expected) => {
  const { collection } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', typed);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const message = 'The backend stored other values than were typed: doc.';
  expect(toasts().includes(message)).toBe(typed !== expected);
  const again = await openPanel(collection, panel.$recordId.get() ?? '');
  expect(again.$values.get()['doc']).toBe(expected);
  panel.dispose();
});
