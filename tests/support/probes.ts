import { appendFileSync } from 'node:fs';
import type { BrowserContext, TestInfo } from '@playwright/test';

/** A file for `npm run mutation`: which of its probes each test reached. */
const LOG = process.env['ATOLL_PROBES'];

/** Notes which probes the pages of a test reach; does nothing without the variable `ATOLL_PROBES`. */
export class ReachedProbes {
  readonly #ids = new Set<number>();
  readonly #begin = performance.now();

  async watch(context: BrowserContext): Promise<void> {
    if (!LOG) return;
    await context.exposeBinding('atollReached', (_source, id: number) => this.#ids.add(id));
    await context.addInitScript(() => {
      const seen = new Set<number>();
      Reflect.set(globalThis, 'atollProbe', (id: number) => {
        if (seen.has(id)) return;
        seen.add(id);
        Reflect.get(globalThis, 'atollReached')(id);
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
