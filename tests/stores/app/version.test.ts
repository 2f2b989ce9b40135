import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findVersion } from '#api/app/version.ts';
import { escapesNow } from '#domain/model/filter/escapes.ts';
import { programOf } from '#scripts/test/programs.ts';
import { $askedEscapes } from '#stores/app/capabilities.ts';
import { $backend, $versionLabel, startLine } from '#stores/app/line.ts';
import { signIn } from '#stores/app/session.ts';
import { findVersion as findBackendVersion } from '#stores/app/version.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { startInProcess } from '#tests/unit/server/in-process.ts';
import { type Line, setLine } from '#wire/choose.ts';

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
  const labelOf = (line: Line, stored: string) => {
    browser.storage.set('atollBackend', stored);
    setLine(line);
    startLine();
    return $versionLabel.get();
  };
  expect(labelOf('pb23', 'pb23 0.40.6')).toBe('PocketBase v0.40.6');
  expect(labelOf('pb23', 'pb23')).toBe('PocketBase');
  expect(labelOf('pb22', 'pb22 0.22.20')).toBe('PocketBase v0.22.21');
  // The backend was upgraded since the last visit: the version from before is none of it.
  expect(labelOf('pb23', 'pb22 0.22.20')).toBe('PocketBase');
  expect(browser.storage.get('atollBackend')).toBe('pb23');
});

test('[NW-31] a version of the line before is none of the session’s backend', async () => {
  browser.backend = `${backend.url}/`;
  setLine('pb23');
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  $backend.set({ line: 'pb23', version: '0.40.6' });
  vi.stubGlobal('fetch', async () => new Response('', { headers: { 'X-Atoll-Version': '0.22.20' } }));
  await findBackendVersion();
  expect($backend.get()).toEqual({ line: 'pb23', version: '0.40.6' });
});

test('[NR-14] where nothing tells the version, the backend is asked how it reads the texts of filters', async () => {
  browser.backend = `${backend.url}/`;
  setLine('pb23');
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  $backend.set({ line: 'pb23', version: '0.28.4' });
  expect(escapesNow()).toBe('quote');
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    input.endsWith('/_/') ? Promise.resolve(new Response('', { status: 404 })) : realFetch(input, init),
  );
  await findBackendVersion();
  expect(escapesNow()).toBe('quote');
  $backend.set({ line: 'pb23', version: undefined });
  $askedEscapes.set('quote');
  await findBackendVersion();
  expect([$askedEscapes.get(), escapesNow()]).toEqual(['more', 'more']);
});
