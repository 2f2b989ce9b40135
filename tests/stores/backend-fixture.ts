import { afterAll, beforeAll } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';

let running: Backend | undefined;

/** The backend of this file's tests, to which the API client connects. */
export function backend(): Backend {
  if (!running) throw new Error('The backend only runs during tests.');
  return running;
}

beforeAll(async () => {
  running = await startPocketBase();
  browser.backend = running.url;
});
afterAll(() => running?.stop());
