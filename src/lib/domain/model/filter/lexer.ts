import type { Escapes } from '#domain/backend/dialect.ts';
import { escapesNow } from './escapes.ts';

/** A quoted text from its first quote on, up to the last one if it has one, as the source of a regular expression. */
const TEXTS: Readonly<Record<Escapes, string>> = {
  quote: /"(?:\\"|[^"\0])*"?|'(?:\\'|[^'\0])*'?/.source,
  more: /"(?:\\[^\0]?|[^"\\\0])*"?|'(?:\\[^\0]?|[^'\\\0])*'?/.source,
};

const OPERATOR = /\?(?:!?[=~]|[<>]=?)|!?[=~]|[<>]=?/.source;
/**
 * What a filter consists of, in the order of the kinds. Blanks are only these three; U+0000 has no place in a filter, as
 * the backend may stop reading there.
 */
const piecesOf = (text: string) =>
  new RegExp(
    `([ \\t\\n]+)|(//[^\\n\\0]*)|(${text})|([A-Za-z_@#][\\w@#.:]*)|([-\\d][\\w.]*)|(${OPERATOR})|(&&|\\|\\|)|(\\()|(\\))|(.)`,
    'gsu',
  );
const PIECES = { quote: piecesOf(TEXTS.quote), more: piecesOf(TEXTS.more) };

const KINDS = [
  ...(['blank', 'comment', 'text', 'name', 'number', 'operator', 'join', 'open', 'close', 'other'] as const),
];

export interface Token {
  readonly kind: (typeof KINDS)[number];
  /** As it is written, quotes included. */
  readonly text: string;
  /** Its position in the filter. */
  readonly at: number;
  /** The number of parentheses around it; less than 0 after more closing than opening ones. */
  readonly depth: number;
  /** It is a text without a closing quote, or a parenthesis without a closing one. */
  readonly isOpen: boolean;
}

/** Whether a text, as it is written from its first quote on, has no last one. */
const isOpenText = (written: string, escapes: Escapes): boolean =>
  written.length < 2 ||
  written.at(-1) !== written[0] ||
  (escapes === 'quote' ? written.at(-2) === '\\' : /(?<!\\)(?:\\\\)*\\.$/s.test(written));

/** Where a group ends whose text this is the beginning of, without regard to comments; -1 if it does not. */
function endOfGroup(text: string, escapes: Escapes): number {
  for (const { depth, at } of lex(text, escapes, 0, 0, false)) if (depth < 0) return at;
  return -1;
}

/** Each level with comments is read once more, so that an endless text would take too long. */
const MAX_DEPTH = 100;

/**
 * Reads any text, also a half-typed one, as the backend's parser does, with blanks and comments.
 * @param escapes how texts are written; by default as the backend of this page reads them
 * @param offset the position of the text
 * @param outer the number of parentheses around it
 */
export function* lex(
  filter: string,
  escapes = escapesNow(),
  offset = 0,
  outer = 0,
  knowsComments = true,
): Generator<Token> {
  const pieces = new RegExp(PIECES[escapes]);
  let mayHaveComments = knowsComments && filter.includes('//');
  let depth = outer;
  for (let match = pieces.exec(filter); match; match = pieces.exec(filter)) {
    const { 0: text, index } = match;
    const kind = KINDS[match.findIndex((piece, group) => group > 0 && piece !== undefined) - 1] ?? 'other';
    if (kind === 'comment' && !knowsComments) {
      pieces.lastIndex = index + 2;
      continue;
    }
    // The backend reads a group to its end, with quotes and parentheses of comments, before it finds comments.
    const isGroup = kind === 'open' && mayHaveComments;
    const end = isGroup && depth < MAX_DEPTH ? endOfGroup(filter.slice(index + 1), escapes) : -1;
    if (kind === 'close') depth--;
    const isOpen = kind === 'text' ? isOpenText(text, escapes) : isGroup && end < 0;
    yield { kind, text, at: offset + index, depth, isOpen };
    if (kind === 'open') depth++;
    if (isGroup && end < 0) mayHaveComments = false;
    if (end < 0) continue;
    yield* lex(filter.slice(index + 1, index + 1 + end), escapes, offset + index + 1, depth);
    pieces.lastIndex = index + 1 + end;
  }
}
