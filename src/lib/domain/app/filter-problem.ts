/** What a filter consists of; the last alternative takes a character that has no place in it. */
const TOKENS =
  /\s+|\/\/[^\n]*|(?<text>"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?)|(?<join>&&|\|\|)|(?<operator>\?(?:!?[=~]|[<>]=?)|!?[=~]|[<>]=?)|(?<paren>[()])|(?<value>[-\w@#.:]+)|(?<other>.)/gsu;

type Kind = 'text' | 'join' | 'operator' | 'paren' | 'value' | 'other' | 'end';

interface Token {
  readonly kind: Kind;
  readonly text: string;
}

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of filter.matchAll(TOKENS)) {
    // A group that has matched; none for blanks and comments.
    const found = Object.entries(groups).find(([, text]) => text !== undefined);
    if (found) tokens.push({ kind: found[0] as Kind, text: found[1] });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

const isOpenText = (text: string): boolean => !/^(["'])(?:\\\1|\\(?!\1)|(?!\1)[^\\])*\1$/s.test(text);

/** Thrown to leave the parser; its message is what is wrong. */
class Problem extends Error {}

const after = (before: string): string => (before ? ` after ${before}` : '');

/** Reads a filter as the backend does: comparisons, joined by && and ||, grouped by parentheses. */
function readFilter(filter: string): string[] {
  const tokens = tokensOf(filter);
  const paths: string[] = [];
  let at = 0;
  const next = (): Token => tokens[at] ?? { kind: 'end', text: '' };
  const before = (): string => tokens[at - 1]?.text ?? '';

  const readValue = () => {
    const { kind, text } = next();
    if (kind !== 'text' && kind !== 'value') throw new Problem(`A value is missing${after(before())}.`);
    if (kind === 'text' && isOpenText(text)) throw new Problem(`The text ${text} has no closing quote.`);
    if (kind === 'value' && /^[a-z_]/i.test(text) && !/^(?:true|false|null)$/.test(text)) paths.push(text);
    at++;
  };
  const readComparison = () => {
    readValue();
    if (next().kind !== 'operator') {
      throw new Problem(`A comparison such as = or ~ is missing${after(before())}.`);
    }
    at++;
    readValue();
  };
  const readGroup = (isNested: boolean) => {
    for (;;) {
      if (next().text === '(' && next().kind === 'paren') {
        at++;
        readGroup(true);
        if (next().text !== ')') throw new Problem('A closing parenthesis is missing.');
        at++;
      } else readComparison();
      const { kind, text } = next();
      if (kind === 'end' || (isNested && text === ')')) return;
      if (text === ')') throw new Problem('A closing parenthesis has no opening one.');
      if (kind !== 'join') throw new Problem(`&& or || is missing${after(before())}.`);
      at++;
    }
  };
  readGroup(false);
  return paths;
}

/**
 * What is wrong with a filter that the backend refused, in a sentence: the backend does not say it. Undefined if the
 * filter looks right.
 * @param unknownPart the part of a path that does not exist, e.g. a field; undefined if the path may exist
 */
export function filterProblem(
  filter: string,
  unknownPart: (path: string) => string | undefined,
): string | undefined {
  try {
    const unknown = readFilter(filter)
      .map(unknownPart)
      .find((part) => part !== undefined);
    return unknown === undefined ? undefined : `There is no field ${unknown}.`;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.message;
    throw thrown;
  }
}
