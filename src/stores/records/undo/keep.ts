import type { CallOptions } from '#api/client.ts';
import { pagesByKey } from '#api/records/by-key.ts';
import { containedText, filtersOfAny, hasId, quoteText } from '#domain/app/filter.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { relationPath } from '#domain/records/reference-filter.ts';
import { affectedBy, type KeptRecord, keptKey, MAX_KEPT, relationsOf } from '#domain/records/undo/kept.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { type KnownFiles, loadFiles } from './keep-files.ts';

/** Number of parallel requests. */
const PARALLEL = 4;

/** What is kept of records before they are deleted. */
export interface Kept {
  readonly roots: readonly KeptRecord[];
  /** The records that refer to them, or to others that are deleted with them. */
  readonly referring: readonly KeptRecord[];
  /** Names of the files that are too large to be kept. */
  readonly tooLarge: readonly string[];
}

/** Which fields are read: all, or only the relations. */
interface ReadOptions extends CallOptions {
  readonly relationsOnly?: boolean;
}

/** More records refer to the deleted ones than are kept. */
export class TooMany extends Error {}

async function* recordsOf(
  collection: Collection,
  filter: string,
  { relationsOnly = false, ...options }: ReadOptions,
): AsyncGenerator<KeptRecord> {
  const names = relationsOnly ? ['id', ...relationsOf(collection).map(({ name }) => name)] : [];
  const query = { collection: collection.id, filter, expand: '', fields: names.join(',') };
  for await (const sources of pagesByKey(query, options)) {
    for (const source of sources) {
      yield { collection, source, label: presentableText(source.record, collection), files: new Map() };
    }
  }
}

/** The records of a collection with one of these conditions for one of the ids. */
async function findEach(
  collection: Collection,
  ids: readonly string[],
  condition: (id: string) => string,
  found: (kept: KeptRecord) => void,
  { within = '', ...options }: ReadOptions & { readonly within?: string },
): Promise<void> {
  await inParallel(filtersOfAny(ids, condition, { filter: within }), PARALLEL, async ({ filter }) => {
    for await (const kept of recordsOf(collection, filter, options)) found(kept);
  });
}

/** Adds the records that refer to these ones to `referring`. */
async function addReferring(
  deleted: readonly KeptRecord[],
  referring: Map<string, KeptRecord>,
  options: ReadOptions,
): Promise<void> {
  const index = schemaIndex($collectionList.get());
  for (const [collection, records] of Map.groupBy(deleted, (kept) => kept.collection)) {
    const ids = records.map(({ source }) => source.record.id);
    const isOne = new Set(ids);
    for (const { collection: other, field } of index.pointingTo(collection)) {
      if (other.type === 'view') continue;
      const add = (kept: KeptRecord) => {
        if (!valuesOf(ownOf(kept.source.record, field.name)).some((id) => isOne.has(id))) return;
        referring.set(keptKey(kept), referring.get(keptKey(kept)) ?? kept);
        if (referring.size > MAX_KEPT) throw new TooMany();
      };
      const { path, any, within } = relationPath({ collection: other, field });
      // The text of several ids is searched, which is much faster than an expansion of each list. Equality with one would
      // make the database compare every record with every other one where it looks for the same record.
      const operand = (id: string) =>
        isMultiple(field) || within ? `~${containedText(id)}` : `=${quoteText(id)}`;
      const condition = (id: string) => `${path}${any}${operand(id)}`;
      await findEach(other, ids, condition, add, { ...options, within });
    }
  }
}

/** Reads the records that refer to `roots`, or to others that are deleted with them. */
async function readReferring(
  roots: readonly KeptRecord[],
  options: ReadOptions,
): Promise<Pick<Kept, 'referring'> & { readonly deleted: readonly KeptRecord[] }> {
  const referring = new Map<string, KeptRecord>();
  const known = new Set<KeptRecord>();
  let { deleted } = affectedBy(roots, []);
  for (let next = deleted; next.length; next = deleted.filter((kept) => !known.has(kept))) {
    for (const kept of next) known.add(kept);
    await addReferring(next, referring, options);
    ({ deleted } = affectedBy(roots, [...referring.values()]));
  }
  return { referring: [...referring.values()], deleted };
}

/**
 * Reads which records a delete concerns, without their values: only `referring` has its relations. Throws ApiError, and
 * {@link TooMany}.
 */
export async function findReferring(
  collection: Collection,
  ids: readonly string[],
  options: CallOptions,
): Promise<Pick<Kept, 'roots' | 'referring'>> {
  const roots = ids.map((id) => ({
    collection,
    label: id,
    source: sourceOf(id, new Map()),
    files: new Map(),
  }));
  const { referring } = await readReferring(roots, { ...options, relationsOnly: true });
  return { roots, referring };
}

/** Reads which of some records are still stored. Throws ApiError. */
export async function findStored(
  records: readonly KeptRecord[],
  options: CallOptions,
): Promise<readonly KeptRecord[]> {
  const found: KeptRecord[] = [];
  for (const [collection, some] of Map.groupBy(records, (kept) => kept.collection)) {
    const ids = some.map(({ source }) => source.record.id);
    await findEach(collection, ids, hasId, (kept) => found.push(kept), options);
  }
  return found;
}

/**
 * Reads what a delete of records will destroy: the records, those that refer to them, and those of their files that are
 * not `known`. Throws ApiError, and {@link TooMany}.
 */
export async function keepRecords(
  collectionId: string,
  ids: readonly string[],
  known: KnownFiles,
  options: CallOptions,
): Promise<Kept> {
  await checkCollections();
  const collection = $collectionList.get().find(({ id }) => id === collectionId);
  if (!collection) return { roots: [], referring: [], tooLarge: [] };
  const roots: KeptRecord[] = [];
  await findEach(collection, ids, hasId, (kept) => roots.push(kept), options);
  const { referring, deleted } = await readReferring(roots, options);
  const { files, tooLarge } = await loadFiles(deleted, known, options);
  const filled = (kept: KeptRecord) => ({ ...kept, files: files.get(keptKey(kept)) ?? kept.files });
  return { roots: roots.map(filled), referring: referring.map(filled), tooLarge };
}
