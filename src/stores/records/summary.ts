import { atom } from 'nanostores';
import { countAny, pagesByKey } from '#api/records/by-key.ts';
import { listByIds } from '#api/records/pick.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { expandOf } from '#domain/records/relations.ts';
import { sentFilter } from '#domain/records/search-filter.ts';
import {
  type Group,
  groupFilter,
  groupsOf,
  knownValues,
  summaryColumns,
  summaryKind,
  timesOf,
} from '#domain/records/summary.ts';
import { dialect } from '#stores/app/dialect.ts';
import { $filter } from '#stores/app/list-address.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { recordText } from '#stores/field-types/record-text.ts';

/** Records that are read for a summary. */
const MOST_READ = 10_000;
/** Each choice that the backend counts takes a request; more of them are counted here. */
const MOST_COUNTED = 30;
const AT_ONCE = 6;
/** Groups of a relation that are shown, each with the text of its record. */
const MOST_GROUPS = 50;

/** Of how many records it is, and whether these are all that match. */
interface Read {
  readonly read: number;
  readonly isWhole: boolean;
}

export type Summary = Read &
  (
    | {
        readonly kind: 'groups';
        readonly groups: readonly Group[];
        /** The texts of related records by their ids; of those that are gone there is none. */
        readonly texts: ReadonlyMap<string, string>;
        /** Groups beyond {@link MOST_GROUPS}. */
        readonly more: number;
        /** Records with a value that the field no longer has. */
        readonly others: number;
      }
    | { readonly kind: 'numbers'; readonly values: readonly number[] }
    /** In ms since 1970, sorted. */
    | { readonly kind: 'dates'; readonly times: readonly number[] }
  );

/** The field of the last summary, by collection. */
const chosen = new Map<string, string>();

interface Subject {
  readonly collection: Collection;
  /** As it is sent; '' for all records. */
  readonly filter: string;
}

/** The values of one field of the matching records, in the order of their ids. Throws ApiError. */
async function readValues({ collection, filter }: Subject, name: string, options: ReadOptions) {
  const query = {
    ...{ collection: collection.id, filter, expand: '', fields: `id,${name}` },
    repeatsIds: collection.type === 'view',
  };
  const values: unknown[] = [];
  for await (const page of pagesByKey(query, { signal: options.signal })) {
    for (const { record } of page) values.push(ownOf(record, name));
    options.onRead(Math.min(values.length, MOST_READ));
    if (values.length > MOST_READ) break;
  }
  return { values: values.slice(0, MOST_READ), isWhole: values.length <= MOST_READ };
}

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onRead: (count: number) => void;
}

/** Lets the backend count the records with each known value; undefined where its filters can't have all of them. */
async function countGroups(
  { collection, filter }: Subject,
  column: Column,
  { signal }: ReadOptions,
): Promise<{ readonly groups: readonly Group[]; readonly read: number } | undefined> {
  const values = knownValues(column);
  const filters = values.map((value) => groupFilter(column, value));
  if (!values.length || values.length > MOST_COUNTED || filters.includes(undefined)) return undefined;
  const totals = new Map<string | undefined, number>();
  await inParallel([undefined, ...filters], AT_ONCE, async (one) => {
    const sent = one === undefined ? filter : narrowFilter(filter, one);
    totals.set(one, await countAny(collection, sent, { signal }));
  });
  const groups = values.map((value, at) => ({
    value,
    filter: filters[at],
    total: totals.get(filters[at]) ?? 0,
  }));
  return { groups, read: totals.get(undefined) ?? 0 };
}

async function summarize(subject: Subject, column: Column, options: ReadOptions): Promise<Summary> {
  const kind = summaryKind(column);
  const counted = kind === 'groups' ? await countGroups(subject, column, options) : undefined;
  if (counted) {
    const inGroups = counted.groups.reduce((sum, { total }) => sum + total, 0);
    // With several values, a record is in several groups.
    const isExact = !column.field || !isMultiple(column.field);
    const others = isExact ? Math.max(0, counted.read - inGroups) : 0;
    return { kind: 'groups', ...counted, isWhole: true, texts: new Map(), more: 0, others };
  }
  const { values, isWhole } = await readValues(subject, column.name, options);
  const read = { read: values.length, isWhole };
  if (kind === 'numbers') return { kind, ...read, values: values.filter((one) => typeof one === 'number') };
  if (kind === 'dates') return { kind, ...read, times: timesOf(values) };
  const all = groupsOf(column, values);
  const groups = column.type === 'relation' ? all.slice(0, MOST_GROUPS) : all;
  const texts = await textsOf(column, groups, options.signal);
  return { kind, ...read, groups, texts, more: all.length - groups.length, others: 0 };
}

async function textsOf({ field }: Column, groups: readonly Group[], signal: AbortSignal) {
  const related = field && relatedTo(field, $collectionList.get());
  if (!related) return new Map<string, string>();
  const ids = groups.flatMap(({ value }) => value || []);
  const records = await listByIds(related.id, ids, expandOf(related, $collectionList.get()), { signal });
  return new Map(records.map((record) => [record.id, recordText(record, related)]));
}

/** Sums up one field at a time of the records that the list on screen finds; undefined without a collection. */
export function createSummary() {
  const collection = $activeCollection.get();
  if (!collection) return undefined;
  const search = $filter.get();
  const subject: Subject = { collection, filter: sentFilter(collection, search, dialect().limits) };
  const columns = summaryColumns(collection);
  const known = columns.find(({ id }) => id === chosen.get(collection.id)) ?? columns[0];
  const $column = atom(known);
  /** Records that were read so far. */
  const $read = atom(0);
  const loader = createLoader<Summary | undefined>({
    showsError: true,
    request: async (signal) => {
      const column = $column.get();
      $read.set(0);
      return (
        column &&
        summarize(subject, column, { signal, onRead: (count) => !signal.aborted && $read.set(count) })
      );
    },
  });
  return {
    ...{ collection, search, columns, $column, $read, $summary: loader.$load },
    choose: (id: string): void => {
      const column = columns.find((one) => one.id === id);
      if (!column) return;
      chosen.set(collection.id, id);
      $column.set(column);
      void loader.load();
    },
    load: loader.load,
    stop: loader.abort,
  };
}

export type FieldSummary = NonNullable<ReturnType<typeof createSummary>>;
