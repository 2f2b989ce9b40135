import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Dispatcher, errors, Pool } from 'undici';
import { connectAnswerFirst } from './answer-first.ts';
import { sendApiError } from './api-error.ts';
import { compressedHeaders, isCompressible } from './compress.ts';
import { endBehindRequest } from './end-behind-request.ts';
import { filePolicy, runsFile } from './file-policy.ts';
import { hasPassed, requestHeaders, VIA, valuesOf, withoutHopByHop } from './proxy-headers.ts';
import { hasBody } from './request-framing.ts';

/** What an answer says without its body. */
export interface BackendAnswer {
  status: number;
  location: string | undefined;
}

/** The way to one backend, and to nothing else. */
export interface BackendProxy {
  /**
   * Streams a request to the backend and its answer back. The request must have been checked before
   * (`classifyRequest`). Never rejects: what fails is answered, or breaks the answer off.
   *
   * @param kind `file` for what people uploaded, which gets a policy of its own
   */
  forward(req: IncomingMessage, res: ServerResponse, kind: 'api' | 'file'): Promise<void>;
  /**
   * Asks the backend for a path on Atoll's own behalf. Rejects when the backend is unreachable or nobody
   * waits any more.
   */
  ask(path: string, signal: AbortSignal): Promise<BackendAnswer>;
  /** Whether a request comes back from where this proxy has sent it. */
  isOwn(req: IncomingMessage): boolean;
  /** Breaks off every event stream, those that begin later too: they never end by themselves. */
  endStreams(): void;
}

const UNREACHABLE = 'The backend could not be reached. Check that PocketBase is running.';
const RUNS_FILE = 'An uploaded file is not served as a script, style or worker.';
/** Methods that may be sent twice without harm. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Less than the minute and more after which most servers close a silent connection (ms). */
const KEPT_MS = 55_000;
/** A backup, an event stream and a slow line may all be silent for long: the client decides when to stop. */
const NO_TIME_LIMIT = { headersTimeout: 0, bodyTimeout: 0 };

export interface ProxyOptions {
  backend: URL;
  /** Whether a proxy stands in front, whose `X-Forwarded-*` may be believed. */
  trustsProxy: boolean;
  /** Hears why the backend can't be reached, once per change of reason. */
  log(line: string): void;
}

/**
 * Opens the way to a backend. The HTTP client frames every request anew, so that no byte a client sends
 * reaches the backend as anything but the body of that client's own request.
 */
export function createProxy({ backend, trustsProxy, log }: ProxyOptions): BackendProxy {
  const sender = { backendHost: backend.host, trustsProxy, id: randomUUID() };
  // Reading shares kept connections. Everything else gets a connection of its own, closed afterwards: a
  // kept one may die under it, and it can't be repeated; and what carried a body is never shared.
  const shared = new Pool(backend.origin, { ...NO_TIME_LIMIT, keepAliveTimeout: KEPT_MS });
  const single = new Pool(backend.origin, {
    ...NO_TIME_LIMIT,
    pipelining: 0,
    connect: connectAnswerFirst(),
  });
  const basePath = backend.pathname === '/' ? '' : backend.pathname;

  const streams = new Set<ServerResponse>();
  let isEnding = false;
  const noteStream = (res: ServerResponse) => {
    streams.add(res);
    res.on('close', () => streams.delete(res));
    if (isEnding) res.destroy();
  };

  let lastReason = '';
  const noteReason = (reason: string) => {
    if (reason && reason !== lastReason) log(`${backend.origin} can't be reached: ${reason}`);
    lastReason = reason;
  };

  async function forward(req: IncomingMessage, res: ServerResponse, kind: 'api' | 'file'): Promise<void> {
    if (kind === 'file' && runsFile(req.headers)) {
      sendApiError(res, 403, RUNS_FILE);
      return;
    }
    const gone = new AbortController();
    res.on('close', () => gone.abort());
    try {
      const answer = await send(req, gone.signal);
      noteReason('');
      if (isEventStream(answer)) noteStream(res);
      await passOn(answer, req, res, kind);
    } catch (error) {
      const isAbandoned = req.destroyed && !req.complete;
      if (res.headersSent || res.destroyed || isAbandoned) {
        res.destroy();
        return;
      }
      noteReason(reasonOf(error));
      sendApiError(res, 502, UNREACHABLE);
    }
  }

  /** Asks the backend; once more when the connection dies before an answer to a request that only reads. */
  async function send(req: IncomingMessage, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const method = req.method ?? 'GET';
    const carriesBody = hasBody(req);
    const isRepeatable = REPEATABLE.has(method) && !carriesBody;
    const ask = () =>
      (isRepeatable ? shared : single).request({
        method,
        path: basePath + req.url,
        headers: requestHeaders(req.rawHeaders, callerOf(req), sender),
        body: carriesBody ? bodyOf(req) : null,
        responseHeaders: 'raw',
        signal,
      });
    try {
      return await ask();
    } catch (error) {
      if (!isRepeatable || !isBrokenOff(error)) throw error;
      return ask();
    }
  }

  async function ask(path: string, signal: AbortSignal): Promise<BackendAnswer> {
    // PocketBase refuses HEAD for `/_/`, so ask with GET and drop the body unread.
    const { statusCode, headers, body } = await shared.request({
      method: 'GET',
      path: basePath + path,
      headers: { [VIA]: sender.id },
      signal,
    });
    await body.dump();
    return { status: statusCode, location: headers.location?.toString() };
  }

  function endStreams(): void {
    isEnding = true;
    for (const res of streams) res.destroy();
  }

  return { forward, ask, isOwn: (req) => hasPassed(req.rawHeaders, sender.id), endStreams };
}

function isEventStream({ headers }: Dispatcher.ResponseData): boolean {
  return /^text\/event-stream\b/i.test(valuesOf(rawOf(headers), 'content-type')[0] ?? '');
}

/** Headers were asked for as they came, which the client's types don't know. */
function rawOf(headers: unknown): string[] {
  return Array.isArray(headers) ? headers.map(String) : [];
}

/** Status, header and body as they came, without what belonged to the connection; JSON gets smaller. */
async function passOn(
  { statusCode, statusText, headers: raw, body }: Dispatcher.ResponseData,
  req: IncomingMessage,
  res: ServerResponse,
  kind: 'api' | 'file',
): Promise<void> {
  const plain = withoutHopByHop(rawOf(raw));
  const isFile = kind === 'file';
  const isSmaller = !isFile && isCompressible(req, statusCode, plain);
  const headers = isFile ? filePolicy(plain) : isSmaller ? compressedHeaders(plain) : plain;
  res.writeHead(statusCode, statusText, headers);
  // An event stream's header has to leave before its first event exists.
  res.flushHeaders();
  const open = { end: false };
  await (isSmaller ? pipeline(body, createGzip(), res, open) : pipeline(body, res, open));
  endBehindRequest(res);
}

/**
 * The body of a request, apart from it: the client may drop it, and the request lives on for the answer.
 * What nobody wants any more is read and thrown away, so that the next request on the connection is found.
 */
function bodyOf(req: IncomingMessage): Readable {
  const body = new PassThrough();
  req.pipe(body);
  // Neither side tells the other through a pipe that it was broken off.
  req.on('close', () => {
    if (!req.complete) body.destroy(new Error('The client broke the request off.'));
  });
  body.on('error', () => undefined);
  body.on('close', () => req.resume());
  return body;
}

/** Whether a connection ended before the answer. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof errors.SocketError || codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE';
}

function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || codeOf(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function callerOf(req: IncomingMessage) {
  return { address: req.socket.remoteAddress, encrypted: 'encrypted' in req.socket };
}
