/** Member of a stored draft, a JSON object, with the id of the administrator who typed it. */
const OWNER = '@owner';

/** Who typed a stored draft; undefined when it does not say so, or makes no sense. */
export function draftOwner(text: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null || !(OWNER in stored)) return undefined;
    const owner = stored[OWNER];
    return typeof owner === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** A stored draft, a JSON object, with the id of who typed it; it may be megabytes, so it is not read for this. */
export function withDraftOwner(text: string, owner: string | undefined): string {
  if (owner === undefined) return text;
  const member = `${JSON.stringify(OWNER)}:${JSON.stringify(owner)}`;
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`;
}
