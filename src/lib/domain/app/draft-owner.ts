import { members, parseJson } from './lenient.ts';

const OWNER = '@owner';

/** Id of the administrator who typed a stored draft; undefined when it has no id or is invalid. */
export function draftOwner(text: string): string | undefined {
  const owner = members(parseJson(text))[OWNER];
  return typeof owner === 'string' ? owner : undefined;
}

/** A draft may have several megabytes, so it is not parsed. */
export function withDraftOwner(text: string, owner: string | undefined): string {
  if (owner === undefined) return text;
  const member = `${JSON.stringify(OWNER)}:${JSON.stringify(owner)}`;
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`;
}
