// Runs each unit test again for every fault that it reaches, in the same process: thousands of faults in a minute.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { type RunnerTestCase, TestRunner } from 'vitest';

/** Slower tests are left to a process for each fault, in ms. */
const MAX_MS = 400;
/** The time limit of a test with a fault: this many times its duration without one, plus the grace period in ms. */
const LIMIT_FACTOR = 5;
const GRACE_MS = 1000;
/** How often a run may reach a fault before it counts as endless. */
const MAX_REACHED = 2_000_000;

/** The faults that a test of this process has found. */
const found = new Set<number>();

/** Tests may replace those of the process. */
const { setTimeout, clearTimeout } = globalThis;

const set = (name: 'atollFault' | 'atollProbe', value: unknown) => Reflect.set(globalThis, name, value);

/** Appends the number of each fault that a test finds as a line to the file `ATOLL_FOUND`. */
export default class InProcessRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const reached = new Set<number>();
    const start = performance.now();
    set('atollProbe', (id: number) => reached.add(id));
    try {
      await run();
    } finally {
      set('atollProbe', undefined);
    }
    const left = [...reached].filter((id) => !found.has(id));
    const duration = performance.now() - start;
    if (!left.length || duration > MAX_MS) return;

    const tryWith = async (fault?: number): Promise<'passed' | 'failed' | 'late'> => {
      const { result } = test;
      let count = 0;
      set('atollFault', fault === undefined ? undefined : String(fault));
      set('atollProbe', () => {
        count += 1;
        if (count > MAX_REACHED) throw new Error('Endless.');
      });
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.reject, duration * LIMIT_FACTOR + GRACE_MS, 'late');
      try {
        await Promise.race([run(), late.promise]);
        return test.result?.state === 'fail' ? 'failed' : 'passed';
      } catch (error) {
        return error === 'late' ? 'late' : 'failed';
      } finally {
        clearTimeout(timer);
        set('atollFault', undefined);
        set('atollProbe', undefined);
        test.result = { ...result, state: 'run' };
      }
    };

    // A test that can run only once, or that a fault leaves something behind in, says nothing.
    if ((await tryWith()) !== 'passed') return;
    const failed: number[] = [];
    for (const id of left) {
      const end = await tryWith(id);
      if (end !== 'passed') failed.push(id);
      // It goes on in the background, beside what comes next: the other faults are left to other tests.
      if (end === 'late') break;
    }
    if (!failed.length || (await tryWith()) !== 'passed') return;
    for (const id of failed) found.add(id);
    appendFileSync(process.env['ATOLL_FOUND'] ?? '', failed.map((id) => `${id}\n`).join(''));
  }
}
