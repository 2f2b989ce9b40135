import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Versions } from '#domain/app/versions.ts';
import { mergeOrder, PartMerger } from '#domain/collections/editor/part-merger.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';

/** Called with their version where both sides changed the same value differently; mine is kept. */
export type OnConflict = (theirs: unknown) => void;

/** What makes an entry of a list itself: its id, or the text that it is. */
const keyOf = (entry: unknown): string | undefined => {
  const key = isObject(entry) ? ownOf(entry, 'id') : entry;
  return typeof key === 'string' ? key : undefined;
};

/** The entries of a list by their keys; undefined for another value, or without a key for each. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = new Map(value.map((entry) => [keyOf(entry) ?? '', entry]));
  return entries.has('') || entries.size < value.length ? undefined : entries;
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  isObject(value) ? new Map(Object.entries(value)) : undefined;

type Sides = Versions<ReadonlyMap<string, unknown>>;

/** Merges each key of one of both sides. */
export function mergeKeys(
  { base, mine, theirs }: Sides,
  onConflict: OnConflict,
  merge = mergeArrangement,
): Map<string, unknown> {
  const keys = new Set([...mine.keys(), ...theirs.keys()]);
  const merged = [...keys].map((key) => {
    const versions = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    return [key, merge(versions, onConflict)] as const;
  });
  return new Map(merged.filter(([, value]) => value !== undefined));
}

function mergeLists({ base, mine, theirs }: Sides, onConflict: OnConflict): unknown[] {
  const merged = mergeKeys({ base, mine, theirs }, onConflict);
  const orders = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
  const order = mergeOrder(new PartMerger(new Map()), orders, new Set(merged.keys()), (key) => key);
  return order.map((key) => merged.get(key));
}

/** Reads a value of both sides, and of the base as far as it has the same form. */
function sidesOf(
  { base, mine, theirs }: Versions<unknown>,
  read: (value: unknown) => ReadonlyMap<string, unknown> | undefined,
): Sides | undefined {
  const [own, stored] = [read(mine), read(theirs)];
  return own && stored && { base: read(base) ?? new Map(), mine: own, theirs: stored };
}

/**
 * Merges two versions of a JSON value that began as the same one: objects member by member, lists of texts or of objects
 * with an id entry by entry. What one side removed and the other changed stays. Undefined is no value.
 */
export function mergeArrangement(versions: Versions<unknown>, onConflict: OnConflict = () => {}): unknown {
  const { base, mine, theirs } = versions;
  if (isSameStructure(mine, base)) return theirs;
  if (isSameStructure(theirs, base) || isSameStructure(mine, theirs)) return mine;
  if (mine === undefined || theirs === undefined) return mine === undefined ? theirs : mine;
  const lists = sidesOf(versions, entriesOf);
  if (lists) return mergeLists(lists, onConflict);
  const objects = sidesOf(versions, membersOf);
  if (objects) return Object.fromEntries(mergeKeys(objects, onConflict)) satisfies JsonObject;
  onConflict(theirs);
  return mine;
}

/**
 * Merges as {@link mergeArrangement} does, but who has removed the whole value has removed the entries of the base: those
 * that the other side has added stay alone.
 */
export function mergeWhole(versions: Versions<unknown>, onConflict?: OnConflict): unknown {
  const { base, mine, theirs } = versions;
  const isAlike = (read: (value: unknown) => unknown) => read(base) && read(mine ?? theirs);
  const none = isAlike(entriesOf) ? [] : isAlike(membersOf) ? {} : undefined;
  if (!none || (mine === undefined) === (theirs === undefined)) return mergeArrangement(versions, onConflict);
  const merged = mergeArrangement({ base, mine: mine ?? none, theirs: theirs ?? none }, onConflict);
  return isSameStructure(merged, none) ? undefined : merged;
}
