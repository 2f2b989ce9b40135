// chunks: filters
import {
  type Comparison,
  FilterError,
  type FilterGroup,
  type FilterNode,
  hasComment,
  parseFilter,
} from '#domain/model/filter/tree.ts';

/** Both sides as a filter has them; an empty `left` is not chosen yet. */
export interface Condition extends Comparison {
  readonly id: number;
  /** What was typed, if that can't be a value or is a shorter one. */
  readonly typed?: { readonly text: string; readonly problem?: string } | undefined;
  /** The right side within JSON, if a contains match has to look for this, too. */
  readonly inJson?: string | undefined;
}

export interface ConditionGroup extends FilterGroup {
  readonly id: number;
  readonly items: readonly BuilderNode[];
}

export type BuilderNode = Condition | ConditionGroup;

let lastId = 0;
const withIds = (node: FilterNode): BuilderNode =>
  node.kind === 'comparison'
    ? { ...node, id: ++lastId }
    : { ...node, id: ++lastId, items: node.items.map(withIds) };

export const newCondition = (): Condition => ({
  ...{ id: ++lastId, kind: 'comparison', left: '', operator: '~', right: '""' },
});

export const newGroup = (join: FilterGroup['join'], items: readonly BuilderNode[]): ConditionGroup => ({
  ...{ id: ++lastId, kind: 'group', join, items },
});

/** The groups of a filter, or why it can only be a text. */
export function builderOf(
  filter: string,
  functions: readonly string[] = [],
): ConditionGroup | { readonly problem: string } {
  if (!filter.trim()) return newGroup('&&', [newCondition()]);
  if (hasComment(filter)) return { problem: 'It has a comment, which would be lost.' };
  try {
    const node = withIds(parseFilter(filter, functions));
    return node.kind === 'group' ? node : newGroup('&&', [node]);
  } catch (thrown) {
    if (thrown instanceof FilterError) return { problem: thrown.message };
    throw thrown;
  }
}

/** Replaces a node by what `change` returns; undefined removes it, and groups that it leaves empty. */
export function changeNode<Node extends BuilderNode>(
  node: Node,
  id: number,
  change: (node: BuilderNode) => BuilderNode | undefined,
): BuilderNode | undefined {
  if (node.id === id) return change(node);
  if (node.kind === 'comparison') return node;
  const items = node.items.flatMap((item) => changeNode(item, id, change) ?? []);
  if (items.length === 0) return undefined;
  return items.some((item, index) => item !== node.items[index]) || items.length !== node.items.length
    ? { ...node, items }
    : node;
}

export function filterOf(node: BuilderNode): FilterNode {
  if (node.kind === 'group') return { ...node, items: node.items.map(filterOf) };
  const { inJson, operator } = node;
  if (inJson === undefined) return node;
  return {
    kind: 'group',
    join: operator.includes('!') ? '&&' : '||',
    items: [node, { ...node, right: inJson }],
  };
}

export const conditionsOf = (node: BuilderNode): readonly Condition[] =>
  node.kind === 'comparison' ? [node] : node.items.flatMap(conditionsOf);
