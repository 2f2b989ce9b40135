import type { BackendAnswer } from './proxy.ts';

/** Asks the backend for a path without following redirects. Rejects when no answer comes. */
export type Ask = (path: string) => Promise<BackendAnswer>;

/** One line for an operator whose server is open to others while the backend has no administrator. */
export const OPEN_WITHOUT_ADMIN =
  'PocketBase has no administrator yet: the first visitor of Atoll becomes one, and others can reach it.';

/** Whether the backend waits for its first administrator: it then sends visitors of its `/_/` to an installer. */
export async function isWithoutAdmins(ask: Ask): Promise<boolean> {
  const { status, location } = await ask('/_/');
  return status >= 300 && status < 400 && Boolean(location?.includes('installer'));
}

/** Whether the backend is PocketBase 0.23 or newer, where administrators are the records of `_superusers`. */
export async function isTooNew(ask: Ask): Promise<boolean> {
  return (await ask('/api/collections/_superusers/auth-methods')).status === 200;
}

/** One line for an operator with such a backend. */
export const tooNew = (url: string) =>
  `The backend at ${url} is PocketBase 0.23 or newer. Atoll works with PocketBase 0.22.`;

/** One line for an operator whose backend is Atoll itself. */
export const leadsBack = (url: string) =>
  `POCKETBASE_URL leads back to Atoll itself: ${url}. Give the address of PocketBase.`;

/** Whether others than this machine reach what listens on an address. */
export const isOpen = (address: string) => !isLoopback(address);

/**
 * Whether the backend's host and port are those that Atoll listens on.
 *
 * @param host the backend's address, or `localhost`
 * @param own the addresses of this machine, as far as known
 */
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

/** The port a URL means. */
export const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

function isLoopback(address: string): boolean {
  return /^(localhost|::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
