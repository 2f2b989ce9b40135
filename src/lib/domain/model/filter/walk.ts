import { escapesNow, unescapeText } from './escapes.ts';
import { lex, type Token } from './lexer.ts';

/** Without blanks and comments. */
export const tokensOf = (filter: string): readonly Token[] =>
  [...lex(filter)].filter(({ kind }) => kind !== 'blank' && kind !== 'comment');

/**
 * The paths, macros and words of a filter or one side of a comparison, in order: `@request.auth.id`, `tags:each`.
 * @param functions the names of those that the backend knows
 */
export const namesIn = (filter: string, functions: readonly string[] = []): readonly string[] =>
  tokensOf(filter).flatMap(({ kind, text }, index, tokens) => {
    const isFunction = functions.includes(text) && tokens[index + 1]?.kind === 'open';
    return kind === 'name' && !isFunction ? [text] : [];
  });

/** The conditions that AND joins, outside of parentheses, as they are written. */
export function* conjunctsOf(filter: string): Generator<string> {
  let from = 0;
  for (const { text, at, depth } of lex(filter)) {
    if (text !== '&&' || depth !== 0) continue;
    yield filter.slice(from, at);
    from = at + text.length;
  }
  yield filter.slice(from);
}

/**
 * What a quoted text says; undefined for anything else.
 * @param escapes how it is written; by default as the backend of this page reads it
 */
export function textIn(side: string, escapes = escapesNow()): string | undefined {
  const [first] = lex(side, escapes);
  if (first?.kind !== 'text' || first.isOpen || first.text !== side) return undefined;
  const [quote = ''] = side;
  return unescapeText(side.slice(1, -1), quote, escapes);
}

/** What a search in double quotes looks for, for every backend alike; undefined for any other text. */
export const unquoted = (text: string): string | undefined =>
  text.startsWith('"') ? textIn(text, 'quote') || undefined : undefined;
