import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listen } from '../listen.ts';

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
  /** Every request of a client, oldest first. */
  readonly seen: Seen[];
  /** Waits for the next request; the test answers it. */
  next(): Promise<Seen>;
  /** Answers all further requests instead of the test. */
  answerAll(answer: (request: Seen) => void): void;
  stop(): Promise<void>;
}

/** Whether a server itself asks, not for a client: the request has no client address. */
const isByServer = ({ headers }: IncomingMessage): boolean =>
  'x-atoll-via' in headers && !('x-forwarded-proto' in headers);

/**
 * A backend whose requests the test answers, except the checks of a starting server. Uses TLS when it gets a key and
 * a certificate.
 */
export async function startFakeBackend(tls?: { key: string; cert: string }): Promise<FakeBackend> {
  const seen: Seen[] = [];
  const unclaimed: Seen[] = [];
  const waiting: ((request: Seen) => void)[] = [];
  let answerOne: ((request: Seen) => void) | undefined;
  let asksForDashboard = false;
  /** Of a starting server, which asks for the dashboard after the health; later ones are for who opens it. */
  const isInspection = (req: IncomingMessage): boolean => {
    if (!isByServer(req)) return false;
    const isStart = req.url?.includes('/api/') || asksForDashboard;
    asksForDashboard = req.url?.includes('/api/') === true;
    return isStart;
  };
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
  const { url, port, stop } = await listen(server);
  return {
    url: tls ? `https://localhost:${port}` : url,
    seen,
    next() {
      const request = unclaimed.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
    },
    answerAll(answer) {
      answerOne = answer;
    },
    stop,
  };
}
