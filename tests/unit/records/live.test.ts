import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChanges, type Gone, NO_CHANGES } from '#domain/records/list-changes.ts';
import * as live from '#domain/records/live.ts';
import type { RecordData } from '#domain/records/record.ts';
import { collection } from '../collections/collection-fixture.ts';

const record = (id: string, values: Record<string, unknown> = {}): RecordData => ({
  id,
  collectionId: 'c',
  collectionName: 'posts',
  updated: '2026-01-01 10:00:00.000Z',
  ...values,
});
const rows = ['a', 'b', 'c'].map((id) => record(id, { title: id }));
const start: live.LiveRows = { rows, changes: NO_CHANGES };
const missing = (...entries: [string, Gone][]) => new Map(entries);
const NONE = missing();
const posts = collection('posts', []);
const applyLookup = (before: live.LiveRows, lookup: live.Lookup, sort: string) =>
  live.applyLookup(before, lookup, { collection: posts, sort });
const missedIds = (loaded: Omit<live.Loaded, 'collection'>, versions: ReadonlyMap<string, unknown>) =>
  live.missedIds({ collection: posts, ...loaded }, versions);

describe('applyLookup', () => {
  it('replaces a changed row in place and keeps the identity of the others', () => {
    const after = applyLookup(start, { found: [record('b', { title: 'B' })], missing: NONE }, '-created');
    expect(after.rows.map((row) => row['title'])).toEqual(['a', 'B', 'c']);
    expect([after.rows[0], after.rows[2]]).toEqual([rows[0], rows[2]]);
    expect(after.rows[0]).toBe(rows[0]);
    expect(countChanges(after.changes, after.rows)).toBe(0);
  });

  it('keeps all identities when nothing differs', () => {
    const after = applyLookup(start, { found: [record('b', { title: 'b' })], missing: NONE }, '-created');
    expect(after.rows).toBe(rows);
    expect(after.changes.gone).toBe(NO_CHANGES.gone);
  });

  it('ignores an answer that is older than the row', () => {
    const stale = record('b', { title: 'old', updated: '2026-01-01 09:00:00.000Z' });
    expect(applyLookup(start, { found: [stale], missing: NONE }, '').rows).toBe(rows);
  });

  it.each([
    ['+title', { title: 'z' }, 1],
    ['-created', { title: 'z' }, 0],
    ['+author.name', { author: 'x' }, 1],
    ['+author.name', { author: 'u', expand: { author: { id: 'u', name: 'Zoe' } } }, 1],
    ['+author.name', { note: 'new' }, 0],
    ['+author', { expand: { author: { id: 'u', name: 'Zoe' } } }, 0],
  ])('with the sort %s, the values %j may move a row: %i', (sort, values, count) => {
    const before = record('a', { author: 'u', expand: { author: { id: 'u', name: 'Ann' } } });
    const after = applyLookup(
      { rows: [before], changes: NO_CHANGES },
      { found: [record('a', { ...before, ...values })], missing: NONE },
      sort,
    );
    expect(countChanges(after.changes, after.rows)).toBe(count);
  });

  it('marks missing rows with the latest reason, until they are found again', () => {
    const unlisted = applyLookup(start, { found: [], missing: missing(['b', 'unlisted']) }, '');
    const deleted = applyLookup(unlisted, { found: [], missing: missing(['b', 'deleted']) }, '');
    expect([unlisted, deleted].map(({ changes }) => changes.gone.get('b'))).toEqual(['unlisted', 'deleted']);
    const same = applyLookup(
      deleted,
      { found: [], missing: missing(['b', 'deleted'], ['x', 'deleted']) },
      '',
    );
    expect(same.changes.gone).toBe(deleted.changes.gone);
    const again = applyLookup(deleted, { found: [record('b', { title: 'b' })], missing: NONE }, '');
    expect(again.changes.gone.size).toBe(0);
  });

  it('never moves, adds or removes rows, and counts every record once', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const lookup = fc.record({
      found: fc.uniqueArray(fc.record({ id, title: fc.string() }), { selector: (each) => each.id }),
      missing: fc.uniqueArray(fc.tuple(id, fc.constantFrom<Gone>('deleted', 'unlisted')), {
        selector: ([each]) => each,
      }),
    });
    fc.assert(
      fc.property(fc.array(lookup), (lookups) => {
        let live = start;
        /** Whether the backend's list contains each record. */
        const state = new Map<string, boolean>([...'abc'].map((each) => [each, true]));
        for (const each of lookups) {
          const found = each.found.map(({ id, title }) => record(id, { title }));
          const lost = each.missing.filter(([one]) => !found.some((other) => other.id === one));
          live = applyLookup(live, { found, missing: new Map(lost) }, '-created');
          for (const one of found) state.set(one.id, true);
          for (const [one] of lost) state.set(one, false);
        }
        expect(live.rows.map((row) => row.id)).toEqual(['a', 'b', 'c']);
        const differs = [...state].filter(([one, isListed]) => isListed !== 'abc'.includes(one));
        expect(countChanges(live.changes, live.rows)).toBe(differs.length);
      }),
    );
  });
});

describe('countChanges', () => {
  it('ignores what the rows show by now', () => {
    const changes = {
      ...NO_CHANGES,
      appeared: new Set(['a', 'x']),
      moved: new Set(['b', 'y']),
      gone: missing(['b', 'deleted'], ['z', 'deleted']),
    };
    expect(countChanges(changes, rows)).toBe(2);
  });
});

describe('missedIds', () => {
  const old = '2026-01-01 10:00:00.000Z';
  const since = '2026-01-01 12:00:00.000Z';
  const later = '2026-01-01 12:00:00.001Z';

  it('finds changed and missing rows, and everything new in a list that is loaded to its end', () => {
    const versions = new Map([
      ['new', old],
      ['a', old],
      ['b', later],
    ]);
    expect(missedIds({ rows, hasMore: false, since }, versions)).toEqual(['b', 'c', 'new']);
  });

  it('takes a record that moved up from the next page for new only if it was updated since', () => {
    const versions = new Map([
      ['a', old],
      ['moved up', old],
      ['new', later],
      ['next page', later],
    ]);
    const loaded = { rows, hasMore: true };
    expect(missedIds({ ...loaded, since: later }, versions)).toEqual(['b', 'c', 'new']);
    expect(missedIds({ ...loaded, since }, versions)).toEqual(['b', 'c', 'new']);
    expect(missedIds({ ...loaded, since: undefined }, versions)).toEqual(['b', 'c']);
  });
});
