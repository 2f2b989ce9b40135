import { type ServerResponse, STATUS_CODES } from 'node:http';
import { CLOSED } from './security-headers.ts';

/** How long a client may continue to send a request that was already refused (ms). Most servers allow as much. */
const LINGER_MS = 30_000;

/** Sends an error in the shape of PocketBase's errors, which the client can read. */
export function sendApiError(res: ServerResponse, code: number, message: string): void {
  const body = apiErrorBody(code, message);
  // Names the status text: a response that could not begin keeps the one that Node has refused.
  res.writeHead(code, STATUS_CODES[code], {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...CLOSED,
  });
  res.write(body);
  endAfterRequest(res);
}

/** The body of an error in that shape: `{"code":502,"message":"...","data":{}}` */
export function apiErrorBody(code: number, message: string): string {
  return JSON.stringify({ code, message, data: {} });
}

/**
 * Ends a response when its request has arrived completely, whose rest is discarded. If the connection were closed
 * before, a client that is still writing would fail before it reads the response. Write the whole response first.
 */
export function endAfterRequest(res: ServerResponse): void {
  const { req } = res;
  if (req.complete || req.destroyed) {
    res.end();
    return;
  }
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).unpipe().resume();
}
