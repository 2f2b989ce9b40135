import type { Server, ServerResponse } from 'node:http';
import type { BackendProxy } from './proxy.ts';

/** How long downloads and uploads under way may still take after the signal (ms). */
const GRACE_MS = 3_000;

/** The process, as far as its end goes. */
export interface Ending {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Ends the server on SIGINT or SIGTERM with status 0: no new connections, event streams end at once,
 * what is being answered gets a few seconds. A second signal ends it immediately.
 */
export function endsOnSignal(
  server: Server,
  { endStreams }: Pick<BackendProxy, 'endStreams'>,
  ending: Ending = process,
): void {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_req, res) => {
    open.add(res);
    res.on('close', () => open.delete(res));
  });

  let isEnding = false;
  const end = () => {
    if (isEnding) {
      ending.exit(0);
      return;
    }
    isEnding = true;
    server.close(() => ending.exit(0));
    server.closeIdleConnections();
    endStreams();
    // Whoever is still waiting for a header is told not to reuse the connection.
    for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
    setTimeout(() => ending.exit(0), GRACE_MS).unref();
  };
  ending.on('SIGINT', end);
  ending.on('SIGTERM', end);
}
