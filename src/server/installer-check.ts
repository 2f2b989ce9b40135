import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendApiError } from './api-error.ts';
import type { BackendProxy } from './proxy.ts';

/**
 * Answers `/_/`, where PocketBase keeps its own dashboard, with a status alone: 307 to `?installer`
 * while the backend has no admin, else 200. Nothing of that dashboard is ever served. A client that
 * follows the redirect finds an empty page there (IN-07).
 */
export async function answerInstallerCheck(
  req: IncomingMessage,
  res: ServerResponse,
  proxy: BackendProxy,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    sendApiError(res, 405, 'Method not allowed.');
    return;
  }
  const wasFollowed = req.url !== '/_/';
  try {
    const redirect = wasFollowed ? undefined : await proxy.dashboardRedirect();
    const location = redirect?.includes('installer') ? '?installer' : '?elsewhere';
    res.writeHead(redirect === undefined ? 200 : 307, {
      'Content-Length': 0,
      'Cache-Control': 'no-store',
      ...(redirect === undefined ? {} : { Location: location }),
    });
    res.end();
  } catch {
    sendApiError(res, 502, 'The backend could not be reached. Check that PocketBase is running.');
  }
}
