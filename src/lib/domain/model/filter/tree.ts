// chunks: filters
import { lex, type Token } from './lexer.ts';
import { isNumberText } from './print.ts';
import { tokensOf } from './walk.ts';

/** The operators of the backend; with a `?` before them, any of several values is enough. */
export const OPERATORS = ['=', '!=', '~', '!~', '>', '>=', '<', '<='] as const;

/** Both sides as they are written, such as `author.name`, `"Ann"` or `geoDistance(place.lon, place.lat, 13, 52)`. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly left: string;
  readonly operator: string;
  readonly right: string;
}

export interface FilterGroup {
  readonly kind: 'group';
  readonly join: '&&' | '||';
  readonly items: readonly FilterNode[];
}

export type FilterNode = Comparison | FilterGroup;

/** Why a text is no filter, as a sentence. */
export class FilterError extends Error {}

const after = (before: string): string => (before ? ` after ${before}` : '');

/** Items with the joins between them as one group: AND binds closer than OR, as in the backend's query. */
function groupOf(items: readonly FilterNode[], joins: readonly string[]): FilterNode {
  const parts: FilterNode[][] = [[]];
  items.forEach((item, index) => {
    if (joins[index - 1] === '||') parts.push([]);
    parts.at(-1)?.push(item);
  });
  const nodes = parts.map((part) =>
    part.length === 1 && part[0] ? part[0] : { kind: 'group' as const, join: '&&' as const, items: part },
  );
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'group', join: '||', items: nodes };
}

/** Which names the backend takes for paths. */
const NAME = /^[@#]?[\w.:]*\w$/;

function checkValue({ kind, text, isOpen }: Token): void {
  if (isOpen) throw new FilterError(`The text ${text} has no closing quote.`);
  if (kind === 'number' && !isNumberText(text))
    throw new FilterError(`A filter can’t hold the number ${text}.`);
  if (kind === 'name' && !NAME.test(text)) {
    const unknown = text.endsWith('.') ? `after ${text.split('.').at(-2)}` : text;
    throw new FilterError(`There is no field ${unknown}.`);
  }
}

const END = { kind: 'end', text: '', at: -1, isOpen: false } as const;

/**
 * Reads a filter as the backend does, which also takes a group without a join before it. Comments are left out.
 * @param functions the names of those that the backend knows; by default any may be one
 * @throws FilterError for what the backend refuses, and for half a comparison before a group, which it would leave out
 */
export function parseFilter(filter: string, functions?: readonly string[]): FilterNode {
  const tokens = tokensOf(filter);
  let at = 0;
  const next = () => tokens[at] ?? END;
  const before = (): string => tokens[at - 1]?.text ?? '';
  const skip = (kind: Token['kind']): boolean => {
    const isNext = next().kind === kind;
    if (isNext) at++;
    return isNext;
  };
  const close = (): void => {
    if (!skip('close')) throw new FilterError('A closing parenthesis is missing.');
  };

  const readValue = (): string => {
    const token = next();
    if (token.kind !== 'text' && token.kind !== 'name' && token.kind !== 'number')
      throw new FilterError(`A value is missing${after(before())}.`);
    checkValue(token);
    at++;
    const isNext = next().kind === 'open' && next().at === token.at + token.text.length;
    const isCall = isNext && token.kind === 'name' && functions?.includes(token.text) !== false;
    if (!isCall) return token.text;
    at++;
    while (next().kind !== 'close') {
      readValue();
      if (next().text !== ',') break;
      at++;
    }
    close();
    return filter.slice(token.at, (tokens[at - 1]?.at ?? 0) + 1);
  };
  const readComparison = (): Comparison => {
    const left = readValue();
    const { text: operator } = next();
    if (!skip('operator')) throw new FilterError(`A comparison such as = or ~ is missing${after(before())}.`);
    return { kind: 'comparison', left, operator, right: readValue() };
  };
  const readGroup = (isNested: boolean): FilterNode => {
    const items: FilterNode[] = [];
    const joins: string[] = [];
    for (;;) {
      const { isOpen } = next();
      if (skip('open')) {
        items.push(readGroup(true));
        if (isOpen) at = tokens.length;
        close();
      } else items.push(readComparison());
      const { kind, text } = next();
      if (kind === 'end' || (isNested && kind === 'close')) return groupOf(items, joins);
      if (kind === 'close') throw new FilterError('A closing parenthesis has no opening one.');
      if (kind === 'open') joins.push(joins.at(-1) ?? '&&');
      else if (skip('join')) joins.push(text);
      else throw new FilterError(`&& or || is missing${after(before())}.`);
    }
  };
  return readGroup(false);
}

/** Undefined when the filter is empty or can't be read. */
export function treeOf(filter: string): FilterNode | undefined {
  try {
    return parseFilter(filter);
  } catch {
    return undefined;
  }
}

/** Whether a filter has a comment, which its tree leaves out. */
export const hasComment = (filter: string): boolean => lex(filter).some(({ kind }) => kind === 'comment');

/** Every group inside of another one has parentheses. */
export function formatFilter(node: FilterNode): string {
  if (node.kind === 'comparison') return `${node.left} ${node.operator} ${node.right}`;
  const texts = node.items.map((item) =>
    item.kind === 'group' ? `(${formatFilter(item)})` : formatFilter(item),
  );
  return texts.join(` ${node.join} `);
}

/** Whether one side of a comparison is empty. */
export const isEmptySide = (side: string): boolean => /^(?:""|''|null)$/i.test(side);

/** Whether one side of a comparison is a text or a number. */
export const isLiteral = (side: string): boolean => /^["'\d-]/.test(side);

/** Whether one side of a comparison is the call of a function. */
export const isCall = (side: string): boolean => /^\w+\(/.test(side);

/** No text, number, boolean, null, macro or call. */
export const isPath = (side: string): boolean =>
  /^[a-z_][^(]*$/i.test(side) && !/^(?:true|false|null)$/i.test(side);
