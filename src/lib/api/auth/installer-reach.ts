import type { CallOptions } from '#api/client.ts';
import { backendUrl } from '#browser/backends.ts';
import { DASHBOARD_PATH } from '#wire/health.ts';
import { probe } from './visit.ts';

/** Names and addresses of this machine that others can't reach. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether other machines may reach the page. Always true if its address is not a loopback address. For a loopback
 * address, Atoll's server reports whether it also listens on other addresses; with another server the result is false.
 */
export async function isOpenToOthers(options: CallOptions = {}): Promise<boolean> {
  if (!LOOPBACK.test(location.hostname)) return true;
  if (new URL(backendUrl()).origin !== location.origin) return false;
  try {
    return (await probe(`${DASHBOARD_PATH}?installer`, options)).headers.has('X-Atoll-Open');
  } catch {
    return false;
  }
}
