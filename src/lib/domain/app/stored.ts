/*
 * What is stored in a browser, or shared by administrators, and has words of a backend says for which line of PocketBase
 * it was written, so that the wire of another line can translate it, once. Without a line it is of 0.22. No field of a
 * collection has such a name.
 */
import { members, parseJson } from './lenient.ts';

const OWNER = '@owner';
/** The member that says the line, such as `pb22`. */
export const LINE = '@line';

/** Id of the administrator who typed a stored draft; undefined when it has no id or is invalid. */
export function draftOwner(text: string): string | undefined {
  const owner = members(parseJson(text))[OWNER];
  return typeof owner === 'string' ? owner : undefined;
}

/** The JSON text of an object with its line and its owner. A draft may have several megabytes, so it is not parsed. */
export function stamped(text: string, line: string, owner?: string): string {
  const stamp = JSON.stringify({ [LINE]: line, [OWNER]: owner }).slice(0, -1);
  return text === '{}' ? `${stamp}}` : `${stamp},${text.slice(1)}`;
}
