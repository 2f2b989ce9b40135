import { ELEMENT, type HtmlNode } from './tree.ts';

const HANDLER = /[\s"'/](on[a-z]+)\s*=/i;
const STYLE = /<style[\s/>]/i;

/** For a message, before parsing: browsers report handlers and styles even in documents that run no code. */
export function activeText(html: string): string | undefined {
  const handler = HANDLER.exec(html)?.[1]?.toLowerCase();
  if (handler !== undefined) return `the handler ${handler}`;
  return STYLE.test(html) ? '<style>' : undefined;
}

/** They run code, load content or take input, or a text editor can't display them. */
const ACTIVE = new Set(
  (
    'applet base button embed form frame frameset iframe input link math meta noembed noframes noscript object ' +
    'param plaintext portal script select style svg template textarea title xmp'
  ).split(' '),
);

const ADDRESSES = new Set(['action', 'background', 'cite', 'data', 'formaction', 'href', 'poster', 'src']);

const isScriptAddress = (value: string) =>
  // Browsers ignore white space and control characters before and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ignored characters.
  /^(?:javascript|vbscript|livescript|data:text\/html)/i.test(value.replace(/[\u0000-\u0020]+/g, ''));

/** The first one of a document, as text for a message: it must not be put into an editor. */
export function activeContent(node: HtmlNode): string | undefined {
  if (node.nodeType === ELEMENT) {
    const tag = node.nodeName.toLowerCase();
    if (ACTIVE.has(tag)) return `<${tag}>`;
    for (const { name, value } of Array.from(node.attributes ?? [])) {
      const attribute = name.toLowerCase();
      if (attribute.startsWith('on')) return `the handler ${attribute}`;
      if (attribute === 'srcdoc') return attribute;
      const isAddress = ADDRESSES.has(attribute) || attribute.endsWith(':href');
      if (isAddress && isScriptAddress(value)) return `a script as the address of <${tag}>`;
    }
  }
  for (const child of Array.from(node.childNodes)) {
    const found = activeContent(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
