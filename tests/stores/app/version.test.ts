import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findVersion } from '#api/app/version.ts';
import { programOf } from '#scripts/test/programs.ts';
import { $versionLabel, startLine } from '#stores/app/line.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { startInProcess } from '#tests/unit/server/in-process.ts';
import { setLine } from '#wire/choose.ts';

const realFetch = globalThis.fetch;
let backend: Backend;
let atoll: Awaited<ReturnType<typeof startInProcess>>;
let sent: string[];

beforeAll(async () => {
  backend = await startPocketBase({ bin: programOf('0.40.6') });
  atoll = await startInProcess(backend.url);
});
afterAll(async () => {
  await atoll.stop();
  await backend.stop();
});
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    sent.push(new URL(input).pathname.replace(/index-.*$/, ''));
    return realFetch(input, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setLine(undefined);
});

test('[NW-31] Atoll’s server tells the version of the backend without an entry in its log', async () => {
  browser.backend = `${atoll.url}/`;
  expect(await findVersion(undefined)).toEqual({ version: '0.40.6', source: expect.any(String) });
  expect(sent).toEqual(['/_/']);
});

test('[NW-31] on another origin the backend’s own dashboard tells it; its files are read once', async () => {
  browser.backend = `${backend.url}/`;
  const found = await findVersion(undefined);
  expect(found?.version).toBe('0.40.6');
  expect(await findVersion(found)).toEqual(found);
  expect(sent).toEqual(['/_/', '/_/assets/', '/_/']);
});

test('[NW-31] the foot of the page says it; of 0.22 it says what it always said', () => {
  browser.storage.set('atollBackend', 'pb23 0.40.6');
  startLine();
  expect($versionLabel.get()).toBe('PocketBase v0.40.6');
  browser.storage.set('atollBackend', 'pb23');
  startLine();
  expect($versionLabel.get()).toBe('PocketBase');
  browser.storage.set('atollBackend', 'pb22 0.22.20');
  startLine();
  expect($versionLabel.get()).toBeUndefined();
});
