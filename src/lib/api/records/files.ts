import { apiUrl, type CallOptions, call } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { textIn } from '#api/response.ts';
import { backendUrl } from '#browser/page-settings.ts';

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

/** The origins of backend addresses: the backend's own and the page's, whose server may forward requests. */
export function backendOrigins(): readonly string[] {
  return [...new Set([new URL(backendUrl()).origin, location.origin])];
}

/** The content of a response, undefined if it has more than `max` bytes; the rest is not loaded then. */
async function readUpTo(response: Response, max: number): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const isOver = Number(response.headers.get('content-length')) > max;
  const reader = response.body?.getReader();
  for (
    let next = isOver ? undefined : await reader?.read();
    next && !next.done;
    next = await reader?.read()
  ) {
    parts.push(next.value);
    size += next.value.length;
    if (size > max) break;
  }
  if (!isOver && size <= max) return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
  await reader?.cancel();
  return undefined;
}

/**
 * Loads a file of a record; undefined if it has more than `max` bytes. A protected one needs a token of
 * {@link requestFileToken}. Throws ApiError.
 */
export async function loadFile(
  record: { readonly id: string; readonly collectionId: string },
  filename: string,
  { max, token, ...options }: CallOptions & { readonly max: number; readonly token?: string | undefined },
): Promise<Blob | undefined> {
  return call(async (client, signal) => {
    let content: Blob | undefined;
    const keepContent: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (!response.ok) return response;
      content = await readUpTo(response, max);
      return Response.json({});
    };
    const path = apiPath('files', record.collectionId, record.id, filename);
    await client.send(path, { method: 'GET', query: { token }, signal, fetch: keepContent });
    return content;
  }, options);
}
