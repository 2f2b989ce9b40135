import { expect, test } from 'vitest';
import { listMembers } from '#domain/field-types/json-scan.ts';
import { chooseExport } from '#stores/records/export/run.ts';
import {
  createPosts,
  createRecords,
  everyFieldType,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { closePanels, openPanel, runExport, stubPicker, textOf } from '../export/export-fixture.ts';
import { checked, counts, startImport } from '../import/import-fixture.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';

startRecordsPage();
closePanels();

const TEXTS = [...Object.values(hostileStrings), '=cmd|/c calc!A1', 'CR\r\nLF,"quoted";\ttab', '007', ' a '];
const JSONS = [
  '{"big":9007199254740993,"float":1.10,"list":[1,{"a":null}]}',
  '"text"',
  'null',
  '[]',
  '{"html":"<b>R&D</b>\\\\u003c"}',
  '[1.50,2e2]',
];
/** The backend sets them itself. */
const SET_BY_BACKEND = ['collectionId', 'collectionName', 'created', 'updated'];

/** The source text of every value of every record as the API sends it, by id. */
async function sources(collection: string) {
  const found = new Map<string, Readonly<Record<string, string>>>();
  for (let page = 1; ; page += 1) {
    const url = `${backend().url}/api/collections/${collection}/records?perPage=500&page=${page}&sort=id`;
    const response = await fetch(url, { headers: { authorization: await backend().adminToken() } });
    const items = listMembers(await response.text());
    for (const item of items) {
      const { id = '', ...rest } = Object.fromEntries(item);
      for (const name of SET_BY_BACKEND) delete rest[name];
      found.set(JSON.parse(id), rest);
    }
    if (items.length < 500) return found;
  }
}

test.each([
  // More than the largest page.
  ['ndjson', 600],
  ['json', 60],
  ['csv', 60],
] as const)('what is exported as %s comes back equal, under its ids', async (format, count) => {
  const { collection, related } = await createPosts(backend().api);
  const people = await createRecords(backend().api, related.id, 2, (index) => ({
    name: `person ${index}`,
  }));
  const reviewers = people.map(({ id }) => id);
  await seedRecords(backend(), collection, count, (index) => ({
    title: TEXTS[index % TEXTS.length] ?? '',
    body: `<p>${index}</p>\r\n`,
    amount: index / 8,
    contact: index % 2 ? 'a@example.com' : '',
    due: index % 3 ? '2026-11-23 04:05:06.789Z' : '',
    status: index % 2 ? 'draft' : '',
    tags: index % 3 ? ['red', 'blue'] : [],
    meta: JSONS[index % JSONS.length] ?? '',
    author: reviewers[index % 2] ?? '',
    reviewers: index % 4 ? reviewers : [],
  }));
  const before = await sources(collection.id);
  expect(before.size).toBe(count);

  await openPanel(collection.id);
  const file = stubPicker();
  chooseExport({ format });
  expect(await runExport()).toBe(`Exported ${count} records.`);
  const fields = everyFieldType(related.id);
  const { created, into } = await startImport({ name: uniqueName('copies'), fields, indexes: [] });
  await into.open(new Blob([textOf(file)]), `file.${format}`);
  expect((await checked(into))?.counts).toEqual(counts(count, 0, 0, 0, 0));
  await into.start();
  expect(into.run.$run.get()).toMatchObject({
    state: 'ended',
    counts: counts(count, 0, 0, 0, 0),
    refused: [],
  });
  expect(await sources(created.id)).toEqual(before);
  const stored = (name: string) =>
    backend().sql(`select id, cast(meta as text) as meta from ${name} order by id`);
  expect(stored(created.name)).toEqual(stored(collection.name));
});
