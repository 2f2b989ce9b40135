import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { sendApiError } from './api-error.ts';
import type { StaticFile } from './file-index.ts';
import { answerInstallerCheck } from './installer-check.ts';
import { createPipelines, type Pipelines, type Refusal } from './pipelines.ts';
import type { BackendProxy } from './proxy.ts';
import { classifyRequest } from './request-target.ts';
import { FRAME_PATH, type SecurityHeaders } from './security-headers.ts';
import { isReading, refuseMethod, sendFile, sendText } from './static-files.ts';

/** Handler of Astro's on-demand routes; calls `next` when none matches. */
export type OnDemand = (req: IncomingMessage, res: ServerResponse, next: () => void) => unknown;

export interface Parts {
  files: Map<string, StaticFile>;
  headers: SecurityHeaders;
  proxy: BackendProxy;
  onDemand: OnDemand;
  /** Whether others than this machine reach the server. */
  isOpen: boolean;
}

/** How long a connection may wait, in ms. */
export const LIMITS = {
  /** For a request's header. Bodies may take any time: uploads are big. */
  headersTimeout: 60_000,
  requestTimeout: 0,
  /** For another request. Longer than the 60 s most proxies in front keep a connection, so that we never close first. */
  keepAliveTimeout: 65_000,
  /** How often the first limit is looked after; by itself only twice a minute. */
  connectionsCheckingInterval: 1_000,
};

/**
 * As much as the backend takes (bytes): a search names its text once for every field, so that of a wide
 * collection is far longer than Node's own 16 KiB.
 */
const MAX_HEADER = 1024 * 1024;

/** What a request is refused for. */
const REFUSALS = {
  target: { status: 400, message: 'This address is not served.' },
  framing: { status: 400, message: 'The request could not be read safely.' },
  protocol: { status: 400, message: 'Only plain HTTP requests are served.' },
} satisfies Record<string, Refusal>;
/** What the parser gives up on, by its code; anything else is no clear request. */
const UNREADABLE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request is too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};

/**
 * The server around the built dashboard: static files, the way to the backend, on-demand routes.
 *
 * @param limits how long a connection may wait (ms)
 */
export function createAtollServer(parts: Parts, limits = LIMITS): Server {
  const pipelines = createPipelines();
  const listener = createListener(parts, pipelines);
  const server = http.createServer({ ...limits, maxHeaderSize: MAX_HEADER }, (req, res) => {
    // Its connection closes in a moment.
    if (!pipelines.add(res)) return;
    try {
      listener(req, res);
    } catch (error) {
      // Nothing we know of throws here; a missing Deno permission would.
      console.error(error);
      if (res.headersSent) res.destroy();
      else sendApiError(res, 500, 'The server could not handle this request.');
    }
  });
  // Neither tunnels nor other protocols: the backend speaks plain HTTP only.
  for (const event of ['upgrade', 'connect']) {
    server.on(event, (_req: IncomingMessage, socket: Duplex) => pipelines.refuse(socket, REFUSALS.protocol));
  }
  // What the HTTP parser itself could not make sense of, or not in time.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else pipelines.refuse(socket, UNREADABLE[error.code ?? ''] ?? REFUSALS.framing);
  });
  return server;
}

/** What answers one request. */
function createListener(
  { files, headers, proxy, onDemand, isOpen }: Parts,
  pipelines: Pipelines,
): RequestListener {
  const frame = files.get(FRAME_PATH);
  const headersFor = (file: StaticFile | undefined) => {
    if (!file?.type.startsWith('text/html')) return headers.other;
    return file === frame ? headers.frame : headers.page;
  };
  return (req, res) => {
    const target = classifyRequest(req);
    if (target.kind !== 'hostile' && proxy.isOwn(req)) {
      sendApiError(res, 508, 'The address of the backend leads back to Atoll.');
      return;
    }
    if (target.kind === 'api' || target.kind === 'file') {
      void proxy.forward(req, res, target.kind);
      return;
    }
    if (target.kind === 'hostile') {
      pipelines.refuse(req.socket, REFUSALS[target.reason], res);
      return;
    }
    const file = target.kind === 'page' ? files.get(target.path) : undefined;
    for (const [name, value] of Object.entries(headersFor(file))) {
      res.setHeader(name, value);
    }
    if (target.kind === 'installer-check') {
      void answerInstallerCheck(req, res, { proxy, isOpen });
    } else {
      const notFound = () => sendText(res, 404, 'Not found');
      if (file) sendFile(req, res, file);
      // Astro's own helper routes (/_image, /_server-islands) fetch things; nobody here needs them.
      else if (target.path.startsWith('/_')) notFound();
      // Astro answers other methods with pages of its own.
      else if (!isReading(req)) refuseMethod(res);
      else {
        res.setHeader('Cache-Control', 'no-store');
        onDemand(req, res, notFound);
      }
    }
  };
}
