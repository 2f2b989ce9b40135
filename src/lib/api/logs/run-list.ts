import { type CallOptions, call, get } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';

/**
 * Requests a list of records with these parameters, as an administrator, and leaves its content alone. Throws ApiError.
 * @param collection id or name
 */
export const runList = (
  collection: string,
  params: Readonly<Record<string, string>>,
  options: CallOptions = {},
): Promise<unknown> =>
  call((client, signal) => get(client, { path: recordsPath(collection), query: params }, signal), options);
