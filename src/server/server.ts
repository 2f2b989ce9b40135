import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { RELOAD_KEEPS } from '#domain/app/update.ts';
import { sendApiError } from './api-error.ts';
import type { StaticFile } from './file-index.ts';
import { handleInstallerCheck, isVisit } from './installer-check.ts';
import { LIMITS, MAX_HEADER } from './limits.ts';
import { createPipelines, type Pipelines, type Refusal } from './pipelines.ts';
import type { BackendProxy } from './proxy.ts';
import { classifyRequest, isByAdmin, splitBackend } from './request-target.ts';
import { CLOSED, FRAME, FRAME_PATH } from './security-headers.ts';
import { isReading, refuseMethod, sendFile, sendText } from './static-files.ts';

/** Handler of Astro's on-demand routes; calls `next` when none matches. */
export type OnDemand = (req: IncomingMessage, res: ServerResponse, next: () => void) => unknown;

export interface Parts {
  files: Map<string, StaticFile>;
  headers: Record<string, string>;
  proxy: BackendProxy;
  backends?: ReadonlyMap<string, BackendProxy>;
  onDemand: OnDemand;
  isOpen: boolean;
  /** The line of the page's backend; undefined while it is not known, or where the page names its backends itself. */
  line?(): string | undefined;
}

const REFUSALS = {
  target: { status: 400, message: 'This address is not served.' },
  framing: { status: 400, message: 'The request could not be read safely.' },
  protocol: { status: 400, message: 'Only plain HTTP requests are served.' },
} satisfies Record<string, Refusal>;
/** Why a request is for another list of backends than this one. The page shows it (`stores/app/report.ts`). */
const OTHER_LIST = `The list of backends was changed. Reload the page to go on. ${RELOAD_KEEPS}`;
const PLAIN_ADDRESS = `With a list of backends, administrators need the address that the page gives a backend. Reload the page to go on. ${RELOAD_KEEPS}`;
/** Refusals by the parser's error code; all other codes mean an ambiguous request. */
const UNREADABLE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request is too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};

/** Creates the server of the built dashboard: static files, the proxy to the backend, on-demand routes. */
export function createAtollServer(parts: Parts, limits = LIMITS): Server {
  const pipelines = createPipelines();
  const listener = createListener(parts, pipelines);
  // Node's own refusal of a request without a host would have neither headers nor a message.
  const options = { ...limits, maxHeaderSize: MAX_HEADER, requireHostHeader: false };
  const server = http.createServer(options, (req, res) => {
    // The connection was refused and is about to close.
    if (!pipelines.add(res)) return;
    try {
      listener(req, res);
    } catch (error) {
      // Unexpected, apart from a missing Deno permission.
      console.error(error);
      if (res.headersSent) res.destroy();
      else sendApiError(res, 500, 'The server could not handle this request.');
    }
  });
  // Node 22.23 responds with 431 to more, others drop them: `isClearlyFramed` has to see and refuse them all.
  server.maxHeadersCount = 0;
  // A client may close its half after its request. Without this setting, which Node and Deno have but do not document,
  // they would then close the other half, and the response would be lost.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Node reports a request whose rest is missing, Deno does not.
  server.on('connection', (socket) => socket.on('end', () => pipelines.cut(socket, REFUSALS.framing)));
  // No tunnels and no other protocols: the backend supports only plain HTTP.
  for (const event of ['upgrade', 'connect']) {
    server.on(event, (_req: IncomingMessage, socket: Duplex) => pipelines.refuse(socket, REFUSALS.protocol));
  }
  // Node's own refusal would have neither headers nor a message.
  server.on('checkExpectation', (_req, res) => {
    if (pipelines.add(res)) sendApiError(res, 417, 'Only 100-continue can be expected.');
  });
  // Requests that the HTTP parser could not read, or not in time.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else pipelines.refuse(socket, UNREADABLE[error.code ?? ''] ?? REFUSALS.framing);
  });
  return server;
}

function createListener(
  { files, headers, proxy: first, backends = new Map(), onDemand, isOpen, line }: Parts,
  pipelines: Pipelines,
): RequestListener {
  const proxies = [...new Set([first, ...backends.values()])];
  const frame = files.get(FRAME_PATH);
  const headersFor = (file: StaticFile | undefined) => {
    if (!file?.type.startsWith('text/html')) return CLOSED;
    return file === frame ? FRAME : headers;
  };
  return (req, res) => {
    const { backend, stamp, url } = splitBackend(req.url);
    const target = classifyRequest(req, url);
    if (target.kind !== 'hostile' && proxies.some((proxy) => proxy.isOwn(req))) {
      sendApiError(res, 508, 'The address of the backend leads back to Atoll.');
      return;
    }
    if (target.kind === 'hostile') {
      pipelines.refuse(req.socket, REFUSALS[target.reason], res);
      return;
    }
    const proxy = backend === undefined ? first : backends.get(backend + (stamp ?? ''));
    if (!proxy) {
      if (stamp === undefined) sendApiError(res, 404, 'There is no backend of this name.');
      else sendApiError(res, 421, OTHER_LIST);
      return;
    }
    // A page from before the list, or of a server without stamps: its backend may be another one by now.
    const isPlain = backends.size > 0 && stamp === undefined && target.kind !== 'page';
    if (isPlain && (target.kind === 'installer-check' ? !isVisit(req) : isByAdmin(req.rawHeaders, url))) {
      sendApiError(res, 421, PLAIN_ADDRESS);
      return;
    }
    if (target.kind === 'api' || target.kind === 'file') {
      void proxy.forward(req, res, target.kind, url);
      return;
    }
    const file = target.kind === 'page' ? files.get(target.path) : undefined;
    for (const [name, value] of Object.entries(headersFor(file))) {
      res.setHeader(name, value);
    }
    // The page's first script reads it: a device without an earlier visit can send its sign-in at once.
    const told = target.kind === 'page' && target.path === '/' && line?.();
    if (told) res.setHeader('Server-Timing', told);
    if (target.kind === 'installer-check') {
      void handleInstallerCheck(req, res, { proxy, isOpen, backend });
    } else {
      const notFound = () => sendText(res, 404, 'Not found');
      if (file) sendFile(req, res, file);
      // Astro would respond to other methods with its own pages.
      else if (!isReading(req)) refuseMethod(res);
      else {
        res.setHeader('Cache-Control', 'no-store');
        // Astro's own routes are not Atoll's: /_image and /_server-islands can fetch other addresses, /404 is a page.
        if (target.path === '/healthz') onDemand(req, res, notFound);
        else notFound();
      }
    }
  };
}
