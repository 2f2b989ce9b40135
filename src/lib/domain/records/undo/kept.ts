import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FieldOf } from '#domain/backend/field.ts';
import { isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import type { RecordSource } from '../record-source.ts';

export interface RecordChange {
  readonly id: string;
  /** As it was then. */
  readonly collection: Collection;
  /** In lists: its presentable text, or its id. */
  readonly label: string;
  /** JSON texts of the changed fields, by name; without secrets. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** As stored before it was deleted. */
export interface KeptRecord {
  /** As it was then. */
  readonly collection: Collection;
  readonly label: string;
  readonly source: RecordSource;
  /** By field; without those that were not kept. */
  readonly files: ReadonlyMap<string, readonly File[]>;
  /** It was to be created again, and no response came. */
  readonly isSent?: boolean;
}

export interface Affected {
  /** Also those that the backend deletes with the records. */
  readonly deleted: readonly KeptRecord[];
  /** They stay, but the backend removes references to deleted ones. */
  readonly cleared: readonly RecordChange[];
}

/** Records of one delete, and as many that refer to them. */
export const MAX_KEPT = 1000;
/** In bytes, of one record and of all deletes together. */
export const MAX_RECORD_FILES = 20_000_000;
export const MAX_FILES = 100_000_000;

export const keyOf = (collectionId: string, id: string): string => `${collectionId} ${id}`;
export const keptKey = ({ collection, source }: KeptRecord): string => keyOf(collection.id, source.record.id);

export const relationsOf = (collection: Collection): FieldOf<'relation'>[] =>
  collection.fields.filter((field) => field.type === 'relation');

/** By a field of a record. */
export const referredKeys = ({ name, collectionId }: FieldOf<'relation'>, { source }: KeptRecord): string[] =>
  valuesOf(ownOf(source.record, name)).map((id) => keyOf(collectionId, id));

/** {@link referredKeys} of each relation with which a record is deleted. */
const cascadedKeys = (kept: KeptRecord): string[][] =>
  relationsOf(kept.collection)
    .filter(({ cascades }) => cascades)
    .map((field) => referredKeys(field, kept));

/** The latest copy, with references that deletes of `gone` took since an `earlier` one. What others changed stays. */
export function withTaken(
  earlier: KeptRecord | undefined,
  latest: KeptRecord,
  gone: ReadonlySet<string>,
): KeptRecord {
  const members = new Map(latest.source.members);
  const record = { ...latest.source.record };
  for (const field of relationsOf(latest.collection)) {
    const [was, now] = [earlier?.source.record, record].map((one) => valuesOf(ownOf(one ?? {}, field.name)));
    const isTaken = (id: string) => !now?.includes(id) && gone.has(keyOf(field.collectionId, id));
    const taken = was?.filter(isTaken) ?? [];
    // Another value of a single relation was chosen since.
    if (!taken.length || !now || (now.length && !isMultiple(field))) continue;
    const left = was?.filter((id) => !taken.includes(id)) ?? [];
    const all = isSameList(left, now) ? was : [...now, ...taken];
    const value = isMultiple(field) ? all : all?.[0];
    members.set(field.name, JSON.stringify(value));
    record[field.name] = value;
  }
  return { ...latest, source: { record, members } };
}

/** A record's relations lose the references in `gone`; undefined if it has none. */
export function withoutReferences(kept: KeptRecord, gone: ReadonlySet<string>): RecordChange | undefined {
  const { collection, label, source } = kept;
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const field of relationsOf(collection)) {
    if (!referredKeys(field, kept).some((key) => gone.has(key))) continue;
    const value = ownOf(source.record, field.name);
    const rest = valuesOf(value).filter((id) => !gone.has(keyOf(field.collectionId, id)));
    before.set(field.name, source.members.get(field.name) ?? '');
    after.set(field.name, JSON.stringify(Array.isArray(value) ? rest : (rest[0] ?? '')));
  }
  const { id } = source.record;
  return before.size ? { id, collection, label, before, after } : undefined;
}

/** Somebody else has taken the references to `lost` records away. */
export function copyWithout(kept: KeptRecord, lost: ReadonlySet<string>): KeptRecord {
  const after = withoutReferences(kept, lost)?.after ?? new Map<string, string>();
  const values = Object.fromEntries([...after].map(([name, json]) => [name, JSON.parse(json)]));
  const { record, members } = kept.source;
  return { ...kept, source: { record: { ...record, ...values }, members: new Map([...members, ...after]) } };
}

/** The backend deletes records whose cascading relation loses its last reference, and so on, and clears others. */
export function affectedBy(roots: readonly KeptRecord[], referring: readonly KeptRecord[]): Affected {
  const gone = new Set(roots.map(keptKey));
  const deleted = [...roots];
  let rest = referring.filter((kept) => !gone.has(keptKey(kept)));
  const isCascaded = (kept: KeptRecord) =>
    cascadedKeys(kept).some((keys) => keys.length > 0 && keys.every((key) => gone.has(key)));
  for (let found = rest; found.length; ) {
    found = rest.filter(isCascaded);
    for (const kept of found) gone.add(keptKey(kept));
    deleted.push(...found);
    rest = rest.filter((kept) => !gone.has(keptKey(kept)));
  }
  return { deleted, cleared: rest.flatMap((kept) => withoutReferences(kept, gone) ?? []) };
}

/**
 * The backend cascades on lists that it had read before, so a list that loses several references may be stored again.
 * Not one that only loses `separate` records, each of which has a delete of its own.
 */
export function mayStay(deleted: readonly KeptRecord[], separate: readonly KeptRecord[] = []) {
  const gone = new Set(deleted.map(keptKey));
  const isSeparate = new Set(separate.map(keptKey));
  return deleted.filter((kept) =>
    cascadedKeys(kept).some((keys) => {
      const lost = keys.filter((key) => gone.has(key));
      return lost.length > 1 && !lost.every((key) => isSeparate.has(key));
    }),
  );
}

/** What a delete did, where `stayed`, as they are stored now, have stayed. */
export function withStayed({ deleted, cleared }: Affected, stayed: readonly KeptRecord[]): Affected {
  const stored = new Map(stayed.map((kept) => [keptKey(kept), kept.source.members]));
  const changes = deleted.flatMap((kept) => {
    const after = stored.get(keptKey(kept));
    if (!after) return [];
    const { collection, label, source } = kept;
    const textsOf = (members: ReadonlyMap<string, string>) =>
      new Map(relationsOf(collection).map(({ name }) => [name, members.get(name) ?? '']));
    return {
      id: source.record.id,
      collection,
      label,
      before: textsOf(source.members),
      after: textsOf(after),
    };
  });
  return { deleted: deleted.filter((kept) => !stored.has(keptKey(kept))), cleared: [...cleared, ...changes] };
}

/** Before the extension, at each upload, the backend adds `_` and ten letters and digits. */
const SUFFIX = /_[A-Za-z0-9]{10}(?=(\.[^._]+)*$)/;

/** As far as the backend keeps the name. */
export const uploadedName = (stored: string): string => stored.replace(SUFFIX, '');
