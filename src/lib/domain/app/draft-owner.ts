import * as v from 'valibot';

/** Key in a stored draft, a JSON object, for the id of the administrator who typed it. */
const OWNER = '@owner';

const owned = v.pipe(v.string(), v.parseJson(), v.object({ [OWNER]: v.string() }));

/** Id of the administrator who typed a stored draft; undefined when it has no id or is invalid. */
export function draftOwner(text: string): string | undefined {
  const { success, output } = v.safeParse(owned, text);
  return success ? output[OWNER] : undefined;
}

/**
 * Adds the id of the administrator who typed it to a stored draft, a JSON object. A draft may have several megabytes,
 * so it is not parsed.
 */
export function withDraftOwner(text: string, owner: string | undefined): string {
  if (owner === undefined) return text;
  const member = `${JSON.stringify(OWNER)}:${JSON.stringify(owner)}`;
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`;
}
