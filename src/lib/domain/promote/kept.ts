import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { list, members, parseJson, text } from '#domain/app/lenient.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { type RawCollection, toRaw } from '#domain/settings/import/raw.ts';
import type { CollectionsPatch } from './patch.ts';

/** A record before and after a promotion: the JSON texts of its fields. */
export interface KeptRecordChange {
  readonly collectionId: string;
  readonly id: string;
  readonly label: string;
  /** Undefined: the record did not exist. */
  readonly before: Readonly<Record<string, string>> | undefined;
  readonly after: Readonly<Record<string, string>>;
}

/** What a promotion replaces, and with what: enough to undo it, also from a file. Without secrets. */
export interface KeptState {
  /** Address of the target. */
  readonly url: string;
  /** ISO 8601. */
  readonly at: string;
  readonly collections: CollectionsPatch;
  /** Only the promoted values. */
  readonly settings: { readonly before: JsonObject; readonly after: JsonObject };
  readonly records: readonly KeptRecordChange[];
  /** The collections of the records as promoted, without options: fields that are renamed later are found by their ids. */
  readonly recordCollections: readonly Collection[];
}

const KIND = 'atoll-promote-undo';

export const formatKept = (kept: KeptState): string => JSON.stringify({ kind: KIND, ...kept }, null, 2);

const raws = (value: unknown): RawCollection[] => list(value, toRaw).filter((raw) => raw !== undefined);

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && parseJson(entry[1]) !== undefined,
    ),
  );

function readRecord(value: unknown): KeptRecordChange {
  const { collectionId, id, label, before, after } = members(value);
  return {
    collectionId: text(collectionId),
    id: text(id),
    label: text(label),
    before: isObject(before) ? texts(before) : undefined,
    after: texts(after),
  };
}

/** Reads the file of a promotion; undefined for any other text. */
export function parseKept(content: string): KeptState | undefined {
  const { kind, url, at, collections, settings, records, recordCollections } = members(parseJson(content));
  if (kind !== KIND || !text(url)) return undefined;
  const [ofCollections, ofSettings] = [members(collections), members(settings)];
  return {
    url: text(url),
    at: text(at),
    collections: { before: raws(ofCollections['before']), after: raws(ofCollections['after']) },
    settings: { before: members(ofSettings['before']), after: members(ofSettings['after']) },
    records: list(records, readRecord).filter(({ collectionId, id }) => collectionId && id),
    recordCollections: list(recordCollections, parseCollection),
  };
}
