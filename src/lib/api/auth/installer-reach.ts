import { backendUrl, type CallOptions } from '#api/client.ts';

/** Names and addresses by which only this machine is reached. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether others than this machine may reach the page. They may when its own address is no loopback one;
 * where it is, Atoll's server tells whether it listens on more. Other hosts of the page say nothing.
 */
export async function isOpenToOthers({ signal }: CallOptions = {}): Promise<boolean> {
  if (!LOOPBACK.test(location.hostname)) return true;
  if (new URL(backendUrl()).origin !== location.origin) return false;
  try {
    const answer = await fetch(`${backendUrl()}_/?installer`, {
      cache: 'no-store',
      signal: signal ?? null,
    });
    void answer.body?.cancel();
    return answer.headers.has('X-Atoll-Open');
  } catch {
    return false;
  }
}
