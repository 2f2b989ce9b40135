import { atom } from 'nanostores';
import { countLogs, findLogs } from '#api/logs/logs.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';
import { readingBy, readingLink } from '#stores/job/retry.ts';

/** Entries of a request; the backend's maximum. */
const PER_PAGE = 500;
/** Entries that are read at most. */
const MAX_READ = 20_000;

export interface Reading {
  readonly state: 'busy' | 'ready' | 'failed';
  /** Number of entries, of which `total` are logged; that is undefined until they are counted. */
  readonly read: number;
  readonly total: number | undefined;
  /** A lost connection is waited for. */
  readonly isWaiting: boolean;
  readonly error?: ApiError;
}

const UNREAD: Reading = { state: 'busy', read: 0, total: undefined, isWaiting: false };

export interface ReadingPlan<Item> {
  /** Sent with the filter of all entries, to count them. */
  readonly count: (count: (filter: string) => Promise<number>) => Promise<number>;
  /** What to ask for after an entry; `page` is counted from 1. */
  readonly query: (
    last: LogEntry | undefined,
    page: number,
  ) => Promise<{ readonly page: number; readonly sort: string; readonly filter: string }>;
  readonly fields: string;
  /** Undefined for an entry that is of no use. */
  readonly item: (entry: LogEntry) => Item | undefined;
}

/** Creates what reads many entries of the log, page by page, until it is stopped. */
export function createLogReading<Item>() {
  const $reading = atom<Reading>(UNREAD);
  const $items = atom<readonly Item[]>([]);
  const reading = createLatest();

  async function run(plan: ReadingPlan<Item>, signal: AbortSignal): Promise<void> {
    const found: Item[] = [];
    const set = (change: Partial<Reading>) => {
      if (!signal.aborted) $reading.set({ ...$reading.get(), ...change });
    };
    const { send } = readingBy(readingLink({ signal }, (isWaiting) => set({ isWaiting })));
    set({ total: await send(() => plan.count((filter) => countLogs(filter, { signal }))) });
    let last: LogEntry | undefined;
    for (let read = 0; read < MAX_READ; ) {
      const query = await plan.query(last, read / PER_PAGE + 1);
      const logs = await send(() =>
        findLogs({ ...query, perPage: PER_PAGE, fields: plan.fields }, { signal }),
      );
      signal.throwIfAborted();
      found.push(...logs.flatMap((log) => plan.item(log) ?? []));
      read += logs.length;
      $items.set([...found]);
      set({ read });
      if (logs.length < PER_PAGE) break;
      last = logs.at(-1);
    }
    set({ state: 'ready' });
  }

  const clear = (): void => {
    reading.abort();
    $items.set([]);
    $reading.set(UNREAD);
  };
  return {
    $reading,
    $items,
    /** Reports errors. */
    async read(plan: () => Promise<ReadingPlan<Item>>): Promise<void> {
      const signal = reading.begin();
      $items.set([]);
      $reading.set(UNREAD);
      try {
        await run(await plan(), signal);
      } catch (thrown) {
        const error = report(thrown, { toast: false });
        if (!signal.aborted) $reading.set({ ...$reading.get(), state: 'failed', error });
      }
    },
    /** Stops reading, and keeps what was read. */
    stop(): void {
      if ($reading.get().state !== 'busy') return;
      reading.abort();
      $reading.set({ ...$reading.get(), state: 'ready', isWaiting: false });
    },
    /** Stops reading, and forgets what was read. */
    clear,
  };
}
