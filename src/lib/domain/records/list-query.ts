import { isSortBy } from '#domain/app/sort.ts';
import { type Collection, relatedTo } from '#domain/collections/collection.ts';
import { columnsOf } from '#domain/collections/columns.ts';

/** What a list of records depends on, of a collection as the backend sends it. */
export interface ListedCollection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly schema: readonly { readonly name: string; readonly type: string }[];
}

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
export function expandAndFields(collection: Pick<ListedCollection, 'schema'>): {
  expand: string;
  fields: string;
} {
  const relations = collection.schema.filter((field) => field.type === 'relation');
  const editors = collection.schema.filter((field) => field.type === 'editor');
  const excerpts = [
    ...editors.map((field) => `${field.name}:excerpt(${EXCERPT})`),
    ...relations.map((field) => `expand.${field.name}.*:excerpt(${EXCERPT})`),
  ];
  return {
    expand: relations.map((field) => field.name).join(','),
    fields: excerpts.length ? ['*', ...excerpts].join(',') : '',
  };
}
