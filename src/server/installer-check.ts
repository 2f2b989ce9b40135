import type { IncomingMessage, ServerResponse } from 'node:http';
import { BACKEND_PARAMETER, VERSION_HEADER } from '#domain/app/backends.ts';
import { DASHBOARD_PATH, isInstaller } from '#wire/health.ts';
import { sendApiError } from './api-error.ts';
import type { BackendProxy } from './proxy.ts';
import { isReading } from './static-files.ts';

export interface InstallerCheck {
  proxy: BackendProxy;
  isOpen: boolean;
  /** The name of the backend, if it is not the default one. */
  backend?: string | undefined;
}

/**
 * Handles `/_/`, the path of PocketBase's own dashboard, which is never served. Scripts get only a status: 307 to
 * `?installer` while the backend has no admin, else 200, with the backend's version in a header if its own dashboard
 * tells it. The redirect leads to an empty page, whose header tells
 * whether other machines can reach Atoll too. Visitors are redirected to Atoll's page, because mails and OAuth2 contain
 * addresses such as `/_/#/confirm-password-reset/TOKEN`, and a browser keeps the hash on a redirect.
 */
export async function handleInstallerCheck(
  req: IncomingMessage,
  res: ServerResponse,
  { proxy, isOpen, backend }: InstallerCheck,
): Promise<void> {
  if (!isReading(req)) {
    sendApiError(res, 405, 'Method not allowed.');
    return;
  }
  const query = /\?.*/.exec(req.url ?? '')?.[0] ?? '';
  if (isVisit(req)) {
    sendStatus(res, 307, backend === undefined ? `../${query}` : pageOf(backend, query));
    return;
  }
  if (query) {
    if (isOpen) res.setHeader('X-Atoll-Open', '1');
    sendStatus(res, 200);
    return;
  }
  const disconnected = new AbortController();
  res.on('close', () => disconnected.abort());
  try {
    const { status, location, text } = await proxy.request(DASHBOARD_PATH, disconnected.signal);
    const version = status === 200 && (await proxy.versionOf(text).catch(() => undefined));
    if (version) res.setHeader(VERSION_HEADER, version);
    if (status < 300 || status >= 400) sendStatus(res, 200);
    else sendStatus(res, 307, isInstaller(location ?? '') ? '?installer' : '?elsewhere');
  } catch {
    sendApiError(res, 502, 'The backend could not be reached. Check that PocketBase is running.');
  }
}

/** The page of a named backend, from its `/backends/NAME/_/`. */
function pageOf(backend: string, query: string): string {
  return `../../../?${BACKEND_PARAMETER}=${encodeURIComponent(backend)}${query.replace('?', '&')}`;
}

/** Whether a browser opens the address as a page. Over plain http from another machine, `Sec-Fetch-Mode` is missing. */
export function isVisit({ headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? Boolean(headers.accept?.includes('text/html')) : mode === 'navigate';
}

function sendStatus(res: ServerResponse, status: number, location?: string): void {
  res.writeHead(status, {
    'Content-Length': 0,
    'Cache-Control': 'no-store',
    ...(location === undefined ? {} : { Location: location }),
  });
  res.end();
}
