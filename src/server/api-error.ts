import type { ServerResponse } from 'node:http';

/** Answers in the shape of PocketBase's own errors, so that the client reads it like any other. */
export function sendApiError(res: ServerResponse, code: number, message: string): void {
  const body = apiErrorBody(code, message);
  res.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(body);
}

/** `{"code":502,"message":"...","data":{}}` */
export function apiErrorBody(code: number, message: string): string {
  return JSON.stringify({ code, message, data: {} });
}
