import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request as it arrived at the backend. */
export interface Seen {
  method: string;
  url: string;
  rawHeaders: string[];
  req: IncomingMessage;
  res: ServerResponse;
}

export interface FakeBackend {
  readonly url: string;
  /** Every request that arrived on somebody's behalf, oldest first. */
  readonly seen: Seen[];
  /** Waits for the next request; the test answers it. */
  next(): Promise<Seen>;
  /** Answers what arrives from here on in the test's place. */
  answerAll(answer: (request: Seen) => void): void;
  stop(): Promise<void>;
}

/** Whether a server that starts looks at its backend: it asks on nobody's behalf. */
function isInspection({ url, headers }: IncomingMessage): boolean {
  return Boolean(url?.includes('/api/')) && 'x-atoll-via' in headers && !('x-forwarded-proto' in headers);
}

/** A backend that leaves every answer to the test, but those to a server that starts; behind TLS when it gets a key and certificate. */
export async function startFakeBackend(tls?: { key: string; cert: string }): Promise<FakeBackend> {
  const seen: Seen[] = [];
  const unclaimed: Seen[] = [];
  const waiting: ((request: Seen) => void)[] = [];
  let answerOne: ((request: Seen) => void) | undefined;
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    if (isInspection(req)) {
      res.writeHead(404).end();
      return;
    }
    const request = { method: req.method ?? '', url: req.url ?? '', rawHeaders: req.rawHeaders, req, res };
    seen.push(request);
    const claim = answerOne ?? waiting.shift();
    if (claim) claim(request);
    else unclaimed.push(request);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    seen,
    next() {
      const request = unclaimed.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
    },
    answerAll(answer) {
      answerOne = answer;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
