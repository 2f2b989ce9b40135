import { ELEMENT_NODE, type Node, parse, TEXT_NODE } from 'ultrahtml';
import { COMMENT, ELEMENT, type HtmlNode, TEXT } from '#domain/records/rich-text/tree.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};
const decode = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

function toNode(node: Node): HtmlNode {
  if (node.type === ELEMENT_NODE) {
    return {
      nodeType: ELEMENT,
      nodeName: node.name.toUpperCase(),
      nodeValue: null,
      childNodes: node.children.map(toNode),
      attributes: Object.entries(node.attributes).map(([name, value]) => ({ name, value: decode(value) })),
    };
  }
  const isText = node.type === TEXT_NODE;
  const value = 'value' in node ? node.value : '';
  return {
    nodeType: isText ? TEXT : COMMENT,
    nodeName: isText ? '#text' : '#comment',
    nodeValue: isText ? decode(value) : value,
    childNodes: [],
  };
}

/** Parses well-formed HTML into the same tree as a browser. */
export function treeOf(html: string): HtmlNode {
  const { children } = parse(html);
  return { nodeType: ELEMENT, nodeName: 'BODY', nodeValue: null, childNodes: children.map(toNode) };
}
