import http, { type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { apiErrorBody } from './api-error.ts';
import { CLOSED } from './security-headers.ts';

/** Requests that follow each other on one connection without waiting for answers (RFC 9112 §9.3.2). */
interface Pipeline {
  /** Answers under way, oldest first. */
  answers: Set<ServerResponse>;
  isRefused: boolean;
}

/** The answer to what is no clear request. */
export interface Refusal {
  status: number;
  message: string;
}

export interface Pipelines {
  /** Notes a request by its answer. False when its connection was refused: nobody may answer it. */
  add(res: ServerResponse): boolean;
  /**
   * Answers bytes that are no clear request and closes their connection: where the next request begins,
   * nobody can tell. Requests before them get their answers first, since an answer out of turn would be
   * taken for one of theirs.
   *
   * @param own the answer to the refused request, if the parser took it for one
   */
  refuse(socket: Duplex, refusal: Refusal, own?: ServerResponse): void;
}

/**
 * How long a client may go on sending after it was refused (ms). Closing under bytes that nobody has read
 * makes the system drop the answer on its way.
 */
const LINGER_MS = 1_000;

/** Keeps the order of the requests and answers on every connection. */
export function createPipelines(): Pipelines {
  const pipelines = new WeakMap<Duplex, Pipeline>();

  function pipelineOf(socket: Duplex): Pipeline {
    const known = pipelines.get(socket);
    if (known) return known;
    const pipeline = { answers: new Set<ServerResponse>(), isRefused: false };
    pipelines.set(socket, pipeline);
    return pipeline;
  }

  return {
    add(res) {
      const { answers, isRefused } = pipelineOf(res.req.socket);
      if (isRefused) return false;
      answers.add(res);
      res.on('close', () => answers.delete(res));
      return true;
    },
    refuse(socket, refusal, own) {
      const pipeline = pipelineOf(socket);
      // The parser may complain about every further piece.
      if (pipeline.isRefused) return;
      pipeline.isRefused = true;
      stopParsing(socket);
      const answers = [...pipeline.answers];
      const refused = own ?? answers.find(({ req }) => !req.complete);
      afterAll(
        answers.filter((answer) => answer !== refused),
        () => close(socket, refusal, refused),
      );
    },
  };
}

/**
 * What still comes is thrown away. Deno gives a parser that has failed to the next connection while this
 * one feeds it on: one client's bytes would become part of another's request (seen in 2.9.6).
 */
function stopParsing(socket: Duplex): void {
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.on('error', () => socket.destroy());
  socket.resume();
}

function afterAll([next, ...others]: ServerResponse[], callback: () => void): void {
  if (!next) callback();
  else if (next.closed) afterAll(others, callback);
  else next.on('close', () => afterAll(others, callback));
}

function close(socket: Duplex, refusal: Refusal, answer: ServerResponse | undefined): void {
  // An answer that has begun can't become another one.
  const isBroken = answer?.headersSent && !answer.writableEnded;
  if (isBroken || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(answer?.headersSent ? undefined : rawAnswer(refusal, answer?.req.method === 'HEAD'));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** An API error as bytes, for a connection without a request. */
function rawAnswer({ status, message }: Refusal, isHeadOnly: boolean): string {
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
