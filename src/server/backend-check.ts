import { isUntested, TESTED_VERSION } from '#wire/dashboard.ts';
import { healthRequest, isInstaller } from '#wire/health.ts';
import { lineOfVersion } from '#wire/versions.ts';
import type { BackendResponse } from './version.ts';

/** The path whose response shows that the backend is up. */
export const HEALTH_PATH = healthRequest.path;

/** The warning for the operator if other machines can reach the server while the backend has no administrator. */
export const OPEN_WITHOUT_ADMIN =
  'PocketBase has no administrator yet: the first visitor of Atoll becomes one, and others can reach it.';

/** Whether a backend has no administrator yet, by its answer for `/_/`: 0.22 then redirects visitors to its installer. */
export const isWithoutAdmins = ({ status, location }: BackendResponse): boolean =>
  status >= 300 && status < 400 && isInstaller(location ?? '');

/** What the operator should know of a version, in one line; undefined for one that was tested, or is not known. */
export function versionMessage(url: string, version: string | undefined): string | undefined {
  if (!version) return undefined;
  if (!lineOfVersion(version))
    return `The backend at ${url} is PocketBase ${version}. Atoll works with PocketBase 0.22 and newer.`;
  return isUntested(version)
    ? `The backend at ${url} is PocketBase ${version}. Atoll was tested up to ${TESTED_VERSION}.`
    : undefined;
}

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
