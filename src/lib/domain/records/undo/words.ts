import { numberText, recordCount } from '#domain/app/count-text.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { Collection, CollectionType } from '#domain/collections/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { doneCount } from '../bulk/words.ts';
import { type KeptRecord, MAX_KEPT, type RecordChange } from './kept.ts';

/** Characters of a label in a sentence. */
const MAX_LABEL = 60;

/**
 * What a delete of records destroys: `“Tent” of products will be deleted for good.`, `3 records of products ...`;
 * `search` is the filter that they were selected by.
 */
export function recordsLoss(labels: readonly string[], collection: string, search = ''): string {
  return `${whichRecords(labels, collection, search)} will be deleted for good.`;
}

/** `“Tent” of products`, `3 records of products that match “price > 5”`. */
function whichRecords(labels: readonly string[], collection: string, search = ''): string {
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

/** What is known of an action. */
export interface NotedAction {
  readonly kind: 'save' | 'change' | 'delete';
  readonly collection: Pick<Collection, 'name'>;
  /** Number of records on which it was called. */
  readonly count: number;
  /** What the action did; after an undo, what is left of it. */
  readonly changes: readonly RecordChange[];
  readonly deleted: readonly KeptRecord[];
}

/** The collections whose records the backend may delete with those of this one. */
function cascadesFrom(collection: Collection, collections: readonly Collection[]): Collection[] {
  const index = schemaIndex(collections);
  const found = new Set<Collection>([collection]);
  for (const one of found) {
    for (const { collection: other, field } of index.pointingTo(one)) {
      if (other.type !== 'view' && field.options['cascadeDelete'] === true) found.add(other);
    }
  }
  return [...found];
}

const listOfNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * What a delete of records that can be undone does, and what an undo does not bring back; `labels` are those of the
 * records, `search` the filter that they were selected by.
 */
export function restorableLoss(
  labels: readonly string[],
  collection: Collection,
  { collections, search = '' }: { readonly collections: readonly Collection[]; readonly search?: string },
): string {
  const isOne = labels.length === 1;
  const all = cascadesFrom(collection, collections);
  const others = all.filter(({ id }) => id !== collection.id).map(({ name }) => name);
  const along = others.length
    ? `, with what belongs to ${isOne ? 'it' : 'them'} in ${listOfNames(others)}`
    : '';
  const hasAuth = all.some(({ type }) => type === 'auth');
  const hasFiles = all.some(({ schema }) => schema.some(({ type }) => type === 'file'));
  const lost = ['the times of creation and update', ...(hasAuth ? ['passwords', 'linked accounts'] : [])];
  const rest = [
    ...(hasAuth ? [' Users have to reset their passwords.'] : []),
    ...(hasFiles ? [' Files get new names, and are kept up to 20 MB a record and 100 MB in all.'] : []),
  ].join('');
  return `${whichRecords(labels, collection.name, search)} will be deleted${along}. Undo in this tab brings back all but ${listOfNames(lost)}.${rest}`;
}

/** Added to the loss of more records than are kept. */
export const TOO_MANY_TO_UNDO = `More than ${numberText(MAX_KEPT)} records can’t be brought back: export them first to keep a copy.`;

/** The result of an undo: `Brought back 3 records.` */
export function undoneText({ kind }: Pick<NotedAction, 'kind'>, done: number, total: number): string {
  const what = doneCount(done, total);
  return kind === 'delete' ? `Brought back ${what}.` : `Put the old values of ${what} back.`;
}

/** What an action did: `Deleted “Tent” of products, with 3 other records`, `Changed 5 records of products: price`. */
export function actionText({ kind, collection, count, changes, deleted }: NotedAction): string {
  const [label] =
    kind === 'delete' ? deleted.map((kept) => kept.label) : changes.map((change) => change.label);
  const what = count === 1 ? `“${truncate(label ?? '', MAX_LABEL)}”` : recordCount(count);
  if (kind !== 'delete') {
    const fields = new Set(changes.flatMap(({ before }) => [...before.keys()]));
    return `Changed ${what} of ${collection.name}: ${[...fields].join(', ')}`;
  }
  const others = deleted.length - count;
  const along = others > 0 ? `, with ${others === 1 ? '1 other record' : `${others} other records`}` : '';
  return `Deleted ${what} of ${collection.name}${along}`;
}
