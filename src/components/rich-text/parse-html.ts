/** The document that HTML describes, in which nothing runs or loads. */
export function parseHtml(html: string): HTMLElement {
  // With the tag, what else would go to the head stands in its place.
  return new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body;
}
