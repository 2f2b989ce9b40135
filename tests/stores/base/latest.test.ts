import { expect, test } from 'vitest';
import { createLatest } from '#stores/base/running.ts';

test('[AU-07] a new request aborts the previous one, not itself', () => {
  const latest = createLatest();
  const first = latest.begin();
  expect(first.aborted).toBe(false);
  const second = latest.begin();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
  expect([first, second].map(latest.isReplaced)).toEqual([true, false]);
});

test('the pending request can be aborted, and another one can begin', () => {
  const latest = createLatest();
  latest.abort();
  const first = latest.begin();
  latest.abort();
  expect(first.aborted).toBe(true);
  expect(latest.isReplaced(first)).toBe(false);
  expect(latest.begin().aborted).toBe(false);
});

test('[AU-07] requests of different kinds do not abort each other', () => {
  const [one, other] = [createLatest(), createLatest()];
  const first = one.begin();
  other.begin();
  other.abort();
  expect(first.aborted).toBe(false);
});

test('all aborts have one reason: one of its own would keep what was running', () => {
  const latest = createLatest();
  const [first, second] = [latest.begin(), latest.begin()];
  latest.abort();
  expect(first.reason).toMatchObject({ name: 'AbortError' });
  expect(second.reason).toBe(first.reason);
});
