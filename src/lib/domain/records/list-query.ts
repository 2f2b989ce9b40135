import { isSortBy } from '#domain/app/sort.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { columnsOf } from '#domain/collections/columns.ts';

/** What the list of a collection depends on. */
export interface ListedCollection extends Pick<Collection, 'id' | 'name' | 'type'> {
  readonly fields: readonly ListedField[];
  /** The backend has made it for itself. */
  readonly isLast?: boolean;
}

interface ListedField extends Pick<Field, 'name' | 'type' | 'isPresentable'> {
  /** Of a relation. */
  readonly collectionId?: string | undefined;
}

type Represented = Pick<ListedCollection, 'fields'> & { readonly id?: string };

/** How far a text follows the presentable relation of a presentable relation of … */
const MAX_DEPTH = 3;
/** Below a relation: proxies refuse long addresses, and a text is short. */
const MAX_BELOW = 8;

/** Records per request. */
export const PAGE_SIZE = 40;

/** Whether the sort names fields of the collection only. */
export const isSortOf = (collection: Collection, sort: string | undefined): sort is string =>
  Boolean(sort) &&
  isSortBy(
    columnsOf(collection).map(({ name }) => name),
    sort ?? '',
  );

/** Fields that represent a record in one line of text. */
export const presentableFields = (collection: Collection | undefined): string[] =>
  (collection?.fields ?? []).filter((field) => field.isPresentable).map((field) => field.name);

/**
 * A list expands its relations, and below each the presentable ones, such as `book`, `book.owner`. With `depth` 1 only
 * presentable ones: they give the texts of these records.
 */
export const relationPaths = (
  { fields }: Represented,
  collections: readonly Represented[],
  depth = 0,
): string[] =>
  fields.flatMap(({ type, isPresentable, name, collectionId }) => {
    if (type !== 'relation' || (depth && !isPresentable)) return [];
    return [
      name,
      ...collections
        .filter(({ id }) => depth < MAX_DEPTH && id === collectionId)
        .flatMap((related) => relationPaths(related, collections, depth + 1))
        .slice(0, MAX_BELOW)
        .map((path) => `${name}.${path}`),
    ];
  });

/** A relation is sorted by the presentable fields of its collection. @param most fields that a request can have */
export const sentSort = (
  collection: Collection,
  collections: readonly Collection[],
  sort: string,
  most = Number.POSITIVE_INFINITY,
): string =>
  sort
    .split(',')
    .flatMap((part) => {
      const direction = /^[-+]/.exec(part)?.[0] ?? '';
      const name = part.slice(direction.length).trim();
      const field = collection.fields.find((field) => field.name === name);
      if (field?.type !== 'relation') return part;
      const shown = presentableFields(relatedTo(field, collections)).slice(0, MAX_BELOW);
      return shown.length ? shown.map((key) => `${direction}${name}.${key}`) : part;
    })
    .slice(0, most)
    .join(',');

/** Parameters of a list request; empty if not needed. */
export const expandAndFields = (
  collection: Pick<ListedCollection, 'fields'>,
  collections: readonly Represented[],
) => {
  const paths = relationPaths(collection, collections);
  const editors = collection.fields.filter((field) => field.type === 'editor');
  const excerpts = [
    ...editors.map((field) => field.name),
    ...paths.map((path) => `expand.${path.replaceAll('.', '.expand.')}.*`),
    // Characters of rich text.
  ].map((name) => `${name}:excerpt(200)`);
  return { expand: paths.join(), fields: excerpts.length ? ['*', ...excerpts].join() : '' };
};

export interface RememberedList {
  /** See `domain/app/stored.ts`. */
  readonly '@line': string;
  readonly id: string;
  readonly requests: readonly ApiRequest[];
}
