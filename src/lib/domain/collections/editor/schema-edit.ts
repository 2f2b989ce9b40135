import { recordCount } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, type CollectionType, ownFields } from '#domain/backend/collection.ts';
import { fieldTypeLabel } from '#domain/field-types/labels.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { ruleOf, rulesOf, ruleTitle } from '../rules.ts';
import { sentFields } from './body.ts';
import { CHANGE_KINDS, type Change, fieldChanges, other } from './field-changes.ts';
import { normalizedIndexes } from './indexes.ts';
import { collectionOptionChange, ruleText } from './part-texts.ts';
import { isSameCollectionOption } from './same-part.ts';
import { authValues, type CollectionValues, type IndexValues, indexTexts, valuesOf } from './values.ts';

/** Shown above the list of changes. */
export const CHANGES_WARNING =
  "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!";
/** Shown first when others have saved the collection since editing began. */
export const ELSEWHERE_WARNING =
  'The collection was changed elsewhere after you began to edit it. Saving keeps those changes.';
/** Shown first when the user has to choose between two versions. */
export const CONFLICT_WARNING =
  'You and somebody else changed the same thing. Choose which version stays before you confirm.';
/** Shown as well when fields are removed. */
export const REMOVED_WARNING = 'All data associated with the removed fields will be permanently deleted!';

/** The renames and removals of an edit, which other collections may have to follow. */
export interface SchemaEdit {
  readonly collectionId: string;
  /** The saved name. */
  readonly collectionName: string;
  readonly newName: string;
  /** Old and new names of fields. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

/** Compares fields by id, whatever their order. */
export function schemaEdit(values: CollectionValues, saved: Collection): SchemaEdit {
  const fields = new Map(values.fields.map((field) => [field.id, field]));
  const renamed = new Map<string, string>();
  const removed = new Set<string>();
  for (const { id, name } of ownFields(saved)) {
    const field = fields.get(id);
    if (!field || field.toDelete) removed.add(name);
    else if (field.name !== name) renamed.set(name, field.name);
  }
  return { collectionId: saved.id, collectionName: saved.name, newName: values.name, renamed, removed };
}

/** Renamed columns alone do not change an index. */
function indexChanges(values: CollectionValues, before: CollectionValues, tools?: IndexTools): Change[] {
  const ids = new Map(values.fields.map(({ key, id }) => [key, id || key]));
  const old = normalizedIndexes(before, tools);
  const now = normalizedIndexes(values, tools, (key) => ids.get(key) ?? key);
  const texts = tools ? indexTexts(values, tools) : [];
  const textOf = (index: IndexValues) => texts[values.indexes.indexOf(index)] ?? index.sql;
  const changes: string[] = [];
  for (const [name, { values: index, normalized }] of old) {
    const after = now.get(name);
    if (!after) changes.push(`Removed index ${index.sql}`);
    else if (after.normalized !== normalized)
      changes.push(`Changed index ${index.sql} → ${textOf(after.values)}`);
  }
  for (const [name, { values: index }] of now)
    if (!old.has(name)) changes.push(`Added index ${textOf(index)}`);
  return changes.map(other);
}

function ruleAndOptionChanges(values: CollectionValues, saved: Collection): Change[] {
  const lines: string[] = [];
  for (const name of rulesOf(saved.type)) {
    const [from, to] = [ruleOf(saved, name), ruleOf(values, name)];
    if (from !== to) lines.push(`${ruleTitle(name)}: ${ruleText(from)} → ${ruleText(to)}`);
  }
  const before = { ...authValues(saved.auth), query: saved.query ?? '' };
  const after: Readonly<Record<string, unknown>> = { ...values.options, query: values.query };
  const shown = saved.type === 'auth' ? Object.keys(values.options) : saved.type === 'view' ? ['query'] : [];
  for (const name of shown) {
    const [from, to] = [ownOf(before, name), ownOf(after, name)];
    if (!isSameCollectionOption(from, to)) lines.push(collectionOptionChange(name, from, to));
  }
  return lines.map(other);
}

function orderChanges(values: CollectionValues, saved: Collection): Change[] {
  const kept = values.fields.filter(({ toDelete }) => !toDelete);
  const ids = new Set(kept.map(({ id }) => id));
  const before = ownFields(saved)
    .filter(({ id }) => ids.has(id))
    .map(({ id }) => id);
  const common = new Set(before);
  const after = kept.filter(({ id }) => common.has(id));
  if (after.every(({ id }, position) => id === before[position])) return [];
  return [other(`New order of the fields: ${after.map(({ name }) => name).join(', ')}`)];
}

/** The 'Changes:' list of the confirm dialog. Without the tools, indexes are compared as text. */
export function changesOf(values: CollectionValues, saved: Collection, tools?: IndexTools): Change[] {
  const { collectionName, newName, removed } = schemaEdit(values, saved);
  const changes: Change[] = [];
  if (newName !== collectionName) {
    changes.push({ kind: 'collection-renamed', text: `Renamed collection ${collectionName} → ${newName}` });
  }
  for (const name of removed) changes.push({ kind: 'field-removed', text: `Removed field ${name}` });
  const known = new Map(valuesOf(saved).fields.map((field) => [field.id, field]));
  for (const field of sentFields(values)) {
    const before = known.get(field.id);
    if (before) changes.push(...fieldChanges(before, field));
    else changes.push(other(`Added field ${field.name} (${fieldTypeLabel(field.type)})`));
  }
  changes.push(
    ...orderChanges(values, saved),
    ...ruleAndOptionChanges(values, saved),
    ...indexChanges(values, valuesOf(saved), tools),
  );
  return changes.sort((a, b) => CHANGE_KINDS.indexOf(a.kind) - CHANGE_KINDS.indexOf(b.kind));
}

/** Whether a save needs confirmation: after changes with consequences, and always for a view. */
export function needsConfirm(values: CollectionValues, saved: Collection): boolean {
  if (values.id === '') return false;
  return values.type === 'view' || changesOf(values, saved).some(({ kind }) => kind !== 'other');
}

/** What a deleted collection takes along; `count` of its records is undefined if it is not known. */
export function collectionLoss(type: CollectionType, count: number | undefined): string {
  if (type === 'view') return 'A view has no records of its own: those that it shows stay.';
  return count === undefined
    ? 'Its records can’t be brought back.'
    : `${recordCount(count)} will be deleted for good.`;
}
