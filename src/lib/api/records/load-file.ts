import { ClientResponseError } from 'pocketbase';
import { type CallOptions, call } from '#api/client.ts';
import { ownError } from '#api/path.ts';
import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { fileUrl } from './files.ts';

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
