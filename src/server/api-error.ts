import { type ServerResponse, STATUS_CODES } from 'node:http';
import { endAfterRequest } from './end-after-request.ts';
import { CLOSED } from './security-headers.ts';

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
