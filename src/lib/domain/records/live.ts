import { dequal } from 'dequal/lite';
import { ownOf } from '#domain/app/lenient.ts';
import { parseSort } from '#domain/app/sort.ts';
import type { Collection } from '../backend/collection.ts';
import { hasChanged, newerOf, type Version, versionOf } from '../model/version.ts';
import type { Changes, Gone } from './list-changes.ts';
import { expandedOf, type RecordData } from './record.ts';

/** Of the list on screen. */
interface Listed {
  readonly collection: Pick<Collection, 'fields'>;
  readonly sort: string;
}

/** Enough rows for an estimate, few enough for the frame in which a list is left. */
const SAMPLE = 20;

/** About how many characters rows need in memory, by some of them, evenly spread. */
export function estimateLength(rows: readonly RecordData[]): number {
  if (!rows.length) return 0;
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  const sum = sample.reduce((length, row) => length + JSON.stringify(row).length, 0);
  return Math.round((sum / sample.length) * rows.length);
}

/** The newest of `lists`, the newest last: no more than `count`, and together no longer than `length` characters. */
export function newestWithin<T extends { readonly length: number }>(
  lists: readonly T[],
  { count, length }: { readonly count: number; readonly length: number },
): T[] {
  const kept: T[] = [];
  let rest = length;
  for (const list of lists.slice(-count).toReversed()) {
    rest -= list.length;
    if (rest < 0) break;
    kept.unshift(list);
  }
  return kept;
}

/** They decide the position of a row: the values of the sort's fields, with the related records they come from. */
const sortValues = (record: RecordData, sort: string): unknown[] =>
  parseSort(sort).map(({ name }) => {
    const [field = '', ...path] = name.split('.');
    return [ownOf(record, field), path.length > 0 && [...expandedOf(record, field).values()]];
  });

const isMoved = (sort: string, before: RecordData, after: RecordData) =>
  !dequal(sortValues(before, sort), sortValues(after, sort));

export interface Lookup {
  /** In the list, as it shows them. */
  readonly found: readonly RecordData[];
  /** Not in the list, and why. */
  readonly missing: ReadonlyMap<string, Gone>;
}

export interface LiveRows {
  readonly rows: readonly RecordData[];
  readonly changes: Changes;
}

/** No row moves, appears or goes: all else becomes changes. What stays the same keeps its identity, for rendering. */
export function applyLookup(
  { rows, changes }: LiveRows,
  { found, missing }: Lookup,
  { collection, sort }: Listed,
): LiveRows {
  const isOlder = (one: RecordData, row: RecordData) =>
    newerOf(versionOf(collection, row), versionOf(collection, one)) !== versionOf(collection, one);
  const appeared = new Set(changes.appeared);
  const moved = new Set(changes.moved);
  const gone = new Map(changes.gone);
  const places = new Map(rows.map(({ id }, index) => [id, index]));
  const next = [...rows];
  let [isChanged, isGoneChanged] = [false, false];
  for (const record of found) {
    const place = places.get(record.id);
    const row = place === undefined ? undefined : next[place];
    if (place === undefined || !row) {
      appeared.add(record.id);
      continue;
    }
    if (gone.delete(record.id)) isGoneChanged = true;
    // The row was loaded or saved after the backend had answered.
    if (isOlder(record, row) || dequal(record, row)) continue;
    if (isMoved(sort, row, record)) moved.add(record.id);
    next[place] = record;
    isChanged = true;
  }
  for (const [id, reason] of missing) {
    appeared.delete(id);
    if (!places.has(id) || gone.get(id) === reason) continue;
    gone.set(id, reason);
    isGoneChanged = true;
  }
  return {
    rows: isChanged ? next : rows,
    changes: { ...changes, appeared, moved, gone: isGoneChanged ? gone : changes.gone },
  };
}

export interface Loaded extends Pick<Listed, 'collection'> {
  readonly rows: readonly RecordData[];
  readonly hasMore: boolean;
  /** Start of the request for the rows, in the backend's notation of time; undefined if it is not known. */
  readonly since: string | undefined;
}

/**
 * Ids of records to look up after changes may have been missed.
 * @param versions of the list as it is now, by ids, at least as many as there are rows if it is that long
 */
export function missedIds(
  { collection, rows, hasMore, since }: Loaded,
  versions: ReadonlyMap<string, Version>,
): string[] {
  const listed = new Map(rows.map((row) => [row.id, versionOf(collection, row)]));
  const changed = [...listed].filter(([id, known]) => hasChanged(known, versions.get(id))).map(([id]) => id);
  // A deletion moves records of the next page up: only later updates make them new.
  const isNew = (version: Version) =>
    !hasMore || (since !== undefined && typeof version === 'string' && newerOf(since, version) === version);
  const range = hasMore ? [...versions].slice(0, rows.length) : [...versions];
  const added = range.filter(([id, version]) => !listed.has(id) && isNew(version)).map(([id]) => id);
  return [...changed, ...added];
}
