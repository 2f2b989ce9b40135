import { expect, test, vi } from 'vitest';
import { noteClock } from '#api/clock.ts';
import { $now } from '#stores/app/now.ts';
import '../offline-fixture.ts';

test('the time is that of the backend, and goes on every ten seconds while somebody looks at it', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  vi.useFakeTimers({ now: start });
  noteClock(new Response(null, { headers: { Date: 'Thu, 01 Jan 2026 01:00:00 GMT' } }));
  const hour = 3_600_000;
  const times: number[] = [];
  const stop = $now.listen((now) => times.push(now - start));
  expect($now.get() - start).toBe(hour);
  vi.advanceTimersByTime(25_000);
  expect(times).toEqual([hour + 10_000, hour + 20_000]);
  stop();
  // The store is unmounted a second after its last listener.
  vi.advanceTimersByTime(60_000);
  expect($now.value - start).toBe(hour + 20_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
