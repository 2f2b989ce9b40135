import { isSortBy } from '#domain/app/sort.ts';
import { type Collection, relatedTo } from '#domain/collections/collection.ts';
import { columnsOf } from '#domain/collections/columns.ts';

/** What a list of records depends on, of a collection as the backend sends it. */
export interface ListedCollection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly schema: readonly ListedField[];
  /** What {@link nestedPaths} finds for it. */
  readonly nested?: readonly string[];
}

interface ListedField {
  readonly name: string;
  readonly type: string;
  readonly presentable?: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The part of a collection that says what represents its records. */
type Represented = Pick<ListedCollection, 'id' | 'schema'>;

/** How many relations a text follows: the presentable relation of a presentable relation of … */
const MAX_DEPTH = 3;

/** Number of records per request of the list. */
export const PAGE_SIZE = 40;
/** Number of characters in an excerpt of rich text. */
const EXCERPT = 200;
/** Initial sort of a list; views start unsorted. */
const DEFAULT_SORT = '-created';

/** The sort that a collection's list starts with. */
export function defaultSort(collection: Pick<ListedCollection, 'type'>): string {
  return collection.type === 'view' ? '' : DEFAULT_SORT;
}

/** The sort if it names a field of the collection, else the default. */
export function validSort(collection: Collection, sort: string | undefined): string {
  const names = columnsOf(collection).map((column) => column.name);
  return sort && isSortBy(names, sort) ? sort : defaultSort(collection);
}

/** Names of the presentable fields, which represent a record in one line of text. */
export function presentableFields(collection: Collection | undefined): string[] {
  return (collection?.schema ?? []).filter((field) => field.presentable).map((field) => field.name);
}

const relationsOf = ({ schema }: Pick<ListedCollection, 'schema'>): readonly ListedField[] =>
  schema.filter((field) => field.type === 'relation');

/**
 * The paths of the presentable relations of a collection, and of those of the records that they refer to: expanding
 * them gives the texts that represent its records, such as `owner`, `owner.team`.
 */
export const presentablePaths = (
  collection: Represented | undefined,
  collections: readonly Represented[],
  depth = MAX_DEPTH,
): string[] =>
  collection && depth
    ? relationsOf(collection)
        .filter((field) => field.presentable)
        .flatMap((field) => [field.name, ...pathsBelow(field, collections, depth - 1)])
    : [];

const pathsBelow = (field: ListedField, collections: readonly Represented[], depth?: number): string[] =>
  presentablePaths(
    collections.find(({ id }) => id === field.options?.['collectionId']),
    collections,
    depth,
  ).map((path) => `${field.name}.${path}`);

/** What a list expands besides its relations: the presentable relations of the related records. */
export const nestedPaths = (collection: Represented, collections: readonly Represented[]): string[] =>
  relationsOf(collection).flatMap((field) => pathsBelow(field, collections));

/** The sort of a request: a relation is sorted by the presentable fields of its collection. */
export function sentSort(collection: Collection, collections: readonly Collection[], sort: string): string {
  return sort
    .split(',')
    .flatMap((part) => {
      const direction = /^[-+]/.exec(part)?.[0] ?? '';
      const name = part.slice(direction.length).trim();
      const field = collection.schema.find((field) => field.name === name);
      if (field?.type !== 'relation') return part;
      const shown = presentableFields(relatedTo(field, collections));
      return shown.length ? shown.map((key) => `${direction}${name}.${key}`) : part;
    })
    .join(',');
}

/** The `expand` and `fields` parameters of a list request; empty if not needed. */
export function expandAndFields(collection: Pick<ListedCollection, 'schema' | 'nested'>): {
  expand: string;
  fields: string;
} {
  const paths = [...relationsOf(collection).map((field) => field.name), ...(collection.nested ?? [])];
  const editors = collection.schema.filter((field) => field.type === 'editor');
  const excerpts = [
    ...editors.map((field) => `${field.name}:excerpt(${EXCERPT})`),
    ...paths.map((path) => `expand.${path.replaceAll('.', '.expand.')}.*:excerpt(${EXCERPT})`),
  ];
  return {
    expand: paths.join(','),
    fields: excerpts.length ? ['*', ...excerpts].join(',') : '',
  };
}
