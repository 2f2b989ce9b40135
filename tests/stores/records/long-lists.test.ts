import { describe, expect, test } from 'vitest';
import { findListedRecords, firstMatching } from '#api/records/pick.ts';
import { MAX_QUERY, queryLength } from '#domain/app/query-length.ts';
import type { Limit } from '#domain/backend/field.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import { expandedOf } from '#domain/records/record.ts';
import { go } from '#stores/app/route.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { readMany } from '#stores/job/read-many.ts';
import { readTargets } from '#stores/records/bulk/targets.ts';
import { $listedQuery } from '#stores/records/list.ts';
import { lookUpRecords } from '#stores/records/live-rows.ts';
import { undo } from '#stores/records/undo/run.ts';
import { allowLongLists } from '#tests/stores/limit-lists.ts';
import { createCollection, createRecord, field, seedRecords, uniqueName } from '#tests/support/factories.ts';
import { hasNewerBackend } from '../newer-backend.ts';
import { checked, counts, openText, startImport } from './import/import-fixture.ts';
import { loaded, rows, startRecordsPage } from './list-fixture.ts';
import { backend, toasts, toCollection, until } from './record-fixture.ts';
import { deleteNoted, lastEntry, signal } from './undo/undo-fixture.ts';

startRecordsPage();

/** A collection with 40 relations to records with names, and others. */
async function createWide() {
  const { api } = backend();
  const cats = await createCollection(api, {
    name: uniqueName('cats'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  const names = Array.from({ length: 40 }, (_, index) => `relation_with_a_name_${index}`);
  const toCats = (name: string, max: Limit = 1) =>
    field(name, 'relation', {
      isPresentable: name.endsWith('_1'),
      collectionId: cats.id,
      max,
    });
  const wide = await createCollection(api, {
    name: uniqueName('wide'),
    fields: [
      field('title'),
      ...names.map((name) => toCats(name)),
      toCats('many', null),
      toCats('again', null),
    ],
  });
  await loadCollections();
  const ids = await seedRecords(backend(), cats, 120, (index) => ({ title: `cat ${index}` }));
  return { api, cats, wide, names, ids };
}

describe.runIf(hasNewerBackend)('[TR-47] on a backend that refuses long lists', () => {
  test('a list of 2,048 bytes is answered, one of 2,049 is refused', async () => {
    const { wide } = await createWide();
    for (const sign of ['x', ' ', "'", '(', '*', '~', 'ж', '😀', '%']) {
      let filter = 'title!=""';
      while (queryLength({ filter }) < MAX_QUERY - 40)
        filter = `title!=${quoteText(sign + filter.slice(8, -1))}`;
      const fill = (length: number) =>
        `${filter.slice(0, -1)}${'x'.repeat(length - queryLength({ filter }))}"`;
      const statusOf = async (one: string) => {
        const address = `/api/collections/${wide.name}/records?filter=${encodeURIComponent(one)}`;
        const headers = { Authorization: await backend().adminToken() };
        return (await fetch(backend().url + address, { headers })).status;
      };
      allowLongLists();
      expect([sign, await statusOf(fill(2048)), await statusOf(fill(2049))]).toEqual([sign, 200, 400]);
    }
  });

  test('40 relations of a row are expanded, in the list and where it is referred to', async () => {
    const { api, cats, wide, names, ids } = await createWide();
    const values = Object.fromEntries(names.map((name, at) => [name, ids[at]]));
    const record = await createRecord(api, wide.name, { title: 'w', ...values, many: ids.slice(0, 100) });
    go('collections', { collectionId: wide.id });
    await until($listedQuery, (query) => query?.collection === wide.id);
    await loaded();
    const expectExpanded = (
      row: (typeof rows extends () => readonly (infer Row)[] ? Row : never) | undefined,
    ) => {
      for (const name of names) {
        const [one] = row ? expandedOf(row, name).values() : [];
        expect([name, one?.['title']]).toEqual([name, `cat ${names.indexOf(name)}`]);
      }
      expect(row && expandedOf(row, 'many').size).toBe(100);
    };
    expectExpanded(rows()[0]);
    const query = $listedQuery.get();
    if (!query) throw new Error('There is no list.');
    const hints = new Map([record.id, ...ids].map((id) => [id, 'update' as const]));
    const { found } = await lookUpRecords(query, hints, { collection: toCollection(wide), signal });
    expectExpanded(found[0]);
    const wider = { ...query, perPage: 5, filter: `many~${quoteText(ids[0] ?? '')}` };
    const { total, items } = await firstMatching(wider);
    expect(total).toBe(1);
    expectExpanded(items[0]);
    const related = createRelatedRecords(toCollection(cats));
    expect(await related.load([...ids, 'x'.repeat(15)])).toEqual(ids);
    expect(related.$records.get().size).toBe(120);
  });

  test('records are found by id within a long filter, and by ids with signs that have three bytes', async () => {
    const { cats, ids } = await createWide();
    const filter = `title!="${"it's (not) * ".repeat(45)}"`;
    const query = { collection: cats.id, filter, expand: '', fields: 'id' };
    expect((await findListedRecords(query, ids)).map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await readMany(cats.id, ids, { filter })).toHaveLength(120);
    const odd = ids.map((id) => `${id}${"!'()*".repeat(12)}`);
    expect(await findListedRecords({ ...query, filter: '' }, odd)).toEqual([]);
    const selection = { by: 'ids', ids: new Set(ids), count: 120 } as const;
    expect((await readTargets(cats.id, selection, { clause: filter })).ids).toHaveLength(120);
  });

  test('an undo restores 120 records and the lists that refer to all of them', async () => {
    const { api, cats, wide, ids } = await createWide();
    const record = await createRecord(api, wide.name, { many: ids, again: ids.toReversed() });
    await deleteNoted(cats, ids);
    await undo(lastEntry().id);
    expect(toasts()).toContain('Brought back 120 records.');
    const path = `/api/collections/${wide.name}/records/${record.id}`;
    expect(await api.get(path)).toMatchObject({ many: ids, again: ids.toReversed() });
  });

  test('an import finds its records by keys that are too long for a request', async () => {
    const { into, name, stored } = await startImport({ indexes: [] });
    const keys = [
      'x'.repeat(3000),
      `${'x'.repeat(2999)}y`,
      '"'.repeat(900),
      'ж'.repeat(1500),
      "it's".repeat(60),
    ];
    for (const title of keys) await createRecord(backend().api, name, { title, amount: 1 });
    const lines = [...keys, 'x'.repeat(2998)].map((key) => `"${key.replaceAll('"', '""')}",2`);
    await openText(into, `title,amount\n${lines.join('\n')}\n`);
    into.columns.setOptions({ match: 'title' });
    expect((await checked(into))?.counts).toEqual(counts(1, 5, 0, 0, 0));
    await into.start();
    expect(stored()).toHaveLength(6);
    expect(stored().every(({ amount }) => amount === 2)).toBe(true);
  });
});
