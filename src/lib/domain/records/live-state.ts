import { type Changes, MAX_CHANGES, NO_CHANGES } from './list-changes.ts';
import type { RecordData } from './record.ts';
import type { RecordAction } from './record-event.ts';

/** What is known about a record before the backend was asked. */
export type Hint = RecordAction | 'unknown';

/** Hints by the ids of their records. */
export type Hints = ReadonlyMap<string, Hint>;

/** What a list loads: nothing, its next page, or all of its rows (again). */
export type Phase = 'idle' | 'more' | 'all';

/** A list with the rows and changes that it had when it left the screen. */
export interface ResumedList {
  /** Compared by identity. */
  readonly query: object;
  readonly rows: readonly RecordData[];
  readonly since: number;
  readonly changes: Changes;
}

/** What is known about how far the rows on screen are behind the backend. Times are in ms since the page was opened. */
export interface LiveState {
  readonly phase: Phase;
  /** Number of times that the list began to load anything: answers to requests from before are of no use. */
  readonly loads: number;
  /** Start of the request for the rows on screen. */
  readonly since: number;
  /** The rows and the start of the request when the list began to load all of them. */
  readonly reload: { readonly rows: readonly RecordData[] | undefined; readonly since: number };
  /** Whether the rows that are being loaded are merged into those on screen. */
  readonly isMerged: boolean;
  /** Records to ask the backend about. */
  readonly pending: Hints;
  /** Changes by this page whose event is still to come, as action and id: the list shows them already. */
  readonly expected: ReadonlySet<string>;
  /** Whether changes may have been missed. */
  readonly isBehind: boolean;
  /** Requests that failed one after another. */
  readonly failures: number;
  /** The backend's clock at the time 0, in ms since 1970. */
  readonly clock: number | undefined;
  readonly changes: Changes;
  /** The list that is about to be shown again. */
  readonly resumed: ResumedList | undefined;
}

/** Something that happened to the list on screen, to its records, or to the requests about them. */
export type LiveEvent =
  /** The list loads, or has loaded, `rows`. */
  | { type: 'list'; phase: Phase; rows: readonly RecordData[] | undefined; now: number }
  /** The rows that are being loaded are those on screen, brought up to date. */
  | { type: 'merged'; changes: Changes }
  | { type: 'resume'; list: ResumedList }
  /** Another list is on screen, or none. */
  | { type: 'shown'; query: object | undefined }
  | { type: 'own change'; action: RecordAction; ids: readonly string[] }
  | { type: 'change'; action: RecordAction; id: string }
  | { type: 'may have missed' }
  | { type: 'caught up'; missed: readonly string[]; clock: number }
  /** The backend is asked about all pending records. */
  | { type: 'ask' }
  | { type: 'changes'; changes: Changes }
  /** The backend's answer came too late. */
  | { type: 'outdated'; hints: Hints }
  | { type: 'failed'; hints: Hints; isLasting: boolean }
  | { type: 'succeeded' };

export const LIVE_START: LiveState = {
  phase: 'idle',
  loads: 0,
  since: 0,
  reload: { rows: undefined, since: 0 },
  isMerged: false,
  pending: new Map(),
  expected: new Set(),
  isBehind: false,
  failures: 0,
  clock: undefined,
  changes: NO_CHANGES,
  resumed: undefined,
};

const NONE: Hints = new Map();

/** Whether the backend is to be asked about something. */
export const isDue = ({ pending, isBehind }: LiveState): boolean => isBehind || pending.size > 0;

/**
 * Start of the request for the rows on screen, in the backend's notation of time; undefined if its clock is not known.
 */
export const loadedSince = ({ clock, since }: LiveState): string | undefined =>
  clock === undefined ? undefined : new Date(clock + since).toISOString().replace('T', ' ');

/** Marks the changes as many if they are too many to follow each of them. */
export const limitChanges = (changes: Changes, isMany = false): Changes => ({
  ...changes,
  isMany: changes.isMany || isMany || changes.appeared.size > MAX_CHANGES,
});

/** Too many records are not asked about one by one. */
function limitPending(state: LiveState): LiveState {
  if (state.pending.size <= MAX_CHANGES && !state.changes.isMany) return state;
  return { ...state, pending: NONE, changes: limitChanges(state.changes, true) };
}

/** Adds hints about records that have none. */
const withHints = (state: LiveState, hints: Iterable<readonly [string, Hint]>): LiveState => ({
  ...state,
  pending: new Map([...hints, ...state.pending]),
});

/** Loading all rows makes everything known before obsolete. */
function followList(state: LiveState, { phase, rows, now }: LiveEvent & { type: 'list' }): LiveState {
  const before = state.phase;
  const loads = phase !== before && phase !== 'idle' ? state.loads + 1 : state.loads;
  const next = { ...state, phase, loads };
  if (phase === 'all' && before !== 'all')
    return { ...next, pending: NONE, isMerged: false, reload: { rows, since: now } };
  if (phase !== 'idle' || before !== 'all' || !rows) return next;
  if (state.isMerged) return limitPending({ ...next, isMerged: false });
  // The same rows: the request has failed.
  if (rows === state.reload.rows) return limitPending({ ...next, isBehind: true });
  return limitPending({ ...next, since: state.reload.since, changes: NO_CHANGES });
}

function noteChange(state: LiveState, { action, id }: LiveEvent & { type: 'change' }): LiveState {
  const event = `${action} ${id}`;
  if (state.expected.has(event)) {
    const expected = new Set(state.expected);
    expected.delete(event);
    return { ...state, expected };
  }
  // They are too many already: a copy of them with each of 10,000 more would take seconds.
  if (state.pending.size > MAX_CHANGES) return state;
  // A late event of what this page has undone since.
  const isUndone = action === 'delete' && state.expected.has(`create ${id}`);
  const next = { ...state, pending: new Map(state.pending).set(id, isUndone ? 'unknown' : action) };
  // The rows that are being loaded may not contain it, but make the changes known so far obsolete.
  return state.phase === 'all' ? next : limitPending(next);
}

/** Returns what is known after an event. */
export function followLive(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'list':
      return followList(state, event);
    case 'merged':
      return { ...state, isMerged: true, changes: event.changes };
    case 'resume': {
      const { rows, since, changes } = event.list;
      return { ...state, since, changes, reload: { ...state.reload, rows }, resumed: event.list };
    }
    case 'shown': {
      const { phase, loads, since, reload, clock, resumed } = state;
      const changes = resumed && resumed.query === event.query ? resumed.changes : NO_CHANGES;
      return { ...LIVE_START, phase, loads, since, reload, clock, changes };
    }
    case 'own change': {
      // Its rows may show only what this page has changed.
      if (event.action === 'update') return state;
      const pending = new Map([...state.pending].filter(([id]) => !event.ids.includes(id)));
      const expected = new Set(state.expected);
      for (const id of event.ids) {
        // The event of what this undoes may have come before the response.
        expected.delete(`${event.action === 'create' ? 'delete' : 'create'} ${id}`);
        expected.add(`${event.action} ${id}`);
      }
      return { ...state, pending, expected };
    }
    case 'change':
      return noteChange(state, event);
    case 'may have missed':
      return { ...state, isBehind: true };
    case 'caught up': {
      const hints = event.missed.map((id) => [id, 'unknown'] as const);
      return withHints({ ...state, isBehind: false, clock: event.clock }, hints);
    }
    case 'ask':
      return { ...state, pending: NONE };
    case 'changes':
      return { ...state, changes: limitChanges(event.changes) };
    case 'outdated':
      return withHints(state, event.hints);
    case 'failed': {
      const failed = { ...state, failures: state.failures + 1 };
      return event.isLasting ? { ...failed, isBehind: false } : withHints(failed, event.hints);
    }
    case 'succeeded':
      return { ...state, failures: 0 };
  }
}
