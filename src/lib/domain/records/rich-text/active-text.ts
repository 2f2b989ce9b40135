const HANDLER = /[\s"'/](on[a-z]+)\s*=/i;
const STYLE = /<style[\s/>]/i;

/** For a message, before parsing: browsers report handlers and styles even in documents that run no code. */
export function activeText(html: string): string | undefined {
  const handler = HANDLER.exec(html)?.[1]?.toLowerCase();
  if (handler !== undefined) return `the handler ${handler}`;
  return STYLE.test(html) ? '<style>' : undefined;
}
