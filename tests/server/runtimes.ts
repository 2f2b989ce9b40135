import { describe, inject } from 'vitest';
import { startAtoll } from '../support/atoll.ts';
import type { Start } from '../support/server/start.ts';

/** Path of a Node that can run the built server; empty where there is none, and its tests are skipped. */
export const NODE = inject('node');

/** Defines the same tests of the built server for Deno with the fewest permissions and for plain Node. */
export function underEachRuntime(define: (start: Start) => void): void {
  describe('under Deno', () => define((backendUrl, env = {}) => startAtoll({ backendUrl, env })));
  describe.skipIf(!NODE)('under Node', () =>
    define((backendUrl, env = {}) => startAtoll({ backendUrl, env, runtime: [NODE] })),
  );
}
