import { isObject, members, ownOf, text } from '#domain/app/lenient.ts';
import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { presentableFields } from './list-query.ts';

/** System fields, and those of the collection's schema. */
export interface RecordData {
  readonly id: string;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly [field: string]: unknown;
}

/** Between the id and the position of a row of a view: others may have the same id. */
export const ROW_MARK = '\u2060 #';

export const storedId = (row: string): string => row.split(ROW_MARK, 1)[0] ?? '';

/** Reads a record from a response of the backend. */
export function parseRecord(value: unknown): RecordData {
  const from = members(value);
  return {
    ...from,
    id: text(from['id']),
    collectionId: text(from['collectionId']),
    collectionName: text(from['collectionName']),
  };
}

/** Of a relation, by id. */
export function expandedOf(record: RecordData, field: string): ReadonlyMap<string, RecordData> {
  const expand = record['expand'];
  const found = isObject(expand) ? ownOf(expand, field) : [];
  const list = Array.isArray(found) ? found : found ? [found] : [];
  return new Map(list.map(parseRecord).map((item) => [item.id, item]));
}

/** In a list, in characters. */
export const TEXT_LIMIT = 195;
/** In a list, in characters. */
export const JSON_LIMIT = 500;
/** Of JSON in a tooltip, in characters. */
const TOOLTIP_LIMIT = 800;
/** Of the text of a related record, in characters. */
export const RELATION_LIMIT = 70;

/** Cut at {@link JSON_LIMIT}. */
export const jsonText = (value: unknown): string => truncate(JSON.stringify(value) ?? '', JSON_LIMIT);

/** Without the expanded relations, by name: some backends answer in another order each time. */
export function recordTooltip(record: RecordData): string {
  const { expand: _expand, ...rest } = record;
  const sorted = Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return truncate(JSON.stringify(sorted, null, 2), TOOLTIP_LIMIT);
}

/** In a collection without presentable fields, the first one with a value represents a record. */
export const NAME_FIELDS = ['title', 'name', 'label', 'username', 'email', 'slug', 'key'] as const;

/**
 * Presentable fields, else the title or another name, else the id; cut after `limit` characters. Expanded relations are
 * texts, too; `collections` has theirs.
 */
export function presentableText(
  record: RecordData,
  collection: Collection | undefined,
  limit = RELATION_LIMIT,
  collections: readonly Collection[] = [],
): string {
  const isFile = new Set(collection?.fields.filter((field) => field.type === 'file').map(({ name }) => name));
  const shown = presentableFields(collection).filter((name) => !isFile.has(name));
  // Blanks alone would be a label that nobody sees.
  const isSet = (name: string) =>
    !isEmptyValue(ownOf(record, name)) && /\S/.test(valueText(ownOf(record, name)));
  const names = shown.length ? shown.filter(isSet) : NAME_FIELDS.filter(isSet).slice(0, 1);
  const textOf = (name: string) => {
    const expanded = expandedOf(record, name);
    const value = ownOf(record, name);
    if (!expanded.size) return valueText(value);
    const field = collection?.fields.find((one) => one.name === name);
    const related = field && relatedTo(field, collections);
    return valuesOf(value)
      .map((id) => [id, expanded.get(id)] as const)
      .map(([id, one]) => (one ? presentableText(one, related, limit, collections) : id))
      .join(', ');
  };
  return truncate(names.map(textOf).join(', ') || record.id, limit);
}

export const filesIn = (record: RecordData, fields: readonly Field[]) =>
  fields
    .filter((field) => field.type === 'file')
    .flatMap((field) => valuesOf(ownOf(record, field.name)).map((name) => ({ field, name })));

/** Beside the text of a record. */
const MAX_FILES = 5;

export function presentableFiles(record: RecordData, collection: Collection | undefined) {
  const shown = new Set(presentableFields(collection));
  return filesIn(record, collection?.fields.filter(({ name }) => shown.has(name)) ?? []).slice(0, MAX_FILES);
}

/** Other stored addresses may not become links. */
export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);
