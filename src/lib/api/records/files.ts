import { apiUrl, type CallOptions, call } from '#api/client.ts';
import { RequestError } from '#api/request-error.ts';
import { textIn } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isObject } from '#domain/app/lenient.ts';

/** The backend refuses a guest with 400, so also who has a session that has ended. */
function asSessionEnd(thrown: unknown): never {
  if (!(thrown instanceof RequestError)) throw thrown;
  const { status, response } = thrown;
  const isGuest =
    status === 400 && isObject(response) && response['message'] === 'Failed to generate file token.';
  throw isGuest ? new RequestError({ ...thrown, status: 401 }) : thrown;
}

/** Requests a token for protected files, valid for a few minutes; throws ApiError. */
export async function requestFileToken(options: CallOptions = {}): Promise<string> {
  // The client's own method takes a response without a token for an empty one.
  return call(
    async (client, signal) =>
      textIn(await client.send('/api/files/token', { method: 'POST', signal }).catch(asSessionEnd), 'token'),
    options,
  );
}

/** The address of a record's file; undefined for an id or name that can't be part of an address. */
export function fileUrl(
  record: { readonly id: string; readonly collectionId: string },
  filename: string,
  query: Readonly<{ thumb?: string | undefined; token?: string | undefined }> = {},
  backend?: NamedBackend,
): string | undefined {
  let url: URL;
  try {
    url = apiUrl(['files', record.collectionId, record.id, filename], backend);
  } catch {
    return undefined;
  }
  if (query.thumb) url.searchParams.set('thumb', query.thumb);
  if (query.token) url.searchParams.set('token', query.token);
  return url.href;
}

/** The origins of backend addresses: the backend's own and the page's, whose server may forward requests. */
export function backendOrigins(): readonly string[] {
  return [...new Set([new URL(backendUrl()).origin, location.origin])];
}
