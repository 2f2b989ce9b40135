import { onMount } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { pagesByKey } from '#api/records/by-key.ts';
import { countRecords } from '#api/records/list.ts';
import { createFileLoader, loadFile } from '#api/records/load-file.ts';
import { numberText } from '#domain/app/count-text.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { filtersOfAny } from '#domain/model/filter/fit.ts';
import { containedText, quoteText } from '#domain/model/filter/print.ts';
import { filesIn, presentableText } from '#domain/records/record.ts';
import { type RecordSource, sourceOf } from '#domain/records/record-source.ts';
import { referenceFilter, relationPath } from '#domain/records/reference-filter.ts';
import {
  type Consequence,
  consequencesOf,
  consequenceText,
  referenceCounts,
} from '#domain/records/undo/consequences.ts';
import {
  affectedBy,
  type KeptRecord,
  keptKey,
  MAX_FILES,
  MAX_KEPT,
  MAX_RECORD_FILES,
  relationsOf,
  uploadedName,
} from '#domain/records/undo/kept.ts';
import { dialect } from '#stores/app/dialect.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { readMany } from '#stores/job/read-many.ts';
import { keptFileSize } from '../journal.ts';

const PARALLEL = 4;

/** A file that is not in the storage any more is lost already. */
function ignoreMissing(thrown: unknown): 'missing' {
  if (toApiError(thrown).status !== 404) throw thrown;
  return 'missing';
}

/** The files that were loaded before, by the names of their records and their own; undefined for those not kept. */
export type KnownFiles = Map<string, File | undefined>;

/** Loads files that are not `known` within the limits, and adds them; `tooLarge` are the names of others. */
async function loadFiles(records: readonly KeptRecord[], known: KnownFiles, options: CallOptions) {
  const files = new Map<string, Map<string, File[]>>();
  const tooLarge: string[] = [];
  const sizes = [...known.values()].map((file) => file?.size ?? 0);
  let room = sizes.reduce((left, size) => left - size, MAX_FILES - keptFileSize());
  const withToken = createFileLoader(options);
  await inParallel(records, PARALLEL, async (kept) => {
    const { record } = kept.source;
    const found = new Map<string, File[]>();
    let ownRoom = MAX_RECORD_FILES;
    for (const { field, name } of filesIn(record, kept.collection.fields)) {
      const key = `${keptKey(kept)} ${name}`;
      const add = (file: File | undefined) => {
        known.set(key, file);
        if (file) found.set(field.name, [...(found.get(field.name) ?? []), file]);
      };
      if (known.has(key)) {
        ownRoom -= known.get(key)?.size ?? 0;
        add(known.get(key));
        continue;
      }
      const max = Math.min(room, ownRoom);
      const load = (token?: string) => loadFile(record, name, { ...options, max, token });
      const content = await (isProtected(field) ? withToken(load) : load()).catch(ignoreMissing);
      if (content === 'missing') continue;
      // The others load at the same time.
      if (!content || content.size > room) {
        tooLarge.push(name);
        add(undefined);
      } else {
        room -= content.size;
        ownRoom -= content.size;
        add(new File([content], uploadedName(name), { type: content.type }));
      }
    }
    if (found.size) files.set(keptKey(kept), found);
  });
  return { files, tooLarge };
}

export interface Kept {
  readonly roots: readonly KeptRecord[];
  /** The records that refer to them, or to others that are deleted with them. */
  readonly referring: readonly KeptRecord[];
  /** Names of the files that are too large to be kept. */
  readonly tooLarge: readonly string[];
}

interface ReadOptions extends CallOptions {
  readonly relationsOnly?: boolean;
}

/** More records refer to the deleted ones than are kept. */
export class TooMany extends Error {}

const keptOf = (collection: Collection, source: RecordSource): KeptRecord => ({
  ...{ collection, source, files: new Map() },
  label: presentableText(source.record, collection),
});

/** Reads records by their ids. Throws ApiError. */
const readKept = async (collection: Collection, ids: readonly string[], options: CallOptions) =>
  (await readMany(collection.id, ids, {}, options)).map((source) => keptOf(collection, source));

/** The records of a collection with a condition for one of the ids. */
async function findEach(
  collection: Collection,
  ids: readonly string[],
  condition: (id: string) => string,
  found: (kept: KeptRecord) => void,
  { within, relationsOnly = false, ...options }: ReadOptions & { readonly within: string },
): Promise<void> {
  const names = relationsOnly ? ['id', ...relationsOf(collection).map(({ name }) => name)] : [];
  const query = { collection: collection.id, expand: '', fields: names.join(',') };
  await inParallel(
    filtersOfAny(ids, condition, dialect().limits, { filter: within }),
    PARALLEL,
    async ({ filter }) => {
      for await (const sources of pagesByKey({ ...query, filter }, options))
        for (const source of sources) found(keptOf(collection, source));
    },
  );
}

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
      // The text of several ids is searched, which is much faster than an expansion of each list. Equality with one
      // would make the database compare every record with every other one where it looks for the same record.
      const operand = (id: string) =>
        isMultiple(field) || within ? `~${containedText(id)}` : `=${quoteText(id)}`;
      const condition = (id: string) => `${path}${any}${operand(id)}`;
      await findEach(other, ids, condition, add, { ...options, within });
    }
  }
}

/** Reads the records that refer to `roots`, or to others that are deleted with them. */
async function readReferring(roots: readonly KeptRecord[], options: ReadOptions) {
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

/** Reads which of some records are still stored. Throws ApiError. */
export async function findStored(records: readonly KeptRecord[], options: CallOptions) {
  const found: KeptRecord[] = [];
  for (const [collection, some] of Map.groupBy(records, (kept) => kept.collection)) {
    const ids = some.map(({ source }) => source.record.id);
    found.push(...(await readKept(collection, ids, options)));
  }
  return found;
}

/** Reads what a delete destroys: records, what refers to them, files not `known`. Throws ApiError, {@link TooMany}. */
export async function keepRecords(
  collectionId: string,
  ids: readonly string[],
  known: KnownFiles,
  options: CallOptions,
): Promise<Kept> {
  await checkCollections();
  const collection = $collectionList.get().find(({ id }) => id === collectionId);
  if (!collection) return { roots: [], referring: [], tooLarge: [] };
  const roots = await readKept(collection, ids, options);
  const { referring, deleted } = await readReferring(roots, options);
  const { files, tooLarge } = await loadFiles(deleted, known, options);
  const filled = (kept: KeptRecord) => ({ ...kept, files: files.get(keptKey(kept)) ?? kept.files });
  return { roots: roots.map(filled), referring: referring.map(filled), tooLarge };
}

/** Number of records whose references are counted one by one. */
const MAX_COUNTED = 50;

const MANY = `More than ${numberText(MAX_KEPT)} other records refer to`;

/** Counts direct references, where there are too many to read. */
async function countConsequences(collection: Collection, ids: readonly string[], options: CallOptions) {
  if (ids.length > MAX_COUNTED) return [`${MANY} them.`];
  const found: Consequence[] = [];
  await inParallel(referenceCounts(collection, $collectionList.get()), PARALLEL, async (counted) => {
    const { field, condition, kind } = counted;
    const conditionOf = (id: string) => referenceFilter(counted, id);
    const parts = [...filtersOfAny(ids, conditionOf, dialect().limits, { filter: condition })];
    let count = 0;
    for (const { filter } of parts) count += await countRecords(counted.collection.id, filter, options);
    // A list may refer to records of several parts.
    const isMost = kind === 'cleared' && parts.length > 1 && isMultiple(field);
    if (count) found.push({ kind, collection: counted.collection.name, field: field.name, count, isMost });
  });
  const texts = found.map((one) => consequenceText(one, ids.length));
  return [...texts, `${MANY} what is deleted: those that refer to others are not counted.`];
}

async function loadTexts(collection: Collection, ids: readonly string[], options: CallOptions) {
  try {
    const roots = ids.map((id) => keptOf(collection, sourceOf(id, new Map())));
    const { referring } = await readReferring(roots, { ...options, relationsOnly: true });
    const texts = consequencesOf(roots, referring).map((one) => consequenceText(one, ids.length));
    return texts.length ? texts : [`No other record refers to ${ids.length === 1 ? 'it' : 'them'}.`];
  } catch (thrown) {
    if (thrown instanceof TooMany) return countConsequences(collection, ids, options);
    throw thrown;
  }
}

/** What a delete does to records that refer, in sentences, once looked at; undefined if no relation points here. */
export function createConsequences(collection: Collection, ids: readonly string[]) {
  const pointing = schemaIndex($collectionList.get()).pointingTo(collection);
  if (!pointing.some((one) => one.collection.type !== 'view')) return undefined;
  const { $load, load, abort } = createLoader({
    request: (signal) => loadTexts(collection, ids, { signal }),
    showsError: true,
  });
  onMount($load, () => {
    void load();
    return abort;
  });
  return $load;
}
