import { describe, expect, test } from 'vitest';
import { loadCollections } from '#stores/collections/list.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { createRecord, uniqueName } from '#tests/support/factories.ts';
import { openPanel, stored } from '../panel/panel-fixture.ts';
import { backend, toasts, toCollection } from '../record-fixture.ts';

/** A collection with the types that 0.22 does not have, and dates under other names. */
async function createThings() {
  const fields = [
    ...[
      { name: 'title', type: 'text', presentable: true },
      { name: 'pin', type: 'password' },
    ],
    ...[
      { name: 'slug', type: 'text', autogeneratePattern: '[a-z]{8}' },
      { name: 'place', type: 'geoPoint' },
    ],
    { name: 'note', type: 'text', hidden: true },
    ...[
      { name: 'made', type: 'autodate', onCreate: true },
      { name: 'created', type: 'date' },
    ],
    ...[
      { name: 'data', type: 'json' },
      { name: 'amount', type: 'number' },
    ],
  ];
  const things = await backend().api.post('/api/collections', {
    ...{ name: uniqueName('things'), type: 'base', fields },
  });
  await loadCollections();
  return toCollection(things);
}

const rowOf = (name: string, id: string) => backend().sql(`SELECT * FROM ${name} WHERE id = ?`, [id])[0];

describe.runIf(hasNewerLine)('on a newer backend', () => {
  test('[NR-08] opening and saving a record without a change changes no byte of its row', async () => {
    const things = await createThings();
    const { id } = await createRecord(backend().api, things.name, {
      ...{ title: '007', pin: 'secret', place: { lon: 1.25, lat: -2 }, note: 'x', amount: 1.5 },
      ...{ created: '2020-01-02 03:04:05.678Z', data: '{"n":9007199254740993}' },
    });
    const before = rowOf(things.name, id);
    const panel = await openPanel(things, id);
    expect(panel.$values.get()).toMatchObject({ place: '-2, 1.25', pin: '', note: 'x' });
    expect(panel.$isDirty.get()).toBe(false);
    await panel.save({ keepOpen: true });
    expect(rowOf(things.name, id)).toEqual(before);
    panel.set('title', '008');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(rowOf(things.name, id)).toEqual({ ...before, title: '008' });
  });

  test('[NR-03] [NR-04] [NR-05] [NR-06] new types are written, and what nobody types is the backend’s', async () => {
    const things = await createThings();
    const panel = createRecordPanel({ collection: things });
    panel.set('title', 'one');
    panel.set('pin', 'very-secret');
    panel.set('place', '48.2, 16.37');
    panel.set('created', '2020-01-02 03:04:05');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    const id = panel.$recordId.get() ?? '';
    const record = await stored(things.name, id);
    expect(record).toMatchObject({
      ...{ title: 'one', pin: '', place: { lon: 16.37, lat: 48.2 }, created: '2020-01-02 03:04:05.000Z' },
    });
    expect(record['slug']).toMatch(/^[a-z]{8}$/);
    expect(record['made']).toMatch(/^20/);
    const hash = rowOf(things.name, id)?.['pin'];
    expect(hash).toMatch(/^\$2/);
    panel.set('place', '');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    panel.set('place', '0.5, -180');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(await stored(things.name, id)).toMatchObject({ place: { lon: -180, lat: 0.5 } });
    expect(rowOf(things.name, id)?.['pin']).toBe(hash);
    expect(toasts().filter((text) => /other values|without/.test(text))).toEqual([]);
  });
});
