import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { RequestError } from './request-error.ts';

/** An error of status 400 that no response has caused. */
export const ownError = (message: string): RequestError =>
  new RequestError({ status: 400, response: { message } });

/** The last path that passed: each is checked when it is made and when it is sent, and an import repeats it. */
let passed = '';

/**
 * Checks the path of a request, without its query, and returns it. Throws when it has an empty part, or when the browser
 * reads it differently: it resolves `..`, so that the path of a record with this id would be the one of its collection.
 */
export function checkedPath(path: string): string {
  if (path === passed) return path;
  if (new URL(path, 'http://a').pathname !== path || /\/(\/|$)/.test(path)) throw ownError(NOT_FOUND_MESSAGE);
  passed = path;
  return path;
}

/** The checked path of the API with each of these names as one segment; throws for a name that can't be one. */
export const apiPath = (...names: readonly string[]): string =>
  checkedPath(`/api/${names.map(encodeURIComponent).join('/')}`);

/** The checked path of a collection's records, or with names of one of them and of what belongs to it. */
export const recordsPath = (collection: string, ...names: readonly string[]): string =>
  apiPath('collections', collection, 'records', ...names);
