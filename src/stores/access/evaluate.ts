import { countRecords, listRecords } from '#api/records/list.ts';
import { getRecord } from '#api/records/record.ts';
import { filledRule, requestPaths } from '#domain/access/fill-rule.ts';
import type { EstimatedRequest } from '#domain/access/request.ts';
import { CannotTry, type RecordSourceOfPaths, requestValues } from '#domain/access/request-path.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { FilterError } from '#domain/app/filter-tree.ts';
import { filterFits } from '#domain/app/query-length.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { referenceFilter } from '#domain/records/reference-filter.ts';

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

/** Estimates what rules let through for somebody else's request, by filling in the values of that one. */
export function createEvaluation(
  request: EstimatedRequest,
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
    const filter = filledRule(rule, new Map(values), scope);
    if (!filterFits(filter)) throw new CannotTry('With the user’s values it is too long for a request.');
    return filter;
  }

  return {
    fill,
    /** Number of records that the rule lets through. */
    count: async (rule: string): Promise<number> => countRecords(collection.id, await fill(rule), { signal }),
  };
}

/** Why a rule can't be estimated, in a sentence; throws any other error again. */
export function problemOf(error: unknown): string {
  if (error instanceof CannotTry) return error.message;
  if (error instanceof FilterError) return `The rule can’t be read. ${error.message}`;
  // The backend does not understand the filled-in rule, so it would not have understood the rule either.
  if (error instanceof ApiError && error.status === 400) return error.message;
  throw error;
}
