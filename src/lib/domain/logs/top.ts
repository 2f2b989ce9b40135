import { type LogEntry, type LogPaths, memberOf } from '#domain/backend/log.ts';
import { type Condition, canCondition } from './conditions.ts';

export interface TopEntry {
  /** The path of the URL without its query, or the message of an entry that is no request. */
  readonly name: string;
  readonly status?: number;
  readonly count: number;
  /** In ms, of requests only. */
  readonly slowest?: number;
  /** All entries of the group meet them. */
  readonly conditions: readonly Condition[];
}

/** At most 5 groups of each kind. */
export interface Top {
  readonly paths: readonly TopEntry[];
  /** By their slowest requests, slowest first. */
  readonly slowest: readonly TopEntry[];
  /** The most frequent ones: requests by path and status, other entries by message. */
  readonly failing: readonly TopEntry[];
}

const MAX_ENTRIES = 5;
const FIRST_FAILED_STATUS = 400;
const ERROR_LEVEL = 8;

/** Undefined for an entry without a URL. */
function pathOf({ request }: LogEntry, { address: path }: LogPaths): Condition | undefined {
  const value = request?.address?.replace(/\?.*$/s, '');
  return request?.address ? { path, operator: 'startsWith', value: value ?? '' } : undefined;
}

/** Its value may be one that no filter can compare. */
type Candidate = Omit<Condition, 'value'> & { readonly value: unknown };

/** What a failure has in common with others, and with nothing else. */
function failureOf(log: LogEntry, paths: LogPaths): readonly Candidate[] | undefined {
  const hasFailed = (log.request?.status ?? 0) >= FIRST_FAILED_STATUS;
  if (log.level < ERROR_LEVEL && !hasFailed) return undefined;
  const is = (path: string, value: unknown) => ({ path, operator: 'is', value }) as const;
  const path = pathOf(log, paths);
  return [
    path ?? is('message', log.message),
    ...(log.request ? [is(paths.status, memberOf(log, 'status')?.value ?? null)] : []),
    // The same without an error is no failure.
    ...(hasFailed ? [] : [is('level', log.level)]),
  ];
}

function grown(group: TopEntry | undefined, log: LogEntry, conditions: readonly Condition[]): TopEntry {
  const [first] = conditions;
  const duration = log.request?.duration;
  const status = conditions.length > 1 ? log.request?.status : undefined;
  const slowest = Math.max(group?.slowest ?? 0, duration ?? 0);
  return {
    name: String(first?.value ?? ''),
    ...(status === undefined ? {} : { status }),
    count: (group?.count ?? 0) + 1,
    ...(duration === undefined && group?.slowest === undefined ? {} : { slowest }),
    conditions,
  };
}

type Groups = Map<string, TopEntry>;

/** Leaves out an entry that no filter can find. */
function count(groups: Groups, log: LogEntry, conditions: readonly Candidate[] | undefined) {
  if (!conditions?.every((each): each is Condition => canCondition(each.path, each.value))) return;
  const key = JSON.stringify(conditions);
  groups.set(key, grown(groups.get(key), log, conditions));
}

/** By size; equal ones by name and status, so that new entries do not swap them. */
function largest(groups: readonly TopEntry[], sizeOf: (group: TopEntry) => number): TopEntry[] {
  const compare = (one: TopEntry, other: TopEntry) =>
    sizeOf(other) - sizeOf(one) ||
    Number(one.name > other.name) - Number(one.name < other.name) ||
    (one.status ?? 0) - (other.status ?? 0);
  return [...groups].sort(compare).slice(0, MAX_ENTRIES);
}

/** The most frequent, slowest and failing groups of entries. */
export function topOf(logs: readonly LogEntry[], paths: LogPaths): Top {
  const frequent: Groups = new Map();
  const failures: Groups = new Map();
  for (const log of logs) {
    const path = pathOf(log, paths);
    count(frequent, log, path && [path]);
    count(failures, log, failureOf(log, paths));
  }
  const timed = [...frequent.values()].filter(({ slowest }) => slowest !== undefined);
  return {
    paths: largest([...frequent.values()], (group) => group.count),
    slowest: largest(timed, ({ slowest = 0 }) => slowest),
    failing: largest([...failures.values()], (group) => group.count),
  };
}
