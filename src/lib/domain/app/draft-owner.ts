import * as v from 'valibot';

/** Member of a stored draft, a JSON object, with the id of the administrator who typed it. */
const OWNER = '@owner';

const owned = v.pipe(v.string(), v.parseJson(), v.object({ [OWNER]: v.string() }));

/** Who typed a stored draft; undefined when it does not say so, or makes no sense. */
export function draftOwner(text: string): string | undefined {
  const { success, output } = v.safeParse(owned, text);
  return success ? output[OWNER] : undefined;
}

/** A stored draft, a JSON object, with the id of who typed it; it may be megabytes, so it is not read for this. */
export function withDraftOwner(text: string, owner: string | undefined): string {
  if (owner === undefined) return text;
  const member = `${JSON.stringify(OWNER)}:${JSON.stringify(owner)}`;
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`;
}
