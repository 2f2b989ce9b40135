import { isObject, type JsonObject, list, members, ownOf, text } from '#domain/app/lenient.ts';
import { foldName } from '#domain/collections/fold-name.ts';

/**
 * A collection as the API returns it or a file contains it, without its dates. It keeps unknown members and the order
 * of all of them, so that nothing is lost between two backends.
 */
export type RawCollection = JsonObject & { readonly id: string; readonly name: string };

export type RawCollections = readonly RawCollection[];

/** A field of a collection; its members may be missing or of any type. */
export type RawField = JsonObject;

/** A copy without `created` and `updated`; undefined for a value that has no id or no name. */
export function toRaw(value: unknown): RawCollection | undefined {
  if (!isObject(value)) return undefined;
  const { created: _created, updated: _updated, ...rest } = value;
  const [id, name] = [text(ownOf(rest, 'id')), text(ownOf(rest, 'name'))];
  return id && name ? { ...rest, id, name } : undefined;
}

/** One collection for each id: the last one, at the place of the first. */
export const uniqueById = (collections: RawCollections): RawCollections => [
  ...new Map(collections.map((collection) => [collection.id, collection])).values(),
];

/** The fields of a collection; empty when it has no valid schema. */
export function fieldsOf(collection: JsonObject): readonly RawField[] {
  const schema = ownOf<unknown>(collection, 'schema');
  return Array.isArray(schema) ? schema.map(members) : [];
}

/** The statements of the indexes of a collection. */
export const indexesOf = (collection: JsonObject): readonly string[] =>
  list(ownOf(collection, 'indexes'), text);

/** The name of an index, as the backend reads it; the whole statement if it can't be read. */
export function indexName(sql: string): string {
  const name = /\bindex\s+(?:if\s+not\s+exists\s+)?(\S+)\s+on\s/i.exec(sql)?.[1]?.split('.').at(-1);
  return name?.replaceAll(/[`"'[\]]/g, '') || sql;
}

/** The name of an index in folded case, as the database compares names. */
export const indexKey = (sql: string): string => foldName(indexName(sql));

/** Whether it is a view, whose fields and field ids the backend derives from the query at every import. */
export const isView = (collection: RawCollection): boolean => ownOf<unknown>(collection, 'type') === 'view';

/** The options of a collection or of a field; empty when they are not valid. */
export const optionsOf = (of: JsonObject): JsonObject => members(ownOf(of, 'options'));

/** The id of the collection that a relation points to; '' for other fields. */
export const targetIdOf = (field: RawField): string => text(ownOf(optionsOf(field), 'collectionId'));

/** The id of a collection or a field, and its name; '' without one. */
export const idOf = (field: RawField): string => text(ownOf(field, 'id'));
export const nameOf = (field: RawField): string => text(ownOf(field, 'name'));

/** The JSON of collections as it is shown, copied and downloaded. */
export const exportText = (collections: readonly JsonObject[]): string =>
  JSON.stringify(collections, null, 4);
