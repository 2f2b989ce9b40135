import { parseJson } from '#domain/app/lenient.ts';
import { DASHBOARD_PATH, healthRequest, isInstaller, isNewerHealth } from '#wire/identities.ts';
import type { BackendResponse } from './proxy.ts';

/** Requests a path of the backend without following redirects. Rejects when there is no response. */
export type RequestBackend = (path: string) => Promise<BackendResponse>;

/** The path whose response shows that the backend is up, and its version. */
export const HEALTH_PATH = healthRequest.path;

/** The warning for the operator if other machines can reach the server while the backend has no administrator. */
export const OPEN_WITHOUT_ADMIN =
  'PocketBase has no administrator yet: the first visitor of Atoll becomes one, and others can reach it.';

/** Whether the backend has no administrator yet: it then redirects visitors of `/_/` to its installer. */
export async function isWithoutAdmins(request: RequestBackend): Promise<boolean> {
  const { status, location } = await request(DASHBOARD_PATH);
  return status >= 300 && status < 400 && isInstaller(location ?? '');
}

/** Whether a response of {@link HEALTH_PATH} comes from PocketBase 0.23 or newer, which Atoll does not support. */
export const isTooNew = ({ text }: BackendResponse): boolean => isNewerHealth(parseJson(text));

/** The message for the operator if the backend is too new, in one line. */
export const tooNewMessage = (url: string) =>
  `The backend at ${url} is PocketBase 0.23 or newer. Atoll works with PocketBase 0.22.`;

/** The message for the operator if the backend is Atoll itself, in one line. */
export const loopMessage = (url: string, setting = 'POCKETBASE_URL') =>
  `${setting} points to Atoll itself: ${url}. Set it to the address of PocketBase.`;

/** Whether other machines can reach a server that listens on an address. */
export const isOpen = (address: string) => !isLoopback(address);

/** Whether the backend is where Atoll listens; its `host` is an address or `localhost`, `own` those of this machine. */
export function isAtoll(
  backend: { host: string; port: number },
  atoll: { address: string; port: number },
  own: readonly string[] = [],
): boolean {
  if (backend.port !== atoll.port) return false;
  const host = backend.host.replace(/^\[|\]$/g, '');
  if (!isWildcard(atoll.address)) {
    return host === atoll.address || (host === 'localhost' && isLoopback(atoll.address));
  }
  return isLoopback(host) || isWildcard(host) || own.includes(host);
}

export const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

function isLoopback(address: string): boolean {
  return /^(localhost|::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
