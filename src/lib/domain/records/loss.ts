import { recordCount } from '#domain/app/count-text.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { CollectionType } from '#domain/collections/collection.ts';

/** Characters of a label in a sentence. */
export const MAX_LABEL = 60;

/**
 * What a delete of records destroys: `“Tent” of products will be deleted for good.`, `3 records of products ...`;
 * `search` is the filter that they were selected by.
 */
export function recordsLoss(labels: readonly string[], collection: string, search = ''): string {
  return `${whichRecords(labels, collection, search)} will be deleted for good.`;
}

/** `“Tent” of products`, `3 records of products that match “price > 5”`. */
export function whichRecords(labels: readonly string[], collection: string, search = ''): string {
  const [label = ''] = labels;
  const what = labels.length === 1 ? `“${truncate(label, MAX_LABEL)}”` : recordCount(labels.length);
  return `${what} of ${collection}${search ? ` that match “${truncate(search, MAX_LABEL)}”` : ''}`;
}

/** What a delete of a collection destroys; `count` is undefined if it is not known. */
export function collectionLoss(type: CollectionType, count: number | undefined): string {
  if (type === 'view') return 'A view has no records of its own: those that it shows stay.';
  return count === undefined
    ? 'Its records can’t be brought back.'
    : `${recordCount(count)} will be deleted for good.`;
}
