import { expect, test } from 'vitest';
import { columnsOf } from '#domain/collections/columns.ts';
import { conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import { cellConditions } from '#domain/records/filter-builder/cell-conditions.ts';
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

const HOURS = ['08', '12', '14'];

test('a condition on a date finds the moment in whatever form it is typed', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('dates'),
    fields: [field('due', 'date')],
  });
  const collection = toCollection(created);
  for (const hour of HOURS) await createRecord(api, collection.id, { due: `2026-11-05 ${hour}:00:00.000Z` });
  const { builder, condition } = builderOn(collection, 'due');
  const find = async (operator: string, typed: string) => {
    builder.setOperator(condition().id, operator);
    builder.setValue(condition().id, typed);
    const filter = encodeURIComponent(builder.$text.get());
    const path = `/api/collections/${collection.id}/records?sort=due&filter=${filter}`;
    const { items } = await api.get<{ items: { due: string }[] }>(path);
    return { shown: builder.textOf(condition()), hours: items.map(({ due }) => due.slice(11, 13)) };
  };
  const shown = '2026-11-05 12:00:00';
  for (const typed of [
    shown,
    '2026-11-05T12:00:00.000Z',
    '2026-11-05T12:00:00Z',
    '2026-11-05T14:00:00+02:00',
    '2026-11-05T12:00Z',
    '2026-11-05 14:00 +0200',
    ' 2026-11-05 12:00:00 ',
  ]) {
    expect(await find('=', typed), typed).toEqual({ shown, hours: ['12'] });
    expect(await find('<=', typed), typed).toEqual({ shown, hours: ['08', '12'] });
    expect(await find('>', typed), typed).toEqual({ shown, hours: ['14'] });
    expect(await find('~', typed), typed).toEqual({ shown, hours: ['12'] });
  }
  // Seconds may follow a minute, so it is not completed in the input.
  for (const typed of ['2026-11-05 12:00', '2026-11-05T12:00', '2026-11-05 12:00 ']) {
    const shown = typed.replace('T', ' ');
    expect(await find('=', typed), typed).toEqual({ shown, hours: ['12'] });
    expect(await find('!=', typed), typed).toEqual({ shown, hours: ['08', '14'] });
    expect(await find('<=', typed), typed).toEqual({ shown, hours: ['08', '12'] });
    expect(await find('>', typed), typed).toEqual({ shown, hours: ['14'] });
    expect(await find('<', typed), typed).toEqual({ shown, hours: ['08'] });
  }
  // A day has all of its hours.
  const day = '2026-11-05';
  await createRecord(api, collection.id, { due: '2026-11-06 00:00:00.000Z' });
  expect(await find('<=', day)).toEqual({ shown: day, hours: HOURS });
  expect(await find('>', day)).toEqual({ shown: day, hours: ['00'] });
  expect(await find('>=', day)).toEqual({ shown: day, hours: [...HOURS, '00'] });
  expect(await find('<', day)).toEqual({ shown: day, hours: [] });
  expect(await find('~', day)).toEqual({ shown: day, hours: HOURS });
  builder.setOperator(condition().id, '<=');
  expect(builder.$text.get()).toBe('due <= "2026-11-05 23:59:59.999Z"');
  builder.setOperator(condition().id, '=');
  expect([builder.textOf(condition()), builder.apply()]).toEqual([day, false]);
  expect(builder.problemsOf(condition()).right).toContain('Type a time, too');
  // What is not complete is the beginning of a date, and stays as it is typed.
  expect(await find('>=', '2026-11-05T12:00')).toEqual({
    shown: '2026-11-05 12:00',
    hours: ['12', '14', '00'],
  });
  expect(await find('~', '2026-11-05T1')).toEqual({ shown: '2026-11-05 1', hours: ['12', '14'] });
  expect(await find('>=', '2026-11-05 ')).toEqual({ shown: '2026-11-05 ', hours: [...HOURS, '00'] });
  expect(await find('<', '2026-11')).toEqual({ shown: '2026-11', hours: [] });
  await createRecord(api, collection.id, { due: '2026-11-07 15:00:00.678Z' });
  for (const operator of ['=', '<=', '~']) {
    const { shown, hours } = await find(operator, '2026-11-07 15:00:00.678');
    expect([operator, shown, hours.at(-1)]).toEqual([operator, '2026-11-07 15:00:00.678', '15']);
  }
});

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
