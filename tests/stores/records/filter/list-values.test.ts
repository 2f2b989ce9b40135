import { expect, test } from 'vitest';
import { columnsOf } from '#domain/collections/columns.ts';
import { cellConditions } from '#domain/records/filter-builder/cell-conditions.ts';
import { startRouting } from '#stores/app/route.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from '../record-fixture.ts';
import { builderOn } from './builder-fixture.ts';

startStores(() => [startRouting()]);

const CHOICES = [
  'R&D',
  '<18',
  'a > b',
  '19" rack',
  'C:\\temp',
  'ends with \\',
  '50%',
  'snake_case',
  'Ü',
  'two\u2028lines',
];

test('a condition on a list of choices finds those with any characters', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('lists'),
    fields: [field('tags', 'select', { max: 2, choices: CHOICES })],
  });
  const collection = toCollection(created);
  for (const choice of CHOICES) await createRecord(api, collection.id, { tags: [choice] });
  const found = async (filter: string) => {
    const path = `/api/collections/${collection.id}/records?filter=${encodeURIComponent(filter)}`;
    return (await api.get<{ items: { tags: string[] }[] }>(path)).items.flatMap(({ tags }) => tags);
  };
  const column = columnsOf(collection).find(({ name }) => name === 'tags');
  if (!column) throw new Error('No column.');
  for (const choice of CHOICES) {
    const others = CHOICES.filter((other) => other !== choice);
    const [contains, lacks] = cellConditions(column, [choice]);
    expect(await found(contains?.filter ?? ''), choice).toEqual([choice]);
    expect((await found(lacks?.filter ?? '')).sort(), choice).toEqual(others.sort());

    const { builder, condition } = builderOn(collection, 'tags');
    builder.setValue(condition().id, choice);
    expect(await found(builder.$text.get()), choice).toEqual([choice]);
    expect(builder.textOf(condition())).toBe(choice);
  }
});
