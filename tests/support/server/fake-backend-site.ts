import { afterAll, beforeAll } from 'vitest';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import type { Running, Start } from './start.ts';

/** Starts Atoll and a fake backend before the tests of a group. Each test answers the requests to the backend. */
export function setUpFakeBackendSite(start: Start): { backend: FakeBackend; atoll: Running } {
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
