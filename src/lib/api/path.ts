import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { decodesTwice } from '#wire/paths.ts';
import { RequestError } from './request-error.ts';

/** An error of status 400 that no response has caused. */
export const ownError = (message: string): RequestError =>
  new RequestError({ status: 400, response: { message } });

/** Returns a path without its query; throws if it has an empty part, or is another one for browsers, as with `..`. */
export function checkedPath(path: string): string {
  if (new URL(path, 'http://a').pathname !== path || /\/(\/|$)/.test(path)) throw ownError(NOT_FOUND_MESSAGE);
  return path;
}

/** The characters that `encodeURIComponent` leaves alone and the backend's own form of a path does not. */
const LEFT_ALONE = /[!'()*]/g;

/** A name as one segment. A backend that decodes its own form of a path twice would read `a%20b`, encoded once, as `a b`. */
function segmentOf(name: string): string {
  const segment = encodeURIComponent(name);
  if (!name.includes('%') || !decodesTwice()) return segment;
  const own = segment.replace(LEFT_ALONE, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return encodeURIComponent(own);
}

/** The checked path of the API with each of these names as one segment; throws for a name that can't be one. */
export const apiPath = (...names: readonly string[]): string =>
  checkedPath(`/api/${names.map(segmentOf).join('/')}`);
