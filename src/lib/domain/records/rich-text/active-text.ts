const HANDLER = /[\s"'/](on[a-z]+)\s*=/i;
const STYLE = /<style[\s/>]/i;

/**
 * Active content that is visible in the source text of HTML, as text for a message; undefined when there is none.
 * Check this before the text is parsed: browsers report handlers and style elements to the console even in documents
 * that run no code. `activeContent` finds the rest.
 */
export function activeText(html: string): string | undefined {
  const handler = HANDLER.exec(html)?.[1]?.toLowerCase();
  if (handler !== undefined) return `the handler ${handler}`;
  return STYLE.test(html) ? '<style>' : undefined;
}
