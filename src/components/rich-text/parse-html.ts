/** Parses HTML in a document where nothing runs or loads; returns its body. */
export function parseHtml(html: string): HTMLElement {
  // The body tag keeps elements in place that the parser would otherwise move to the head.
  return new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body;
}
