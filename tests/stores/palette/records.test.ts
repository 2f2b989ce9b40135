import { expect, onTestFinished, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { presentableText } from '#domain/records/record.ts';
import { createRecordSearch } from '#stores/palette/commands.ts';
import { noteUse } from '#stores/palette/uses.ts';
import { list } from '#tests/stores/offline-fixture.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection, until } from '../records/record-fixture.ts';

/** Searches these texts in a collection; returns what the palette shows of the records that it finds for each. */
async function search(collection: Collection, texts: readonly string[]): Promise<readonly string[][]> {
  list(collection);
  noteUse(`collection:${collection.id}`);
  const records = createRecordSearch();
  onTestFinished(records.stop);
  const shown: string[][] = [];
  for (const text of texts) {
    records.search(text);
    await until(records.$isBusy, (isBusy) => !isBusy);
    shown.push(
      records.$found
        .get()
        .map(({ record }) => presentableText(record, collection))
        .sort(),
    );
  }
  return shown;
}

test('a record is found by the values of its presentable lists and JSON', async () => {
  const { api } = backend();
  const values = ['R&D', '19" rack', '<18'];
  const fields = [
    field('tags', 'select', { isPresentable: true, max: 3, choices: values }),
    field('data', 'json', { isPresentable: true }),
  ];
  const collection = toCollection(await createCollection(api, { name: uniqueName('found'), fields }));
  for (const value of values) await createRecord(api, collection.id, { tags: [value] });
  for (const value of values) await createRecord(api, collection.id, { data: { value } });
  const shown = values.map((value) => [JSON.stringify([value]), JSON.stringify({ value })]);
  expect(await search(collection, values)).toEqual(shown);
});

test('true and false are texts', async () => {
  const { api } = backend();
  const fields = [field('title', 'text', { isPresentable: true })];
  const collection = toCollection(await createCollection(api, { name: uniqueName('found'), fields }));
  const titles = ['a true story', 'false friends', '10'];
  for (const [at, title] of titles.entries())
    await createRecord(api, collection.id, { id: `aaaaaaaaaaaaaa${at}`, title });
  expect(await search(collection, ['true', 'false', '10'])).toEqual(titles.map((title) => [title]));
});

test('[TR-05][TR-06] texts with operators and letters of other alphabets are found', async () => {
  const { api } = backend();
  const fields = [field('title', 'text', { isPresentable: true })];
  const collection = toCollection(await createCollection(api, { name: uniqueName('found'), fields }));
  const titles = ['2 < 3', 'C# => F#', 'Мария', 'ÖZTÜRK'];
  for (const title of titles) await createRecord(api, collection.id, { title });
  expect(await search(collection, ['2 < 3', '"C# => F#"', 'мария', 'öztürk'])).toEqual(
    titles.map((title) => [title]),
  );
});

test('[TR-06] an id with capitals is found in every collection', async () => {
  const { api } = backend();
  const fields = [field('title', 'text', { isPresentable: true })];
  const [shown, other] = await Promise.all(
    ['shown', 'other'].map((name) => createCollection(api, { name: uniqueName(name), fields })),
  );
  await createRecord(api, String(other?.id), { id: 'Ab_Cdefghijk-LM', title: 'there' });
  list(toCollection(shown), toCollection(other));
  const records = createRecordSearch();
  onTestFinished(records.stop);
  records.search('Ab_Cdefghijk-LM');
  await until(records.$isBusy, (isBusy) => !isBusy);
  expect(records.$found.get().map(({ record }) => record['title'])).toEqual(['there']);
});
