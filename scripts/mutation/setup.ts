// Runs before each test file: records which probes its tests reach.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, expect } from 'vitest';

const log = process.env['ATOLL_PROBES'];

if (log) {
  const ids = new Set<number>();
  const begin = performance.now();
  Reflect.set(globalThis, 'atollProbe', (id: number) => ids.add(id));
  afterAll(() => {
    const { testPath } = expect.getState();
    appendFileSync(
      log,
      `${JSON.stringify({ test: testPath, ids: [...ids], ms: performance.now() - begin })}\n`,
    );
  });
}
