import type { SchemaIndex } from '#domain/collections/schema-index.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { type Advice, type AdvisedList, adviseIndex } from './index-advice.ts';
import { type ListRequest, shapeOf } from './list-requests.ts';

export interface ListGroup {
  /** The same for the same kind of list. */
  readonly key: string;
  readonly list: AdvisedList;
  /** Of the filter, without its values. */
  readonly shape: string;
  readonly count: number;
  /** In ms, of the backend. */
  readonly median: number;
  readonly worst: number;
}

/** Fewer requests say nothing: any may have waited for something else. */
export const MIN_REQUESTS = 3;

/** To choose from, in ms. */
export const SLOW_FROM = [10, 20, 50, 100, 500] as const;
export const DEFAULT_SLOW_FROM = 50;

/** Once for each request: they are grouped again whenever some more are read. */
const shapes = new WeakMap<ListRequest, string>();

function shapeOfRequest(request: ListRequest): string {
  const shape = shapes.get(request) ?? shapeOf(request.params['filter'] ?? '');
  shapes.set(request, shape);
  return shape;
}

/** Those that took most of the backend's time first. */
export function groupLists(requests: readonly ListRequest[], index: SchemaIndex): ListGroup[] {
  const lists = requests.flatMap((request) => {
    const collection = index.byName(request.collection);
    if (!collection) return [];
    const shape = shapeOfRequest(request);
    const hasRule = !request.isByAdmin && (collection.listRule ?? '') !== '';
    const key = JSON.stringify([collection.id, shape, request.params['sort'] ?? '', hasRule]);
    return [{ ...request, key, collection, shape, hasRule }];
  });
  const found = [...Map.groupBy(lists, ({ key }) => key)].flatMap(([key, all]): ListGroup[] => {
    const sorted = all.toSorted((one, other) => one.ms - other.ms);
    /** Of an even number the slower one. */
    const [sample, slowest] = [sorted[Math.floor(all.length / 2)], sorted.at(-1)];
    if (!sample || !slowest) return [];
    const { collection, shape, hasRule, params, ms } = sample;
    const list = { collection, filter: params['filter'] ?? '', sort: params['sort'] ?? '', hasRule };
    return [{ key, list, shape, count: all.length, median: ms, worst: slowest.ms }];
  });
  return found.sort((one, other) => other.count * other.median - one.count * one.median);
}

export interface SlowList extends ListGroup {
  readonly advice: Advice;
  readonly indexes: readonly string[];
}

function indexText(sql: string, tools: IndexTools): string {
  const parsed = tools.parseIndex(sql);
  if (!parsed) return sql;
  const { unique, indexName, where } = parsed;
  return `${unique ? 'unique ' : ''}${indexName} (${tools.columnsText(sql)})${where && ` where ${where}`}`;
}

/** @param slowFrom in ms */
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
