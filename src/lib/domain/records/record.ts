import { isObject, members, ownOf, text } from '#domain/app/lenient.ts';
import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import { type Collection, relatedTo, type SchemaField } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { presentableFields } from './list-query.ts';

/** A record in a response: its system fields and the fields of its collection's schema. */
export interface RecordData {
  readonly id: string;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly [field: string]: unknown;
}

/** Between the id and the position of a row of a view, in what identifies a row whose id others may have. */
export const ROW_MARK = '\u2060 #';

/** The id of a row as it is stored. */
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

/** The expanded records of a relation, by id. */
export function expandedOf(record: RecordData, field: string): ReadonlyMap<string, RecordData> {
  const expand = record['expand'];
  const found = isObject(expand) ? ownOf(expand, field) : [];
  const list = Array.isArray(found) ? found : found ? [found] : [];
  return new Map(list.map(parseRecord).map((item) => [item.id, item]));
}

/** Maximum length of a text in a list, in characters. */
export const TEXT_LIMIT = 195;
/** Maximum length of JSON in a list, in characters. */
export const JSON_LIMIT = 500;
/** Maximum length of a record's JSON in a tooltip, in characters. */
const TOOLTIP_LIMIT = 800;
/** Maximum length of the text that represents a related record, in characters. */
export const RELATION_LIMIT = 70;

/** The JSON of a value for a list, cut at {@link JSON_LIMIT}. */
export function jsonText(value: unknown): string {
  return truncate(JSON.stringify(value) ?? '', JSON_LIMIT);
}

/** A record's JSON for a tooltip, indented and without the expanded relations. */
export function recordTooltip(record: RecordData): string {
  const { expand: _expand, ...rest } = record;
  return truncate(JSON.stringify(rest, null, 2), TOOLTIP_LIMIT);
}

/** Fields that represent a record whose collection has no presentable field; the first one with a value is used. */
export const NAME_FIELDS = ['title', 'name', 'label', 'username', 'email', 'slug', 'key'] as const;

/**
 * The text of a related record: its presentable fields, else its title or another name field, else its id; cut after
 * `limit` characters. Of a relation, the texts of those records that are expanded; `collections` has theirs.
 */
export function presentableText(
  record: RecordData,
  collection: Collection | undefined,
  limit = RELATION_LIMIT,
  collections: readonly Collection[] = [],
): string {
  const isFile = new Set(collection?.schema.filter((field) => field.type === 'file').map(({ name }) => name));
  const shown = presentableFields(collection).filter((name) => !isFile.has(name));
  // Blanks alone would be a label that nobody sees.
  const isSet = (name: string) =>
    !isEmptyValue(ownOf(record, name)) && /\S/.test(valueText(ownOf(record, name)));
  const names = shown.length ? shown.filter(isSet) : NAME_FIELDS.filter(isSet).slice(0, 1);
  const textOf = (name: string) => {
    const expanded = expandedOf(record, name);
    const value = ownOf(record, name);
    if (!expanded.size) return valueText(value);
    const field = collection?.schema.find((one) => one.name === name);
    const related = field && relatedTo(field, collections);
    return valuesOf(value)
      .map((id) => [id, expanded.get(id)] as const)
      .map(([id, one]) => (one ? presentableText(one, related, limit, collections) : id))
      .join(', ');
  };
  return truncate(names.map(textOf).join(', ') || record.id, limit);
}

/** The files of a record in these fields. */
export const filesIn = (record: RecordData, schema: readonly SchemaField[]) =>
  schema
    .filter(({ type }) => type === 'file')
    .flatMap((field) => valuesOf(ownOf(record, field.name)).map((name) => ({ field, name })));

/** Maximum number of files shown next to the text of a record. */
const MAX_FILES = 5;

/** The files of a record's presentable fields. */
export function presentableFiles(record: RecordData, collection: Collection | undefined) {
  const shown = new Set(presentableFields(collection));
  return filesIn(record, collection?.schema.filter(({ name }) => shown.has(name)) ?? []).slice(0, MAX_FILES);
}

/** Whether stored text may become a link: only http and https URLs are safe. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
