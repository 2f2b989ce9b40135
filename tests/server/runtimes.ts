import { afterAll, describe, inject } from 'vitest';
import type { AtollOptions } from '#scripts/lib/atoll-server.ts';
import { type Atoll, startAtoll } from '#tests/support/atoll.ts';
import type { Start } from '#tests/support/server/start.ts';

/** Whether the built server is tested under Node, too: before a release, by `npm run test:server -- --all`. */
export const IS_ALL = inject('runtimes') === 'all';

/** Path of a Node that can run the built server; empty when there is none, and its tests are skipped. */
export const NODE = inject('node');

/** Defines the same tests of the built server for Deno with the fewest permissions, and for Node if it is tested. */
export function underEachRuntime(define: (start: Start) => void): void {
  describe('under Deno', () => define(starter({})));
  if (IS_ALL) describe.skipIf(!NODE)('under Node', () => define(starter({ runtime: [NODE] })));
}

/** Starts servers that stop after the group, also when a test fails. */
function starter(options: Pick<AtollOptions, 'runtime'>): Start {
  const started: Atoll[] = [];
  afterAll(async () => {
    for (const atoll of started) await atoll.stop();
  });
  return async (backendUrl, env = {}) => {
    const atoll = await startAtoll({ backendUrl, env, ...options });
    started.push(atoll);
    return atoll;
  };
}
