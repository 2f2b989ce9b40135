import { expect, test } from 'vitest';
import { setFilter, setSort } from '#stores/app/list-address.ts';
import { go } from '#stores/app/route.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $columns, $sort, $total, refreshRecords } from '#stores/records/list.ts';
import { updateCollection } from '#tests/support/factories.ts';
import { ids, loaded, rows, showRecords, startRecordsPage } from './list-fixture.ts';
import { backend, toasts, until } from './record-fixture.ts';

startRecordsPage();

type Shown = Awaited<ReturnType<typeof showRecords>>['created'];

/** Renames the field of a collection like another administrator. */
async function renameElsewhere({ id, fields }: Shown): Promise<void> {
  const changed = fields.map((one) => ({ ...one, name: 'headline' }));
  await updateCollection(backend().api, id, () => ({ fields: changed }));
}

const hasNewColumn = () => until($columns, (columns) => columns.some(({ name }) => name === 'headline'));

test.each([
  ['a refresh', () => void refreshRecords()],
  ['a refused sort', () => setSort('-title')],
  ['a search', () => setFilter('row 1')],
])('after %s, the list has the field that another administrator renamed', async (_when, act) => {
  const { created } = await showRecords(3);
  await renameElsewhere(created);
  act();
  await hasNewColumn();
  await loaded();
  await until($total, (total) => total === rows().length);
  expect(rows().map((row) => row['headline'])).toContain('row 1');
  expect(toasts()).toEqual([]);
});

test('a list that is shown again has the field that another administrator renamed meanwhile', async () => {
  const { created } = await showRecords(3);
  const other = $collectionList.get().find(({ id }) => id !== created.id)?.id;
  go('collections', { collectionId: other });
  await loaded();
  await renameElsewhere(created);
  go('collections', { collectionId: created.id });
  await hasNewColumn();
  await loaded();
  expect(rows().map((row) => row['headline'])).toContain('row 1');
});

test('a sort that stays refused is reported once, and a filter with an error finds nothing', async () => {
  await showRecords(2);
  setFilter('title = ');
  await until($total, (total) => total === 0);
  await loaded();
  expect(ids()).toEqual([]);
  expect(toasts()).toEqual([]);
  expect($sort.get()).toBe('+title');
});
