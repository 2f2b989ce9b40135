import { isObject, type JsonObject, ownOf } from '#domain/app/lenient.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
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

/** What an import does with that which its text does not contain. */
export interface ImportMode {
  /** Keeps existing collections that the text omits. */
  readonly merge: boolean;
  /** Deletes missing fields, and missing collections unless merging. */
  readonly deleteMissing: boolean;
}

/** The body of the request that imports. */
export interface ImportBody {
  readonly collections: RawCollections;
  readonly deleteMissing: boolean;
}

/** An import, and what it leaves. */
export interface Outcome {
  readonly existing: RawCollections;
  /** The collections as they are sent. */
  readonly imported: RawCollections;
  readonly mode: ImportMode;
  /** What is there afterwards, by id: the imported collections, then the existing ones that stay. */
  readonly after: ReadonlyMap<string, RawCollection>;
}

/** Collections, or fields, by id. */
export const byId = <Raw extends JsonObject>(items: readonly Raw[]): ReadonlyMap<string, Raw> =>
  new Map(items.map((item) => [idOf(item), item]));

/** A copy with changed fields; what is no field stays as it is. */
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

/** The fields of a view after the import, as far as they are known: the ids are compared by name. */
function viewFields(old: RawCollection, imported: RawCollection): readonly RawField[] {
  const oldFields = fieldsOf(old);
  const ids = new Map(oldFields.map((field) => [nameOf(field), idOf(field)]));
  const fields = fieldsOf(imported);
  return fields.length
    ? fields.map((field) => ({ ...field, id: ids.get(nameOf(field)) ?? idOf(field) }))
    : oldFields;
}

/**
 * A collection as it will be after the import: without deleting, the backend keeps the existing fields at their place
 * and appends new ones.
 */
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

/** What an import leaves. Atoll's own collection only ever changes when the text has it. */
export function outcomeOf(existing: RawCollections, imported: RawCollections, mode: ImportMode): Outcome {
  const { merge, deleteMissing } = mode;
  const stored = byId(existing);
  const sent = imported.map((one) => {
    const old = stored.get(one.id);
    return old ? importedAs(old, one, deleteMissing) : one;
  });
  const kept = omittedOf(existing, imported).filter((one) => merge || !deleteMissing || isLeftAlone(one));
  return { existing, imported, mode, after: byId([...sent, ...kept]) };
}

/**
 * The body of the request. To delete missing fields but keep omitted collections, which the backend can't do, these
 * are sent as they are.
 */
export function importBody({ existing, imported, mode, after }: Outcome): ImportBody {
  const { deleteMissing } = mode;
  const kept = deleteMissing ? omittedOf(existing, imported).filter(({ id }) => after.has(id)) : [];
  return { collections: [...imported, ...kept], deleteMissing };
}

/** What an import does with one collection. Rows of a list have different ids. */
export interface CollectionChange {
  readonly id: string;
  /** After the import, unless it is removed. */
  readonly name: string;
  readonly kind: 'removed' | 'changed' | 'added';
  readonly old?: RawCollection | undefined;
  /** As it will be: without deleting, it contains existing fields that the text omits. */
  readonly new?: RawCollection | undefined;
}

/** The label of each kind of change. */
export const CHANGE_LABELS = { removed: 'Deleted', changed: 'Changed', added: 'Added' } as const;

/** The name before the import if the import renames the collection, else undefined: 'old → new'. */
export const oldNameOf = ({ name, old }: CollectionChange): string | undefined =>
  old?.name === name ? undefined : old?.name;

/** Two versions of a field: without `old` it is new, without `fresh` it is gone. */
export interface FieldPair {
  readonly old?: RawField | undefined;
  readonly fresh?: RawField | undefined;
}

/** The fields of two versions of a collection, matched by their ids: those that are gone, then those of the new one. */
export function fieldPairs(old?: RawCollection, fresh?: RawCollection): readonly FieldPair[] {
  const before = old && byId(fieldsOf(old));
  const after = fresh && byId(fieldsOf(fresh));
  const gone = fieldsOf(old ?? {}).filter((field) => !after?.has(idOf(field)));
  return [
    ...gone.map((field) => ({ old: field })),
    ...fieldsOf(fresh ?? {}).map((field) => ({ old: before?.get(idOf(field)), fresh: field })),
  ];
}

/** The new names of renamed fields by their old ones. */
export const renamedFields = (old: RawCollection, fresh: RawCollection): ReadonlyMap<string, string> =>
  new Map(
    fieldPairs(old, fresh)
      .map((pair) => [nameOf(pair.old ?? {}), nameOf(pair.fresh ?? {})] as const)
      .filter(([from, to]) => from && to && from !== to),
  );

/** Whether all members of `old` except `skipped` are equal in both; the backend ignores members it does not have. */
const hasSameMembers = (old: RawField, imported: RawField, skipped?: string): boolean =>
  Object.keys(old).every(
    (name) => name === skipped || isSameStructure(ownOf<unknown>(old, name), ownOf<unknown>(imported, name)),
  );

/** Whether two versions of a field are equal. */
export const isSameField = (old: RawField, imported: RawField): boolean => hasSameMembers(old, imported);

/** Whether two versions of a collection are equal; the order of its fields does not matter. */
function isSameCollection(old: RawCollection, imported: RawCollection): boolean {
  if (!hasSameMembers(old, imported, 'schema')) return false;
  const pairs = fieldPairs(old, imported);
  const isSame = (pair: FieldPair) => pair.old && pair.fresh && isSameField(pair.old, pair.fresh);
  return pairs.length === fieldsOf(old).length && pairs.every(isSame);
}

/** The changes of an import: deleted, then changed, then added collections; empty when there are none. */
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
