import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { type Dispatcher, errors, Pool } from 'undici';
import { READ_ONLY_TEXT, READ_ONLY_WAYS } from '#domain/app/read-only.ts';
import { isReading, overridesMethod } from '#wire/reading.ts';
import { endAfterRequest, sendApiError } from './api-error.ts';
import { MAX_HEADER } from './limits.ts';
import { hasPassed, requestHeaders, VIA, valuesOf, withoutHopByHop } from './proxy-headers.ts';
import { hasBody } from './request-framing.ts';
import { connectResponseFirst } from './response-first.ts';
import { compressedHeaders, filePolicy, isCompressible, isolated, runsFile } from './response-headers.ts';
import { type BackendResponse, createVersionCheck } from './version.ts';

const UNREACHABLE = 'The backend could not be reached. Check that PocketBase is running.';
/** What Node can send as a status text. undici decodes it as UTF-8, so that other bytes are lost. */
const STATUS_TEXT = /^[\t\x20-\x7e]*$/;
const RUNS_FILE = 'An uploaded file is not served as a script, style or worker.';
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** How long to keep idle connections (ms): most servers close theirs after a minute or later. */
const KEEP_ALIVE_MS = 55_000;
/** The script of a dashboard has up to a megabyte (ms). */
const VERSION_MS = 5_000;
/** Backups, event streams and slow networks can pause for a long time: the client decides when to stop. */
const LIMITS = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER };

export interface ProxyOptions {
  backend: URL;
  trustsProxy: boolean;
  /** Whether other backends have the same origin for the browser: no cookies and no power over that origin then. */
  isShared?: boolean;
  /** Refuses every request that is not known to change nothing. */
  isReadOnly?: boolean;
  /** Receives the reason why the backend can't be reached, once per change of reason. */
  log(line: string): void;
}

/** Creates the proxy for a backend. The HTTP client writes every request itself, so none can hide another one. */
export function createProxy({
  backend,
  trustsProxy,
  isShared = false,
  isReadOnly = false,
  log,
}: ProxyOptions) {
  const sender = { backendHost: backend.host, trustsProxy, isShared, id: randomUUID() };
  // Reading requests share kept connections. Every other request gets a new connection, closed afterwards: a kept
  // one may break, and such a request can't be repeated. Connections that carried a body are never shared.
  const shared = new Pool(backend.origin, { ...LIMITS, keepAliveTimeout: KEEP_ALIVE_MS });
  const single = new Pool(backend.origin, {
    ...LIMITS,
    pipelining: 0,
    connect: connectResponseFirst(),
  });
  const basePath = backend.pathname === '/' ? '' : backend.pathname;

  const streams = new Set<ServerResponse>();
  let isEnding = false;
  const trackStream = (res: ServerResponse) => {
    const { socket } = res.req;
    const end = () => res.destroy();
    streams.add(res);
    // A client that leaves only closes its half. Other responses notice that when they are sent.
    socket.on('end', end);
    res.on('close', () => {
      streams.delete(res);
      socket.off('end', end);
    });
    if (isEnding || socket.readableEnded) end();
  };

  let lastReason = '';
  const logReason = (reason: string) => {
    if (reason && reason !== lastReason) log(`${backend.origin} can't be reached: ${reason}`);
    lastReason = reason;
  };

  /**
   * Streams a request, which must have been checked (`classifyRequest`), to the backend and the response back. Never
   * rejects: a failure becomes an error response, or ends one that has begun. Uploaded files, of kind `file`, get their
   * own policy. `url` is the target at the backend, by default that of the request.
   */
  async function forward(
    req: IncomingMessage,
    res: ServerResponse,
    kind: 'api' | 'file',
    url = req.url ?? '',
  ): Promise<void> {
    if (kind === 'file' && runsFile(req.headers)) {
      sendApiError(res, 403, RUNS_FILE);
      return;
    }
    if (isReadOnly && !changesNothing(req, url)) {
      sendApiError(res, 403, `${READ_ONLY_TEXT} ${READ_ONLY_WAYS.operator}`);
      return;
    }
    const disconnected = new AbortController();
    res.on('close', () => {
      // An abort makes an error with its stack, which most requests need not pay for.
      if (!res.writableFinished || !req.complete) disconnected.abort();
    });
    try {
      const response = await send(req, url, disconnected.signal);
      logReason('');
      if (isEventStream(response)) trackStream(res);
      await sendResponse(response, req, res, { isFile: kind === 'file', isShared });
    } catch (error) {
      const isAbandoned = req.destroyed && !req.complete;
      if (res.headersSent || res.destroyed || isAbandoned) {
        res.destroy();
        return;
      }
      logReason(reasonOf(error));
      // Else the rest of a response that can't be forwarded would keep its connection.
      disconnected.abort();
      sendApiError(res, 502, UNREACHABLE);
    }
  }

  /** Sends the request; repeats a reading request once when its connection breaks before the response. */
  async function send(
    req: IncomingMessage,
    url: string,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const method = req.method ?? 'GET';
    const carriesBody = hasBody(req);
    const isRepeatable = REPEATABLE.has(method) && !carriesBody;
    const attempt = () =>
      (isRepeatable ? shared : single).request({
        method,
        path: basePath + url,
        headers: requestHeaders(req.rawHeaders, callerOf(req), sender),
        body: carriesBody ? bodyOf(req) : null,
        responseHeaders: 'raw',
        signal,
      });
    try {
      return await attempt();
    } catch (error) {
      if (!isRepeatable || !isConnectionError(error)) throw error;
      return attempt();
    }
  }

  /** Sends a request of Atoll itself to the backend. Rejects when the backend is unreachable or the signal aborts. */
  async function request(path: string, signal: AbortSignal): Promise<BackendResponse> {
    // PocketBase refuses HEAD for `/_/`.
    const { statusCode, headers, body } = await shared.request({
      method: 'GET',
      path: basePath + path,
      headers: { [VIA]: sender.id },
      signal,
    });
    return { status: statusCode, location: headers.location?.toString(), text: await body.text() };
  }

  const { find, lastFound } = createVersionCheck((path) => request(path, AbortSignal.timeout(VERSION_MS)));
  /** The version of the backend, by the page of its own dashboard. Rejects as {@link request}. */
  const versionOf = (page: string): Promise<string | undefined> => find(page);

  /** Ends all current and future event streams, which would never end on their own. */
  function endStreams(): void {
    isEnding = true;
    for (const res of streams) res.destroy();
  }

  /** Whether this proxy has sent the request itself, so that the backend is Atoll. */
  const isOwn = (req: IncomingMessage): boolean => hasPassed(req.rawHeaders, sender.id);

  return { forward, request, versionOf, lastVersion: lastFound, isOwn, endStreams };
}

export type BackendProxy = ReturnType<typeof createProxy>;

/** Whether a request changes nothing, also where something behind takes another method than the one of its first line. */
const changesNothing = ({ method = '', rawHeaders }: IncomingMessage, url: string): boolean =>
  isReading(method, url.split('?', 1)[0] ?? '') &&
  !rawHeaders.some((name, index) => index % 2 === 0 && overridesMethod(name));

function isEventStream({ headers }: Dispatcher.ResponseData): boolean {
  return /^text\/event-stream\b/i.test(valuesOf(rawOf(headers), 'content-type')[0] ?? '');
}

/** Headers as alternating names and values (`responseHeaders: 'raw'`), which undici's types do not describe. */
function rawOf(headers: unknown): string[] {
  return Array.isArray(headers) ? headers.map(String) : [];
}

/** Sends the backend's status, headers and body to the client, without hop-by-hop headers; compresses JSON. */
async function sendResponse(
  { statusCode, statusText, headers: raw, body }: Dispatcher.ResponseData,
  req: IncomingMessage,
  res: ServerResponse,
  { isFile, isShared }: { isFile: boolean; isShared: boolean },
): Promise<void> {
  if (!STATUS_TEXT.test(statusText)) throw new Error('Invalid character in the status text');
  const plain = withoutHopByHop(rawOf(raw));
  const isSmaller = !isFile && isCompressible(req, statusCode, plain);
  const headers = isFile ? filePolicy(plain) : isSmaller ? compressedHeaders(plain) : plain;
  res.writeHead(statusCode, statusText, isShared ? isolated(headers) : headers);
  // The headers of an event stream must be sent before its first event exists. `flushHeaders()` would encode them as
  // UTF-8, but each of their characters is a byte of the backend's response.
  res.write('', 'latin1');
  const open = { end: false };
  // Else the parts of a response that takes its time would wait in the compressor.
  const gzip = () => createGzip({ flush: constants.Z_SYNC_FLUSH });
  // A 304 may name the length of the body that it stands for, which undici then misses.
  if (statusCode === 304) body.on('error', () => undefined).resume();
  else await (isSmaller ? pipeline(body, gzip(), res, open) : pipeline(body, res, open));
  endAfterRequest(res);
}

/** The body as a separate stream, which undici may destroy; the rest of the request is read and discarded. */
function bodyOf(req: IncomingMessage): Readable {
  const body = new PassThrough();
  req.pipe(body);
  // A pipe does not forward an abort in either direction.
  req.on('close', () => {
    if (!req.complete) body.destroy(new Error('The client aborted the request.'));
  });
  body.on('error', () => undefined);
  body.on('close', () => req.resume());
  return body;
}

function isConnectionError(error: unknown): boolean {
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
