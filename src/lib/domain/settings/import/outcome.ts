import { type JsonObject, ownOf } from '#domain/app/lenient.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import { type Collection, listedFields, withListedFields } from '#domain/backend/collection.ts';
import type { ConfigurationFormat } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';

export type Collections = readonly Collection[];

/** For what the text of an import does not contain. */
export interface ImportMode {
  /** Existing collections that the text omits are kept. */
  readonly merge: boolean;
  /** Missing fields are deleted, and missing collections unless merging. */
  readonly deleteMissing: boolean;
}

export interface ImportBody {
  readonly collections: readonly JsonObject[];
  readonly deleteMissing: boolean;
}

export interface Outcome {
  readonly existing: Collections;
  /** As they are sent. */
  readonly imported: Collections;
  readonly mode: ImportMode;
  readonly format: ConfigurationFormat;
  /** By id: the imported collections, then the existing ones that stay. */
  readonly after: ReadonlyMap<string, Collection>;
}

/** Such as collections, fields or differences. */
export const byId = <Item extends { readonly id: string }>(
  items: readonly Item[],
): ReadonlyMap<string, Item> => new Map(items.map((item) => [item.id, item]));

/** With these fields in place of those that its entry lists. */
export const withFields = (collection: Collection, listed: readonly Field[]): Collection => ({
  ...collection,
  fields: withListedFields(collection.fields, listed),
});

/** The existing collections that are not among the imported ones. */
export function omittedOf(existing: Collections, imported: Collections): Collections {
  const ids = byId(imported);
  return existing.filter(({ id }) => !ids.has(id));
}

/** After the import, as far as they are known: the ids are compared by name. */
function viewFields(old: readonly Field[], imported: readonly Field[]): readonly Field[] {
  const ids = new Map(old.map(({ name, id }) => [name, id]));
  return imported.length ? imported.map((field) => ({ ...field, id: ids.get(field.name) ?? field.id })) : old;
}

/** Without deleting, the backend keeps the existing fields at their place and appends new ones. */
function importedAs(old: Collection, imported: Collection, deleteMissing: boolean): Collection {
  const [stored, written] = [listedFields(old), listedFields(imported)];
  if (old.type === 'view' && imported.type === 'view')
    return withFields(imported, viewFields(stored, written));
  if (deleteMissing) return imported;
  const [known, fresh] = [byId(stored), byId(written)];
  return withFields(imported, [
    ...stored.map((field) => fresh.get(field.id) ?? field),
    ...written.filter(({ id }) => !known.has(id)),
  ]);
}

/** Atoll's own collection, and where a line says so the backend's, only ever change when the text has them. */
export function outcomeOf(
  existing: Collections,
  imported: Collections,
  mode: ImportMode,
  format: ConfigurationFormat,
): Outcome {
  const { merge, deleteMissing } = mode;
  const stored = byId(existing);
  const sent = imported.map((one) => {
    const old = stored.get(one.id);
    return old ? importedAs(old, one, deleteMissing) : one;
  });
  const isKept = (one: Collection) => isLeftAlone(one) || (format.keepsSystem && one.isSystem);
  const kept = omittedOf(existing, imported).filter((one) => merge || !deleteMissing || isKept(one));
  return { existing, imported, mode, format, after: byId([...sent, ...kept]) };
}

/** To delete missing fields but not omitted collections, which the backend can't do, these are sent as they are. */
export function importBody({ existing, imported, mode, format, after }: Outcome): ImportBody {
  const { deleteMissing } = mode;
  const isSent = (one: Collection) => after.has(one.id) && !(format.keepsSystem && one.isSystem);
  const kept = deleteMissing ? omittedOf(existing, imported).filter(isSent) : [];
  const stored = byId(existing);
  const collections = [...imported, ...kept].map((one) => format.sent(one, stored.get(one.id)));
  return { collections, deleteMissing };
}

/** Rows of a list have different ids. */
export interface CollectionChange {
  readonly id: string;
  /** After the import, unless it is removed. */
  readonly name: string;
  readonly kind: 'removed' | 'changed' | 'added';
  readonly old?: Collection | undefined;
  /** As it will be: without deleting, with existing fields that the text omits. */
  readonly new?: Collection | undefined;
}

export const CHANGE_LABELS = { removed: 'Deleted', changed: 'Changed', added: 'Added' } as const;

/** The name before the import if the import renames the collection, else undefined: 'old → new'. */
export const oldNameOf = ({ name, old }: CollectionChange): string | undefined =>
  old?.name === name ? undefined : old?.name;

/** A field without `old` is new, without `fresh` it is gone. */
export interface FieldPair {
  readonly old?: Field | undefined;
  readonly fresh?: Field | undefined;
}

/** By ids: the fields that are gone, then those of the new version. */
export function fieldPairs(old?: Collection, fresh?: Collection): readonly FieldPair[] {
  const [stored, written] = [old ? listedFields(old) : [], fresh ? listedFields(fresh) : []];
  const [before, after] = [byId(stored), byId(written)];
  return [
    ...stored.filter(({ id }) => !after.has(id)).map((field) => ({ old: field })),
    ...written.map((field) => ({ old: before.get(field.id), fresh: field })),
  ];
}

/** Of an index, as the backend reads it; the whole statement if it can't be read. */
export function indexName(sql: string): string {
  const name = /\bindex\s+(?:if\s+not\s+exists\s+)?(\S+)\s+on\s/i.exec(sql)?.[1]?.split('.').at(-1);
  return name?.replaceAll(/[`"'[\]]/g, '') || sql;
}

/** In folded case, as the database compares names. */
export const indexKey = (sql: string): string => foldName(indexName(sql));

/** By old names. */
export const renamedFields = (pairs: readonly FieldPair[]): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .map((pair) => [pair.old?.name ?? '', pair.fresh?.name ?? ''] as const)
      .filter(([from, to]) => from && to && from !== to),
  );

/** All members of `old` are equal in both; the backend ignores members that it does not have. */
export const isSameEntry = (old: JsonObject, imported: JsonObject): boolean =>
  Object.keys(old).every((name) => isSameStructure(ownOf(old, name), ownOf(imported, name)));

/** The order of fields does not matter. */
function isSameCollection(old: Collection, imported: Collection, format: ConfigurationFormat): boolean {
  if (!isSameEntry(format.members(old), format.members(imported))) return false;
  const pairs = fieldPairs(old, imported);
  const isSame = (pair: FieldPair) =>
    pair.old && pair.fresh && isSameEntry(format.field(pair.old), format.field(pair.fresh));
  return pairs.length === listedFields(old).length && pairs.every(isSame);
}

/** Deleted, then changed, then added collections. */
export function changesOf({ existing, imported, after, format }: Outcome): readonly CollectionChange[] {
  const before = byId(existing);
  const removed = existing.filter(({ id }) => !after.has(id));
  const sent = imported.flatMap(({ id, name }): CollectionChange[] => {
    const [old, fresh] = [before.get(id), after.get(id)];
    if (!fresh || (old && isSameCollection(old, fresh, format))) return [];
    return [{ id, name, kind: old ? 'changed' : 'added', old, new: fresh }];
  });
  return [
    ...removed.map((old) => ({ id: old.id, name: old.name, kind: 'removed' as const, old })),
    ...sent.filter(({ kind }) => kind === 'changed'),
    ...sent.filter(({ kind }) => kind === 'added'),
  ];
}
