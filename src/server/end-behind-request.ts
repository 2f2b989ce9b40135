import type { ServerResponse } from 'node:http';

/** How long a client may go on sending what its answer has already refused (ms), as most servers allow it. */
const LINGER_MS = 30_000;

/**
 * Ends an answer when its request has come in whole, so that a connection which is closed afterwards is not
 * closed under bytes that still come: the system would reset it, and a client that is writing takes that for the
 * end before it reads its answer. What comes is thrown away. Write the whole answer before; it has a length or
 * is chunked, so the client need not wait for this.
 */
export function endBehindRequest(res: ServerResponse): void {
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
