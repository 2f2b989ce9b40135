import {
  type FilterNode,
  formatFilter,
  isEmptySide,
  isLiteral,
  treeOf as readTree,
} from '#domain/model/filter/tree.ts';

/** A request for a list of records that the log has. */
export interface ListRequest {
  /** Id or name, as in the address. */
  readonly collection: string;
  /** Those that the backend knows, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  /** Of the backend. */
  readonly ms: number;
  readonly isByAdmin: boolean;
}

/** Anybody may send longer filters, and deep ones take seconds. */
const MAX_FILTER = 2000;

/** Undefined when the filter is empty or can't be read. */
export const treeOf = (filter: string): FilterNode | undefined =>
  filter.length > MAX_FILTER ? undefined : readTree(filter);

/** A text or a number. An empty one makes another query than any other value. */
const isValue = (operand: string): boolean => isLiteral(operand) && !isEmptySide(operand);

const withoutValue = (operand: string): string => (isValue(operand) ? '?' : operand);

/** Without values; the text is the same for the same parts only. */
interface Shape {
  readonly node: FilterNode;
  readonly text: string;
}

/** Of repeated items, two say that there are several. */
function fewOf(items: readonly Shape[]): readonly Shape[] {
  const counts = new Map<string, number>();
  return items.filter(({ text }) => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return (counts.get(text) ?? 0) <= 2;
  });
}

function shapeOfNode(node: FilterNode): Shape {
  if (node.kind === 'group') {
    const items = fewOf(node.items.map(shapeOfNode));
    const text = `(${items.map((item) => item.text).join(` ${node.join} `)})`;
    return { node: { ...node, items: items.map((item) => item.node) }, text };
  }
  const [left, right] = [withoutValue(node.left), withoutValue(node.right)];
  return { node: { ...node, left, right }, text: `${left} ${node.operator} ${right}` };
}

/** `status = ? && due > ?`, the same for filters that make the same query. */
export function shapeOf(filter: string): string {
  const tree = treeOf(filter);
  return tree ? formatFilter(shapeOfNode(tree).node) : filter.trim() && 'a filter that can’t be read';
}
