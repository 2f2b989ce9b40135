import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listen } from '#tests/support/listen.ts';

/** A complete request. */
export interface Request {
  readonly method: string;
  readonly path: string;
}

/** What goes wrong with a request. */
export type Fault =
  /** Answers instead of the backend, like a proxy that does not forward the request. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  /** Forwards the request, then sends something else than its response. */
  | { readonly kind: 'replaced'; readonly body: string; readonly type?: string }
  /** Forwards the request, then sends a part of its response and ends the connection. */
  | { readonly kind: 'cut'; readonly framing: 'length' | 'chunked' | 'close' }
  /** Forwards the request, then ends the connection without a response. */
  | { readonly kind: 'dropped' }
  /** Forwards the request, then sends a part of its response and nothing more. */
  | { readonly kind: 'hanging' }
  /** Forwards the request, then sends nothing. */
  | { readonly kind: 'silent' }
  /** Neither forwards the request nor answers it. */
  | { readonly kind: 'stuck' };

export interface FaultyBackend {
  readonly url: string;
  /** The requests with a fault since the last {@link FaultyBackend.fail}, after the backend has carried them out. */
  readonly failed: readonly Request[];
  /** From now on, matching requests have the fault. */
  fail(fault: Fault, matches?: (request: Request) => boolean): void;
  /** From now on, every request is answered by the backend. */
  heal(): void;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Headers of one connection only, and those that {@link send} sets itself. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const otherHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));

/** Sends a request to the backend; its response is still arriving. */
function forward(
  backendUrl: string,
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      new URL(url ?? '/', backendUrl),
      { method, headers: { ...otherHeaders(headers), 'content-length': body.length }, agent: false },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const body = await readAll(response);
  return { status: response.statusCode ?? 502, headers: otherHeaders(response.headers), body };
}

async function readAll(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': body.length }) });
  response.end(body);
}

/** Sends the head and a half of the body. The connection ends with it unless the rest is to hang. */
function sendHalf(
  response: ServerResponse,
  { status, headers, body }: Answer,
  framing: 'length' | 'chunked' | 'close',
  end: boolean,
): void {
  // A response without content has nothing to cut but its head.
  if (body.length === 0) {
    if (end) response.destroy();
    return;
  }
  if (framing === 'close') response.useChunkedEncodingByDefault = false;
  response.writeHead(status, {
    ...headers,
    ...(framing === 'length' ? { 'content-length': body.length } : {}),
  });
  const half = body.subarray(0, Math.floor(body.length / 2));
  response.write(half, () => {
    if (!end) return;
    // A response that ends with its connection is cut by a regular end of it.
    if (framing === 'close') response.socket?.end();
    else response.destroy();
  });
}

/** Starts a proxy in front of a backend that breaks requests as a network or a proxy can. */
export async function startFaultyBackend(backendUrl: string): Promise<FaultyBackend> {
  let fault: Fault | undefined;
  let matches = (_: Request): boolean => true;
  const failed: Request[] = [];

  async function handle(incoming: http.IncomingMessage, response: ServerResponse): Promise<void> {
    // A client may repeat a request by itself when a connection that it has used before ends.
    response.setHeader('connection', 'close');
    const body = await readAll(incoming);
    const request = { method: incoming.method ?? '', path: (incoming.url ?? '').replace(/\?.*/, '') };
    const current = fault && matches(request) ? fault : undefined;
    if (current?.kind === 'stuck') {
      failed.push(request);
      return;
    }
    if (current?.kind === 'refused') {
      failed.push(request);
      const { status, headers = {}, body: text = '' } = current;
      send(response, { status, headers, body: Buffer.from(text) });
      return;
    }
    const answering = await forward(backendUrl, incoming, body);
    if (!current) {
      // A stream of events has no end.
      response.writeHead(answering.statusCode ?? 502, otherHeaders(answering.headers));
      await pipeline(answering, response);
      return;
    }
    const answer = await readAnswer(answering);
    failed.push(request);
    switch (current.kind) {
      case 'replaced':
        return send(response, {
          status: 200,
          headers: { 'content-type': current.type ?? 'application/json' },
          body: Buffer.from(current.body),
        });
      case 'cut':
        return sendHalf(response, answer, current.framing, true);
      case 'hanging':
        return sendHalf(response, answer, 'length', false);
      case 'dropped':
        response.destroy();
        return;
      case 'silent':
    }
  }

  const server = http.createServer((incoming, response) => {
    // The backend is down, or the client has gone.
    handle(incoming, response).catch(() => response.destroy());
  });
  const { url, stop } = await listen(server);
  return {
    url,
    failed,
    fail: (next, fits = () => true) => {
      fault = next;
      matches = fits;
      failed.length = 0;
    },
    heal: () => {
      fault = undefined;
    },
    stop,
  };
}
