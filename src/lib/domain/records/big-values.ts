import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { type ShownType, shownType } from '#domain/field-types/field-type.ts';
import type { RecordData } from './record.ts';

/** Characters of a field in a page; above it, only excerpts are requested. */
const HEAVY = 1_000_000;
/** Characters; more than a list shows. */
const EXCERPT = 500;
/** Characters of a value in a row; a list shows 500 at most. */
const KEPT = 1000;

const namesOf = (collection: Collection, has: (type: ShownType) => boolean) =>
  ownFields(collection)
    .filter(({ type }) => has(shownType(type)))
    .map(({ name }) => name);

/** A copy: a slice would keep the whole text in memory. */
const beginning = (text: string, length: number) => [...text.slice(0, length)].join('');

/** Keeps the first `room.left` characters of a value's JSON. */
function cut(value: unknown, room: { left: number }): unknown {
  if (typeof value === 'string') {
    const text = value.length > room.left ? beginning(value, room.left) : value;
    room.left -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) {
    room.left -= 1;
    return value;
  }
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (room.left <= 0) break;
    if (!Array.isArray(value)) room.left -= key.length;
    kept.push([key, cut(item, room)]);
  }
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/** Long texts and JSON are cut to what a list shows. */
export function cutRecord(collection: Collection, record: RecordData): RecordData {
  const long = namesOf(collection, (type) => COLUMNS[type].long !== undefined);
  const cuts = long.map((name) => [name, cut(ownOf(record, name), { left: KEPT })]);
  return { ...record, ...Object.fromEntries(cuts) };
}

/** Certainly has all of a text or a JSON value. */
export const isWhole = (value: unknown): boolean =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length < KEPT;

/** Text fields that make a page large. Not JSON fields, of which the backend sends no excerpts. */
export const heavyFields = (collection: Collection, records: readonly RecordData[]): string[] =>
  namesOf(collection, (type) => COLUMNS[type].long === 'excerpt').filter((name) => {
    const lengths = records.map((record) => String(ownOf(record, name) ?? '').length);
    return lengths.reduce((total, length) => total + length, 0) > HEAVY;
  });

/** The `fields` parameter of a list request, with excerpts of the heavy fields. */
export function withExcerpts(fields: string, heavy: Iterable<string>): string {
  const excerpts = [...heavy].map((name) => `${name}:excerpt(${EXCERPT},true)`);
  return excerpts.length ? [fields || '*', ...excerpts].join(',') : fields;
}
