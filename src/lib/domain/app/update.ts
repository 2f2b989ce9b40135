/** Told when the server holds another build than the page is of: the old one's parts may be gone. */
export const UPDATED_TEXT = 'Atoll was updated. Reload the page to go on.';

/** What reloading the page does to unfinished work. */
export const RELOAD_KEEPS = 'Drafts of forms are kept, chosen files are not.';

/** The build a page is of, from its `<meta name="atoll-build">`; undefined where it names none. */
export function buildOf(html: string): string | undefined {
  const tag = /<meta\b[^>]*\bname="atoll-build"[^>]*>/i.exec(html)?.[0] ?? '';
  return /\bcontent="([^"]+)"/i.exec(tag)?.[1];
}

/**
 * Whether an answer says that a script is not there: by its status, or because the host sends its page in place
 * of all it does not have. `type` is the content type.
 */
export function isMissing(status: number, type: string | null): boolean {
  return status === 404 || status === 410 || (status === 200 && /^text\/html\b/i.test(type ?? ''));
}

/** The address that browsers name when they could not import a module; undefined where they name none. */
export function addressIn(error: unknown): string | undefined {
  return error instanceof Error ? /https?:\/\/[^\s'"]+/.exec(error.message)?.[0] : undefined;
}
