import { atom, computed, effect } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { findLogs } from '#api/logs/logs.ts';
import { listAdmins } from '#api/settings/admins.ts';
import { type Condition, formatConditions } from '#domain/logs/conditions.ts';
import { type Span, spanFilter } from '#domain/logs/span.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import {
  type Deed,
  type FailedSignIns,
  groupFailures,
  MOST_ADDRESSES,
  MOST_DEEDS,
  type NewAddress,
  namedWords,
} from '#domain/settings/deeds.ts';
import { openLogsSettings } from '#stores/app/popups.ts';
import { go } from '#stores/app/route.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import {
  administratorsFilter,
  clientOf,
  clientPath,
  DEED_FIELDS,
  deedsFilter,
  failedSignInsFilter,
  readDeed,
} from '#wire/deeds.ts';
import { newestLogs } from '#wire/logs.ts';
import { $logLimits, startLogLimits } from './log-limits.ts';

export { $can } from '#stores/app/capabilities.ts';
export { $logLimits, loadLogLimits } from './log-limits.ts';

export const DEED_SPANS = [
  { id: '24h', label: '24 h' },
  { id: '7d', label: '7 days' },
  { id: 'all', label: 'All' },
] as const;
type DeedSpan = (typeof DEED_SPANS)[number]['id'];

/** The time that the page tells of. */
export const $deedSpan = atom<DeedSpan>('7d');

const spanOf = (id: DeedSpan): Span | undefined => (id === 'all' ? undefined : { kind: 'last', id });

const inSpan = (filter: string, now = backendNow()): string => {
  const span = spanOf($deedSpan.get());
  return joinFilters([filter, span ? spanFilter(span, now) : '']);
};

const find = (filter: string, signal: AbortSignal, perPage: number = MOST_DEEDS, sort = newestLogs()) =>
  findLogs({ page: 1, perPage, sort, filter, fields: DEED_FIELDS }, { signal });

const options = { keepsValue: true, showsError: true } as const;

const deeds = createLoader<readonly Deed[]>({
  ...options,
  request: async (signal) => (await find(inSpan(deedsFilter()), signal)).map(readDeed),
});

const failures = createLoader<{ readonly groups: readonly FailedSignIns[]; readonly isPart: boolean }>({
  ...options,
  request: async (signal) => {
    const found = await find(inSpan(failedSignInsFilter()), signal);
    const groups = groupFailures(found.map((entry) => ({ time: entry.time, address: clientOf(entry) })));
    return { groups, isPart: found.length === MOST_DEEDS };
  },
});

const addressIs = (value: string, operator: Condition['operator'] = 'is'): Condition => ({
  ...{ path: clientPath(), operator, value },
});

/**
 * The addresses of administrators in the chosen time, each found by one request for an entry without those before, and
 * of each the first entry that is kept.
 */
const addresses = createLoader<readonly NewAddress[]>({
  ...options,
  request: async (signal) => {
    const all = administratorsFilter();
    const within = inSpan(all);
    const found: NewAddress[] = [];
    const seen: Condition[] = [];
    while (seen.length < MOST_ADDRESSES) {
      const [entry] = await find(joinFilters([within, formatConditions(seen)]), signal, 1);
      if (!entry) break;
      const address = clientOf(entry);
      seen.push(addressIs(address, 'isNot'));
      const only = formatConditions([addressIs(address)]);
      const [first] = await find(joinFilters([all, only]), signal, 1, 'created');
      const [firstWithin] = await find(joinFilters([within, only]), signal, 1, 'created');
      if (first && first.id === firstWithin?.id) found.push({ address, first: first.time });
    }
    return found;
  },
});

/** Their addresses for mail, by id, as far as the first page of them tells. */
const names = createLoader<ReadonlyMap<string, string>>({
  request: async (signal) => {
    const admins = await listAdmins({ sort: '', filter: '', page: 1 }, { signal });
    return new Map(admins.map(({ id, email }) => [id, email]));
  },
  ...options,
});

/** What administrators have changed, newest first, in words with the names of collections and of administrators. */
export const $deeds = computed(
  [deeds.$load, names.$load, $collectionList],
  (load, administrators, collections) => {
    if (load.state !== 'ready') return load;
    const emails = administrators.state === 'ready' ? administrators.value : new Map<string, string>();
    const nameOf = new Map([...collections.map(({ id, name }) => [id, name] as const), ...emails]);
    const value = load.value.map((deed) => ({
      ...deed,
      who: nameOf.get(deed.who) ?? deed.who,
      words: namedWords(deed.words, nameOf),
    }));
    return { state: 'ready', value } as const;
  },
);
export const $failedSignIns = failures.$load;
export const $newAddresses = addresses.$load;
export const loadDeeds = deeds.load;
export const loadFailedSignIns = failures.load;
export const loadNewAddresses = addresses.load;

const $hasLog = computed($logLimits, (limits) => limits.state === 'ready' && limits.value['logs.days'] !== 0);

/** Loads all of it again. */
export async function reloadDeeds(): Promise<void> {
  await Promise.all([deeds, failures, addresses, names].map(({ load }) => load()));
}

/** Loads all of it while the backend keeps a log, and for another time again. Returns a function that stops this. */
export function startDeeds(): () => void {
  const stop = effect([$hasLog, $deedSpan], (hasLog) => {
    if (hasLog) void reloadDeeds();
  });
  return stopAll(startLogLimits(), stop, ...[deeds, failures, addresses, names].map(({ clear }) => clear));
}

/** What the address of the logs says to list the sign-ins that have failed from an address. */
export const failedQuery = (address: string) => ({
  filter: failedSignInsFilter(),
  where: address ? formatConditions([addressIs(address)]) : undefined,
  span: spanIn(),
});

/** To list what administrators have sent from an address. */
export const addressQuery = (address: string) => ({
  where: formatConditions([addressIs(address)]),
  ...{ span: spanIn(), adminRequests: '1' },
});

/** To list all deeds. */
export const deedsQuery = () => ({ filter: deedsFilter(), span: spanIn(), adminRequests: '1' });

const spanIn = () => ($deedSpan.get() === 'all' ? undefined : $deedSpan.get());

/** Opens the settings of the logs. */
export function showLogSettings(): void {
  go('logs');
  openLogsSettings();
}
