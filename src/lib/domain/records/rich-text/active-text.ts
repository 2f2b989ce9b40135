const HANDLER = /[\s"'/](on[a-z]+)\s*=/i;
const STYLE = /<style[\s/>]/i;

/**
 * What must not be put into an editor and shows in the text of HTML already, as words for a message; undefined
 * when nothing does. To be asked before the text is parsed: browsers report handlers and style elements to the
 * console even in documents in which nothing runs. What it misses, `activeContent` finds.
 */
export function activeText(html: string): string | undefined {
  const handler = HANDLER.exec(html)?.[1]?.toLowerCase();
  if (handler !== undefined) return `the handler ${handler}`;
  return STYLE.test(html) ? '<style>' : undefined;
}
