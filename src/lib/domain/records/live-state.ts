import { type Changes, MAX_CHANGES, NO_CHANGES } from './list-changes.ts';
import type { RecordData } from './record.ts';
import type { RecordAction } from './tab-message.ts';

export type Hint = RecordAction | 'unknown';

export type Hints = ReadonlyMap<string, Hint>;

/** The list loads nothing, its next page, or all of its rows (again). */
export type Phase = 'idle' | 'more' | 'all';

/** As it was when it left the screen. */
export interface ResumedList {
  /** Compared by identity. */
  readonly query: object;
  readonly rows: readonly RecordData[];
  readonly since: number;
  readonly changes: Changes;
}

/** How far the rows on screen are behind the backend. Times are in ms since the page was opened. */
export interface LiveState {
  readonly phase: Phase;
  /** Answers to requests from before the list last began to load are of no use. */
  readonly loads: number;
  /** Of the request for the rows on screen. */
  readonly since: number;
  /** As they were when the list began to load all rows. */
  readonly reload: { readonly rows: readonly RecordData[] | undefined; readonly since: number };
  /** The rows that are being loaded are merged into those on screen. */
  readonly isMerged: boolean;
  readonly pending: Hints;
  /** About which the backend is being asked; obsolete once the list begins to load all rows. */
  readonly asked: Hints;
  /** By this page, as action and id: their event is still to come, but the list shows them already. */
  readonly expected: ReadonlySet<string>;
  /** Changes may have been missed. */
  readonly isBehind: boolean;
  /** Of requests, one after another. */
  readonly failures: number;
  /** Of the backend at the time 0, in ms since 1970. */
  readonly clock: number | undefined;
  readonly changes: Changes;
  /** About to be shown again. */
  readonly resumed: ResumedList | undefined;
}

/** To the list on screen, to its records, or to the requests about them. */
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
  | { type: 'outdated' }
  | { type: 'failed'; isLasting: boolean }
  | { type: 'succeeded' };

const NONE: Hints = new Map();

export const LIVE_START: LiveState = {
  phase: 'idle',
  loads: 0,
  since: 0,
  reload: { rows: undefined, since: 0 },
  isMerged: false,
  pending: NONE,
  asked: NONE,
  expected: new Set(),
  isBehind: false,
  failures: 0,
  clock: undefined,
  changes: NO_CHANGES,
  resumed: undefined,
};

/** Whether the backend is to be asked about something. */
export const isDue = ({ pending, isBehind }: LiveState): boolean => isBehind || pending.size > 0;

/** In the backend's notation of time; undefined if its clock is not known. */
export const loadedSince = ({ clock, since }: LiveState): string | undefined =>
  clock === undefined ? undefined : new Date(clock + since).toISOString().replace('T', ' ');

/** Too many changes can't be followed one by one. */
export const limitChanges = (changes: Changes, isMany = false): Changes => ({
  ...changes,
  isMany: changes.isMany || isMany || changes.appeared.size > MAX_CHANGES,
});

/** Too many records are not asked about one by one. */
function limitPending(state: LiveState): LiveState {
  if (state.pending.size <= MAX_CHANGES && !state.changes.isMany) return state;
  return { ...state, pending: NONE, changes: limitChanges(state.changes, true) };
}

const withHints = (state: LiveState, hints: Iterable<readonly [string, Hint]>): LiveState => ({
  ...state,
  pending: new Map([...hints, ...state.pending]),
});

const askAgain = (state: LiveState): LiveState => withHints({ ...state, asked: NONE }, state.asked);

/** Once all rows are loaded, everything known before is obsolete. */
function followList(state: LiveState, { phase, rows, now }: LiveEvent & { type: 'list' }): LiveState {
  const before = state.phase;
  const loads = phase !== before && phase !== 'idle' ? state.loads + 1 : state.loads;
  const next = { ...state, phase, loads };
  if (phase === 'all' && before !== 'all')
    return { ...next, pending: NONE, asked: NONE, isMerged: false, reload: { rows, since: now } };
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
      return { ...state, pending: NONE, asked: state.pending };
    case 'changes':
      return { ...state, changes: limitChanges(event.changes) };
    case 'outdated':
      return askAgain(state);
    case 'failed': {
      const failed = { ...state, failures: state.failures + 1 };
      return event.isLasting ? { ...failed, asked: NONE, isBehind: false } : askAgain(failed);
    }
    case 'succeeded':
      return { ...state, asked: NONE, failures: 0 };
  }
}
