export interface HtmlNode {
  /** As in the DOM: 1 element, 3 text, 8 comment. Of any other node only the children are read. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

export const ELEMENT = 1;
export const TEXT = 3;
export const COMMENT = 8;
