import { expect, test } from 'vitest';
import { conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import { $filter } from '#stores/app/list-address.ts';
import { startRouting } from '#stores/app/route.ts';
import { createFilterBuilder } from '#stores/records/filter-builder.ts';
import { showAddress } from '#tests/stores/offline-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { backend, toCollection } from '../record-fixture.ts';
import { builderOn } from './builder-fixture.ts';

startStores(() => [startRouting()]);

test('a condition on JSON finds numbers, booleans and null, also after a filter is changed', async () => {
  const { api } = backend();
  const created = await createCollection(api, { name: uniqueName('json'), fields: [field('data', 'json')] });
  const collection = toCollection(created);
  const values = [5, true, '007', { count: 5, ok: true }, { count: 12, ok: false }];
  for (const data of values) await createRecord(api, collection.id, { data });
  const found = async (filter: string) => {
    const path = `/api/collections/${collection.id}/records?filter=${encodeURIComponent(filter)}`;
    return (await api.get<{ items: { data: unknown }[] }>(path)).items.map(({ data }) => data);
  };
  const built = (
    filter: string,
    change: (builder: ReturnType<typeof createFilterBuilder>, id: number) => void,
  ) => {
    showAddress(`#/collections?collectionId=${collection.id}&filter=${encodeURIComponent(filter)}`);
    const builder = createFilterBuilder(scopeOf(collection, [collection]));
    change(builder, conditionsOf(builder.$root.get())[0]?.id ?? 0);
    return found(builder.$text.get());
  };
  const typed = (path: string, operator: string, value: string) =>
    built('', (builder, id) => {
      builder.setPath(id, path);
      builder.setOperator(id, operator);
      builder.setValue(id, value);
    });
  expect(await typed('data', '=', '5')).toEqual([5]);
  expect(await typed('data', '=', 'true')).toEqual([true]);
  expect(await typed('data', '=', '007')).toEqual(['007']);
  await createRecord(api, collection.id, {});
  expect(await typed('data', '=', 'null')).toEqual([null]);
  expect(await typed('data', '!=', 'null')).toEqual(values);
  expect(await typed('data.count', '!=', 'null')).toEqual(values.slice(3));
  expect(await typed('data.count', '<', '10')).toEqual([{ count: 5, ok: true }]);
  expect(await typed('data.ok', '=', 'false')).toEqual([{ count: 12, ok: false }]);
  expect(await typed('data.count', '~', '1')).toEqual([{ count: 12, ok: false }]);
  expect(await built('data.ok = null', (builder, id) => builder.setPath(id, 'data.count'))).toHaveLength(4);
  expect(await built('data.count = 5', (builder, id) => builder.setOperator(id, '>'))).toEqual([
    { count: 12, ok: false },
  ]);
  expect(await built('data = "5"', (builder, id) => builder.setOperator(id, '!='))).toContain(5);
});

test('a condition on JSON finds a text with quotes, alone and within lists and objects', async () => {
  const { api } = backend();
  const created = await createCollection(api, { name: uniqueName('json'), fields: [field('data', 'json')] });
  const collection = toCollection(created);
  const quoted = ['say "hi"', { text: 'say "hi" & go' }, ['C:\\say "hi"']];
  for (const data of [...quoted, 'hi']) await createRecord(api, collection.id, { data });
  const found = async ($text: { get: () => string }) => {
    const path = `/api/collections/${collection.id}/records?filter=${encodeURIComponent($text.get())}`;
    return (await api.get<{ items: { data: unknown }[] }>(path)).items.map(({ data }) => data);
  };
  const { builder, condition } = builderOn(collection, 'data');
  builder.setOperator(condition().id, '~');
  for (const [text, values] of [
    ['say "hi"', quoted],
    ['&', [quoted[1]]],
    ['C:\\', [quoted[2]]],
  ] as const) {
    builder.setValue(condition().id, text);
    expect(await found(builder.$text)).toEqual(values);
  }
  builder.setValue(condition().id, 'say "hi"');
  builder.setOperator(condition().id, '!~');
  expect(await found(builder.$text)).toEqual(['hi']);
  expect(builder.textOf(condition())).toBe('say "hi"');
  builder.apply();
  const reopened = createFilterBuilder(scopeOf(collection, [collection]));
  expect([$filter.get(), `(${reopened.$text.get()})`]).toEqual([builder.$text.get(), builder.$text.get()]);
  // Only the value that was typed is meant both ways.
  builder.setOperator(condition().id, '=');
  expect(builder.$text.get()).toBe('data = "say \\"hi\\""');
  builder.setPath(condition().id, 'id');
  builder.setOperator(condition().id, '~');
  expect(builder.$text.get()).toBe('id ~ "say \\"hi\\""');
  builder.setPath(condition().id, 'data');
  builder.setValue(condition().id, 'C:\\');
  builder.setPath(condition().id, 'id');
  expect(builder.$text.get()).toBe('id ~ "%C:\\\\%"');
});
