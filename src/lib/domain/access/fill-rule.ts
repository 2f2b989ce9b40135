import { isExactNumber, quoteText } from '#domain/app/filter.ts';
import {
  type Comparison,
  comparisonsOf,
  type FilterNode,
  formatFilter,
  isEmptySide,
  isPath,
  parseFilter,
} from '#domain/app/filter-tree.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { followPath } from '#domain/collections/editor/filter-paths.ts';
import { filterPathType } from '#domain/collections/filter-completions.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { CannotTry, type RequestValues } from './request-path.ts';

/** Where a filled-in rule is read. */
export interface FillScope {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** Whether emails that a record does not show match nothing, as in a list rule. */
  readonly hidesEmails: boolean;
}

/** The values by path; a missing one is a path that is not of the request. */
export type ValuesOfPaths = ReadonlyMap<string, RequestValues>;

const isRequest = (side: string): boolean => side.startsWith('@request');

/** The paths of the request that a rule mentions. Throws FilterError. */
export const requestPaths = (rule: string): ReadonlySet<string> =>
  new Set(
    comparisonsOf(parseFilter(rule))
      .flatMap(({ left, right }) => [left, right])
      .filter(isRequest),
  );

type Kind = 'text' | 'number' | 'none' | undefined;

const kindOf = (value: unknown): Kind => {
  if (value === null || value === '') return 'none';
  return typeof value === 'string' ? 'text' : 'number';
};

/** How SQLite compares one side; undefined if that is not known. */
function kindOfSide(side: string, values: ValuesOfPaths, scope: FillScope): Kind {
  const found = values.get(side);
  if (found) {
    if (found.stored === 'json') return kindOf(found.values[0]);
    if (found.stored) return found.stored === 'text' ? 'text' : 'number';
    return kindOf(found.values[0]);
  }
  if (/^["']/.test(side)) return side.length > 2 ? 'text' : 'none';
  if (side === 'null') return 'none';
  if (/^(?:true|false|[\d.-]+)$/.test(side)) return 'number';
  const type = filterPathType(side, scope);
  if (type === undefined || type === 'json') return undefined;
  return type === 'number' || type === 'bool' ? 'number' : 'text';
}

const mayBeEmpty = (side: string): boolean => isPath(side) || side.startsWith('@') || isEmptySide(side);

/**
 * Refuses what the backend would compare in another way than a literal: it converts numbers and texts depending on the
 * columns, and a missing JSON value is not equal to an empty one.
 */
function checkTypes(side: string, other: string, values: ValuesOfPaths, scope: FillScope): void {
  const found = values.get(side);
  if (!found?.stored) return;
  if (found.stored === 'json') {
    if (found.values.some((value) => typeof value === 'object' && value !== null))
      throw new CannotTry(`${side} is not a single value.`);
    const isEmpty = found.values.some((value) => kindOf(value) === 'none');
    if (isEmpty && mayBeEmpty(other))
      throw new CannotTry(`${side} has no value, which can’t be compared with ${other}.`);
  }
  const [one, two] = [kindOfSide(side, values, scope), kindOfSide(other, values, scope)];
  if (one !== 'none' && two !== 'none' && one !== two)
    throw new CannotTry(`${side} and ${other} are of different types.`);
}

/** A value as one side of a comparison. */
function literal(
  value: unknown,
  stored: RequestValues['stored'],
  like: 'left' | 'right' | undefined,
): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') {
    if (like === 'right') return stored ? `"%${Number(value)}%"` : `"${value}"`;
    return String(value);
  }
  if (typeof value === 'number') {
    if (!isExactNumber(String(value))) throw new CannotTry(`A filter can’t hold the number ${value}.`);
    if (!stored || !like) return String(value);
    return like === 'right' ? `"%${value}%"` : `"${value}"`;
  }
  // The backend puts the signs around a stored text itself, and leaves what is special in it.
  const text = like === 'right' && stored ? `%${String(value)}%` : String(value);
  if (text.endsWith('\\')) throw new CannotTry('A filter can’t hold a text that ends in \\.');
  return quoteText(text);
}

/** The records of an auth collection match by their email only if they show it. */
function visibleEmails(side: string, scope: FillScope): Comparison | undefined {
  if (!isPath(side) || !/(?:^|\.)email$/.test(side)) return undefined;
  let owner: Collection | undefined;
  followPath(side, scope.collection, schemaIndex(scope.collections), {
    collection: () => undefined,
    field: (from, name) => {
      if (name === 'email') owner = from;
    },
  });
  if (owner?.type !== 'auth') return undefined;
  return {
    kind: 'comparison',
    left: side.replace(/email$/, 'emailVisibility'),
    operator: '?=',
    right: 'true',
  };
}

const NEVER: Comparison = { kind: 'comparison', left: '1', operator: '=', right: '2' };

function fillComparison(comparison: Comparison, values: ValuesOfPaths, scope: FillScope): FilterNode {
  const { left, operator, right } = comparison;
  const isLike = operator.endsWith('~');
  // The backend's query has IS NOT TRUE there, which asks whether the other side is true.
  if (operator.endsWith('!=') && right.endsWith(':isset') && filterPathType(left, scope) !== 'bool')
    throw new CannotTry(`${right} can’t be on the right of ${operator}.`);
  if (!isLike) {
    checkTypes(left, right, values, scope);
    checkTypes(right, left, values, scope);
  }
  // Of several records, one without a value makes every comparison fail that all must meet, except for =.
  const mustAllHave = operator !== '=' && !operator.startsWith('?');
  const lacksOne = (side: string): boolean => {
    const found = values.get(side);
    return found?.isMany === true && found.values.includes(null);
  };
  if (mustAllHave && (lacksOne(left) || lacksOne(right))) return NEVER;
  const literals = (side: string, like: 'left' | 'right'): readonly string[] => {
    const found = values.get(side);
    if (!found) return [side];
    return [...new Set(found.values.map((value) => literal(value, found.stored, isLike ? like : undefined)))];
  };
  const rights = literals(right, 'right');
  const items: FilterNode[] = literals(left, 'left').flatMap((one) =>
    rights.map((other) => ({ kind: 'comparison' as const, left: one, operator, right: other })),
  );
  const [first] = items;
  const joined: FilterNode =
    items.length === 1 && first
      ? first
      : { kind: 'group', join: operator.startsWith('?') ? '||' : '&&', items };
  const visible = scope.hidesEmails
    ? [left, right].map((side) => visibleEmails(side, scope)).filter((one) => one !== undefined)
    : [];
  return visible.length ? { kind: 'group', join: '&&', items: [joined, ...visible] } : joined;
}

/** The start of a path, whose conditions with `?` the same record must meet: `@request.auth.teams`. */
const relationsOf = (side: string): string => side.split('.', 3).join('.').replace(/:.*$/, '');

/** Refuses two conditions on any of several values: the backend wants one record that meets both. */
function checkAny(node: FilterNode, values: ValuesOfPaths): void {
  const seen = new Set<string>();
  for (const { left, right, operator } of comparisonsOf(node)) {
    if (!operator.startsWith('?')) continue;
    for (const side of [left, right]) {
      if ((values.get(side)?.values.length ?? 0) < 2) continue;
      const relations = relationsOf(side);
      if (seen.has(relations))
        throw new CannotTry(`Several conditions on any of ${relations} must be met by the same record.`);
      seen.add(relations);
    }
  }
}

function fill(node: FilterNode, values: ValuesOfPaths, scope: FillScope): FilterNode {
  if (node.kind === 'comparison') return fillComparison(node, values, scope);
  return { ...node, items: node.items.map((item) => fill(item, values, scope)) };
}

/**
 * A rule as a filter of an administrator that finds the same records, with the values of the request in place of its
 * paths. Empty for an empty rule.
 * @throws CannotTry when the values can't be filled in
 * @throws FilterError when the rule can't be read
 */
export function filledRule(rule: string, values: ValuesOfPaths, scope: FillScope): string {
  const node = parseFilter(rule);
  checkAny(node, values);
  return formatFilter(fill(node, values, scope));
}
