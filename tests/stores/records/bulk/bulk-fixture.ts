import { afterEach } from 'vitest';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { createFieldChanges } from '#stores/records/bulk/change.ts';
import { currentSelection } from '#stores/records/bulk/run.ts';
import { dismissBulk } from '#stores/records/bulk/state.ts';
import { $journal } from '#stores/records/journal.ts';
import { $records, $selectedRecords, $total, clearSelection, selectRecords } from '#stores/records/list.ts';
import { selectAllMatching } from '#stores/records/selection.ts';
import {
  type Collection,
  createCollection,
  field,
  type RecordRow,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { ids, loaded } from '../list-fixture.ts';
import { backend, until } from '../record-fixture.ts';

afterEach(() => {
  clearSelection();
  dismissBulk();
  $journal.set([]);
});

export interface Posts {
  readonly collection: Collection;
  readonly ids: readonly string[];
}

/** Creates records `row 0` ... with the price of their number and the tags 'a' and 'b'; the status is 'new'. */
export async function createPosts(count: number): Promise<Posts> {
  const collection = await createCollection(backend().api, {
    name: uniqueName('posts'),
    fields: [
      field('title', 'text', { isPresentable: true, pattern: '^[a-z0-9 ]*$' }),
      field('price', 'number'),
      field('status', 'select', { choices: ['new', 'done'] }),
      field('tags', 'select', { max: 3, choices: ['a', 'b', 'c', 'd'] }),
      field('meta', 'json'),
      field('active', 'bool'),
    ],
  });
  const made = await seedRecords(backend(), collection, count, (index) => ({
    title: `row ${index}`,
    price: index,
    status: 'new',
    tags: ['a', 'b'],
  }));
  await loadCollections();
  return { collection, ids: made };
}

/** Opens the list of records in their order, optionally only those that match. */
export async function openPosts({ collection }: Posts, filter?: string, total?: number): Promise<void> {
  go('collections', { collectionId: collection.id, sort: '+created', ...(filter && { filter }) });
  await until($activeCollection, (active) => active?.id === collection.id);
  await until($total, (known) => known !== undefined && (total === undefined || known === total));
  await loaded();
}

export const selectLoaded = (): void => selectRecords(ids());

/** Selects all that match, more than are loaded. */
export function selectAll(): void {
  selectLoaded();
  selectAllMatching();
}

/** The records of a collection by their titles, as the backend has them. */
export async function storedPosts({ collection }: Posts): Promise<ReadonlyMap<string, RecordRow>> {
  const found = new Map<string, RecordRow>();
  for (let page = 1; ; page += 1) {
    const path = `/api/collections/${collection.id}/records?perPage=500&page=${page}&sort=created`;
    const { items } = await backend().api.get<{ items: RecordRow[] }>(path);
    for (const item of items) found.set(item.id, item);
    if (items.length < 500) return found;
  }
}

/** A panel for the current selection; with values by field name. */
export function openChanges(
  values:
    | Readonly<Record<string, readonly [how: 'set' | 'clear' | 'add' | 'remove', value?: never]>>
    | object,
) {
  const current = currentSelection();
  if (!current) throw new Error('Nothing is selected.');
  const changes = createFieldChanges(current.collection, current.selection);
  for (const [name, [how, value]] of Object.entries(values)) {
    changes.choose(name);
    changes.setHow(name, how);
    if (value !== undefined) changes.setValue(name, value);
  }
  return changes;
}

/** Reviews and confirms changes of the current selection. */
export async function changeSelected(values: object): Promise<void> {
  const changes = openChanges(values);
  if (!(await changes.review())) throw new Error(JSON.stringify(changes.$errors.get()));
  await changes.start();
}

export const selected = (): string[] => [...$selectedRecords.get()];
export const rowCount = (): number => {
  const list = $records.get();
  return list.state === 'ready' ? list.items.length : 0;
};
