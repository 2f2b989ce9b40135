import { isObject, type JsonObject, list, members, ownOf, text } from '#domain/app/lenient.ts';
import { foldName } from '#domain/collections/fold-name.ts';

/** As the API or a file has it, without dates; unknown members and the order stay, for other backends. */
export type RawCollection = JsonObject & { readonly id: string; readonly name: string };

export type RawCollections = readonly RawCollection[];

/** Its members may be missing or of any type. */
export type RawField = JsonObject;

/** Without `created` and `updated`; undefined without an id or a name. */
export function toRaw(value: unknown): RawCollection | undefined {
  if (!isObject(value)) return undefined;
  const { created: _created, updated: _updated, ...rest } = value;
  const [id, name] = [text(ownOf(rest, 'id')), text(ownOf(rest, 'name'))];
  return id && name ? { ...rest, id, name } : undefined;
}

/** The last one of each id, at the place of the first. */
export const uniqueById = (collections: RawCollections): RawCollections => [
  ...new Map(collections.map((collection) => [collection.id, collection])).values(),
];

/** Empty when the collection has no valid schema. */
export function fieldsOf(collection: JsonObject): readonly RawField[] {
  const schema = ownOf<unknown>(collection, 'schema');
  return Array.isArray(schema) ? schema.map(members) : [];
}

export const indexesOf = (collection: JsonObject): readonly string[] =>
  list(ownOf(collection, 'indexes'), text);

/** As the backend reads it; the whole statement if it can't be read. */
export function indexName(sql: string): string {
  const name = /\bindex\s+(?:if\s+not\s+exists\s+)?(\S+)\s+on\s/i.exec(sql)?.[1]?.split('.').at(-1);
  return name?.replaceAll(/[`"'[\]]/g, '') || sql;
}

/** In folded case, as the database compares names. */
export const indexKey = (sql: string): string => foldName(indexName(sql));

/** The backend derives the fields and field ids of a view from the query at every import. */
export const isView = (collection: RawCollection): boolean => ownOf<unknown>(collection, 'type') === 'view';

/** Of a collection or of a field; empty when they are not valid. */
export const optionsOf = (of: JsonObject): JsonObject => members(ownOf(of, 'options'));

/** Of a relation; '' for other fields. */
export const targetIdOf = (field: RawField): string => text(ownOf(optionsOf(field), 'collectionId'));

/** Of a collection or a field; '' without one. */
export const idOf = (field: RawField): string => text(ownOf(field, 'id'));
export const nameOf = (field: RawField): string => text(ownOf(field, 'name'));

/** The JSON of collections as it is shown, copied and downloaded. */
export const exportText = (collections: readonly JsonObject[]): string =>
  JSON.stringify(collections, null, 4);
