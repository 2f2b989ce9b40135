import { vi } from 'vitest';

/**
 * Checks again and again until nothing is thrown, as long as `expect.poll` in `vitest.config.ts`: `vi.waitFor` ends
 * after a second, which is little on a busy machine, and no setting changes that.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000 });
