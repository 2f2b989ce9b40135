import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { $isInstallerOpen } from '#stores/auth/installer-reach.ts';
import { browser } from '#tests/support/browser-stub.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page at an address, whose server answers with these headers; returns what the page asked for. */
function openedAt(address: string, headers: Record<string, string> = {}): string[] {
  const { origin, hostname } = new URL(address);
  const asked: string[] = [];
  vi.stubGlobal('location', { origin, hostname });
  vi.stubGlobal('fetch', async (input: string | URL) => {
    asked.push(String(input));
    return new Response('', { headers });
  });
  return asked;
}

/** The first value after the page has asked what it asks. */
async function isShown(): Promise<boolean> {
  const stop = $isInstallerOpen.listen(() => undefined);
  await new Promise((done) => setImmediate(done));
  const value = $isInstallerOpen.get();
  stop();
  cleanStores($isInstallerOpen);
  $isInstallerOpen.set(false);
  return value;
}

test.each(['http://192.0.2.7:8420', 'https://admin.example.com', 'http://localhost.example.com'])(
  'an installer at %s is open to others, whatever its server says',
  async (address) => {
    browser.backend = address;
    const asked = openedAt(address);
    expect(await isShown()).toBe(true);
    expect(asked).toEqual([]);
  },
);

test.each(['http://localhost:8420', 'http://127.0.0.1:8420', 'http://[::1]:8420', 'http://atoll.localhost'])(
  'an installer at %s is open when its server listens on other addresses too',
  async (address) => {
    browser.backend = address;
    expect(openedAt(address)).toEqual([]);
    expect(await isShown()).toBe(false);
    const asked = openedAt(address, { 'X-Atoll-Open': '1' });
    expect(await isShown()).toBe(true);
    expect(asked).toEqual([`${address}/_/?installer`]);
  },
);

test('asks no backend of another origin about the server of the page', async () => {
  browser.backend = 'http://localhost:8090';
  const asked = openedAt('http://localhost:8420', { 'X-Atoll-Open': '1' });
  expect(await isShown()).toBe(false);
  expect(asked).toEqual([]);
});

test('nothing is shown by an answer that comes when nobody waits for it any more', async () => {
  browser.backend = 'http://localhost:8420';
  openedAt('http://localhost:8420');
  const { promise, resolve } = Promise.withResolvers<Response>();
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_input: string, init?: RequestInit) => {
    signal = init?.signal;
    return promise;
  });
  $isInstallerOpen.listen(() => undefined)();
  cleanStores($isInstallerOpen);
  expect(signal?.aborted).toBe(true);
  resolve(new Response('', { headers: { 'X-Atoll-Open': '1' } }));
  await new Promise((done) => setImmediate(done));
  expect($isInstallerOpen.value).toBe(false);
});
