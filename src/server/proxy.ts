import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { sendApiError } from './api-error.ts';
import { compressedHeaders, isCompressible, pipeCompressed } from './compress.ts';
import { filePolicy } from './file-policy.ts';
import { requestHeaders, withoutHopByHop } from './proxy-headers.ts';

/** The way to one backend, and to nothing else. */
export interface BackendProxy {
  /** Streams a request to the backend and its answer back. The target must have been checked before. */
  forward(req: IncomingMessage, res: ServerResponse): void;
  /**
   * Whether the backend sends visitors of its own dashboard elsewhere, which it does while it has no
   * admin: the `Location`, or undefined when it doesn't. Rejects when the backend is unreachable or
   * nobody waits any more.
   */
  dashboardRedirect(signal: AbortSignal): Promise<string | undefined>;
}

const UNREACHABLE = 'The backend could not be reached. Check that PocketBase is running.';
/** Methods that may be sent twice without harm. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Opens the way to a backend.
 *
 * @param log hears why the backend can't be reached, once per change of reason
 */
export function createProxy(backend: URL, log: (line: string) => void): BackendProxy {
  const { request, Agent } = backend.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  const target = {
    protocol: backend.protocol,
    // URL keeps the brackets of an IPv6 address; a socket wants it without.
    hostname: backend.hostname.replace(/^\[|\]$/g, ''),
    port: backend.port || (backend.protocol === 'https:' ? 443 : 80),
  };
  const basePath = backend.pathname === '/' ? '' : backend.pathname;

  let lastReason = '';
  const noteReason = (reason: string) => {
    if (reason && reason !== lastReason) log(`${backend.origin} can't be reached: ${reason}`);
    lastReason = reason;
  };

  function forward(req: IncomingMessage, res: ServerResponse, isRetry = false): void {
    const method = req.method ?? 'GET';
    const upstream = request({
      ...target,
      // A kept connection may be closed under a request. Reading can be repeated; writing can't, so it
      // gets a connection of its own. (Deno's client would repeat it without asking.)
      agent: REPEATABLE.has(method) ? agent : false,
      method,
      path: basePath + req.url,
      headers: requestHeaders(req.rawHeaders, callerOf(req), backend.host),
      setHost: false,
    });
    upstream.on('response', (answer) => {
      noteReason('');
      passOn(answer, req, res);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // Once there is an answer, its own events tell how it ends: a backend that refuses an upload
      // answers and closes while we are still sending.
      if (res.destroyed || res.headersSent) return;
      const isStale = upstream.reusedSocket && error.code === 'ECONNRESET';
      if (isStale && !isRetry && !hasBody(req)) {
        forward(req, res, true);
        return;
      }
      noteReason(error.message || String(error.code));
      sendApiError(res, 502, UNREACHABLE);
    });
    // Fires after a complete answer too; destroying a finished request then is harmless.
    res.on('close', () => {
      if (!res.writableFinished) upstream.destroy();
    });
    if (!hasBody(req)) {
      upstream.end();
      return;
    }
    // The backend may refuse an upload before its first byte has come.
    upstream.flushHeaders();
    req.pipe(upstream);
  }

  function dashboardRedirect(signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      // PocketBase refuses HEAD here, so ask with GET and drop the body unread.
      const upstream = request({ ...target, agent, method: 'GET', path: `${basePath}/_/`, signal });
      upstream.on('response', (answer) => {
        const code = answer.statusCode ?? 0;
        answer.destroy();
        resolve(code >= 300 && code < 400 ? (answer.headers.location ?? '') : undefined);
      });
      upstream.on('error', reject);
      upstream.end();
    });
  }

  return { forward: (req, res) => forward(req, res), dashboardRedirect };
}

/** Status, header and body as they came, without what belonged to the connection; JSON gets smaller. */
function passOn(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
  const plain = withoutHopByHop(answer.rawHeaders);
  const status = answer.statusCode ?? 502;
  const isSmaller = isCompressible(req, status, plain);
  const isFile = req.url?.startsWith('/api/files/');
  const headers = isFile ? filePolicy(plain) : isSmaller ? compressedHeaders(plain) : plain;
  res.writeHead(status, answer.statusMessage, headers);
  // An event stream's header has to leave before its first event exists.
  res.flushHeaders();
  answer.on('error', () => res.destroy());
  answer.on('aborted', () => res.destroy());
  if (isSmaller) pipeCompressed(answer, res);
  else answer.pipe(res);
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function callerOf(req: IncomingMessage) {
  return { address: req.socket.remoteAddress, encrypted: 'encrypted' in req.socket };
}
