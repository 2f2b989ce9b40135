import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { DASHBOARD_PATH } from '#wire/health.ts';
import { lineOfVersion } from '#wire/versions.ts';
import {
  HEALTH_PATH,
  isAtoll,
  isOpen,
  isWithoutAdmins,
  loopMessage,
  OPEN_WITHOUT_ADMIN,
  portOf,
  versionMessage,
} from './backend-check.ts';
import { indexFiles } from './file-index.ts';
import { type BackendProxy, createProxy } from './proxy.ts';
import { stampedName } from './request-target.ts';
import {
  isPageReadOnly,
  loadPageHeaders,
  storageKeyProblem,
  usesServersBackend,
  withBackends,
  withReadOnly,
  withTiles,
} from './security-headers.ts';
import { createAtollServer, type OnDemand } from './server.ts';
import { readSettings, type Settings, SettingsError, withoutSlash } from './settings.ts';
import type { RequestBackend } from './version.ts';

/** How long the start may wait for the backend (ms). */
const INSPECTION_MS = 2_000;

export interface Built {
  clientDir: string;
  serverDir: string;
  loadOnDemand(): Promise<OnDemand>;
}

/** Creates the server; `log` receives why a backend can't be reached. Throws SettingsError. */
export async function prepareServer(
  env: Record<string, string | undefined>,
  { clientDir, serverDir, loadOnDemand }: Built,
  log: (line: string) => void,
) {
  const settings = readSettings(env);
  const { host, port, trustsProxy } = settings;
  const address = await addressOf(host);
  for (const backend of [settings.backend, ...settings.backends.map(({ url }) => new URL(url))]) {
    if (isAtoll({ host: backend.hostname, port: portOf(backend) }, { address, port })) {
      throw new SettingsError(loopMessage(backend.href, settingOf(settings)));
    }
  }
  const built = await readFile(`${clientDir}/index.html`, 'utf8');
  const stamped = settings.backends.map(stampedName);
  const listed = stamped.length ? withBackends(built, settings.backends, stamped) : built;
  const mapped = settings.tiles ? withTiles(listed, settings.tiles) : listed;
  const page = settings.isReadOnly ? withReadOnly(mapped) : mapped;
  const problem = storageKeyProblem(page);
  if (problem) throw new SettingsError(problem);
  const files = await indexFiles(clientDir, page);
  const headers = await loadPageHeaders(serverDir, page);
  const options = { trustsProxy, isShared: settings.backends.length > 1, log };
  // Operators may have edited the page.
  const isAllReadOnly = isPageReadOnly(page);
  const createFor = (backend: URL, isReadOnly = false) =>
    createProxy({ backend, isReadOnly: isReadOnly || isAllReadOnly, ...options });
  const proxy = createFor(settings.backend, settings.backends[0]?.readOnly);
  const backends = new Map(
    settings.backends.flatMap(({ name, url, readOnly }, index) => {
      const own = index ? createFor(withoutSlash(url), readOnly) : proxy;
      return [name, stamped[index] ?? name].map((key) => [key, own] as const);
    }),
  );
  const onDemand = await loadOnDemand();
  const line = () => (usesServersBackend(page) ? lineOfVersion(proxy.lastVersion() ?? '') : undefined);
  const server = createAtollServer({
    ...{ files, headers, proxy, backends, onDemand, line },
    isOpen: isOpen(address),
  });
  return { server, proxy, backends, settings, address };
}

/** A server that does not listen yet; `backends` are those of a list, by name, and by name and stamp. */
export type PreparedServer = Awaited<ReturnType<typeof prepareServer>>;

/**
 * Warnings for the operator about the backend; none when it does not respond in time. Of a list, lines for each. Call
 * it while the server listens: only a request through a backend shows that it is Atoll. Then it throws SettingsError.
 */
export async function inspectBackend(prepared: PreparedServer): Promise<string[]> {
  const { proxy, backends, settings, address } = prepared;
  const own = { address, setting: settingOf(settings) };
  if (!backends.size) return (await inspect(proxy, settings.backend.href, own)).warnings;
  const lines = settings.backends.map(async ({ name, url }) => {
    const found = await inspect(backends.get(name) ?? proxy, url, own);
    const state = found.isThere ? 'responds' : 'does not respond';
    return [`Backend ${name}: ${url} ${state}.`, ...found.warnings.map((line) => `Backend ${name}: ${line}`)];
  });
  return (await Promise.all(lines)).flat();
}

const settingOf = ({ backends }: Settings) => (backends.length ? 'ATOLL_BACKENDS' : 'POCKETBASE_URL');

async function inspect(
  proxy: BackendProxy,
  href: string,
  { address, setting }: { address: string; setting: string },
): Promise<{ isThere: boolean; warnings: string[] }> {
  const signal = AbortSignal.timeout(INSPECTION_MS);
  const request: RequestBackend = (path) => proxy.request(path, signal);
  const state = { isThere: false, warnings: [] as string[] };
  try {
    const health = await request(HEALTH_PATH);
    if (health.status === 508) throw new SettingsError(loopMessage(href, setting));
    state.isThere = health.status === 200;
    const dashboard = await request(DASHBOARD_PATH);
    if (isOpen(address) && isWithoutAdmins(dashboard)) state.warnings.push(OPEN_WITHOUT_ADMIN);
    const warning = versionMessage(href, await proxy.versionOf(dashboard.text));
    if (warning) state.warnings.push(warning);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
  }
  return state;
}

/** The line that contains the address of the server; `npm start` waits for it. */
export function readyLine(host: string, port: number): string {
  return `Atoll listening on http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The message for the operator if the server can't listen, in one line. */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that uses it or choose another port: PORT=8081.`;
  }
  if (error.code === 'EACCES') return `Not allowed to listen on port ${port}. Choose a port above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return noAddress(host);
  return `Could not listen on ${host}:${port}: ${error.message}`;
}

/** The message for the operator if the start failed, in one line. */
export function startError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return `Atoll could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** The IP address of HOST. Looked up here: Deno exits without a message when `listen` may not look it up. */
async function addressOf(host: string): Promise<string> {
  if (isIP(host)) return host;
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw new SettingsError(lookupError(error as NodeJS.ErrnoException, host));
  }
}

/** The message for the operator if HOST has no address, in one line. */
export function lookupError({ code }: NodeJS.ErrnoException, host: string): string {
  if (code === 'ENOTFOUND') return noAddress(host);
  return `HOST=${host} can't be looked up. Use an IP address such as 127.0.0.1.`;
}

const noAddress = (host: string) => `HOST=${host} is not an address of this machine.`;
