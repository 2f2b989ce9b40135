import { onTestFinished } from 'vitest';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { createCells } from '#stores/records/cells/cells.ts';
import { $waitingRows } from '#stores/records/cells/use.ts';
import type { Json } from '#tests/support/admin-api.ts';
import {
  createCollection,
  createRecords,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { ids, loaded } from '../list-fixture.ts';
import { backend, until } from '../record-fixture.ts';

/** Opens a new collection with a field of every type and `count` records, `row 0` first. */
export async function showPosts(count: number, values: (index: number) => Json = () => ({})) {
  const { api } = backend();
  const related = await createCollection(api, { name: uniqueName('cats'), fields: [field('name')] });
  const [, , ...others] = everyFieldType(related.id);
  const created = await createCollection(api, {
    name: uniqueName('cells'),
    fields: [
      field('title', 'text', { isPresentable: true, isRequired: true }),
      field('amount', 'number', { max: 9 }),
      ...others,
      field('note'),
      field('big', 'number'),
    ],
  });
  await createRecords(api, created.name, count, (index) => ({
    title: `row ${index}`,
    amount: index % 9,
    ...values(index),
  }));
  await loadCollections();
  go('collections', { collectionId: created.id, sort: '+title' });
  const collection = await until($activeCollection, (active) => active?.id === created.id);
  await loaded();
  if (!collection) throw new Error('No collection.');
  const path = `/api/collections/${created.id}/records`;
  return {
    collection,
    path,
    /** A cell of a row, from 0. */
    at: (index: number, name: string) => ({ id: ids()[index] ?? '', name }),
    stored: (index: number): Promise<Json> => api.get(`${path}/${ids()[index]}`),
    change: (index: number, body: Json) => api.patch(`${path}/${ids()[index]}`, body),
    /** Starts editing, as the opened list does; the result also ends it, as a reload does. */
    start: () => {
      const cells = createCells(collection);
      const stop = cells.start();
      onTestFinished(stop);
      return { cells, stop };
    },
  };
}

/** The marks of a row, by field: `waiting`, or the reason why it was refused. */
export const marksOf = (id: string): Record<string, string> =>
  Object.fromEntries(
    [...($waitingRows.get().get(id)?.marks ?? [])].map(([name, mark]) => [
      name,
      mark['data-tooltip'] ?? mark['data-mark'] ?? '',
    ]),
  );
