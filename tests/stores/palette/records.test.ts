import { expect, onTestFinished, test } from 'vitest';
import { presentableText } from '#domain/records/cell-text.ts';
import { createRecordSearch } from '#stores/palette/records.ts';
import { noteUse } from '#stores/palette/uses.ts';
import { list } from '#tests/stores/offline-fixture.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection, until } from '../records/record-fixture.ts';

test('a record is found by the values of its presentable lists and JSON', async () => {
  const { api } = backend();
  const values = ['R&D', '19" rack', '<18'];
  const schema = [
    field('tags', 'select', { presentable: true, options: { maxSelect: 3, values } }),
    field('data', 'json', { presentable: true }),
  ];
  const collection = toCollection(await createCollection(api, { name: uniqueName('found'), schema }));
  for (const value of values) await createRecord(api, collection.id, { tags: [value] });
  for (const value of values) await createRecord(api, collection.id, { data: { value } });
  list(collection);
  noteUse(`collection:${collection.id}`);
  const records = createRecordSearch();
  onTestFinished(records.stop);
  for (const value of values) {
    records.search(value);
    await until(records.$isBusy, (isBusy) => !isBusy);
    const found = records.$found.get().map(({ record }) => presentableText(record, collection));
    expect(found.sort(), value).toEqual([JSON.stringify([value]), JSON.stringify({ value })]);
  }
});
