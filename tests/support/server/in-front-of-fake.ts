import { afterAll, beforeAll } from 'vitest';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import type { Running, Start } from './start.ts';

/** A server in front of a backend whose requests the test answers; set before the tests of a group, for all of them. */
export function inFrontOfFake(start: Start): { backend: FakeBackend; atoll: Running } {
  const site = {} as { backend: FakeBackend; atoll: Running };
  beforeAll(async () => {
    site.backend = await startFakeBackend();
    site.atoll = await start(site.backend.url);
  });
  afterAll(async () => {
    await site.atoll?.stop();
    await site.backend?.stop();
  });
  return site;
}
