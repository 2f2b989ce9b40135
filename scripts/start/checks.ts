import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { UserError } from '#scripts/lib/user-error.ts';
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
} from '#server/backend-check.ts';

const TIMEOUT_MS = 5_000;

/**
 * Refuses a backend that is the very address Atoll is to listen on, under whatever name.
 *
 * @param atoll address and port to listen on
 * @throws UserError in one line
 */
export async function assertNotAtoll(url: string, atoll: { address: string; port: number }): Promise<void> {
  const parsed = new URL(url);
  const port = portOf(parsed);
  const own = Object.values(networkInterfaces()).flatMap((known) =>
    (known ?? []).map(({ address }) => address),
  );
  const name = parsed.hostname.replace(/^\[|\]$/g, '');
  const resolved = await lookup(name, { all: true }).catch(() => []);
  const hosts = [name, ...resolved.map(({ address }) => address)];
  if (hosts.some((host) => isAtoll({ host, port }, atoll, own))) throw new UserError(leadsBack(url));
}

/** @throws UserError in one line when the backend is newer than Atoll understands. */
export async function assertSupported(url: string): Promise<void> {
  if (await isTooNew(askAt(url)).catch(() => false)) throw new UserError(tooNew(url));
}

/**
 * What to say about a start that others can reach while its backend has no administrator, in lines.
 *
 * @param address what Atoll listens on
 * @param createAdmin the command that makes an administrator, when the backend is Atoll's own
 */
export async function openWarning(
  url: string,
  address: string,
  createAdmin = 'pocketbase admin create EMAIL PASSWORD',
): Promise<string[]> {
  const isRisky = isOpen(address) && (await isWithoutAdmins(askAt(url)).catch(() => false));
  return isRisky ? [OPEN_WITHOUT_ADMIN, `Make one first: ${createAdmin}`] : [];
}

/** A backend's answers, unless it takes longer than 5 s. */
const askAt =
  (url: string): Ask =>
  async (path) => {
    const { status, headers, body } = await fetch(url + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    return { status, location: headers.get('location') ?? undefined };
  };
