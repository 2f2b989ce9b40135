import { appendFileSync } from 'node:fs';
import type { BrowserContext, TestInfo } from '@playwright/test';

/**
 * Both are for `npm run mutation`: a file for which of its faults each test reached, and the number of the active
 * fault.
 */
const { ATOLL_PROBES: LOG, ATOLL_FAULT: FAULT } = process.env;

/** Notes which faults the pages of a test reach and activates one of them; does nothing without the two variables. */
export class PlantedFaults {
  readonly #ids = new Set<number>();
  readonly #begin = performance.now();

  async watch(context: BrowserContext): Promise<void> {
    if (FAULT) await context.addInitScript((fault) => Reflect.set(globalThis, 'atollFault', fault), FAULT);
    if (!LOG) return;
    await context.exposeBinding('atollReached', (_source, ids: number[]) => {
      for (const id of ids) this.#ids.add(id);
    });
    await context.addInitScript(() => {
      const seen = new Set<number>();
      // A call for each of thousands would take seconds.
      let unsent: number[] = [];
      const send = () => {
        Reflect.get(globalThis, 'atollReached')(unsent);
        unsent = [];
      };
      Reflect.set(globalThis, 'atollProbe', (id: number) => {
        if (seen.has(id)) return;
        seen.add(id);
        if (unsent.push(id) === 1) queueMicrotask(send);
      });
    });
  }

  /** Appends a JSON line for the test, which has ended. */
  write({ file, line }: TestInfo): void {
    if (!LOG) return;
    const entry = { test: `${file}:${line}`, ids: [...this.#ids], ms: performance.now() - this.#begin };
    appendFileSync(LOG, `${JSON.stringify(entry)}\n`);
  }
}
