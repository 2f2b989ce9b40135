// chunks: filters
/** What a filter consists of; the last alternative takes a character that has no place in it. */
const TOKENS =
  /\s+|(?<comment>\/\/[^\n]*)|(?<text>"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?)|(?<join>&&|\|\|)|(?<operator>\?(?:!?[=~]|[<>]=?)|!?[=~]|[<>]=?)|(?<paren>[()])|(?<value>[-\w@#.:]+)|(?<other>.)/gsu;

type Kind = 'comment' | 'text' | 'join' | 'operator' | 'paren' | 'value' | 'other' | 'end';

interface Token {
  readonly kind: Kind;
  readonly text: string;
}

/** The operators of the backend; with a `?` before them, any of several values is enough. */
export const OPERATORS = ['=', '!=', '~', '!~', '>', '>=', '<', '<='] as const;

/** Both sides as they are written, such as `author.name` and `"Ann"`. */
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

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of filter.matchAll(TOKENS)) {
    // A group that has matched; none for blanks.
    const found = Object.entries(groups).find(([, text]) => text !== undefined);
    if (found) tokens.push({ kind: found[0] as Kind, text: found[1] });
  }
  return tokens;
}

const isOpenText = (text: string): boolean => !/^(["'])(?:\\\1|\\(?!\1)|(?!\1)[^\\])*\1$/s.test(text);

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

/** Reads a filter as the backend does. Comments are left out. Throws FilterError. */
export function parseFilter(filter: string): FilterNode {
  const tokens = tokensOf(filter).filter(({ kind }) => kind !== 'comment');
  let at = 0;
  const next = (): Token => tokens[at] ?? { kind: 'end', text: '' };
  const before = (): string => tokens[at - 1]?.text ?? '';

  const readValue = (): string => {
    const { kind, text } = next();
    if (kind !== 'text' && kind !== 'value') throw new FilterError(`A value is missing${after(before())}.`);
    if (kind === 'text' && isOpenText(text)) throw new FilterError(`The text ${text} has no closing quote.`);
    at++;
    return text;
  };
  const readComparison = (): Comparison => {
    const left = readValue();
    const { kind, text: operator } = next();
    if (kind !== 'operator') {
      throw new FilterError(`A comparison such as = or ~ is missing${after(before())}.`);
    }
    at++;
    return { kind: 'comparison', left, operator, right: readValue() };
  };
  const readGroup = (isNested: boolean): FilterNode => {
    const items: FilterNode[] = [];
    const joins: string[] = [];
    for (;;) {
      if (next().text === '(' && next().kind === 'paren') {
        at++;
        items.push(readGroup(true));
        if (next().text !== ')') throw new FilterError('A closing parenthesis is missing.');
        at++;
      } else items.push(readComparison());
      const { kind, text } = next();
      if (kind === 'end' || (isNested && text === ')')) return groupOf(items, joins);
      if (text === ')') throw new FilterError('A closing parenthesis has no opening one.');
      if (kind !== 'join') throw new FilterError(`&& or || is missing${after(before())}.`);
      joins.push(text);
      at++;
    }
  };
  return readGroup(false);
}

/** Whether a filter has a comment, which its tree leaves out. */
export const hasComment = (filter: string): boolean =>
  tokensOf(filter).some(({ kind }) => kind === 'comment');

/** Every group inside of another one has parentheses. */
export function formatFilter(node: FilterNode): string {
  if (node.kind === 'comparison') return `${node.left} ${node.operator} ${node.right}`;
  const texts = node.items.map((item) =>
    item.kind === 'group' ? `(${formatFilter(item)})` : formatFilter(item),
  );
  return texts.join(` ${node.join} `);
}

export const comparisonsOf = (node: FilterNode): readonly Comparison[] =>
  node.kind === 'comparison' ? [node] : node.items.flatMap(comparisonsOf);

/** Whether one side of a comparison is empty. */
export const isEmptySide = (text: string): boolean => /^(?:""|''|null)$/i.test(text);

/** No text, number, boolean, null or macro. */
export const isPath = (text: string): boolean =>
  /^[a-z_]/i.test(text) && !/^(?:true|false|null)$/i.test(text);
