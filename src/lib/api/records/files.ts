import { type CallOptions, call } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { RequestError } from '#api/request-error.ts';
import { readable } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { filePath, fileQuery, fileTokenRequest, isRefusedToGuest, readFileToken } from '#wire/paths.ts';

/** The backend refuses a guest with 400, so also who has a session that has ended. */
function asSessionEnd(thrown: unknown): never {
  if (!(thrown instanceof RequestError)) throw thrown;
  throw isRefusedToGuest(thrown.status, thrown.response)
    ? new RequestError({ ...thrown, status: 401 })
    : thrown;
}

/** Requests a token for protected files, valid for a few minutes; throws ApiError. */
export async function requestFileToken(options: CallOptions = {}): Promise<string> {
  // The client's own method takes a response without a token for an empty one.
  return call(async (client, signal) => {
    const sent = client.send(fileTokenRequest.path, { ...fileTokenRequest, signal });
    return readable(readFileToken(await sent.catch(asSessionEnd)));
  }, options);
}

/** The absolute address of a path of the API with these names as segments; throws for a name that can't be one. */
export function apiUrl(
  names: readonly string[],
  query: Readonly<Record<string, string>>,
  backend?: NamedBackend,
): URL {
  const url = new URL(`.${apiPath(...names)}`, backendUrl(backend));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** The address of a record's file; undefined for an id or name that can't be part of an address. */
export function fileUrl(
  record: { readonly id: string; readonly collectionId: string },
  filename: string,
  query: Parameters<typeof fileQuery>[0] = {},
  backend?: NamedBackend,
): string | undefined {
  try {
    return apiUrl(filePath(record.collectionId, record.id, filename), fileQuery(query), backend).href;
  } catch {
    return undefined;
  }
}

/** The origins of backend addresses: the backend's own and the page's, whose server may forward requests. */
export function backendOrigins(): readonly string[] {
  return [...new Set([new URL(backendUrl()).origin, location.origin])];
}
