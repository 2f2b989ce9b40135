import { backendUrl, type CallOptions } from '#api/client.ts';

/** Names and addresses that only reach this machine. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether other machines may reach the page: always when its address is not a loopback address. For a loopback
 * address Atoll's server reports whether it listens on others too; other servers report nothing.
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
