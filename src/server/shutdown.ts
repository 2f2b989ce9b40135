import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long downloads and uploads under way may still take after the signal (ms). */
const GRACE_MS = 3_000;

/**
 * Ends the server on SIGINT or SIGTERM with status 0: no new connections, event streams end at once,
 * what is being answered gets a few seconds. A second signal ends it immediately.
 */
export function endsOnSignal(server: Server): void {
  const open = new Map<ServerResponse, IncomingMessage>();
  server.prependListener('request', (req, res) => {
    open.set(res, req);
    res.on('close', () => open.delete(res));
  });

  let isEnding = false;
  const end = () => {
    if (isEnding) process.exit(0);
    isEnding = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    for (const [res, req] of open) {
      // Whoever is still waiting for a header is told not to reuse the connection.
      if (!res.headersSent) res.setHeader('Connection', 'close');
      else if (isEventStream(req)) res.destroy();
    }
    setTimeout(() => process.exit(0), GRACE_MS).unref();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

function isEventStream(req: IncomingMessage): boolean {
  return String(req.headers.accept ?? '').includes('text/event-stream');
}
