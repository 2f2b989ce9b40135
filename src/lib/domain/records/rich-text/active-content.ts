import { ELEMENT, type HtmlNode } from './tree.ts';

/** Elements that run, load or ask for something, or that no text editor can show as what they are. */
const ACTIVE = new Set(
  (
    'applet base button embed form frame frameset iframe input link math meta noembed noframes noscript object ' +
    'param plaintext portal script select style svg template textarea title xmp'
  ).split(' '),
);

/** Attributes that hold an address. */
const ADDRESSES = new Set(['action', 'background', 'cite', 'data', 'formaction', 'href', 'poster', 'src']);

const isScriptAddress = (value: string) =>
  // Browsers skip blanks and control characters in front of and inside of a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is skipped.
  /^(?:javascript|vbscript|livescript|data:text\/html)/i.test(value.replace(/[\u0000-\u0020]+/g, ''));

/**
 * What of a document must not be put into an editor because it is no text: the first element, handler or
 * address of that kind, as words for a message; undefined when there is none.
 */
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
