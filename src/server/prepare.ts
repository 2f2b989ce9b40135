import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { isIP } from 'node:net';
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
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** How long the start may wait for the backend (ms). */
const INSPECTION_MS = 2_000;

/** What the server is made of. */
export interface Built {
  /** Folder of the dashboard's files. */
  clientDir: string;
  /** Folder of what the build left for the server. */
  serverDir: string;
  loadOnDemand(): Promise<OnDemand>;
}

/** A server that does not listen yet. */
export interface PreparedServer {
  server: Server;
  proxy: BackendProxy;
  settings: Settings;
  /** The address behind HOST. */
  address: string;
}

/**
 * Makes the server that the environment asks for.
 *
 * @param log hears why the backend can't be reached
 * @throws {SettingsError} when a setting can't work
 */
export async function prepareServer(
  env: Record<string, string | undefined>,
  { clientDir, serverDir, loadOnDemand }: Built,
  log: (line: string) => void,
): Promise<PreparedServer> {
  const settings = readSettings(env);
  const { host, port, backend, trustsProxy } = settings;
  const address = await addressOf(host);
  if (isAtoll({ host: backend.hostname, port: portOf(backend) }, { address, port })) {
    throw new SettingsError(leadsBack(backend.href));
  }
  const files = await indexFiles(clientDir);
  const page = await readFile(`${clientDir}/index.html`, 'utf8');
  const headers = await loadSecurityHeaders(serverDir, page);
  const proxy = createProxy({ backend, trustsProxy, log });
  const onDemand = await loadOnDemand();
  const server = createAtollServer({ files, headers, proxy, onDemand, isOpen: isOpen(address) });
  return { server, proxy, settings, address };
}

/**
 * What an operator has to know about the backend, in lines; nothing about one that doesn't answer in time.
 *
 * @throws {SettingsError} when the backend is Atoll itself, which only a request through the backend can tell when
 * it has another name there: the server has to listen
 */
export async function inspectBackend({ proxy, settings, address }: PreparedServer): Promise<string[]> {
  const { href } = settings.backend;
  const signal = AbortSignal.timeout(INSPECTION_MS);
  const inspected: Ask = (path) => proxy.ask(path, signal);
  try {
    if ((await inspected('/api/health')).status === 508) throw new SettingsError(leadsBack(href));
    if (await isTooNew(inspected)) return [tooNew(href)];
    return isOpen(address) && (await isWithoutAdmins(inspected)) ? [OPEN_WITHOUT_ADMIN] : [];
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return [];
  }
}

/** The line that tells where the server listens; whoever starts it waits for that. */
export function readyLine(host: string, port: number): string {
  return `Atoll listening on http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One line for an operator whose server can't listen. */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what uses it or choose another one: PORT=8081.`;
  }
  if (error.code === 'EACCES') return `Not allowed to listen on port ${port}. Choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return noAddress(host);
  return `Could not listen on ${host}:${port}: ${error.message}`;
}

/** One line about what made the start fail. */
export function startError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return `Atoll could not start: ${error instanceof Error ? error.message : String(error)}`;
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
    throw new SettingsError(lookupError(error as NodeJS.ErrnoException, host));
  }
}

/** One line for an operator whose HOST has no address. */
export function lookupError({ code }: NodeJS.ErrnoException, host: string): string {
  if (code === 'ENOTFOUND') return noAddress(host);
  return `HOST=${host} can't be looked up. Give an address like 127.0.0.1.`;
}

const noAddress = (host: string) => `HOST=${host} is not an address of this machine.`;
