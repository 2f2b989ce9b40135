import { isObject, type JsonObject, ownOf } from '#domain/app/lenient.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import {
  fieldsOf,
  idOf,
  isView,
  nameOf,
  type RawCollection,
  type RawCollections,
  type RawField,
} from './raw.ts';

/** For what the text of an import does not contain. */
export interface ImportMode {
  /** Existing collections that the text omits are kept. */
  readonly merge: boolean;
  /** Missing fields are deleted, and missing collections unless merging. */
  readonly deleteMissing: boolean;
}

export interface ImportBody {
  readonly collections: RawCollections;
  readonly deleteMissing: boolean;
}

export interface Outcome {
  readonly existing: RawCollections;
  /** As they are sent. */
  readonly imported: RawCollections;
  readonly mode: ImportMode;
  /** What a configuration means. */
  readonly read: (collection: JsonObject) => Collection;
  /** By id: the imported collections, then the existing ones that stay. */
  readonly after: ReadonlyMap<string, RawCollection>;
}

/** Collections, or fields, by id. */
export const byId = <Raw extends JsonObject>(items: readonly Raw[]): ReadonlyMap<string, Raw> =>
  new Map(items.map((item) => [idOf(item), item]));

/** What is no field stays as it is. */
export function withFields(
  collection: RawCollection,
  change: (field: RawField, index: number) => RawField,
): RawCollection {
  const schema = ownOf<unknown>(collection, 'schema');
  if (!Array.isArray(schema)) return collection;
  const fields = schema.map((field, index) => (isObject(field) ? change(field, index) : field));
  return { ...collection, schema: fields };
}

/** The existing collections that are not among the imported ones. */
export function omittedOf(existing: RawCollections, imported: RawCollections): RawCollections {
  const ids = byId(imported);
  return existing.filter(({ id }) => !ids.has(id));
}

/** After the import, as far as they are known: the ids are compared by name. */
function viewFields(old: RawCollection, imported: RawCollection): readonly RawField[] {
  const oldFields = fieldsOf(old);
  const ids = new Map(oldFields.map((field) => [nameOf(field), idOf(field)]));
  const fields = fieldsOf(imported);
  return fields.length
    ? fields.map((field) => ({ ...field, id: ids.get(nameOf(field)) ?? idOf(field) }))
    : oldFields;
}

/** Without deleting, the backend keeps the existing fields at their place and appends new ones. */
function importedAs(old: RawCollection, imported: RawCollection, deleteMissing: boolean): RawCollection {
  if (isView(old) && isView(imported)) return { ...imported, schema: viewFields(old, imported) };
  if (deleteMissing) return imported;
  const [known, fresh] = [byId(fieldsOf(old)), byId(fieldsOf(imported))];
  return {
    ...imported,
    schema: [
      ...fieldsOf(old).map((field) => fresh.get(idOf(field)) ?? field),
      ...fieldsOf(imported).filter((field) => !known.has(idOf(field))),
    ],
  };
}

/** Atoll's own collection only ever changes when the text has it. */
export function outcomeOf(
  existing: RawCollections,
  imported: RawCollections,
  mode: ImportMode,
  read: Outcome['read'],
): Outcome {
  const { merge, deleteMissing } = mode;
  const stored = byId(existing);
  const sent = imported.map((one) => {
    const old = stored.get(one.id);
    return old ? importedAs(old, one, deleteMissing) : one;
  });
  const kept = omittedOf(existing, imported).filter(
    (one) => merge || !deleteMissing || isLeftAlone(read(one)),
  );
  return { existing, imported, mode, read, after: byId([...sent, ...kept]) };
}

/** To delete missing fields but not omitted collections, which the backend can't do, these are sent as they are. */
export function importBody({ existing, imported, mode, after }: Outcome): ImportBody {
  const { deleteMissing } = mode;
  const kept = deleteMissing ? omittedOf(existing, imported).filter(({ id }) => after.has(id)) : [];
  return { collections: [...imported, ...kept], deleteMissing };
}

/** Rows of a list have different ids. */
export interface CollectionChange {
  readonly id: string;
  /** After the import, unless it is removed. */
  readonly name: string;
  readonly kind: 'removed' | 'changed' | 'added';
  readonly old?: RawCollection | undefined;
  /** As it will be: without deleting, with existing fields that the text omits. */
  readonly new?: RawCollection | undefined;
}

export const CHANGE_LABELS = { removed: 'Deleted', changed: 'Changed', added: 'Added' } as const;

/** The name before the import if the import renames the collection, else undefined: 'old → new'. */
export const oldNameOf = ({ name, old }: CollectionChange): string | undefined =>
  old?.name === name ? undefined : old?.name;

/** A field without `old` is new, without `fresh` it is gone. */
export interface FieldPair {
  readonly old?: RawField | undefined;
  readonly fresh?: RawField | undefined;
}

/** By ids: the fields that are gone, then those of the new version. */
export function fieldPairs(old?: RawCollection, fresh?: RawCollection): readonly FieldPair[] {
  const before = old && byId(fieldsOf(old));
  const after = fresh && byId(fieldsOf(fresh));
  const gone = fieldsOf(old ?? {}).filter((field) => !after?.has(idOf(field)));
  return [
    ...gone.map((field) => ({ old: field })),
    ...fieldsOf(fresh ?? {}).map((field) => ({ old: before?.get(idOf(field)), fresh: field })),
  ];
}

/** By old names. */
export const renamedFields = (old: RawCollection, fresh: RawCollection): ReadonlyMap<string, string> =>
  new Map(
    fieldPairs(old, fresh)
      .map((pair) => [nameOf(pair.old ?? {}), nameOf(pair.fresh ?? {})] as const)
      .filter(([from, to]) => from && to && from !== to),
  );

/** All members of `old` but `skipped` are equal in both; the backend ignores members that it does not have. */
export const isSameField = (old: RawField, imported: RawField, skipped?: string): boolean =>
  Object.keys(old).every(
    (name) => name === skipped || isSameStructure(ownOf<unknown>(old, name), ownOf<unknown>(imported, name)),
  );

/** The order of fields does not matter. */
function isSameCollection(old: RawCollection, imported: RawCollection): boolean {
  if (!isSameField(old, imported, 'schema')) return false;
  const pairs = fieldPairs(old, imported);
  const isSame = (pair: FieldPair) => pair.old && pair.fresh && isSameField(pair.old, pair.fresh);
  return pairs.length === fieldsOf(old).length && pairs.every(isSame);
}

/** Deleted, then changed, then added collections. */
export function changesOf({ existing, imported, after }: Outcome): readonly CollectionChange[] {
  const before = byId(existing);
  const removed = existing.filter(({ id }) => !after.has(id));
  const sent = imported.flatMap(({ id, name }): CollectionChange[] => {
    const [old, fresh] = [before.get(id), after.get(id)];
    if (!fresh || (old && isSameCollection(old, fresh))) return [];
    return [{ id, name, kind: old ? 'changed' : 'added', old, new: fresh }];
  });
  return [
    ...removed.map((old) => ({ id: old.id, name: old.name, kind: 'removed' as const, old })),
    ...sent.filter(({ kind }) => kind === 'changed'),
    ...sent.filter(({ kind }) => kind === 'added'),
  ];
}
