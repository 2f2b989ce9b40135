import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { UserError } from '#scripts/lib/user-error.ts';
import {
  HEALTH_PATH,
  isAtoll,
  isOpen,
  isWithoutAdmins,
  loopMessage,
  OPEN_WITHOUT_ADMIN,
  portOf,
} from '#server/backend-check.ts';
import type { RequestBackend } from '#server/version.ts';
import { DASHBOARD_PATH } from '#wire/health.ts';

const TIMEOUT_MS = 5_000;

/**
 * Refuses a backend whose address is the one on which Atoll will listen, under any host name.
 *
 * @param atoll address and port on which Atoll will listen
 * @param setting what names the backend
 * @throws UserError with one line
 */
export async function assertNotAtoll(
  url: string,
  atoll: { address: string; port: number },
  setting: string,
): Promise<void> {
  const parsed = new URL(url);
  const port = portOf(parsed);
  const own = Object.values(networkInterfaces()).flatMap((known) =>
    (known ?? []).map(({ address }) => address),
  );
  const name = parsed.hostname.replace(/^\[|\]$/g, '');
  const resolved = await lookup(name, { all: true }).catch(() => []);
  const hosts = [name, ...resolved.map(({ address }) => address)];
  if (hosts.some((host) => isAtoll({ host, port }, atoll, own)))
    throw new UserError(loopMessage(url, setting));
}

/** Why the certificate of the backend is refused, in one line; undefined when it is not, or nothing responds. */
export async function certificateProblem(url: string): Promise<string | undefined> {
  try {
    await requestAt(url)(HEALTH_PATH);
    return undefined;
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return /[^:\n]*certificate.*/i.exec(`${message}: ${cause ?? ''}`)?.[0].trim();
  }
}

/**
 * The lines of a warning when others can reach Atoll while its backend has no administrator; else an empty list.
 *
 * @param address the address on which Atoll listens
 * @param createAdmin the command that creates an administrator, for Atoll's own backend
 */
export async function openWarning(
  url: string,
  address: string,
  createAdmin = 'pocketbase admin create EMAIL PASSWORD',
): Promise<string[]> {
  const isRisky =
    isOpen(address) && (await requestAt(url)(DASHBOARD_PATH).then(isWithoutAdmins, () => false));
  return isRisky ? [OPEN_WITHOUT_ADMIN, `Create one first: ${createAdmin}`] : [];
}

/** Sends requests to the backend, each with a time limit of 5 s. */
const requestAt =
  (url: string): RequestBackend =>
  async (path) => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, location, text: await response.text() };
  };
