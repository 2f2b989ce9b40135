import { Marked, type Tokens } from 'marked';

/** The schemes of links; an address without one is that of a page or a file beside it. */
const LINKED = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The address, if a link may lead there. */
function linkedUrl(href: string, base: string): URL | undefined {
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
  return url && LINKED.has(url.protocol) ? url : undefined;
}

/**
 * Markdown as HTML. Raw HTML stays text; links to code are their text; of images, those of other origins than `base` are
 * links, so that nothing is loaded from there. `base` resolves relative addresses.
 */
export function markdownHtml(text: string, base: string): string {
  const link = (href: string, inner: string) => {
    const url = linkedUrl(href, base);
    return url ? `<a href="${escapeHtml(url.href)}">${inner}</a>` : inner;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: raw, block }: Tokens.HTML | Tokens.Tag) =>
        block ? `<p>${escapeHtml(raw)}</p>` : escapeHtml(raw),
      link({ href, tokens }: Tokens.Link) {
        return link(href, this.parser.parseInline(tokens));
      },
      image({ href, text: label }: Tokens.Image) {
        const url = linkedUrl(href, base);
        const isOwn = url?.origin === new URL(base).origin;
        if (!url || !isOwn) return link(href, escapeHtml(label || href));
        return `<img src="${escapeHtml(url.href)}" alt="${escapeHtml(label)}">`;
      },
      // Nobody ticks it here.
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  return marked.parse(text, { async: false });
}
