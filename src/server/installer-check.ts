import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendApiError } from './api-error.ts';
import type { BackendProxy } from './proxy.ts';
import { isReading } from './static-files.ts';

export interface InstallerCheck {
  proxy: BackendProxy;
  /** Whether others than this machine reach the server. */
  isOpen: boolean;
}

/**
 * Answers `/_/`, where PocketBase keeps its own dashboard; nothing of that dashboard is ever served.
 *
 * Scripts get a status alone: 307 to `?installer` while the backend has no admin, else 200. A client that
 * follows the redirect finds an empty page there (IN-07), whose header tells the installer whether others can
 * reach it too. Visitors are led to the page: the backend's mails
 * and its OAuth2 redirect name addresses such as `/_/#/confirm-password-reset/TOKEN`, and a browser takes
 * what stands behind `#` along.
 */
export async function answerInstallerCheck(
  req: IncomingMessage,
  res: ServerResponse,
  { proxy, isOpen }: InstallerCheck,
): Promise<void> {
  if (!isReading(req)) {
    sendApiError(res, 405, 'Method not allowed.');
    return;
  }
  const query = /\?.*/.exec(req.url ?? '')?.[0] ?? '';
  if (isVisit(req)) {
    sendStatus(res, 307, `../${query}`);
    return;
  }
  if (query) {
    if (isOpen) res.setHeader('X-Atoll-Open', '1');
    sendStatus(res, 200);
    return;
  }
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  try {
    const { status, location } = await proxy.ask('/_/', gone.signal);
    if (status < 300 || status >= 400) sendStatus(res, 200);
    else sendStatus(res, 307, location?.includes('installer') ? '?installer' : '?elsewhere');
  } catch {
    sendApiError(res, 502, 'The backend could not be reached. Check that PocketBase is running.');
  }
}

/** Whether a browser opens the address as a page. Plain http from afar lacks `Sec-Fetch-Mode`. */
function isVisit({ headers }: IncomingMessage): boolean {
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
