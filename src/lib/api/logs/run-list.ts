import { type CallOptions, sendRequest } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';

/**
 * Requests a list of records with these parameters, as an administrator, and leaves its content alone. Throws ApiError.
 * @param collection id or name
 */
export const runList = (
  collection: string,
  params: Readonly<Record<string, string>>,
  options: CallOptions = {},
): Promise<unknown> => sendRequest<unknown>({ path: recordsPath(collection), query: params }, options);
