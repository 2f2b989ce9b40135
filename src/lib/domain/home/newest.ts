import { text } from '#domain/app/lenient.ts';
import { type Collection, fieldWith } from '#domain/backend/collection.ts';
import { isInternal } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';

export interface NewestOf {
  readonly collection: Collection;
  readonly total: number;
  readonly record: RecordData | undefined;
}

/** Each collection costs a request. */
const MAX_REQUESTED = 30;
const MAX_SHOWN = 8;

/** The records of views have no time, and those that the backend makes for itself are no news. */
export function collectionsWithTime(all: readonly Collection[]) {
  const collections = all.filter((one) => one.type !== 'view' && !isInternal(one));
  return { requested: collections.slice(0, MAX_REQUESTED), count: collections.length };
}

const createdOf = ({ collection, record }: NewestOf): string =>
  text(record?.[fieldWith(collection, 'created')?.name ?? '']);

/** Empty collections come last. */
export const newestFirst = (found: readonly NewestOf[]): readonly NewestOf[] =>
  found
    .toSorted((one, other) =>
      createdOf(one) < createdOf(other) ? 1 : createdOf(one) > createdOf(other) ? -1 : 0,
    )
    .slice(0, MAX_SHOWN);
