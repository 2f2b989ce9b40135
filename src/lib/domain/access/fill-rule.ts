import { storedJson } from '#domain/app/text-in-json.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type FilterScope, filterPathType } from '#domain/collections/filter-completions.ts';
import type { RuleName } from '#domain/collections/rules.ts';
import { canQuote, isExactNumber, quoteText } from '#domain/model/filter/print.ts';
import {
  type Comparison,
  type FilterNode,
  formatFilter,
  isEmptySide,
  isLiteral,
  parseFilter,
} from '#domain/model/filter/tree.ts';
import { namesIn, textIn } from '#domain/model/filter/walk.ts';
import type { RecordData } from '#domain/records/record.ts';

/** Who sends a request; undefined is a guest. */
export type Subject = { readonly collection: Collection; readonly record: RecordData } | undefined;

/** What it sends is not known. */
export interface EstimatedRequest extends FilterScope {
  readonly subject: Subject;
  readonly operation: RuleName;
}

/** Why it can't be told what a rule lets through, as a sentence. */
export class CannotTell extends Error {}

/** How SQLite compares a value; undefined if that is not known. */
type Kind = 'text' | 'number' | 'empty' | undefined;

interface Side {
  readonly text: string;
  readonly kind: Kind;
  /** Where the backend has the value of the user: from the request itself, or from the stored record. */
  readonly from?: 'request' | 'column';
}

const AUTH = '@request.auth.';

const untold = (path: string) => new CannotTell(`It depends on ${path}.`);

const kindOfValue = (value: unknown): Kind => {
  if (value === null || value === '') return 'empty';
  return typeof value === 'string' ? 'text' : 'number';
};

function kindOfWritten(side: string, scope: FilterScope): Kind {
  if (isEmptySide(side)) return 'empty';
  if (isLiteral(side)) return textIn(side) === undefined ? 'number' : 'text';
  const type = filterPathType(side, scope);
  if (type === undefined || type === 'json') return undefined;
  return type === 'number' || type === 'bool' ? 'number' : 'text';
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  const text = String(value);
  if (typeof value === 'string') {
    if (!canQuote(text)) throw new CannotTell('A filter can’t hold a text that ends in \\.');
    return quoteText(text);
  }
  if (typeof value !== 'boolean' && !isExactNumber(text))
    throw new CannotTell(`A filter can’t hold the number ${text}.`);
  return text;
}

function sideOfUser(path: string, { collection, record }: NonNullable<Subject>): Side {
  const name = path.slice(AUTH.length);
  const value = record[name] ?? null;
  const field = collection.fields.find((one) => one.name === name && !one.isHidden);
  // These are part of the request; all others are read from the stored record.
  if (field?.isBuiltIn || name === 'collectionId' || name === 'collectionName')
    return { text: literal(value), kind: kindOfValue(value), from: 'request' };
  if (!field || field.type === 'json') throw untold(path);
  return {
    text: literal(Array.isArray(value) ? storedJson(value) : value),
    kind: field.type === 'number' || field.type === 'bool' ? 'number' : 'text',
    from: 'column',
  };
}

function fillSide(side: string, request: EstimatedRequest): Side {
  const { subject, operation, collection } = request;
  if (side.startsWith(AUTH)) {
    // A guest has nothing, whatever the path.
    return subject ? sideOfUser(side, subject) : { text: 'null', kind: 'empty', from: 'request' };
  }
  const other = namesIn(side).find((name) => /^@(?:request|collection)\b/.test(name));
  if (other !== undefined) throw untold(other);
  const isEmail = /^(?:\w+\.)*email\b/.test(side) && (side.includes('.') || collection.type === 'auth');
  if (isEmail && operation === 'listRule')
    throw new CannotTell('A list finds records by their email only if they show it.');
  return { text: side, kind: kindOfWritten(side, request) };
}

/** Refuses what the backend would compare unlike a literal: it converts numbers and texts depending on the columns. */
function fillComparison(comparison: Comparison, request: EstimatedRequest): Comparison {
  const left = fillSide(comparison.left, request);
  const right = fillSide(comparison.right, request);
  const isLike = comparison.operator.endsWith('~');
  const converts = isLike
    ? [left, right].some(({ from, kind }) => from && kind === 'number')
    : [left, right].some(({ from }) => from === 'column') &&
      ![left.kind, right.kind].includes('empty') &&
      left.kind !== right.kind;
  if (converts) throw new CannotTell(`The backend converts types in ${formatFilter(comparison)}.`);
  // The backend puts the signs around a stored text itself, and leaves what is special in it.
  const isWrapped = isLike && right.from === 'column' && right.text !== 'null';
  return { ...comparison, left: left.text, right: isWrapped ? `"%${right.text.slice(1, -1)}%"` : right.text };
}

const fill = (node: FilterNode, request: EstimatedRequest): FilterNode =>
  node.kind === 'comparison'
    ? fillComparison(node, request)
    : { ...node, items: node.items.map((item) => fill(item, request)) };

/**
 * A filter for an administrator that finds the same records, with the user's values in place of `@request.auth.FIELD`.
 * @throws CannotTell for other paths of the request, and values that can't be filled in
 * @throws FilterError when the rule can't be read
 */
export const filledRule = (rule: string, request: EstimatedRequest): string =>
  rule.trim() === '' ? '' : formatFilter(fill(parseFilter(rule, request.dialect.functions), request));
