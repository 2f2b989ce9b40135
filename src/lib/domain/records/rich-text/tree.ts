/** What is looked at of a document's nodes; those of a browser fit, and so do plain objects. */
export interface HtmlNode {
  /** As in the DOM: 1 element, 3 text, 8 comment, anything else is only looked into. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

export const ELEMENT = 1;
export const TEXT = 3;
export const COMMENT = 8;
