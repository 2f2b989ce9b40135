import { expect, test } from 'vitest';
import { runFilter } from '#domain/settings/cron-log.ts';
import { MAX_RUNS, parseRuns, withRun } from '#domain/settings/cron-runs.ts';
import { spanOf } from '#domain/settings/cron-span.ts';

const AT = '2026-11-05 12:00:00.000Z';
const run = { id: 'daily', at: AT };

test('[BY-55] the newest 20 runs are kept, the last one first', () => {
  const runs = Array.from({ length: 30 }, (_, index) => ({ id: `job${index}`, at: AT }));
  const kept = runs.reduce((before, one) => withRun(before, one), parseRuns(''));
  expect(kept).toHaveLength(MAX_RUNS);
  expect([kept[0]?.id, kept.at(-1)?.id]).toEqual(['job29', 'job10']);
  expect(parseRuns(JSON.stringify(kept))).toEqual(kept);
  expect(parseRuns(JSON.stringify(runs))).toHaveLength(MAX_RUNS);
});

test('[BY-55] a failure is kept in short, and no other member', () => {
  const [kept] = withRun([], { ...run, error: 'x'.repeat(5000) });
  expect(kept?.error).toHaveLength(300);
  expect(withRun([], { ...run, error: '' })).toEqual([run]);
  expect(parseRuns(JSON.stringify([{ ...run, error: 'no', token: 'secret' }]))).toEqual([
    { ...run, error: 'no' },
  ]);
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no list', '{"id":"a"}'],
  ['null', 'null'],
  [
    'items that are no runs',
    JSON.stringify([1, null, 'a', [], {}, { id: 'a' }, { at: AT }, { id: 1, at: AT }]),
  ],
  [
    'times that are none',
    JSON.stringify([
      { id: 'a', at: 'yesterday' },
      { id: 'a', at: '' },
      { id: 'a', at: 5 },
    ]),
  ],
  ['an empty id', JSON.stringify([{ id: '', at: AT }])],
])('%s has no runs', (_what, stored) => {
  expect(parseRuns(stored)).toEqual([]);
});

test('[BY-56] the log is searched from just before a start to 10 minutes after it', () => {
  expect(spanOf(run)).toEqual({
    kind: 'between',
    from: '2026-11-05 11:59:58.000Z',
    to: '2026-11-05 12:10:00.000Z',
  });
});

test('[BY-56] warnings and errors are found, and what names the job, whatever its id', () => {
  const filter = runFilter({ id: 'a"b||c', at: AT }, 'no="request"');
  expect(filter).toContain('created>="2026-11-05 11:59:58.000Z"&&created<"2026-11-05 12:10:00.000Z"&&(');
  expect(filter).toContain('level>=8||(level>=4&&level<8)||(no="request"&&(');
  expect(filter).toMatch(/message~["'].*b\|\|c/);
});
