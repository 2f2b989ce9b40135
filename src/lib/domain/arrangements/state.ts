import { flag, isObject, list, members, ownOf, parseJson, text } from '#domain/app/lenient.ts';
import { FOLDERS_KEY } from '#domain/app/storage-keys.ts';
import { valueText } from '#domain/app/value-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { toCollection, toField } from '#domain/collections/editor/body.ts';
import { createField, newCollectionValues } from '#domain/collections/editor/values.ts';
import { parseFolders } from '#domain/collections/folders.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import { mergeParts, type Versions } from '#domain/model/parts.ts';
import { isSameStructure, isTooDeep } from '#domain/model/same-structure.ts';
import type { RecordData } from '#domain/records/record.ts';
import { isKnownKind, readTexts, splitValue, type Texts, type Things, writeTexts } from './kinds.ts';
import { OWN_COLLECTION } from './own-collection.ts';

export const SHARED_KEY = 'atollShared';
/** The texts of this device while it uses the shared ones: a JSON object by storage key. */
export const OWN_ARRANGEMENTS_KEY = 'atollOwnArrangements';

/** Of a thing, in bytes. */
const MAX_VALUE = 2_000_000;

const newField = (name: string, type: ShownType): Field => toField(createField(name, name, type));

/**
 * A record has one thing and the revision 0, of which the unique index refuses a second one.
 * @param existing other collections: the name of an index is taken in all of them
 * @param dates the fields that a new collection has for them
 */
export function newOwnCollection(
  existing: readonly Pick<Collection, 'indexes'>[] = [],
  dates: readonly Field[] = [],
): Collection {
  const isTaken = (index: string) =>
    existing.some(({ indexes }) => indexes.some((sql) => sql.includes(index)));
  let index = `idx_${OWN_COLLECTION}`;
  for (let number = 2; isTaken(`${index}\``); number += 1) index = `idx_${OWN_COLLECTION}${number}`;
  return {
    ...toCollection(newCollectionValues(), undefined),
    name: OWN_COLLECTION,
    fields: [
      { ...newField('kind', 'text'), isRequired: true },
      { ...newField('key', 'text'), isRequired: true },
      { ...newField('revision', 'number'), isWhole: true },
      { ...newField('value', 'json'), maxSize: MAX_VALUE },
      ...dates,
    ] as readonly Field[],
    indexes: [`CREATE UNIQUE INDEX \`${index}\` ON \`${OWN_COLLECTION}\` (\`kind\`, \`key\`, \`revision\`)`],
  };
}

export interface SharedState {
  /** The user keeps this device's own. */
  readonly isOff: boolean;
  /** Of the shared arrangements; '' before there are any. */
  readonly collectionId: string;
  /** What both this device and the backend had last. */
  readonly base: Things;
  /** What this device has sent since, null for what it removed; some of it may not have arrived. */
  readonly sent: Things;
}

export const NOT_JOINED: SharedState = { isOff: false, collectionId: '', base: {}, sent: {} };

/** Also reads the text of an earlier version. */
export function parseSharedState(stored: string): SharedState {
  const { isOff, keepsOwn, collectionId, things, sent, base } = members(parseJson(stored));
  const known = { collectionId: text(collectionId), sent: members(sent) };
  if (isObject(things)) return { isOff: flag(keepsOwn), base: things, ...known };
  // Revision 0 is a record of now. A version that can't read it has taken it for removed from this device.
  const values = Object.entries(members(base)).filter(([, doc]) => members(doc)['revision'] !== 0);
  const split = values.map(([id, doc]) => splitValue(id, members(doc)['value']));
  return { isOff: flag(isOff), base: Object.assign({}, ...split), ...known };
}

/** The text to store. An earlier version that is still open in another tab reads in it that it must not share. */
export const storedState = ({ isOff, base, ...known }: SharedState): Texts => ({
  [SHARED_KEY]: JSON.stringify({ isOff: true, keepsOwn: isOff, things: base, ...known }),
});

/** Reads texts by storage key from any text. */
export const parseTexts = (stored: string): Texts =>
  Object.fromEntries(Object.entries(members(parseJson(stored))).map(([key, value]) => [key, text(value)]));

export interface SharedRecords {
  /** Each thing as it was saved last; one that can't be read is as this device knows it. */
  readonly things: Things;
  /** Of these, the things that have a record of their own. */
  readonly saved: Things;
  /** By thing, the id of the record that has only it. */
  readonly ids: ReadonlyMap<string, string>;
  /** Left out: no version of Atoll can have written them. */
  readonly odd: readonly RecordData[];
  /** Ids of records that have one revision of all things of a collection. */
  readonly earlier: readonly string[];
}

const idOf = (row: RecordData): string => `${text(row['kind'])}/${text(row['key'])}`;
const savedAt = (row: RecordData): string => text(row['updated']);
const isOdd = (row: RecordData): boolean => !Number.isSafeInteger(row['revision']) || isTooDeep(row['value']);

/** Reads records of any version; `known` is what this device has of them. */
export function readRecords(rows: readonly RecordData[], known: Things = {}): SharedRecords {
  const ours = rows.filter((row) => isKnownKind(idOf(row)));
  const odd = ours.filter(isOdd);
  const own = new Map(ours.filter((row) => row['revision'] === 0).map((row) => [idOf(row), row]));
  const earlier = ours
    .filter((row) => row['revision'] !== 0 && !isOdd(row))
    .sort((one, other) => Number(one['revision']) - Number(other['revision']));
  const saved: Record<string, unknown> = {};
  for (const [id, row] of own) saved[id] = isOdd(row) ? known[id] : (row['value'] ?? undefined);
  const things = { ...saved };
  // The newest revision of each value, unless the thing was saved since, or nothing tells when.
  for (const row of new Map(earlier.map((one) => [idOf(one), one])).values())
    for (const [id, thing] of Object.entries(splitValue(idOf(row), row['value']))) {
      const now = own.get(id);
      if (!now || (savedAt(row) && savedAt(row) >= savedAt(now))) things[id] = thing;
    }
  for (const row of odd)
    for (const [id, thing] of Object.entries(known))
      if (`${id}/`.startsWith(`${idOf(row)}/`)) things[id] ??= thing;
  const ids = new Map([...own].map(([id, row]) => [id, row.id]));
  return { things, saved, ids, odd, earlier: earlier.map(({ id }) => id) };
}

/** What a device has. A thing that it has not changed is as stored, of which another version of Atoll may read more. */
function thingsOf(texts: Texts, base: Things): Things {
  const [mine, taken] = [readTexts(texts), readTexts(writeTexts({}, base))];
  const kept = Object.entries(base).filter(([id]) => isSameStructure(mine[id], taken[id]));
  return { ...mine, ...Object.fromEntries(kept) };
}

/** Whether a device has arranged anything. */
export const isArranged = (texts: Texts): boolean => Object.keys(readTexts(texts)).length > 0;

export interface Conflict {
  readonly id: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type OnConflict = (conflict: Conflict) => void;

/** The texts of this device with the changes of others. What one side removed and the other changed stays. */
export function pulled(texts: Texts, base: Things, theirs: Things, onConflict: OnConflict = () => {}): Texts {
  const mine = thingsOf(texts, base);
  const combine = ({ mine: own, theirs: other }: Versions<unknown>) =>
    own === undefined || other === undefined ? (own ?? other) : undefined;
  const parts = Object.keys({ ...mine, ...theirs }).map((id) => ({ id, combine }));
  const { values, conflicts } = mergeParts(parts, { base, mine, theirs });
  for (const { part, ...each } of conflicts)
    onConflict({ id: part.id, mine: each.mine, theirs: each.theirs });
  return writeTexts(texts, values);
}

/** What is in folders of both devices stays where the first has it: reading leaves out the second. */
function unitedFolders(stored = '', other = ''): string {
  if (!stored || !other) return stored || other;
  const [mine, added] = [parseFolders(stored), parseFolders(other)];
  const mode = mine.mode === 'none' ? added.mode : mine.mode;
  const folders = mine.folders.map((folder) => {
    const same = added.folders.find(({ id }) => id === folder.id);
    return { ...folder, collections: [...folder.collections, ...(same?.collections ?? [])] };
  });
  return JSON.stringify(
    parseFolders(JSON.stringify({ ...mine, mode, folders: [...folders, ...added.folders] })),
  );
}

/** All of two devices. Of what both have otherwise, that of the first one stays. */
export function united(texts: Texts, others: Texts, onConflict: OnConflict = () => {}): Texts {
  const folders = { [FOLDERS_KEY]: unitedFolders(texts[FOLDERS_KEY], others[FOLDERS_KEY]) };
  return pulled({ ...texts, ...folders }, {}, readTexts({ ...others, ...folders }), onConflict);
}

/** An undefined thing is to be removed. */
export type Change = readonly [id: string, thing: unknown];

/** What this device has otherwise than it is saved. */
export function unsent(texts: Texts, base: Things, saved = base): Change[] {
  const mine = thingsOf(texts, base);
  const ids = Object.keys({ ...saved, ...mine });
  return ids.filter((id) => !isSameStructure(mine[id], saved[id])).map((id) => [id, mine[id]]);
}

/** For people: the text of a note, or the name and what differs from another version, a line for each. */
export function thingText(thing: unknown, other: unknown, nameOf = (id: string) => id): string {
  const { text: note, ...all } = members(thing);
  if (typeof note === 'string') return note;
  const folderText = (folder: unknown) => {
    const { name, collections } = members(folder);
    return `${text(name)}: ${list(collections, (id) => nameOf(text(id))).join(', ')}`;
  };
  const shown = (value: unknown) => list(value, (one) => members(one)['name'] ?? valueText(one)).join(', ');
  return Object.entries(all)
    .filter(([name, value]) => name === 'name' || !isSameStructure(value, ownOf(members(other), name)))
    .map(
      ([name, value]) =>
        (name === 'folders' && list(value, folderText).join('\n')) ||
        `${name}: ${shown(value) || valueText(value)}`,
    )
    .join('\n');
}
