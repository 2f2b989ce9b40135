import { ClientResponseError } from 'pocketbase';
import { UNUSABLE_ID_MESSAGE } from '#domain/app/api-error.ts';
import { hasDotSegment } from '#domain/app/dot-segment.ts';

/** Whether every server on the way takes this part of a path for one name: a gateway may decode it first. */
const isName = (segment: string): boolean => segment !== '' && !hasDotSegment(decodeURIComponent(segment));

/**
 * Checks the path of a request, without its query: it must lead where it was meant to. Browsers resolve `..` in it, so
 * that an id of that name would turn the request for a record into one for its collection. Status 400: nothing is sent.
 */
export function checkedPath(path: string): string {
  const [before, ...segments] = path.split('/');
  // The browser's own reading has the last word.
  const isPlain = before === '' && new URL(path, 'http://backend').pathname === path;
  if (isPlain && segments.every(isName)) return path;
  const response = { message: UNUSABLE_ID_MESSAGE };
  throw new ClientResponseError({ status: 400, response });
}

/** The checked path of the API with each of these names as one segment; throws like {@link checkedPath}. */
export const apiPath = (...names: readonly string[]): string =>
  checkedPath(`/api/${names.map(encodeURIComponent).join('/')}`);
