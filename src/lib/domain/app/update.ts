/** The server has another build than the page: files of the old one may be missing. */
export const UPDATED_TEXT = 'Atoll was updated. Reload the page to go on.';

/** What a reload does to unsaved work. */
export const RELOAD_KEEPS = 'Drafts of forms are kept, chosen files are not.';

/** From the `<meta name="atoll-build">` of a page. */
export function buildOf(html: string): string | undefined {
  const tag = /<meta\b[^>]*\bname="atoll-build"[^>]*>/i.exec(html)?.[0] ?? '';
  return /\bcontent="([^"]+)"/i.exec(tag)?.[1];
}

/** Whether a script is missing: some hosts send their page for every missing file. `type` is the content type. */
export const isMissing = (status: number, type: string | null): boolean =>
  status === 404 || status === 410 || (status === 200 && /^text\/html\b/i.test(type ?? ''));

/** The URL in a browser's error about a failed module import. */
export const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/[^\s'"]+/.exec(error.message)?.[0] : undefined;
