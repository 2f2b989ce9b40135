import { numberText, recordCount } from '#domain/app/count-text.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { doneCount } from '../bulk/words.ts';
import { type KeptRecord, MAX_KEPT, type RecordChange } from './kept.ts';

/** Of a label, in characters. */
const MAX_LABEL = 60;

/** `“Tent” of products will be deleted for good.`; `search` is the filter by which records were selected. */
export const recordsLoss = (labels: readonly string[], collection: string, search = ''): string =>
  `${whichRecords(labels, collection, search)} will be deleted for good.`;

/** `“Tent” of products`, `3 records of products that match “price > 5”` */
function whichRecords(labels: readonly string[], collection: string, search = ''): string {
  const [label = ''] = labels;
  const what = labels.length === 1 ? `“${truncate(label, MAX_LABEL)}”` : recordCount(labels.length);
  return `${what} of ${collection}${search ? ` that match “${truncate(search, MAX_LABEL)}”` : ''}`;
}

export interface NotedAction {
  readonly kind: 'save' | 'change' | 'delete';
  readonly collection: Pick<Collection, 'name'>;
  readonly count: number;
  /** After an undo, what is left of them. */
  readonly changes: readonly RecordChange[];
  readonly deleted: readonly KeptRecord[];
}

/** The backend may delete their records with those of this one. */
function cascadesFrom(collection: Collection, collections: readonly Collection[]): Collection[] {
  const index = schemaIndex(collections);
  const found = new Set<Collection>([collection]);
  for (const one of found) {
    for (const { collection: other, field } of index.pointingTo(one)) {
      if (other.type !== 'view' && field.cascades) found.add(other);
    }
  }
  return [...found];
}

const listOfNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Of a delete that can be undone, and what an undo does not bring back; parameters as of {@link recordsLoss}. */
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
  const hasFiles = all.some(({ fields }) => fields.some(({ type }) => type === 'file'));
  const lost = ['the times of creation and update', ...(hasAuth ? ['passwords', 'linked accounts'] : [])];
  const rest = [
    ...(hasAuth ? [' Users have to reset their passwords.'] : []),
    ...(hasFiles ? [' Files get new names, and are kept up to 20 MB a record and 100 MB in all.'] : []),
  ].join('');
  return `${whichRecords(labels, collection.name, search)} will be deleted${along}. Undo in this tab brings back all but ${listOfNames(lost)}.${rest}`;
}

export const TOO_MANY_TO_UNDO = `More than ${numberText(MAX_KEPT)} records can’t be brought back: export them first to keep a copy.`;

/** `Brought back 3 records.` */
export function undoneText({ kind }: Pick<NotedAction, 'kind'>, done: number, total: number): string {
  const what = doneCount(done, total);
  return kind === 'delete' ? `Brought back ${what}.` : `Put the old values of ${what} back.`;
}

/** `Deleted “Tent” of products, with 3 other records`, `Changed 5 records of products: price` */
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
