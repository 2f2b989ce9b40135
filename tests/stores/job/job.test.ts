import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $session } from '#stores/app/session.ts';
import { createJob, type JobRun } from '#stores/job/job.ts';
import { failure } from '../failure.ts';
import { SESSION, signInOffline } from '../offline-fixture.ts';

beforeEach(() => {
  vi.useFakeTimers();
  signInOffline();
});
afterEach(() => {
  vi.useRealTimers();
  $session.set(undefined);
});

const signInAnother = () => $session.set({ ...SESSION, admin: { ...SESSION.admin, id: 'another' } });

/** Runs parts 0 to 19, whose `send` may fail; returns what became of them. */
async function runParts(
  job: ReturnType<typeof createJob>,
  send: (part: number, run: JobRun) => Promise<void>,
) {
  const done: number[] = [];
  const failed = new Map<number, number>();
  const running = job.run(async (run) => {
    await run.each(Array(20).keys(), async (part) => {
      const error = await run.attempt(() => send(part, run));
      if (error) failed.set(part, error.status);
      else done.push(part);
    });
    return run;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  const run = await running;
  return { done, failed, fatal: run?.fatal?.status, mayGoOn: run?.mayGoOn() };
}

test('a refused part is named, and the others are done', async () => {
  const result = await runParts(createJob(), async (part) => {
    if (part === 3) throw failure(400);
    // The backend has answered: what it did to this part is known.
    if (part === 4) throw failure(500);
  });
  expect(result).toMatchObject({ fatal: undefined, mayGoOn: true });
  expect(result.done).toHaveLength(18);
  expect([...result.failed]).toEqual([
    [3, 400],
    [4, 500],
  ]);
});

test.each([0, 401, 403, 421, 502, 503, 504])(
  'status %i ends the job: nothing more is sent',
  async (status) => {
    const sent: number[] = [];
    const result = await runParts(createJob(), async (part) => {
      sent.push(part);
      if (part >= 2) throw failure(status);
    });
    expect(result).toMatchObject({ done: [0, 1], fatal: status, mayGoOn: false });
    // Those that were sent at the same time.
    expect(sent.length).toBeLessThanOrEqual(10);
    expect(new Set(sent).size).toBe(sent.length);
  },
);

test('too many requests are waited for, and no part is lost or done twice', async () => {
  const tries = new Map<number, number>();
  const result = await runParts(createJob(), async (part) => {
    const count = (tries.get(part) ?? 0) + 1;
    tries.set(part, count);
    if (count <= part % 5) throw failure(429);
  });
  expect(result.done.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
  expect(result).toMatchObject({ failed: new Map(), fatal: undefined });
  const refused = await runParts(createJob(), async (part) => {
    if (part === 0) throw failure(429);
  });
  expect([...refused.failed]).toEqual([[0, 429]]);
});

test.each([
  ['signs out', () => $session.set(undefined)],
  ['leaves another one in place', signInAnother],
])('nothing is sent after a pause for an administrator who %s', async (_name, leave) => {
  let sent = 0;
  const result = await runParts(createJob(), async () => {
    sent += 1;
    if (sent === 8) setTimeout(leave, 100);
    throw failure(429);
  });
  expect(sent).toBeLessThanOrEqual(16);
  expect(result.done).toEqual([]);
});

test.each([
  ['without an error for another administrator', signInAnother, undefined],
  ['as aborted without one', () => $session.set(undefined), 0],
])('it does not go on, and ends %s', async (_name, leave, fatal) => {
  const result = await runParts(createJob(), async (part, { owner }) => {
    expect(owner).toBe('admin');
    if (part === 2) leave();
  });
  expect(result).toMatchObject({ done: [0, 1, 2], failed: new Map(), fatal, mayGoOn: false });
});

test('a stop lets what was sent end; abandoned, it is aborted, too', async () => {
  const job = createJob();
  setTimeout(job.stop, 5);
  const stopped = await runParts(job, async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect(stopped.done).toHaveLength(8);
  const abandoned = await runParts(job, async (part, { signal }) => {
    if (part === 4) job.abandon();
    signal.throwIfAborted();
  });
  expect(abandoned).toMatchObject({ done: [0, 1, 2, 3], fatal: 0 });
});

test('it runs once at a time, protected as long as it runs, and again after that', async () => {
  const calls: string[] = [];
  const guard = () => {
    calls.push('guard');
    return () => calls.push('end');
  };
  const job = createJob({ guard });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = job.run(() => promise);
  expect(job.isRunning()).toBe(true);
  expect(await job.run(async () => calls.push('second'))).toBeUndefined();
  expect(calls).toEqual(['guard']);
  resolve();
  await first;
  job.stop();
  expect(await job.run(async (run) => run.mayGoOn())).toBe(true);
  await expect(job.run(async () => Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.');
  expect([job.isRunning(), calls]).toEqual([false, Array(3).fill(['guard', 'end']).flat()]);
});

test('parts that can’t be read end it with the reason', async () => {
  const job = createJob();
  async function* parts() {
    yield 1;
    throw failure(400, 'No reading.');
  }
  const run = await job.run(async (begun) => {
    await begun.each(parts(), async () => {});
    return begun;
  });
  expect(run?.fatal?.message).toBe('No reading.');
});
