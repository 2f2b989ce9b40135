import type { Collection } from '../collection.ts';
import type { Draft } from './draft.ts';
import { isMultiple } from './field-types.ts';

/** Stands above the list of changes (CE-15). */
export const CHANGES_WARNING =
  "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!";
/** Stands there first when the collection is stored otherwise than when the panel was opened. */
export const ELSEWHERE_WARNING =
  'The collection was changed elsewhere since this panel was opened. Saving replaces it by what you see here; to keep those changes, cancel and open it anew.';
/** Stands there first when a restored draft was begun before the collection was changed elsewhere. */
export const MERGED_WARNING =
  'The collection was changed elsewhere after your draft was begun. What you see here holds both; where both changed the same, saving keeps yours.';
/** Stands there as well when fields are removed (CE-15). */
export const REMOVED_WARNING = 'All data associated with the removed fields will be permanently deleted!';

/** One line of the confirm dialog. */
export interface Change {
  readonly kind: 'collection-renamed' | 'field-renamed' | 'field-removed' | 'to-single' | 'type-changed';
  /** As the dialog shows it (CE-16). */
  readonly text: string;
}

/** Everything in which names that others may mention differ from what is saved. */
export interface SchemaEdit {
  readonly collectionId: string;
  /** The collection's saved name. */
  readonly collectionName: string;
  /** Its new name, the saved one when it isn't renamed. */
  readonly newName: string;
  /** Old and new names of the renamed fields. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Names of the removed fields. */
  readonly removed: ReadonlySet<string>;
}

/** What the draft renames and removes, compared by the fields' ids, whatever their order (FD-13). */
export function schemaEdit(draft: Draft, saved: Collection): SchemaEdit {
  const fields = new Map(draft.fields.map((field) => [field.id, field]));
  const renamed = new Map<string, string>();
  const removed = new Set<string>();
  for (const { id, name } of saved.schema) {
    const field = fields.get(id);
    if (!field || field.toDelete) removed.add(name);
    else if (field.name !== name) renamed.set(name, field.name);
  }
  return { collectionId: saved.id, collectionName: saved.name, newName: draft.name, renamed, removed };
}

/** The 'Changes:' list of the confirm dialog (CE-16). */
export function changesOf(draft: Draft, saved: Collection): Change[] {
  const { collectionName, newName, renamed, removed } = schemaEdit(draft, saved);
  const changes: Change[] = [];
  if (newName !== collectionName) {
    changes.push({ kind: 'collection-renamed', text: `Renamed collection ${collectionName} → ${newName}` });
  }
  for (const [from, to] of renamed) {
    changes.push({ kind: 'field-renamed', text: `Renamed field ${from} → ${to}` });
  }
  for (const name of removed) changes.push({ kind: 'field-removed', text: `Removed field ${name}` });
  const fields = new Map(draft.fields.map((field) => [field.id, field]));
  for (const before of saved.schema) {
    const after = fields.get(before.id);
    if (!after || after.toDelete) continue;
    if (after.type !== before.type) {
      const text = `Changed type of field ${after.name}: ${before.type} → ${after.type}`;
      changes.push({ kind: 'type-changed', text });
    } else if (isMultiple(before) && !isMultiple(after)) {
      const text = `Multiple to single value conversion of field ${after.name} (will keep only the last array item)`;
      changes.push({ kind: 'to-single', text });
    }
  }
  return changes;
}

/** Whether saving asks first: after any change of the list, and always for a view (CE-14, VQ-05). */
export function needsConfirm(draft: Draft, saved: Collection): boolean {
  return draft.id !== '' && (draft.type === 'view' || changesOf(draft, saved).length > 0);
}
