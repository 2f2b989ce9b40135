import type { ServerResponse } from 'node:http';

/** How long a client may continue to send a request that was already refused (ms). Most servers allow as much. */
const LINGER_MS = 30_000;

/**
 * Ends a response when its request has arrived completely, whose rest is discarded. If the connection were closed
 * before, a client that is still writing would fail before it reads the response. Write the whole response first.
 */
export function endAfterRequest(res: ServerResponse): void {
  const { req } = res;
  if (req.complete || req.destroyed) {
    res.end();
    return;
  }
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).unpipe().resume();
}
