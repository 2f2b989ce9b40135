import { beforeAll, expect, test } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from '../record-fixture.ts';
import { openPanel, spyOnForms } from './panel-fixture.ts';

let collection: Collection;

beforeAll(async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('dated'),
    fields: [field('due', 'date'), field('other')],
  });
  collection = toCollection(created);
});

/** The text in the column, without what the backend makes of it. */
const storedText = (id: string): unknown =>
  backend().sql(`select cast(due as text) due from ${collection.name} where id='${id}'`)[0]?.['due'];

const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Berlin'].map((id) => {
  const zone = zoneOf(id);
  if (!zone) throw new Error(id);
  return zone;
});

test.each([
  '2026-11-05 12:00:00.123Z',
  '2026-11-05 12:00:00.000Z',
  // Both hours that the clock of New York, of Lord Howe or of Berlin shows twice, and those around the ones it skips.
  '2026-11-01 05:30:00.001Z',
  '2026-11-01 06:30:00.999Z',
  '2026-04-04 14:45:00.500Z',
  '2026-04-04 15:15:00.500Z',
  '2026-10-25 00:30:00.120Z',
  '2026-10-25 01:30:00.120Z',
  '2026-03-08 06:59:59.999Z',
  '2026-03-29 01:00:00.000Z',
  '0001-01-02 00:00:00.000Z',
  '9999-12-31 23:59:59.999Z',
  '1883-11-18 17:00:00.000Z',
  '',
])(
  '[33.3] %j stays in the database when it is shown, typed again, and another field is saved',
  async (due) => {
    const { id } = await createRecord(backend().api, collection.id, { due });
    for (const zone of ZONES) {
      const panel = await openPanel(collection, id);
      const value = String(panel.$values.get()['due']);
      panel.set('due', zone.typed(`${zone.edited(value)}1`, value));
      panel.set('due', zone.typed(zone.edited(value), value));
      expect(panel.$isDirty.get()).toBe(false);
      panel.set('other', zone.id);
      const { forms, stop } = spyOnForms();
      expect(await panel.save()).toBe(true);
      stop();
      expect(forms.map((parts) => parts.map(([part]) => part))).toEqual([['other']]);
      expect(storedText(id)).toBe(due);
    }
  },
);

test.each([
  ['America/New_York', '2026-11-05 08:15:00', '2026-11-05 13:15:00.000Z'],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15:00.25', '2026-10-03 15:45:00.250Z'],
  ['Asia/Kathmandu', '2026-11-05', '2026-11-04 18:15:00.000Z'],
])('[33.3] typed in %s, %s is stored as %s', async (id, typed, stored) => {
  const zone = zoneOf(id);
  const record = await createRecord(backend().api, collection.id, { due: '2026-01-01 00:00:00.123Z' });
  const panel = await openPanel(collection, record.id);
  panel.set('due', zone?.typed(typed, '2026-01-01 00:00:00.123Z') ?? '');
  expect(await panel.save()).toBe(true);
  expect(storedText(record.id)).toBe(stored);
});

test.each([
  ['Asia/Kathmandu', '2026-13-01 10:00'],
  ['America/New_York', '9999-12-31 23:00'],
])('typed in %s, %s is refused beside the field before anything is sent', async (id, typed) => {
  const record = await createRecord(backend().api, collection.id, { due: '2026-01-01 00:00:00.123Z' });
  const panel = await openPanel(collection, record.id);
  panel.set('due', zoneOf(id)?.typed(typed, '') ?? '');
  const { forms, stop } = spyOnForms();
  expect(await panel.save()).toBe(false);
  stop();
  expect(forms).toEqual([]);
  expect(storedText(record.id)).toBe('2026-01-01 00:00:00.123Z');
});
