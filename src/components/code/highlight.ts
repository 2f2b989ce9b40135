import hljs from 'highlight.js/lib/core';
import dart from 'highlight.js/lib/languages/dart';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import css from './highlight.css?inline';

hljs.registerLanguage('javascript', javascript);
hljs.registerLanguage('json', json);
hljs.registerLanguage('dart', dart);

export type CodeLanguage = 'javascript' | 'json' | 'dart';

export type CodePart = string | { readonly className: string; readonly parts: readonly CodePart[] };

if (typeof document !== 'undefined') {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const decode = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '');

/** Highlights code. Parses the library's markup into parts, so that the page never inserts HTML. */
export function highlight(code: string, language: CodeLanguage): readonly CodePart[] {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const root: CodePart[] = [];
  const open = [root];
  for (const token of value.split(/(<span class="[^"]*">|<\/span>)/)) {
    const className = /^<span class="([^"]*)">$/.exec(token)?.[1];
    if (className !== undefined) {
      const parts: CodePart[] = [];
      open.at(-1)?.push({ className, parts });
      open.push(parts);
    } else if (token === '</span>') open.pop();
    else if (token !== '') open.at(-1)?.push(decode(token));
  }
  return root;
}
