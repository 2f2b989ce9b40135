import { ClientResponseError } from 'pocketbase';
import { apiUrl, type CallOptions, call } from '#api/client.ts';
import { ownError } from '#api/path.ts';
import { textIn } from '#api/response.ts';
import { backendUrl } from '#browser/page-settings.ts';
import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';

/** Requests a token for protected files, valid for a few minutes; throws ApiError. */
export async function requestFileToken(options: CallOptions = {}): Promise<string> {
  // The client's own method takes a response without a token for an empty one.
  return call(
    async (client, signal) =>
      textIn(await client.send('/api/files/token', { method: 'POST', signal }), 'token'),
    options,
  );
}

/** Absolute address of a record's file; undefined for an id or name that can't be part of an address. */
export function fileUrl(
  record: { readonly id: string; readonly collectionId: string },
  filename: string,
  query: Readonly<{ thumb?: string | undefined; token?: string | undefined }> = {},
): string | undefined {
  let url: URL;
  try {
    url = apiUrl('files', record.collectionId, record.id, filename);
  } catch {
    return undefined;
  }
  if (query.thumb) url.searchParams.set('thumb', query.thumb);
  if (query.token) url.searchParams.set('token', query.token);
  return url.href;
}

const fail = (error: unknown): never => {
  throw new ClientResponseError(error);
};

/** Loads a record's file; `token` only for a protected one. Throws ApiError. */
export async function loadFile(
  record: Parameters<typeof fileUrl>[0],
  filename: string,
  token: string | undefined,
  options: CallOptions = {},
): Promise<Blob> {
  return call(async (_client, signal) => {
    const url = fileUrl(record, filename, { token });
    if (!url) throw ownError(NOT_FOUND_MESSAGE);
    const response = await fetch(url, { signal }).catch(fail);
    // Without the address: it has the token.
    if (!response.ok) fail({ status: response.status, response: await response.json().catch(() => ({})) });
    return response.blob().catch(fail);
  }, options);
}

/** The origins of backend addresses: the backend's own and the page's, whose server may forward requests. */
export function backendOrigins(): readonly string[] {
  return [...new Set([new URL(backendUrl()).origin, location.origin])];
}
