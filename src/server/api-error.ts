import type { ServerResponse } from 'node:http';
import { endBehindRequest } from './end-behind-request.ts';
import { CLOSED } from './security-headers.ts';

/** Answers in the shape of PocketBase's own errors, so that the client reads it like any other. */
export function sendApiError(res: ServerResponse, code: number, message: string): void {
  const body = apiErrorBody(code, message);
  res.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...CLOSED,
  });
  res.write(body);
  endBehindRequest(res);
}

/** `{"code":502,"message":"...","data":{}}` */
export function apiErrorBody(code: number, message: string): string {
  return JSON.stringify({ code, message, data: {} });
}
