import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type Ask,
  isAtoll,
  isOpen,
  isTooNew,
  isWithoutAdmins,
  leadsBack,
  OPEN_WITHOUT_ADMIN,
  portOf,
  tooNew,
} from './backend-check.ts';
import { indexFiles } from './file-index.ts';
import { type BackendProxy, createProxy } from './proxy.ts';
import { loadSecurityHeaders } from './security-headers.ts';
import { createAtollServer, type OnDemand } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';
import { endsOnSignal } from './shutdown.ts';

// Bundled to dist/server/main.mjs: everything else lies relative to that.
const SERVER_DIR = fileURLToPath(new URL('.', import.meta.url));
const CLIENT_DIR = fileURLToPath(new URL('../client', import.meta.url));

/** How long the start may wait for the backend (ms). */
const INSPECTION_MS = 2_000;

async function main(): Promise<void> {
  const { host, port, backend, trustsProxy } = readSettings(process.env);
  const address = await addressOf(host);
  if (isAtoll({ host: backend.hostname, port: portOf(backend) }, { address, port })) {
    fail(leadsBack(backend.href));
  }
  const files = await indexFiles(CLIENT_DIR);
  const page = await readFile(`${CLIENT_DIR}/index.html`, 'utf8');
  const headers = await loadSecurityHeaders(SERVER_DIR, page);
  const proxy = createProxy({ backend, trustsProxy, log: console.error });
  const onDemand = await loadOnDemand();
  const server = createAtollServer({ files, headers, proxy, onDemand, isOpen: isOpen(address) });

  server.on('error', (error: NodeJS.ErrnoException) => fail(listenError(error, host, port)));
  server.listen(port, address, async () => {
    const bound = server.address() as AddressInfo;
    const shown = host.includes(':') ? `[${host}]` : host;
    const warnings = await inspect(proxy, backend, address);
    console.log(`Atoll listening on http://${shown}:${bound.port}`);
    for (const warning of warnings) console.error(warning);
  });
  endsOnSignal(server, proxy);
}

/**
 * What an operator has to know about the backend, in lines; nothing about one that doesn't answer in time.
 * Ends the process when the backend is Atoll itself, which only a request through the backend can tell
 * when it has another name there.
 */
async function inspect({ ask }: BackendProxy, backend: URL, address: string): Promise<string[]> {
  const signal = AbortSignal.timeout(INSPECTION_MS);
  const inspected: Ask = (path) => ask(path, signal);
  try {
    if ((await inspected('/api/health')).status === 508) fail(leadsBack(backend.href));
    if (await isTooNew(inspected)) return [tooNew(backend.href)];
    return isOpen(address) && (await isWithoutAdmins(inspected)) ? [OPEN_WITHOUT_ADMIN] : [];
  } catch {
    return [];
  }
}

/**
 * The address behind HOST, which may be a name such as localhost. Asked for here because Deno ends without a
 * word when `listen` may not look it up.
 */
async function addressOf(host: string): Promise<string> {
  if (isIP(host)) return host;
  try {
    return (await lookup(host)).address;
  } catch (error) {
    const isUnknown = (error as NodeJS.ErrnoException).code === 'ENOTFOUND';
    return fail(
      isUnknown ? noAddress(host) : `HOST=${host} can't be looked up. Give an address like 127.0.0.1.`,
    );
  }
}

const noAddress = (host: string) => `HOST=${host} is not an address of this machine.`;

/** Astro's handler, built beside this file; not part of the bundle. */
async function loadOnDemand(): Promise<OnDemand> {
  const entry = new URL('./entry.mjs', import.meta.url).href;
  const { handler }: { handler: OnDemand } = await import(/* @vite-ignore */ entry);
  return handler;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what uses it or choose another one: PORT=8081.`;
  }
  if (error.code === 'EACCES') return `Not allowed to listen on port ${port}. Choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return noAddress(host);
  }
  return `Could not listen on ${host}:${port}: ${error.message}`;
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) fail(error.message);
  fail(`Atoll could not start: ${error instanceof Error ? error.message : String(error)}`);
});
