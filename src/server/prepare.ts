import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import {
  HEALTH_PATH,
  isAtoll,
  isOpen,
  isTooNew,
  isWithoutAdmins,
  loopMessage,
  OPEN_WITHOUT_ADMIN,
  portOf,
  type RequestBackend,
  tooNewMessage,
} from './backend-check.ts';
import { indexFiles } from './file-index.ts';
import { type BackendProxy, createProxy } from './proxy.ts';
import { loadSecurityHeaders } from './security-headers.ts';
import { createAtollServer, type OnDemand } from './server.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** How long the start may wait for the backend (ms). */
const INSPECTION_MS = 2_000;

/** The output of the build that the server uses. */
export interface Built {
  /** Folder of the dashboard's files. */
  clientDir: string;
  /** Folder of the server's own files. */
  serverDir: string;
  loadOnDemand(): Promise<OnDemand>;
}

/** A server that does not listen yet. */
export interface PreparedServer {
  server: Server;
  proxy: BackendProxy;
  settings: Settings;
  /** The IP address of HOST. */
  address: string;
}

/**
 * Creates the server with the settings of the environment.
 *
 * @param log receives the reasons why the backend can't be reached
 * @throws {SettingsError} when a setting is not valid
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
    throw new SettingsError(loopMessage(backend.href));
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
 * Warnings for the operator about the backend, one per line; none when the backend does not respond in time.
 * Call it while the server listens: only a request through the backend shows that it is Atoll under another name.
 *
 * @throws {SettingsError} when the backend is Atoll itself
 */
export async function inspectBackend({ proxy, settings, address }: PreparedServer): Promise<string[]> {
  const { href } = settings.backend;
  const signal = AbortSignal.timeout(INSPECTION_MS);
  const request: RequestBackend = (path) => proxy.request(path, signal);
  try {
    const health = await request(HEALTH_PATH);
    if (health.status === 508) throw new SettingsError(loopMessage(href));
    if (isTooNew(health)) return [tooNewMessage(href)];
    return isOpen(address) && (await isWithoutAdmins(request)) ? [OPEN_WITHOUT_ADMIN] : [];
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return [];
  }
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

/**
 * The IP address of HOST, which may be a name such as localhost. Looked up here, because Deno exits without a
 * message when `listen` has no permission to look it up.
 */
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
