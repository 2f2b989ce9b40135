import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableFields } from './list-query.ts';
import type { RecordData } from './record.ts';

/** Shown where a value is empty (RL-18). */
export const NO_VALUE = 'N/A';
/** Characters of a text in a list. */
export const TEXT_LIMIT = 195;
/** Characters of JSON in a list. */
export const JSON_LIMIT = 500;
/** Characters of a record's JSON in a tooltip. */
const TOOLTIP_LIMIT = 800;
/** Characters of what stands for a related record. */
const RELATION_LIMIT = 70;

/** Cuts a text after `limit` characters, marked by '...', never inside a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isSplit ? limit - 1 : limit)}...`;
}

/** Whether a value counts as empty: null, '', an empty list or object. Zero and false are values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A value in a line of text: strings as they are, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}

/** The JSON of a value for a list, cut at {@link JSON_LIMIT}; a JSON null is no value. */
export function jsonText(value: unknown): string {
  return truncate(JSON.stringify(value) ?? '', JSON_LIMIT);
}

/** A record's JSON for a tooltip, indented and without what was expanded. */
export function recordTooltip(record: RecordData): string {
  const { expand: _expand, ...rest } = record;
  return truncate(JSON.stringify(rest, null, 2), TOOLTIP_LIMIT);
}

/** What names a record whose collection marks no field as presentable, in this order. */
const NAMES = ['title', 'name', 'label', 'username', 'email', 'slug', 'key'] as const;

/**
 * What stands for a related record: its presentable texts, else whatever names it, else its id (RL-19).
 */
export function presentableText(record: RecordData, collection: Collection | undefined): string {
  const isFile = new Set(collection?.schema.filter((field) => field.type === 'file').map(({ name }) => name));
  const shown = presentableFields(collection).filter((name) => !isFile.has(name));
  const names = shown.length ? shown : NAMES.filter((name) => !isEmptyValue(ownOf(record, name))).slice(0, 1);
  const text = names
    .map((name) => valueText(ownOf(record, name)))
    .filter((part) => part !== '')
    .join(', ');
  return truncate(text || record.id, RELATION_LIMIT);
}

/** Schemes that a link out of stored data may have; anything else stays text. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
