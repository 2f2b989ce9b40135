/** Only the quote can be escaped; U+0000 has no place in a filter, as the backend may stop reading there. */
const TEXT = /"(?:\\"|[^"\0])*"?|'(?:\\'|[^'\0])*'?/.source;
const OPERATOR = /\?(?:!?[=~]|[<>]=?)|!?[=~]|[<>]=?/.source;
/** What a filter consists of; any character may follow alone. Blanks are only these three. */
const PIECES = new RegExp(
  `[ \\t\\n]+|//[^\\n\\0]*|${TEXT}|[A-Za-z_@#][\\w@#.:]*|[-\\d][\\w.]*|${OPERATOR}|&&|\\|\\||.`,
  'gsu',
);
const GROUP_PARTS = new RegExp(`${TEXT}|[()]`, 'g');

type Kind =
  | 'blank'
  | 'comment'
  | 'text'
  | 'name'
  | 'number'
  | 'operator'
  | 'join'
  | 'open'
  | 'close'
  | 'other';

const SIGNS: Readonly<Record<string, Kind>> = {
  ...{ ' ': 'blank', '\t': 'blank', '\n': 'blank', '(': 'open', ')': 'close', '&&': 'join', '||': 'join' },
  ...{ '"': 'text', "'": 'text', '//': 'comment', '-': 'number' },
};

function kindOf(piece: string): Kind {
  if (/^[a-z_@#]/i.test(piece)) return 'name';
  if (/^\d/.test(piece)) return 'number';
  const sign = SIGNS[piece.slice(0, 2)] ?? SIGNS[piece.slice(0, 1)];
  return sign ?? (/[=~<>]/.test(piece) ? 'operator' : 'other');
}

export interface Token {
  readonly kind: Kind;
  /** As it is written, quotes included. */
  readonly text: string;
  /** Its position in the filter. */
  readonly at: number;
  /** The number of parentheses around it; less than 0 after more closing than opening ones. */
  readonly depth: number;
  /** It is a text without a closing quote, or a parenthesis without a closing one. */
  readonly isOpen: boolean;
}

const isOpenText = (text: string): boolean =>
  text.length < 2 || text.at(-1) !== text[0] || text.at(-2) === '\\';

/** Where the group that begins at `from` ends, without regard to comments; -1 if it does not. */
function endOfGroup(filter: string, from: number): number {
  let depth = 1;
  for (const { 0: part, index } of filter.slice(from).matchAll(GROUP_PARTS)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    if (depth === 0) return from + index;
  }
  return -1;
}

/** Each level with comments is read once more, so that an endless text would take too long. */
const MAX_DEPTH = 100;

/** Reads any text, also a half-typed one, as the backend's parser does, with blanks and comments. */
export function* lex(filter: string, offset = 0, outer = 0): Generator<Token> {
  const pieces = new RegExp(PIECES);
  let mayHaveComments = filter.includes('//');
  let depth = outer;
  for (let match = pieces.exec(filter); match; match = pieces.exec(filter)) {
    const { 0: text, index } = match;
    const kind = kindOf(text);
    // The backend reads a group to its end, with quotes and parentheses of comments, before it finds comments.
    const isGroup = kind === 'open' && mayHaveComments;
    const end = isGroup && depth < MAX_DEPTH ? endOfGroup(filter, index + 1) : -1;
    if (kind === 'close') depth--;
    const isOpen = kind === 'text' ? isOpenText(text) : isGroup && end < 0;
    yield { kind, text, at: offset + index, depth, isOpen };
    if (kind === 'open') depth++;
    if (isGroup && end < 0) mayHaveComments = false;
    if (end < 0) continue;
    yield* lex(filter.slice(index + 1, end), offset + index + 1, depth);
    pieces.lastIndex = end;
  }
}

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

/** What a quoted text says; undefined for anything else. A backslash escapes only the quote. */
export function textIn(side: string): string | undefined {
  const [first] = lex(side);
  if (first?.kind !== 'text' || first.isOpen || first.text !== side) return undefined;
  const [quote = ''] = side;
  return side.slice(1, -1).replaceAll(`\\${quote}`, quote);
}

/** What a search in double quotes looks for; undefined for any other text. */
export const unquoted = (text: string): string | undefined =>
  text.startsWith('"') ? textIn(text) || undefined : undefined;
