import { onTestFinished } from 'vitest';
import { createImportTable } from '#domain/records/import/table.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import { createImport, type Import } from '#stores/records/import/import.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { until } from '#tests/stores/until.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { backend } from '../record-fixture.ts';

type Body = Parameters<typeof createCollection>[1];

/** A collection with a unique title, and an import into it. */
export async function startImport(body: Partial<Body> = {}) {
  const name = uniqueName('imported');
  const created = await createCollection(backend().api, {
    name,
    fields: [field('title', 'text'), field('amount', 'number'), field('data', 'json')],
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
    ...body,
  });
  const into = await openImport(created.id);
  const stored = (columns = 'title, amount') =>
    backend().sql(`select ${columns} from ${name} order by title`);
  return { created, name, into, stored, path: `/api/collections/${created.id}/records` };
}

/** An import into a collection as it is now. */
export async function openImport(id: string): Promise<Import> {
  await loadCollections();
  const collection = $collectionList.get().find((one) => one.id === id);
  if (!collection) throw new Error('No collection.');
  const into = createImport(collection, { ...createImportTable(), close: () => {} });
  onTestFinished(into.dispose);
  return into;
}

export async function openText(into: Import, text: string): Promise<void> {
  await into.open(new Blob([text]), 'file.csv');
}

/** A cell of a column that is not imported: rows with it come in batches of 30, not of 500. */
export const FILLER = 'x'.repeat(33_400);

/** Goes to the result of the dry run; returns its numbers. */
export async function checked(into: Import) {
  await into.toCheck();
  await until(into.$dryRun, ({ state }) => state === 'ready' || state === 'failed');
  const dryRun = into.$dryRun.get();
  return dryRun.state === 'ready' ? dryRun : undefined;
}

export const counts = (create: number, update: number, unchanged: number, skip: number, invalid: number) => ({
  ...{ create, update, unchanged, skip, invalid },
});

/** Holds back requests that create records at this path, after the first `count`. */
export function holdAfter(path: string, count: number) {
  let sent = 0;
  return holdRequests((request) => request.method === 'POST' && request.path === path && ++sent > count);
}
