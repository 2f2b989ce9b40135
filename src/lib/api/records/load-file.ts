import { type CallOptions, call, toApiError } from '#api/client.ts';
import { ownError } from '#api/path.ts';
import { asRequestError, RequestError } from '#api/request-error.ts';
import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { fileUrl, requestFileToken } from './files.ts';

const fail = (error: unknown): never => {
  throw asRequestError(error);
};

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

async function request(
  method: 'GET' | 'HEAD',
  url: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  if (!url) throw ownError(NOT_FOUND_MESSAGE);
  const response = await fetch(url, { method, signal }).catch(fail);
  // Without the address: it has the token.
  if (response.ok) return response;
  throw new RequestError({ status: response.status, response: await response.json().catch(() => ({})) });
}

interface LoadFile extends CallOptions {
  /** Of a protected file, as from `requestFileToken`. */
  readonly token?: string | undefined;
}

/** Loads a file of a record; undefined if it has more than `max` bytes. Throws ApiError. */
export async function loadFile(
  record: Parameters<typeof fileUrl>[0],
  filename: string,
  options: LoadFile & { readonly max: number },
): Promise<Blob | undefined>;
export async function loadFile(
  record: Parameters<typeof fileUrl>[0],
  filename: string,
  options?: LoadFile,
): Promise<Blob>;
export async function loadFile(
  record: Parameters<typeof fileUrl>[0],
  filename: string,
  { token, max, ...options }: LoadFile & { readonly max?: number } = {},
): Promise<Blob | undefined> {
  return call(async (_client, signal) => {
    const response = await request('GET', fileUrl(record, filename, { token }, options.backend), signal);
    return (max === undefined ? response.blob() : readUpTo(response, max)).catch(fail);
  }, options);
}

/** The size of a record's file, in bytes; throws ApiError. */
export async function getFileSize(
  record: Parameters<typeof fileUrl>[0],
  filename: string,
  { token, ...options }: LoadFile = {},
): Promise<number> {
  return call(async (_client, signal) => {
    const { headers } = await request('HEAD', fileUrl(record, filename, { token }, options.backend), signal);
    return Number(headers.get('content-length') ?? Number.NaN);
  }, options);
}

/** Calls `load` with a token for protected files, and once more with another one if it is refused with 403. */
export type FileLoader = <T>(load: (token: string) => Promise<T>) => Promise<T>;

/**
 * Loads protected files with one token until the backend refuses it: many files take longer than a token lives, and
 * only the backend's clock decides. The result throws ApiError, of status 401 when the session has ended.
 */
export function createFileLoader(options: CallOptions): FileLoader {
  let current: Promise<string> | undefined;
  const request = (): Promise<string> => {
    current = requestFileToken(options).catch((thrown: unknown) => {
      current = undefined;
      throw thrown;
    });
    return current;
  };
  return async (load) => {
    const used = current ?? request();
    const token = await used;
    try {
      return await load(token);
    } catch (thrown) {
      if (toApiError(thrown).status !== 403) throw thrown;
      // Another file may have needed a new token first.
      if (current === used) current = undefined;
      return load(await (current ?? request()));
    }
  };
}
