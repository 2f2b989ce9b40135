import { countRecords, listRecords } from '#api/records/list.ts';
import { getRecord } from '#api/records/record.ts';
import { filledRule, requestPaths, ruleParts } from '#domain/access/fill-rule.ts';
import type { TriedRequest } from '#domain/access/request.ts';
import { CannotTry, type RecordSourceOfPaths, requestValues } from '#domain/access/request-path.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { quoteText } from '#domain/app/filter.ts';
import { FilterError } from '#domain/app/filter-tree.ts';
import { narrowFilter } from '#domain/app/join-filters.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { defaultSort } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { referenceFilter } from '#domain/records/reference-filter.ts';

/** Number of records that are shown of those which a rule lets through. */
export const SHOWN_RECORDS = 10;

/** Records that a rule lets through: how many, and the first of them. */
export interface Found {
  readonly count: number;
  readonly first: readonly RecordData[];
}

function sourceOf(signal: AbortSignal): RecordSourceOfPaths {
  const known = new Map<string, Promise<RecordData | undefined>>();
  const read = async (collection: string, id: string) => {
    try {
      return (await getRecord(collection, id, { signal })).record;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    load(collection, id) {
      const key = `${collection} ${id}`;
      const pending = known.get(key) ?? read(collection, id);
      known.set(key, pending);
      return pending;
    },
    referring: async (relation, id, limit) => {
      const filter = referenceFilter(relation, id);
      const query = { filter, page: 1, perPage: limit, sort: '', expand: '', fields: '' };
      return (await listRecords({ ...query, collection: relation.collection.id }, { signal })).items;
    },
  };
}

/** Reads rules as somebody else's request meets them, by filling in the values of that request. */
export function createEvaluation(
  request: TriedRequest,
  collections: readonly Collection[],
  signal: AbortSignal,
) {
  const { collection, operation } = request;
  const source = sourceOf(signal);
  const scope = { collection, collections, hidesEmails: operation === 'listRule' };

  /** The rule as a filter of an administrator; empty for an empty rule. Throws CannotTry, FilterError or ApiError. */
  async function fill(rule: string): Promise<string> {
    if (rule.trim() === '') return '';
    const paths = [...requestPaths(rule)];
    const values = await Promise.all(
      paths.map(async (path) => [path, await requestValues(path, request, collections, source)] as const),
    );
    return filledRule(rule, new Map(values), scope);
  }

  const isMet = async (rule: string, id: string): Promise<boolean> => {
    const filter = narrowFilter(await fill(rule), `id=${quoteText(id)}`);
    return (await countRecords(collection.id, filter, { signal })) > 0;
  };

  return {
    fill,
    /** Number of records that the rule lets through. */
    count: async (rule: string): Promise<number> => countRecords(collection.id, await fill(rule), { signal }),
    /** The records that the rule lets through. */
    find: async (rule: string): Promise<Found> => {
      const filter = await fill(rule);
      const query = {
        collection: collection.id,
        filter,
        page: 1,
        perPage: SHOWN_RECORDS,
        expand: '',
        fields: '',
      };
      const [count, { items }] = await Promise.all([
        countRecords(collection.id, filter, { signal }),
        listRecords({ ...query, sort: defaultSort(collection) }, { signal }),
      ]);
      return { count, first: items };
    },
    isMet,
    /** The conditions of a rule that a record does not meet; each is tried alone. */
    unmet: async (rule: string, id: string): Promise<readonly string[]> => {
      const parts = ruleParts(rule);
      const met = await Promise.all(parts.map((part) => isMet(part, id)));
      return parts.filter((_, at) => !met[at]);
    },
  };
}

/** Why a rule can't be tried, in a sentence; throws any other error again. */
export function problemOf(error: unknown): string {
  if (error instanceof CannotTry) return error.message;
  if (error instanceof FilterError) return `The rule can’t be read. ${error.message}`;
  // The backend does not understand the filled-in rule, so it would not have understood the rule either.
  if (error instanceof ApiError && error.status === 400) return error.message;
  throw error;
}
