import { expect, test } from 'vitest';
import { startRouting } from '#stores/app/route.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from '../record-fixture.ts';
import { builderOn } from './builder-fixture.ts';

startStores(() => [startRouting()]);

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
