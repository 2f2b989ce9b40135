import { atom, computed } from 'nanostores';
import { textInJson } from '#domain/app/text-in-json.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { containedText } from '#domain/model/filter/print.ts';
import { type FilterGroup, formatFilter } from '#domain/model/filter/tree.ts';
import {
  type BuilderNode,
  builderOf,
  type Condition,
  type ConditionGroup,
  changeNode,
  conditionsOf,
  filterOf,
  newCondition,
  newGroup,
} from '#domain/records/filter-builder/builder-tree.ts';
import { isContains, operandText, typedOperand } from '#domain/records/filter-builder/operand.ts';
import { describePath } from '#domain/records/filter-builder/path.ts';
import { usualOperator } from '#domain/records/filter-builder/words.ts';
import { CLOSE_QUESTION, confirm } from '#stores/app/confirm.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';

/** The conditions of the filter on screen, to edit and to apply. The text of the filter stays the truth. */
export function createFilterBuilder(scope: FilterScope) {
  const applied = $filter.get();
  const begun = builderOf(applied, scope.dialect.functions);
  const isGroup = 'kind' in begun;
  const $root = atom<ConditionGroup>(isGroup ? begun : newGroup('&&', [newCondition()]));
  const start = $root.get();
  /** Problems are shown once 'Apply' was tried, and at once for values that can't be sent. */
  const $isTried = atom(false);
  const $isChanged = computed($root, (root) => root !== start);

  const change = (id: number, to: (node: BuilderNode) => BuilderNode | undefined) => {
    const root = changeNode($root.get(), id, to);
    // An empty builder has one condition to fill in.
    $root.set(root?.kind === 'group' ? root : newGroup('&&', [newCondition()]));
  };
  const changeCondition = (id: number, to: (condition: Condition) => Condition) =>
    change(id, (node) => (node.kind === 'comparison' ? to(node) : node));
  const changeGroup = (id: number, to: (group: ConditionGroup) => ConditionGroup) =>
    change(id, (node) => (node.kind === 'group' ? to(node) : node));

  const withValue = (condition: Condition, text: string): Condition => {
    const path = describePath(condition.left, scope);
    const read = typedOperand(path, condition.operator, text);
    const stored =
      path.type === 'json' && isContains(condition.operator) ? containedText(textInJson(text)) : undefined;
    return 'right' in read
      ? {
          ...condition,
          right: read.right,
          typed: read.text === undefined ? undefined : { text: read.text },
          inJson: stored === read.right ? undefined : stored,
        }
      : { ...condition, typed: { text, problem: read.problem } };
  };
  const textOf = ({ left, operator, right, typed }: Condition): string | undefined =>
    typed ? typed.text : operandText(operator, right, describePath(left, scope));
  const problemsOf = (condition: Condition) => ({
    left: describePath(condition.left, scope).problem,
    right: condition.typed?.problem,
  });

  return {
    /** Why the filter on screen can only be a text; the builder is empty then. */
    unreadable: isGroup ? undefined : { filter: applied, problem: begun.problem },
    scope,
    $root,
    $isTried,
    $text: computed($root, (root) => formatFilter(filterOf(root))),
    problemsOf,
    /** The value to edit; undefined if only its source can say it. */
    textOf,
    setPath: (id: number, left: string): void =>
      changeCondition(id, (condition) => {
        const value = textOf(condition);
        // A chosen operator stays; a condition without a value begins anew.
        const operator = value === '' ? usualOperator(describePath(left, scope)) : condition.operator;
        const next = { ...condition, left, operator, inJson: undefined };
        return value === undefined ? next : withValue(next, value);
      }),
    setOperator: (id: number, operator: string): void =>
      changeCondition(id, (condition) => {
        const value = textOf(condition);
        const next = { ...condition, operator, inJson: isContains(operator) ? condition.inJson : undefined };
        // What is written the same way stays: in JSON, 5 and "5" are different values. A day is written as the operator
        // asks.
        const isDate = describePath(condition.left, scope).type === 'date';
        const isWrittenSame =
          !isDate && !condition.typed && isContains(operator) === isContains(condition.operator);
        return value === undefined || (value !== '' && isWrittenSame) ? next : withValue(next, value);
      }),
    setValue: (id: number, text: string): void =>
      changeCondition(id, (condition) => withValue(condition, text)),
    setJoin: (id: number, join: FilterGroup['join']): void =>
      changeGroup(id, (group) => ({ ...group, join })),
    addCondition: (id: number): void =>
      changeGroup(id, (group) => ({ ...group, items: [...group.items, newCondition()] })),
    addGroup: (id: number): void =>
      changeGroup(id, (group) => ({
        ...group,
        items: [...group.items, newGroup(group.join === '&&' ? '||' : '&&', [newCondition()])],
      })),
    remove: (id: number): void => change(id, () => undefined),
    /** Filters the list; false if a condition is not complete. */
    apply: (): boolean => {
      $isTried.set(true);
      const problems = conditionsOf($root.get()).map(problemsOf);
      if (problems.some(({ left, right }) => left !== undefined || right !== undefined)) return false;
      setFilter(formatFilter(filterOf($root.get())));
      return true;
    },
    mayClose: async (): Promise<boolean> => !$isChanged.get() || confirm(CLOSE_QUESTION, { loss: '' }),
  };
}

export type FilterBuilder = ReturnType<typeof createFilterBuilder>;
