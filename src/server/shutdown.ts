import type { Server, ServerResponse } from 'node:http';
import type { BackendProxy } from './proxy.ts';

/** Time limit after the signal for downloads and uploads in progress (ms). */
const GRACE_MS = 3_000;

export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/** Stops on SIGINT or SIGTERM: event streams at once, other responses within seconds, all on a second signal. */
export function stopOnSignal(
  server: Server,
  { endStreams }: Pick<BackendProxy, 'endStreams'>,
  source: SignalSource = process,
): void {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_req, res) => {
    open.add(res);
    res.on('close', () => open.delete(res));
  });

  let isStopping = false;
  const stop = () => {
    if (isStopping) {
      source.exit(0);
      return;
    }
    isStopping = true;
    server.close(() => source.exit(0));
    server.closeIdleConnections();
    endStreams();
    // Responses without headers yet tell the client not to reuse the connection.
    for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
    setTimeout(() => source.exit(0), GRACE_MS).unref();
  };
  source.on('SIGINT', stop);
  source.on('SIGTERM', stop);
}
