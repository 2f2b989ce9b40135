import { ClientResponseError } from 'pocketbase';
import { UNUSABLE_ID_MESSAGE } from '#domain/app/api-error.ts';
import { hasDotSegment } from '#domain/app/dot-segment.ts';

function check(path: string, isValid: boolean): string {
  if (isValid) return path;
  const response = { message: UNUSABLE_ID_MESSAGE };
  throw new ClientResponseError({ status: 400, response });
}

/**
 * The path of the API with each of these names as one segment. Throws for a name that can't be one: browsers resolve
 * `..`, so that the path of a record with this id would be the one of its collection.
 */
export function apiPath(...names: readonly string[]): string {
  const path = `/api/${names.map(encodeURIComponent).join('/')}`;
  // The browser's own reading has the last word.
  const isKept = new URL(path, 'http://backend').pathname === path;
  return check(path, isKept && !names.includes(''));
}

/**
 * Checks the path of a request before it is sent: names as for {@link apiPath}, and none with a dot segment inside, since
 * a gateway may decode the path before it resolves such segments. Throws an error of status 400.
 */
export function checkedPath(path: string): string {
  const [before, api, ...segments] = path.split('/');
  const names = segments.map(decodeURIComponent);
  const isPlain = before === '' && api === 'api' && path === apiPath(...names);
  return check(path, isPlain && !names.some(hasDotSegment));
}
