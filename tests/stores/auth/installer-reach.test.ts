import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { $isInstallerOpen } from '#stores/auth/installer-reach.ts';
import { browser } from '#tests/support/browser-stub.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens the page at an address whose server responds with these headers; returns the requested URLs. */
function openAt(address: string, headers: Record<string, string> = {}): string[] {
  const { origin, hostname } = new URL(address);
  const requested: string[] = [];
  vi.stubGlobal('location', { origin, hostname });
  vi.stubGlobal('fetch', async (input: string | URL) => {
    requested.push(String(input));
    return new Response('', { headers });
  });
  return requested;
}

/** The value of the store after the responses have arrived. */
async function isOpen(): Promise<boolean> {
  const stop = $isInstallerOpen.listen(() => undefined);
  await new Promise((done) => setImmediate(done));
  const value = $isInstallerOpen.get();
  stop();
  cleanStores($isInstallerOpen);
  $isInstallerOpen.set(false);
  return value;
}

test.each(['http://192.0.2.7:8420', 'https://admin.example.com', 'http://localhost.example.com'])(
  'an installer at %s is open to others, whatever its server responds',
  async (address) => {
    browser.backend = address;
    const requested = openAt(address);
    expect(await isOpen()).toBe(true);
    expect(requested).toEqual([]);
  },
);

test.each(['http://localhost:8420', 'http://127.0.0.1:8420', 'http://[::1]:8420', 'http://atoll.localhost'])(
  'an installer at %s is open when its server listens on other addresses too',
  async (address) => {
    browser.backend = address;
    expect(openAt(address)).toEqual([]);
    expect(await isOpen()).toBe(false);
    const requested = openAt(address, { 'X-Atoll-Open': '1' });
    expect(await isOpen()).toBe(true);
    expect(requested).toEqual([`${address}/_/?installer`]);
  },
);

test('sends no request to a backend of another origin', async () => {
  browser.backend = 'http://localhost:8090';
  const requested = openAt('http://localhost:8420', { 'X-Atoll-Open': '1' });
  expect(await isOpen()).toBe(false);
  expect(requested).toEqual([]);
});

test('ignores a response that arrives after the last listener has left', async () => {
  browser.backend = 'http://localhost:8420';
  openAt('http://localhost:8420');
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
