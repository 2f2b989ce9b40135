import type { Collection } from '#domain/collections/collection.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import type { SchemaIndex } from '#domain/collections/schema-index.ts';
import { type Advice, type AdvisedList, adviseIndex } from './index-advice.ts';
import { type ListRequest, shapeOf } from './list-requests.ts';

/** Requests for lists that differ only in the values of their filters. */
export interface ListGroup {
  /** The same for the same kind of list. */
  readonly key: string;
  readonly list: AdvisedList;
  /** The filter without its values; empty for none. */
  readonly shape: string;
  /** Number of requests. */
  readonly count: number;
  /** In ms, of the backend. */
  readonly median: number;
  readonly worst: number;
}

/** Fewer requests of a kind say nothing: any may have waited for something else. */
export const MIN_REQUESTS = 3;

/** The durations to choose from which a list is slow, in ms. */
export const SLOW_FROM = [10, 20, 50, 100, 500] as const;
export const DEFAULT_SLOW_FROM = 50;

/** The middle of some numbers, at least one; of an even number the higher one. */
function medianOf<T>(items: readonly T[], numberOf: (item: T) => number): T | undefined {
  return [...items].sort((one, other) => numberOf(one) - numberOf(other))[Math.floor(items.length / 2)];
}

/** Found once for each request: the requests are grouped again whenever some more are read. */
const shapes = new WeakMap<ListRequest, string>();

function shapeOfRequest(request: ListRequest): string {
  const shape = shapes.get(request) ?? shapeOf(request.params['filter'] ?? '');
  shapes.set(request, shape);
  return shape;
}

/** The kinds of lists among requests, those that took most of the backend's time first. */
export function groupLists(
  requests: readonly ListRequest[],
  index: SchemaIndex,
  known: readonly Collection[],
): ListGroup[] {
  const ids = new Map(known.map((collection) => [collection.id, collection]));
  const groups = new Map<
    string,
    { collection: Collection; hasRule: boolean; shape: string; all: ListRequest[] }
  >();
  for (const request of requests) {
    const { sort = '' } = request.params;
    const collection = ids.get(request.collection) ?? index.byName(request.collection);
    if (!collection) continue;
    const shape = shapeOfRequest(request);
    const hasRule = !request.isByAdmin && (collection.listRule ?? '') !== '';
    const key = JSON.stringify([collection.id, shape, sort, hasRule]);
    const group = groups.get(key);
    if (group) group.all.push(request);
    else groups.set(key, { collection, hasRule, shape, all: [request] });
  }
  const found = [...groups].flatMap(([key, { collection, hasRule, shape, all }]): ListGroup[] => {
    const sample = medianOf(all, ({ ms }) => ms);
    if (!sample) return [];
    const { filter = '', sort = '' } = sample.params;
    const worst = Math.max(...all.map(({ ms }) => ms));
    const list = { collection, filter, sort, hasRule };
    return [{ key, list, shape, count: all.length, median: sample.ms, worst }];
  });
  return found.sort((one, other) => other.count * other.median - one.count * one.median);
}

/** A slow list with what helps it. */
export interface SlowList extends ListGroup {
  readonly advice: Advice;
  /** The indexes of the collection: `idx_a (status, due)`. */
  readonly indexes: readonly string[];
}

function indexText(sql: string, tools: IndexTools): string {
  const parsed = tools.parseIndex(sql);
  if (!parsed) return sql;
  const { unique, indexName, where } = parsed;
  return `${unique ? 'unique ' : ''}${indexName} (${tools.columnsText(sql)})${where && ` where ${where}`}`;
}

/** The groups that are slow from a duration in ms on, with what helps them. */
export const slowLists = (
  groups: readonly ListGroup[],
  slowFrom: number,
  index: SchemaIndex,
  tools: IndexTools,
): SlowList[] =>
  groups
    .filter(({ count, median }) => count >= MIN_REQUESTS && median >= slowFrom)
    .map((group) => ({
      ...group,
      advice: adviseIndex(group.list, index, tools),
      indexes: group.list.collection.indexes.map((sql) => indexText(sql, tools)),
    }));
