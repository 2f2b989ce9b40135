import { afterEach, beforeAll, vi } from 'vitest';
import { toStamp } from '#scripts/lib/bulk.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $logs, loadedLogs } from '#stores/logs/list.ts';
import { $stats } from '#stores/logs/live.ts';
import { startLogsPage } from '#stores/logs/page.ts';
import { watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

export { backend, browser, toasts, until };

/** What the default toggle adds to a filter (LG-08): neither requests by admins nor the dashboard's own. */
export const PRESET =
  'data.auth!="admin"&&(data.referer!="http://atoll.test/"||data.status>=400||data.url~"/api/collections/")';

/** Starts the stores of the logs screen for all tests of a file. Each test begins on another screen. */
export function startLogsTests() {
  beforeAll(async () => {
    // The entries are those that a test writes.
    await backend().api.patch('/api/settings', { logs: { maxDays: 30, minLevel: 100, logIp: false } });
    // Writes what is still in memory, such as the sign-ins of the tests.
    await backend().restart();
    clearLogs();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    go('collections');
    clearLogs();
  });
  return startStores(() => [startRouting(), startLogsPage()]);
}

const clearLogs = () => backend().write('logs', (db) => db.exec('DELETE FROM _logs'));

interface Entry {
  readonly message?: string;
  readonly level?: number;
  readonly data?: object;
  /** Ms since 1970; by default a millisecond after the entry before. */
  readonly created?: number;
}

const start = Date.now() - 60 * 60_000;
let written = 0;

/** Writes entries, oldest first; returns their ids. */
export function writeLogs(...entries: readonly Entry[]): string[] {
  const rows = entries.map(({ message = '', level = 0, data = {}, created }) => {
    written += 1;
    const stamp = toStamp(created ?? start + written);
    const id = `log${String(written).padStart(12, '0')}`;
    return { id, level, message, data, created: stamp, updated: stamp };
  });
  backend().insertRows('logs', '_logs', rows);
  return rows.map(({ id }) => id);
}

/** Writes `count` entries `PREFIX 1`, `PREFIX 2` ..., oldest first; returns their ids. */
export const writeNumbered = (count: number, prefix = 'n'): string[] =>
  writeLogs(...Array.from({ length: count }, (_, at) => ({ message: `${prefix} ${at + 1}` })));

/** The messages of the loaded entries. */
export const messages = (): string[] => loadedLogs().map(({ message }) => message);

/** Waits until list and chart have loaded or failed. */
export async function loaded(): Promise<void> {
  await until($logs, (list) => list.state === 'failed' || (list.state === 'ready' && !list.loading));
  await until($stats, ({ state }) => state !== 'busy');
}

/** Opens the logs screen and waits until it is loaded. */
export async function openLogs(query: Readonly<Record<string, string>> = {}): Promise<void> {
  go('logs', query);
  await loaded();
}

type Params = Readonly<Record<string, string>>;

/** Whether totals are those of a level, which follow those of the list. */
const isOfLevel = ({ filter = '' }: Params) =>
  /(^|&&)(level>=8|\(level>=4&&level<8\)|level<0)(&&|$)/.test(filter);
/** Whether entries are requested for the groups of the whole span, which follow the list. */
const isForTop = (params: Params) => 'fields' in params;

/** Records the requests for entries and totals. */
export function watchLogs() {
  const { requests, stop } = watchRequests();
  const paramsOf = (path: string, isMeant: (params: Params) => boolean) =>
    requests
      .filter((request) => request.path === path && isMeant(request.params))
      .map(({ params }) => params);
  const lists = () => paramsOf('/api/logs', (params) => !isForTop(params));
  const stats = () => paramsOf('/api/logs/stats', (params) => !isOfLevel(params));
  return {
    lists,
    stats,
    /** The filters of the lists and those of the totals. */
    filters: () => ({
      lists: lists().map(({ filter = '' }) => filter),
      stats: stats().map(({ filter = '' }) => filter),
    }),
    /** Number of requests of each kind. */
    counts: () => ({ lists: lists().length, stats: stats().length }),
    /** The requests for the totals of single levels. */
    levels: () => paramsOf('/api/logs/stats', isOfLevel),
    /** The requests for the groups of the whole span. */
    tops: () => paramsOf('/api/logs', isForTop),
    stop,
  };
}

export const isList = ({ path }: { readonly path: string }): boolean => path === '/api/logs';
export const isStats = ({ path }: { readonly path: string }): boolean => path === '/api/logs/stats';
