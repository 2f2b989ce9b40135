import { flag, list, members, parseJson, text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import type { RecordData } from '#domain/records/record.ts';
import { ARRANGED_KINDS, type ArrangedKind, type Docs } from './kinds.ts';
import { mergeKeys, mergeWhole, type OnConflict } from './merge.ts';

/** A shared value as the backend has stored it. */
export interface SharedDoc {
  /** Counted from 1; each change has the next one. */
  readonly revision: number;
  /** Undefined for none. */
  readonly value: unknown;
}

/** Shared values by kind and key: `notes/COLLECTION_ID`. */
export type SharedDocs = Readonly<Record<string, SharedDoc>>;

/** What this device knows of the shared arrangements. */
export interface SharedState {
  /** The user has decided to keep this device's own. */
  readonly isOff: boolean;
  /** The collection from which this device has the shared ones; '' before. */
  readonly collectionId: string;
  /** What both this device and the backend had last. */
  readonly base: SharedDocs;
  /** Ids of the records that this device has sent since, of which some may not have arrived. */
  readonly sent: readonly string[];
}

/** The texts of this device by storage key. */
export type Texts = Readonly<Record<string, string>>;

export const NOT_JOINED: SharedState = { isOff: false, collectionId: '', base: {}, sent: [] };

const docId = (kind: string, key: string): string => `${kind}/${key}`;

const parseDoc = (value: unknown): SharedDoc => {
  const revision = ownOf(members(value), 'revision');
  return {
    revision: typeof revision === 'number' ? revision : 0,
    value: ownOf(members(value), 'value') ?? undefined,
  };
};

/** Reads any text. */
export function parseSharedState(stored: string): SharedState {
  const from = members(parseJson(stored));
  const base = Object.entries(members(from['base'])).map(([id, doc]) => [id, parseDoc(doc)]);
  return {
    isOff: flag(from['isOff']),
    collectionId: text(from['collectionId']),
    base: Object.fromEntries(base),
    sent: list(from['sent'], text),
  };
}

/** Reads texts by storage key from any text. */
export const parseTexts = (stored: string): Texts =>
  Object.fromEntries(Object.entries(members(parseJson(stored))).map(([key, value]) => [key, text(value)]));

/** Deeper values can't be compared: each level is a call. */
const MAX_DEPTH = 100;

const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === MAX_DEPTH || Object.values(value).some((one) => isTooDeep(one, depth + 1)));

/** Whether a record is none that Atoll can have written; it is left out. */
export const isOddRow = (row: RecordData): boolean =>
  !Number.isSafeInteger(parseDoc(row).revision) || isTooDeep(row['value']);

const rowId = (row: RecordData): string => docId(text(row['kind']), text(row['key']));

/** The newest revision of each value. One that can't be read has the value that is `known` of it. */
export function docsOfRows(rows: readonly RecordData[], known: SharedDocs = {}): SharedDocs {
  const newest = new Map<string, SharedDoc>();
  for (const row of rows) {
    const read = parseDoc(row);
    // Nothing can be newer than such a number.
    if (!Number.isSafeInteger(read.revision)) continue;
    const [own, found] = [ownOf(known, rowId(row)), newest.get(rowId(row))];
    const readable = (found?.revision ?? -1) >= (own?.revision ?? 0) ? found : own;
    const doc = isOddRow(row) ? { ...read, value: readable?.value } : read;
    if (doc.revision >= (found?.revision ?? 0)) newest.set(rowId(row), doc);
  }
  return Object.fromEntries(newest);
}

/**
 * The values of sent records, as far as the newest ones were made from them: what is newer was created later. `rows` are in
 * the order of their creation.
 */
export const sentDocs = (rows: readonly RecordData[], sent: readonly string[]): SharedDocs =>
  docsOfRows(
    rows.filter((row, at) => {
      const isNewer = (one: RecordData) =>
        rowId(one) === rowId(row) && parseDoc(one).revision > parseDoc(row).revision;
      return sent.includes(row.id) && !rows.slice(0, at).some(isNewer);
    }),
  );

/** Ids of the records that a newer revision has replaced, which can be read. */
export function replacedRows(rows: readonly RecordData[]): string[] {
  const newest = docsOfRows(rows.filter((row) => !isOddRow(row)));
  return rows
    .filter((row) => parseDoc(row).revision < (newest[rowId(row)]?.revision ?? 0))
    .map(({ id }) => id);
}

/** The values of one kind by their keys. */
const ofKind = ({ kind }: ArrangedKind, docs: SharedDocs): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(docs)
      .filter(([id]) => id.startsWith(`${kind}/`))
      .map(([id, { value }]) => [id.slice(kind.length + 1), value]),
  );

/** What a device has. A value that it has not changed is as stored, of which another version of Atoll may read more. */
function ownDocs(kind: ArrangedKind, stored: string, base: SharedDocs): Docs {
  const mine = kind.read(stored);
  const was = Object.fromEntries(ofKind(kind, base));
  const taken = kind.read(kind.write('', was));
  const isKept = ([key, value]: readonly [string, unknown]) =>
    value !== undefined && isSameStructure(ownOf(mine, key), ownOf(taken, key));
  return { ...mine, ...Object.fromEntries(Object.entries(was).filter(isKept)) };
}

type Values = ReadonlyMap<string, unknown>;

const NOTHING: Values = new Map();

const mergeDocs = (base: Values, mine: Values, theirs: Values, onConflict: OnConflict): Docs =>
  Object.fromEntries(mergeKeys({ base, mine, theirs }, onConflict, mergeWhole));

/** The texts of this device with the changes of others, which are stored as `theirs`. */
export const pulled = (
  texts: Texts,
  base: SharedDocs,
  theirs: SharedDocs,
  onConflict: OnConflict = () => {},
): Texts =>
  Object.fromEntries(
    ARRANGED_KINDS.map((kind) => {
      const stored = ownOf(texts, kind.storageKey) ?? '';
      const mine = ownDocs(kind, stored, base);
      const [was, other] = [ofKind(kind, base), ofKind(kind, theirs)];
      const merged = mergeDocs(was, new Map(Object.entries(mine)), other, onConflict);
      return [kind.storageKey, isSameStructure(merged, mine) ? stored : kind.write(stored, merged)];
    }),
  );

/** All of two devices; what both have is as in the first one, and the other version is passed on. */
export const united = (texts: Texts, others: Texts, onConflict: OnConflict = () => {}): Texts =>
  Object.fromEntries(
    ARRANGED_KINDS.map((kind) => {
      const stored = ownOf(texts, kind.storageKey) ?? '';
      const [mine, added] = [stored, ownOf(others, kind.storageKey) ?? ''].map(kind.read);
      const merged = mergeDocs(
        NOTHING,
        new Map(Object.entries(mine ?? {})),
        new Map(Object.entries(added ?? {})),
        onConflict,
      );
      return [kind.storageKey, kind.write(stored, merged)];
    }),
  );

/** A value of this device that the backend does not have. */
export interface UnsentDoc extends SharedDoc {
  readonly kind: string;
  readonly key: string;
}

/** What this device has changed, with the revisions to send. */
export const unsent = (texts: Texts, base: SharedDocs): UnsentDoc[] =>
  ARRANGED_KINDS.flatMap((kind) => {
    const mine = new Map(Object.entries(ownDocs(kind, ownOf(texts, kind.storageKey) ?? '', base)));
    const was = ofKind(kind, base);
    return [...new Set([...mine.keys(), ...was.keys()])].flatMap((key) => {
      const value = mine.get(key);
      if (isSameStructure(value, was.get(key))) return [];
      const revision = (ownOf(base, docId(kind.kind, key))?.revision ?? 0) + 1;
      return [{ kind: kind.kind, key, revision, value }];
    });
  });

/** Whether a device has arranged anything. */
export const isArranged = (texts: Texts): boolean =>
  ARRANGED_KINDS.some((kind) => Object.keys(kind.read(ownOf(texts, kind.storageKey) ?? '')).length > 0);
