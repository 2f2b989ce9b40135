import { ownOf } from '#domain/app/own.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { byId, deletedOf, type ImportMode, importedAs } from './effective.ts';
import { fieldId, fieldsOf, type RawCollection, type RawField } from './raw.ts';

/** What an import does with one collection. Rows of a list have different ids. */
export type CollectionChange = {
  readonly id: string;
  /** After the import, unless it is deleted. */
  readonly name: string;
} & (
  | { readonly kind: 'deleted'; readonly old: RawCollection; readonly new?: never }
  /** `new` is as it will be: without deleting, it contains existing fields that the text omits. */
  | { readonly kind: 'changed'; readonly old: RawCollection; readonly new: RawCollection }
  | { readonly kind: 'added'; readonly old?: never; readonly new: RawCollection }
);

/** The label of each kind of change. */
export const CHANGE_LABELS = {
  deleted: 'Deleted',
  changed: 'Changed',
  added: 'Added',
} as const satisfies Record<CollectionChange['kind'], string>;

/** The name before the import if the import renames the collection, else undefined: 'old → new'. */
export const oldNameOf = (change: CollectionChange): string | undefined =>
  change.kind === 'changed' && change.old.name !== change.name ? change.old.name : undefined;

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
  const [oldFields, newFields] = [fieldsOf(old), fieldsOf(imported)];
  if (oldFields.length !== newFields.length) return false;
  const fresh = new Map(newFields.map((field) => [fieldId(field), field]));
  return oldFields.every((field) => {
    const other = fresh.get(fieldId(field));
    return other !== undefined && isSameField(field, other);
  });
}

/** The changes of an import: deleted, then changed, then added collections; empty when there are none. */
export function detectChanges(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly CollectionChange[] {
  const before = byId(existing);
  const deleted: CollectionChange[] = [];
  const changed: CollectionChange[] = [];
  const added: CollectionChange[] = [];
  for (const old of deletedOf(existing, imported, mode)) {
    deleted.push({ kind: 'deleted', id: old.id, name: old.name, old });
  }
  for (const collection of imported) {
    const { id, name } = collection;
    const old = before.get(id);
    if (!old) {
      added.push({ kind: 'added', id, name, new: collection });
      continue;
    }
    const after = importedAs(old, collection, mode);
    if (!isSameCollection(old, after)) changed.push({ kind: 'changed', id, name, old, new: after });
  }
  return [...deleted, ...changed, ...added];
}
