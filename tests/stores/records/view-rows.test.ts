import { expect, test } from 'vitest';
import { setSort } from '#stores/app/list-address.ts';
import { $query, go } from '#stores/app/route.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { $exportCounts, $exportSubject, startSubject } from '#stores/records/export/run.ts';
import {
  $lockOf,
  $records,
  $selectedRecords,
  $total,
  loadMoreRecords,
  recordSelection,
  refreshRecords,
  toggleRecord,
} from '#stores/records/list.ts';
import { openListedRecord } from '#stores/records/list-changes.ts';
import { $preview, closePreview, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { watchRequests } from '../network-fixture.ts';
import { loaded, rows, startRecordsPage } from './list-fixture.ts';
import { backend, toasts, until } from './record-fixture.ts';

startRecordsPage();

const LOCK = 'This row can’t be selected, and no link opens it: ';

/** Two posts, of which the first has three comments, joined by a view. */
async function showJoined(id = 'p.id') {
  const { api } = backend();
  const posts = await createCollection(api, { name: uniqueName('posts'), fields: [field('title')] });
  const comments = await createCollection(api, {
    name: uniqueName('comments'),
    fields: [field('post', 'relation', { collectionId: posts.id }), field('text'), field('data', 'json')],
  });
  await createRecord(api, posts.id, { id: 'posthello000001', title: 'Hello' });
  await createRecord(api, posts.id, { id: 'postother000001', title: 'Other' });
  for (const text of ['first', 'second', 'third'])
    await createRecord(api, comments.id, { post: 'posthello000001', text, data: { text: text.repeat(500) } });
  await createRecord(api, comments.id, { post: 'postother000001', text: 'only' });
  const query = `SELECT ${id} as id, p.title, c.text, c.data FROM ${posts.name} p LEFT JOIN ${comments.name} c ON c.post = p.id`;
  const view = await createCollection(api, { name: uniqueName('view'), type: 'view', query });
  await loadCollections();
  go('collections', { collectionId: view.id });
  await loaded();
  return view;
}

const texts = () => rows().map((row) => row['text']);
const rowWith = (text: string) => rows().find((row) => row['text'] === text)?.id ?? '';

test('[TR-01] a view whose ids repeat shows every row, and counts rows', async () => {
  const view = await showJoined();
  await until($total, (total) => total === 4);
  expect(texts().sort()).toEqual(['first', 'only', 'second', 'third']);
  expect($records.get()).toMatchObject({ hasMore: false });
  expect(new Set(rows().map(({ id }) => id)).size).toBe(4);
  const before = rows().map(({ id }) => id);
  await refreshRecords();
  expect(rows().map(({ id }) => id)).toEqual(before);

  expect($lockOf.get()(rowWith('second'))).toBe(`${LOCK}other rows may have its id.`);
  expect($lockOf.get()(rowWith('only'))).toBeUndefined();
  recordSelection.selectAll();
  expect([...$selectedRecords.get()]).toEqual(['postother000001']);
  const stop = startSubject();
  expect($exportSubject.get()?.selected).toEqual(['postother000001']);
  await until($exportCounts, ({ all }) => all === 4);
  stop();
  toggleRecord('postother000001');
  expect(view.id).toBe($query.get()['collectionId']);
});

test('[TR-01] a row of a view shows its own values, and a link says that others may have its id', async () => {
  const view = await showJoined();
  await until($total, (total) => total === 4);
  const stop = startRecordPanels();
  for (const text of ['first', 'third', 'second']) {
    openListedRecord(rowWith(text));
    const preview = await until($preview, (shown) => shown?.source?.record['text'] === text);
    expect(preview?.source?.record['data']).toEqual({ text: text.repeat(500) });
    expect($query.get()).not.toHaveProperty('recordId');
    // What the list shows may change below it.
    await loadCollections();
    expect($preview.get()?.source).toBeDefined();
  }
  closePreview();
  openListedRecord(rowWith('only'));
  await until($preview, (shown) => shown?.source?.record['text'] === 'only');
  expect($query.get()['recordId']).toBe('postother000001');
  expect(toasts()).toEqual([]);
  go('collections', { collectionId: view.id, recordId: 'posthello000001' });
  await until($preview, (shown) => shown?.source?.record.id === 'posthello000001');
  expect(toasts()).toEqual(['Other rows may have this id: this is one of them.']);
  go('collections', { collectionId: view.id });
  expect($preview.get()).toBeUndefined();
  stop();
});

test.each([["''"], ['NULL']])('[TR-01] a view without ids shows every row: %s', async (id) => {
  await showJoined(id);
  await until($total, (total) => total === 4);
  expect(texts().sort()).toEqual(['first', 'only', 'second', 'third']);
  expect($lockOf.get()(rowWith('only'))).toBe(`${LOCK}it has no id.`);
  recordSelection.selectAll();
  expect($selectedRecords.get().size).toBe(0);
  const stop = startRecordPanels();
  openListedRecord(rowWith('third'));
  await until($preview, (shown) => shown?.source?.record['text'] === 'third');
  closePreview();
  stop();
});

test('[TR-01] all pages of a view come, whether its ids repeat or not', async () => {
  const { api } = backend();
  const base = await createCollection(api, { name: uniqueName('base'), fields: [field('n', 'number')] });
  await createRecords(api, base.id, 130, (n) => ({ n }));
  const createView = (id: string) =>
    createCollection(api, {
      name: uniqueName('view'),
      type: 'view',
      query: `SELECT ${id} as id, n FROM ${base.name}`,
    });
  const pairs = await createView('CAST(n / 2 as TEXT)');
  const unique = await createView('id');
  await loadCollections();
  for (const view of [pairs, unique]) {
    go('collections', { collectionId: view.id });
    setSort('+n');
    await loaded();
    await until($total, (total) => total === 130);
    for (let page = 2; page <= 4; page += 1) await loadMoreRecords();
    expect(rows().map((row) => row['n'])).toEqual(Array.from({ length: 130 }, (_, n) => n));
  }
  // What others add moves rows to the next page, where they are known by their ids.
  await refreshRecords();
  go('collections', { collectionId: unique.id, sort: '-n' });
  await loaded();
  await until($total, (total) => total === 130);
  await createRecord(api, base.id, { n: 1000 });
  const { requests, stop } = watchRequests();
  await loadMoreRecords();
  stop();
  expect(requests).not.toEqual([]);
  expect(new Set(rows().map((row) => row['n'])).size).toBe(rows().length);
});
