import { findRecords, MAX_FOUND } from '#api/records/by-key.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { comparableKey, keyFilters } from '#domain/records/import/key-filter.ts';
import type { MappedColumn, RowProblem } from '#domain/records/import/plan.ts';
import { EMPTY_LIST } from '#domain/records/import/read-cell.ts';
import type { ImportRow } from '#domain/records/import/table.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { type Link, readSurely } from '../link.ts';
import { kindOf, type OwnRows, textsOf } from './own-rows.ts';

/** Lookups at the same time. */
export const PARALLEL = 4;
/** Looked-up keys that are remembered of each relation. */
const MAX_KNOWN = 10_000;

/** The records that have one of these keys in a field. Throws ApiError. */
export async function findAll(
  collection: Collection,
  name: string,
  keys: Iterable<string>,
  fields: string,
  link: Link,
): Promise<ReadonlyMap<string, readonly RecordSource[]>> {
  const kind = kindOf(collection, name);
  const found = new Map<string, RecordSource[]>();
  let isCut = false;
  const find = async (filter: string) => {
    const query = { collection: collection.id, filter, fields };
    const sources = await readSurely(() => findRecords(query, link), link);
    isCut ||= sources.length === MAX_FOUND;
    for (const source of sources) {
      const key = comparableKey(String(ownOf(source.record, name) ?? ''), kind);
      const others = found.get(key) ?? [];
      // Two filters can find the same record.
      if (!others.some(({ record }) => record.id === source.record.id)) found.set(key, [...others, source]);
    }
  };
  await inParallel(keyFilters(name, kind, keys), PARALLEL, find);
  // Many records of one key have left no room for those of others: each is searched alone.
  const left = isCut ? [...keys].filter((key) => (found.get(key)?.length ?? 0) < 2) : [];
  await inParallel(
    left.flatMap((key) => keyFilters(name, kind, [key])),
    PARALLEL,
    find,
  );
  return found;
}

/** What the texts of a relation mean. */
export interface Meant {
  readonly ids: readonly string[];
  readonly problem?: RowProblem;
  /** Whether a row is meant that is not stored yet, and comes later. */
  readonly isPartial?: boolean;
}

/**
 * Replaces the texts of a relation by ids, for a batch of rows; `own` are the rows of the file that may be
 * meant, all of which are stored when `links` is set.
 */
export function createRelationLookup(
  { column, field, key }: MappedColumn,
  related: Collection,
  link: Link,
  { own, links = false }: { readonly own?: OwnRows | undefined; readonly links?: boolean | undefined } = {},
) {
  const kind = kindOf(related, key);
  const known = new Map<string, readonly string[]>();
  /** `isComing` tells of the rows of this batch whether they can be imported. */
  return async (rows: readonly ImportRow[], isComing: (row: number) => boolean = () => false) => {
    if (known.size > MAX_KNOWN) known.clear();
    const meant = (text: string) => own?.find(column, text) ?? [];
    // A row has its own id; any other field may have the same text in a stored record.
    const isNew = (text: string) =>
      key === 'id' && meant(text).some((row) => own?.ids.has(row) || isComing(row));
    const texts = rows.flatMap((row) => textsOf(row, field.name, kind));
    const unknown = new Set(texts.filter((text) => !known.has(text) && !isNew(text)));
    const found = await findAll(related, key, unknown, key === 'id' ? 'id' : `id,${key}`, link);
    for (const text of unknown)
      known.set(
        text,
        (found.get(text) ?? []).map(({ record }) => record.id),
      );
    return (row: ImportRow): Meant => {
      const idsOf = (text: string) => {
        const inFile = meant(text).flatMap((other) => own?.ids.get(other) ?? []);
        return [...new Set([...inFile, ...(known.get(text) ?? [])])];
      };
      const all = textsOf(row, field.name, kind).map((text) => ({ text, ids: idsOf(text) }));
      const isLater = !links && own?.circular.has(row.index) === true;
      const missing = all.filter(({ text, ids }) => !ids.length && text !== EMPTY_LIST);
      const isPartial = isLater && missing.some(({ text }) => meant(text).length);
      const bad =
        all.find(({ ids }) => ids.length > 1) ?? missing.find(({ text }) => !(isLater && meant(text).length));
      const ids = all.flatMap((one) => one.ids);
      if (!bad) return { ids, isPartial };
      const named = `${key} “${bad.text}”`;
      const message = bad.ids.length
        ? `Several records of ${related.name} have ${named}.`
        : meant(bad.text).length
          ? `The row with ${named} can’t be imported.`
          : `No record of ${related.name} has ${named}.`;
      return { ids, problem: { field: field.name, message } };
    };
  };
}
