import http, { type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { apiErrorBody } from './api-error.ts';
import { CLOSED } from './security-headers.ts';

/** Requests on one connection, sent without waiting for responses (RFC 9112 §9.3.2). */
interface Pipeline {
  responses: Set<ServerResponse>;
  isRefused: boolean;
}

/** The response to a request that could be read in two ways. */
export interface Refusal {
  status: number;
  message: string;
}

/** How long a refused client may go on sending (ms): closing with unread bytes would drop the response. */
const LINGER_MS = 1_000;

/** Keeps requests and responses in order on every connection. */
export function createPipelines() {
  const pipelines = new WeakMap<Duplex, Pipeline>();

  function pipelineOf(socket: Duplex): Pipeline {
    const known = pipelines.get(socket);
    if (known) return known;
    const pipeline = { responses: new Set<ServerResponse>(), isRefused: false };
    pipelines.set(socket, pipeline);
    return pipeline;
  }

  const incompleteOf = ({ responses }: Pipeline) => [...responses].find(({ req }) => !req.complete);

  /**
   * Refuses an ambiguous request and closes its connection, after the responses to earlier requests: clients match them
   * by order. `own` is the response to the refused request, if the parser recognised one.
   */
  function refuse(socket: Duplex, refusal: Refusal, own?: ServerResponse): void {
    const pipeline = pipelineOf(socket);
    // The parser may report an error for every further chunk.
    if (pipeline.isRefused) return;
    pipeline.isRefused = true;
    stopParsing(socket);
    const refused = own ?? incompleteOf(pipeline);
    afterAll(
      [...pipeline.responses].filter((response) => response !== refused),
      () => close(socket, refusal, refused),
    );
  }

  return {
    /** Registers a request by its response. False when the connection was refused: the request must be ignored. */
    add(res: ServerResponse): boolean {
      const { responses, isRefused } = pipelineOf(res.req.socket);
      if (isRefused) return false;
      responses.add(res);
      res.on('close', () => responses.delete(res));
      return true;
    },
    refuse,
    /** Refuses a request that can't be completed, because the client has closed its half of the connection. */
    cut(socket: Duplex, refusal: Refusal): void {
      const incomplete = incompleteOf(pipelineOf(socket));
      if (incomplete) refuse(socket, refusal, incomplete);
    },
  };
}

export type Pipelines = ReturnType<typeof createPipelines>;

/** Discards all further bytes: Deno 2.9.6 reuses a failed parser, and they would become part of another request. */
function stopParsing(socket: Duplex): void {
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.on('error', () => socket.destroy());
  socket.resume();
}

/** Calls back once all responses, of which none has closed yet, have. */
function afterAll(responses: ServerResponse[], callback: () => void): void {
  let open = responses.length;
  if (!open) callback();
  for (const response of responses) {
    response.once('close', () => {
      open -= 1;
      if (!open) callback();
    });
  }
}

function close(socket: Duplex, refusal: Refusal, response: ServerResponse | undefined): void {
  // A response that has begun can't be replaced.
  const isBroken = response?.headersSent && !response.writableEnded;
  if (isBroken || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(response?.headersSent ? undefined : rawResponse(refusal, response?.req.method === 'HEAD'));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** An API error as text, for a connection without a request object. */
function rawResponse({ status, message }: Refusal, isHeadOnly: boolean): string {
  const body = apiErrorBody(status, message);
  return [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(CLOSED).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    isHeadOnly ? '' : body,
  ].join('\r\n');
}
