/*
 * What differs between two collections, or two states of one that is edited: by field, option, rule and index, whatever
 * their dates and raw objects. The only such comparison: an editor says it in the lines of `editor/changes.ts`, which
 * also name what is lost. Stored collections are compared as what an editor makes of them: `valuesOf(collection)`.
 */
import { parseDate } from '#domain/app/date.ts';
import type { Collection, CollectionType, Rule } from '#domain/backend/collection.ts';
import type { FieldType } from '#domain/backend/field.ts';
import { dateOptions } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { normalizedIndexes } from './editor/indexes.ts';
import {
  type CollectionValues,
  type FieldValues,
  type IndexValues,
  idOf,
  indexTexts,
  sentFields,
} from './editor/values.ts';
import { type EditedRule, editedRulesOf, ruleOf } from './rules.ts';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether an option has no value. An input that was filled and emptied may leave another blank than before. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || isEmptyList(value);

const PARTS = ['name', 'type', 'isRequired', 'isPresentable', 'isHidden', 'help'] as const;

/** What is compared of a field. */
export type Comparable = Pick<FieldValues, (typeof PARTS)[number] | 'options'>;

const instant = (value: unknown): unknown =>
  typeof value === 'string' ? (parseDate(value)?.toISOString() ?? value) : value;

/** Whether two values of a field option are equal: blanks of any kind, and dates in different formats, are. */
export function isSameFieldOption(type: FieldType, a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true;
  return dateOptions(type).length ? isSameStructure(instant(a), instant(b)) : isSameStructure(a, b);
}

/** Names of the options that differ between two fields of one type. */
export function changedFieldOptions(a: Comparable, b: Comparable): string[] {
  const names = new Set([...Object.keys(a.options), ...Object.keys(b.options)]);
  return [...names].filter((name) => !isSameFieldOption(a.type, a.options[name], b.options[name]));
}

/** Whether two fields are equal, whatever their ids and positions. */
export function isSameField(a: Comparable, b: Comparable): boolean {
  return PARTS.every((part) => a[part] === b[part]) && changedFieldOptions(a, b).length === 0;
}

/** Whether two values of a collection option are equal: an empty list equals null. */
export const isSameCollectionOption = (a: unknown, b: unknown): boolean =>
  isSameStructure(isEmptyList(a) ? null : a, isEmptyList(b) ? null : b);

/** A part that differs. */
export type Difference =
  | { readonly of: 'name'; readonly from: string; readonly to: string }
  | { readonly of: 'type'; readonly from: CollectionType; readonly to: CollectionType }
  /** Without `from` it is added, without `to` removed. Fields are matched by their ids, new ones by their keys. */
  | { readonly of: 'field'; readonly from?: FieldValues | undefined; readonly to?: FieldValues | undefined }
  /** Of the fields that both have, in their new order. */
  | { readonly of: 'order'; readonly to: readonly FieldValues[] }
  | { readonly of: 'rule'; readonly name: EditedRule; readonly from: Rule; readonly to: Rule }
  /** Of an auth collection by the names of its inputs, or the `query` of a view. */
  | { readonly of: 'option'; readonly name: string; readonly from: unknown; readonly to: unknown }
  /** Statements; without `from` it is added, without `to` removed. */
  | { readonly of: 'index'; readonly from?: string | undefined; readonly to?: string | undefined };

function* fieldDifferences(before: CollectionValues, after: CollectionValues): Generator<Difference> {
  const old = new Map(sentFields(before).map((field) => [idOf(field), field]));
  const now = new Map(sentFields(after).map((field) => [idOf(field), field]));
  for (const [id, from] of old) if (!now.has(id)) yield { of: 'field', from };
  for (const [id, to] of now) {
    const from = old.get(id);
    if (!from || !isSameField(from, to)) yield { of: 'field', from, to };
  }
  const order = [...old.keys()].filter((id) => now.has(id));
  const to = [...now.values()].filter((field) => old.has(idOf(field)));
  if (to.some((field, position) => idOf(field) !== order[position])) yield { of: 'order', to };
}

function* otherDifferences(before: CollectionValues, after: CollectionValues): Generator<Difference> {
  const { type } = after;
  for (const name of editedRulesOf(after)) {
    const [from, to] = [ruleOf(before, name), ruleOf(after, name)];
    if (from !== to) yield { of: 'rule', name, from, to };
  }
  for (const name of type === 'auth' ? Object.keys(after.options) : []) {
    const [from, to] = [before.options[name], after.options[name]];
    if (!isSameCollectionOption(from, to)) yield { of: 'option', name, from, to };
  }
  if (type === 'view' && before.query !== after.query)
    yield { of: 'option', name: 'query', from: before.query, to: after.query };
}

const statements = (values: CollectionValues, tools: IndexTools | undefined): readonly string[] =>
  tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql);

/** Renamed columns alone do not change an index. */
function* indexDifferences(
  before: CollectionValues,
  after: CollectionValues,
  tools: IndexTools | undefined,
): Generator<Difference> {
  const read = (values: CollectionValues) => {
    const ids = new Map(values.fields.map((field) => [field.key, idOf(field)]));
    const texts = statements(values, tools);
    return {
      byName: normalizedIndexes(values, tools, (key) => ids.get(key) ?? key),
      textOf: (index: IndexValues) => texts[values.indexes.indexOf(index)],
    };
  };
  const [old, now] = [read(before), read(after)];
  for (const [name, { values, normalized }] of old.byName) {
    const kept = now.byName.get(name);
    if (kept?.normalized === normalized) continue;
    yield { of: 'index', from: old.textOf(values), to: kept && now.textOf(kept.values) };
  }
  for (const [name, { values }] of now.byName)
    if (!old.byName.has(name)) yield { of: 'index', to: now.textOf(values) };
}

/** All but indexes: their statements are parsed. */
function* partDifferences(before: CollectionValues, after: CollectionValues): Generator<Difference> {
  const { name, type } = after;
  if (name !== before.name) yield { of: 'name', from: before.name, to: name };
  if (type !== before.type) yield { of: 'type', from: before.type, to: type };
  yield* fieldDifferences(before, after);
  yield* otherDifferences(before, after);
}

/** All that differs; of fields, those that go first. Without the tools, an index is identified by its text. */
export const differencesBetween = (
  before: CollectionValues,
  after: CollectionValues,
  tools: IndexTools | undefined,
): readonly Difference[] => [...partDifferences(before, after), ...indexDifferences(before, after, tools)];

/** Whether the values differ from the base. Without the tools, an index that was changed back may count as different. */
export function isDirty(values: CollectionValues, base: CollectionValues, tools?: IndexTools): boolean {
  if (values === base) return false;
  const isSame = partDifferences(base, values).next().done;
  return !isSame || !isSameStructure(statements(values, tools), statements(base, tools));
}

/** Without what only says that it was saved, and as what. */
const comparable = (collection: Collection): unknown => ({
  ...collection,
  created: '',
  updated: '',
  raw: undefined,
  fields: collection.fields.map((field) => ({ ...field, raw: undefined })),
});

/** Whether two stored collections are the same to the letter, whenever they were saved. */
export const isSameCollection = (a: Collection, b: Collection): boolean =>
  isSameStructure(comparable(a), comparable(b));
