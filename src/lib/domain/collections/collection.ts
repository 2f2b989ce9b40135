import { type Collection, type CollectionRule, collectionTypes } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { compareNames } from './compare-names.ts';

/** What `read` returns for each of the rules that collections of every type have. */
export const byRule = <T>(read: (name: CollectionRule) => T): Readonly<Record<CollectionRule, T>> => ({
  listRule: read('listRule'),
  viewRule: read('viewRule'),
  createRule: read('createRule'),
  updateRule: read('updateRule'),
  deleteRule: read('deleteRule'),
});

/** Whether anyone may create, update, delete or manage records: such a rule is empty. */
export const isOpenForWriting = ({ createRule, updateRule, deleteRule, manageRule }: Collection): boolean =>
  [createRule, updateRule, deleteRule, manageRule].includes('');

/** Whether the backend has made a collection for itself, such as that of its administrators. */
export const isInternal = (one: Pick<Collection, 'isSystem' | 'name'>): boolean =>
  one.isSystem && one.name.startsWith('_');

/** Sorts auth collections first, then base, then view collections, each by name; those of the backend itself come last. */
export function sortCollections(collections: readonly Collection[]): Collection[] {
  const rank = (one: Collection) =>
    collectionTypes.indexOf(one.type) + (isInternal(one) ? collectionTypes.length : 0);
  return collections.toSorted((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** The collections whose name contains the search text, or whose id equals it; ignores case and spaces. */
export function searchCollections<T extends { readonly id: string; readonly name: string }>(
  collections: readonly T[],
  search: string,
): T[] {
  const term = search.replace(/\s/g, '').toLowerCase();
  return collections.filter(
    ({ id, name }) => id === term || name.toLowerCase().replace(/\s/g, '').includes(term),
  );
}

export function relatedTo(field: Field, collections: readonly Collection[]): Collection | undefined {
  const target = relatedId(field);
  return collections.find(({ id }) => id === target);
}
