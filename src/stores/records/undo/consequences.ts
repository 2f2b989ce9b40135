import { onMount, type ReadableAtom } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { countRecords } from '#api/records/list.ts';
import { numberText } from '#domain/app/count-text.ts';
import { filtersOfAny } from '#domain/app/filter.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { referenceFilter } from '#domain/records/reference-filter.ts';
import {
  type Consequence,
  consequencesOf,
  consequenceText,
  referenceCounts,
} from '#domain/records/undo/consequences.ts';
import { MAX_KEPT } from '#domain/records/undo/kept.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { findReferring, TooMany } from './keep.ts';

/** Number of parallel requests. */
const PARALLEL = 4;
/** Number of records whose references are counted one by one. */
const MAX_COUNTED = 50;

const MANY = `More than ${numberText(MAX_KEPT)} other records refer to`;

/** Counts direct references, where there are too many to read. */
async function countConsequences(
  collection: Collection,
  ids: readonly string[],
  options: CallOptions,
): Promise<readonly string[]> {
  if (ids.length > MAX_COUNTED) return [`${MANY} them.`];
  const found: Consequence[] = [];
  await inParallel(referenceCounts(collection, $collectionList.get()), PARALLEL, async (counted) => {
    const { field, condition, kind } = counted;
    const conditionOf = (id: string) => referenceFilter(counted, id);
    const parts = [...filtersOfAny(ids, conditionOf, { filter: condition })];
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
    const { roots, referring } = await findReferring(collection, ids, options);
    const texts = consequencesOf(roots, referring).map((one) => consequenceText(one, ids.length));
    return texts.length ? texts : [`No other record refers to ${ids.length === 1 ? 'it' : 'them'}.`];
  } catch (thrown) {
    if (thrown instanceof TooMany) return countConsequences(collection, ids, options);
    throw thrown;
  }
}

/**
 * What a delete of records does to those that refer to them, in sentences. Loads while somebody looks at it. Undefined
 * if no relation points to their collection.
 */
export function createConsequences(
  collection: Collection,
  ids: readonly string[],
): ReadableAtom<LoadState<readonly string[]>> | undefined {
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
