import { describe, expect, it } from 'vitest';
import { MAX_CHANGES, NO_CHANGES } from '#domain/records/list-changes.ts';
import {
  followLive,
  type Hint,
  isDue,
  LIVE_START,
  type LiveEvent,
  type LiveState,
  limitChanges,
  loadedSince,
  type Phase,
} from '#domain/records/live-state.ts';
import type { RecordData } from '#domain/records/record.ts';

const rowsOf = (...ids: string[]): RecordData[] =>
  ids.map((id) => ({ id, collectionId: 'c', collectionName: 'posts' }));

const ROWS = rowsOf('a', 'b');
const QUERY = {};

const play = (events: readonly LiveEvent[], state: LiveState = LIVE_START): LiveState =>
  events.reduce(followLive, state);

const list = (phase: Phase, rows: readonly RecordData[] | undefined = ROWS, now = 0): LiveEvent => ({
  type: 'list',
  phase,
  rows,
  now,
});
const change = (id: string, action: 'create' | 'update' | 'delete' = 'update'): LiveEvent => ({
  type: 'change',
  action,
  id,
});
const APPEARED = { ...NO_CHANGES, appeared: new Set(['x']) };
const MANY = { ...NO_CHANGES, isMany: true };
const hints = (...entries: [string, Hint][]) => new Map(entries);

describe('a list that loads', () => {
  it('counts each load once, and no end of one', () => {
    const phases: Phase[] = ['idle', 'all', 'all', 'idle', 'more', 'more', 'all', 'idle'];
    const loads = phases.map((_, end) => play(phases.slice(0, end + 1).map((phase) => list(phase))).loads);
    expect(loads).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
  });

  it('forgets what is pending and all changes when it has loaded all rows', () => {
    const known = play([change('a'), { type: 'changes', changes: APPEARED }]);
    const loading = followLive(known, list('all', ROWS, 7));
    expect([loading.pending.size, loading.changes, loading.since]).toEqual([0, loading.changes, 0]);
    expect(loading.changes.appeared.size).toBe(1);
    const loaded = play([change('b'), list('all', ROWS, 9), list('idle', rowsOf('n'))], loading);
    expect(loaded.changes).toBe(NO_CHANGES);
    expect(loaded.since).toBe(7);
    expect([...loaded.pending]).toEqual([['b', 'update']]);
    expect(loaded.isBehind).toBe(false);
  });

  it('may have missed changes when the rows are the same afterwards', () => {
    const known = play([{ type: 'changes', changes: APPEARED }, list('all', ROWS, 7), list('idle')]);
    expect([known.isBehind, isDue(known), known.since]).toEqual([true, true, 0]);
    expect(known.changes.appeared.size).toBe(1);
  });

  it('keeps the changes of rows that were merged, once', () => {
    const merged = play([
      list('all', ROWS, 7),
      { type: 'merged', changes: APPEARED },
      list('idle', rowsOf('n')),
    ]);
    expect([merged.changes, merged.since, merged.isBehind, merged.isMerged]).toEqual([
      APPEARED,
      0,
      false,
      false,
    ]);
    const again = play([list('all', ROWS, 8), list('idle', rowsOf('m'))], merged);
    expect([again.changes, again.since]).toEqual([NO_CHANGES, 8]);
    expect(play([{ type: 'merged', changes: APPEARED }, list('all')]).isMerged).toBe(false);
  });

  it('keeps everything when a page was added, or when there are no rows', () => {
    const known = play([change('a'), { type: 'changes', changes: APPEARED }]);
    const added = play([list('more'), list('idle', rowsOf('a', 'b', 'c'))], known);
    expect([added.pending, added.changes]).toEqual([known.pending, known.changes]);
    const failed = play([list('all'), { ...list('idle'), rows: undefined } as LiveEvent], known);
    expect([failed.changes, failed.isBehind, failed.phase]).toEqual([known.changes, false, 'idle']);
  });
});

describe('another list', () => {
  const known = play([
    list('all', ROWS, 5),
    list('idle', rowsOf('n')),
    change('a'),
    { type: 'own change', action: 'create', ids: ['o'] },
    { type: 'caught up', missed: [], clock: 3 },
    { type: 'failed', isLasting: false },
    { type: 'may have missed' },
    { type: 'changes', changes: APPEARED },
  ]);

  it('forgets the records and requests of the list before, not the clock', () => {
    const { pending, expected, isBehind, failures, changes, clock, since, loads } = followLive(known, {
      type: 'shown',
      query: QUERY,
    });
    expect([pending.size, expected.size, isBehind, failures, changes]).toEqual([0, 0, false, 0, NO_CHANGES]);
    expect([clock, since, loads]).toEqual([3, 5, 1]);
  });

  it('goes on where it was left if it is the one that was resumed', () => {
    const resumed = { query: QUERY, rows: ROWS, since: 2, changes: APPEARED };
    const back = followLive(known, { type: 'resume', list: resumed });
    expect([back.changes, back.since]).toEqual([APPEARED, 2]);
    const shown = followLive(back, { type: 'shown', query: QUERY });
    expect([shown.changes, shown.resumed]).toEqual([APPEARED, undefined]);
    expect(followLive(back, { type: 'shown', query: {} }).changes).toBe(NO_CHANGES);
    // A request that fails changes no rows.
    expect(play([{ ...list('idle', ROWS) } as LiveEvent], { ...shown, phase: 'all' }).isBehind).toBe(true);
  });
});

describe('changes of records', () => {
  it('are due until the backend is asked, and again when its answer is of no use', () => {
    const noted = play([change('a'), change('b', 'delete'), change('a', 'delete')]);
    expect([...noted.pending]).toEqual([
      ['a', 'delete'],
      ['b', 'delete'],
    ]);
    const asked = followLive(noted, { type: 'ask' });
    expect([isDue(noted), isDue(asked)]).toEqual([true, false]);
    const newer = followLive(asked, change('b', 'create'));
    const again = followLive(newer, { type: 'outdated' });
    expect(new Map(again.pending)).toEqual(hints(['a', 'delete'], ['b', 'create']));
    expect(followLive(again, { type: 'outdated' }).pending).toEqual(again.pending);
  });

  it('by this page are shown already: their next event means nothing', () => {
    const own = play([change('n', 'create'), { type: 'own change', action: 'create', ids: ['n', 'm'] }]);
    expect(own.pending.size).toBe(0);
    const other = play([change('a'), { type: 'own change', action: 'delete', ids: ['n'] }]);
    expect([...other.pending.keys()]).toEqual(['a']);
    const once = play([change('n', 'create'), change('m', 'delete')], own);
    expect([...once.pending.keys()]).toEqual(['m']);
    expect([...followLive(once, change('n', 'create')).pending.keys()]).toEqual(['m', 'n']);
    // An update may have met another one: its event counts.
    expect(play([{ type: 'own change', action: 'update', ids: ['n'] }, change('n')]).pending.size).toBe(1);
  });

  it('by others stay pending when this page has changed the same record: its rows may show only its own', () => {
    const both = play([change('n'), { type: 'own change', action: 'update', ids: ['n'] }]);
    expect([...both.pending]).toEqual([['n', 'update']]);
  });

  it('by others count although this page has done the same before, and undone', () => {
    const undone = play([
      change('n', 'delete'),
      { type: 'own change', action: 'delete', ids: ['n'] },
      { type: 'own change', action: 'create', ids: ['n'] },
      change('n', 'create'),
      change('n', 'delete'),
    ]);
    expect([...undone.pending]).toEqual([['n', 'delete']]);
    const late = play([
      { type: 'own change', action: 'delete', ids: ['n'] },
      { type: 'own change', action: 'create', ids: ['n'] },
      change('n', 'delete'),
    ]);
    expect([...late.pending]).toEqual([['n', 'unknown']]);
    const again = play([
      change('m', 'create'),
      { type: 'own change', action: 'create', ids: ['m'] },
      { type: 'own change', action: 'delete', ids: ['m'] },
    ]);
    expect([...again.expected]).toEqual(['delete m']);
  });

  it('that were missed become pending, but know less than an event', () => {
    const behind = play([change('a', 'delete'), { type: 'may have missed' }]);
    const caught = followLive(behind, { type: 'caught up', missed: ['a', 'b'], clock: 1000 });
    expect(new Map(caught.pending)).toEqual(hints(['a', 'delete'], ['b', 'unknown']));
    expect([caught.isBehind, loadedSince({ ...caught, since: 234 })]).toEqual([
      false,
      '1970-01-01 00:00:01.234Z',
    ]);
    expect(loadedSince(behind)).toBeUndefined();
    expect([behind.isBehind, isDue(play([{ type: 'may have missed' }]))]).toEqual([true, true]);
  });
});

describe('a request that failed', () => {
  const asked = play([{ type: 'may have missed' }, change('a'), { type: 'ask' }]);

  it('is repeated if the failure may pass', () => {
    const state = followLive(asked, { type: 'failed', isLasting: false });
    expect([[...state.pending], state.isBehind, state.failures]).toEqual([[['a', 'update']], true, 1]);
    const next = play([{ type: 'ask' }, { type: 'failed', isLasting: false }], state);
    expect([next.failures, followLive(next, { type: 'succeeded' }).failures]).toEqual([2, 0]);
  });

  it('is given up if it lasts', () => {
    const state = followLive(asked, { type: 'failed', isLasting: true });
    expect([isDue(state), state.failures]).toEqual([false, 1]);
    expect(followLive(state, { type: 'outdated' }).pending.size).toBe(0);
  });

  it('or whose answer came too late is not repeated once it was answered or all rows are loaded after it', () => {
    const loaded = play([list('all'), change('c'), list('idle', rowsOf('n'))], asked);
    const answered = play([{ type: 'succeeded' }, change('c')], asked);
    for (const state of [loaded, answered])
      for (const event of [{ type: 'outdated' }, { type: 'failed', isLasting: false }] as const)
        expect([...followLive(state, event).pending.keys()]).toEqual(['c']);
  });
});

describe('too many changes', () => {
  const ids = Array.from({ length: MAX_CHANGES + 1 }, (_, index) => change(`r${index}`));

  it('are no longer asked about one by one', () => {
    const most = play(ids.slice(1));
    expect([most.pending.size, most.changes.isMany]).toEqual([MAX_CHANGES, false]);
    const many = followLive(most, ids[0] as LiveEvent);
    expect([many.pending.size, many.changes.isMany]).toEqual([0, true]);
    expect(followLive(many, change('z')).pending.size).toBe(0);
    expect(limitChanges(MANY).isMany).toBe(true);
  });

  it('are noted while all rows load, which may make them obsolete', () => {
    const loading = play([list('all', ROWS, 1), ...ids]);
    // Each further event would copy all of them.
    expect(followLive(loading, change('more'))).toBe(loading);
    expect([loading.pending.size, loading.changes.isMany]).toEqual([MAX_CHANGES + 1, false]);
    expect(followLive(loading, list('idle', rowsOf('n'))).changes.isMany).toBe(true);
  });

  it('are counted as many when more records appeared than are followed', () => {
    const appeared = (count: number) => ({
      ...NO_CHANGES,
      appeared: new Set(Array.from({ length: count }, (_, index) => String(index))),
    });
    const isMany = (count: number) =>
      followLive(LIVE_START, { type: 'changes', changes: appeared(count) }).changes.isMany;
    expect([isMany(MAX_CHANGES), isMany(MAX_CHANGES + 1)]).toEqual([false, true]);
    expect([limitChanges(NO_CHANGES).isMany, limitChanges(NO_CHANGES, true).isMany]).toEqual([false, true]);
  });
});
