/** What a filter consists of, one character that has no place in it included. U+0000 is one. */
const PARTS =
  /[ \t\n]+|\/\/[^\n\0]*|"(?:\\"|[^"\0])*"?|'(?:\\'|[^'\0])*'?|[A-Za-z_@#][\w@#.:]*|[-\d][\w.]*|\?(?:!?[=~]|[<>]=?)|!?[=~]|[<>]=?|&&|\|\||./gsu;

type Kind =
  | 'comment'
  | 'text'
  | 'name'
  | 'number'
  | 'operator'
  | 'join'
  | 'open'
  | 'close'
  | 'comma'
  | 'other';

const SIGNS: Readonly<Record<string, Kind>> = {
  ...{ '"': 'text', "'": 'text', '&&': 'join', '||': 'join', '(': 'open', ')': 'close', ',': 'comma' },
};

function kindOf(part: string): Kind {
  if (/^[a-z_@#]/i.test(part)) return 'name';
  if (/^[-\d]/.test(part)) return 'number';
  if (part.startsWith('//')) return 'comment';
  return SIGNS[part] ?? SIGNS[part[0] ?? ''] ?? (/[=~<>]/.test(part) ? 'operator' : 'other');
}

export interface Token {
  readonly kind: Kind;
  /** As it is written, quotes included. */
  readonly text: string;
  /** Its position in the filter. */
  readonly at: number;
  /** It is a text without a closing quote, or a parenthesis without a closing one. */
  readonly isOpen: boolean;
}

const isOpenText = (text: string): boolean =>
  text.length < 2 || text.at(-1) !== text[0] || text.at(-2) === '\\';

const GROUP_PARTS = /"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|[()]/g;

/** Where the group that begins at `from` ends, without regard to comments; -1 if it does not. */
function endOfGroup(filter: string, from: number): number {
  const parts = new RegExp(GROUP_PARTS);
  parts.lastIndex = from;
  let depth = 1;
  for (let match = parts.exec(filter); match; match = parts.exec(filter)) {
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth === 0) return match.index;
  }
  return -1;
}

/** Each level with comments is read once more, so that an endless text would take too long. */
const MAX_LEVELS = 100;

function* lex(filter: string, offset = 0, level = 0): Generator<Token> {
  const pattern = new RegExp(PARTS);
  let mayHaveComments = filter.includes('//');
  for (let match = pattern.exec(filter); match; match = pattern.exec(filter)) {
    const { 0: text, index } = match;
    // Other blanks are refused.
    if (/^[ \t\n]/.test(text)) continue;
    const kind = kindOf(text);
    // The backend reads a group to its end, with quotes and parentheses of comments, before it finds comments.
    const isGroup = kind === 'open' && mayHaveComments;
    const end = isGroup && level < MAX_LEVELS ? endOfGroup(filter, index + 1) : -1;
    const isOpen = kind === 'text' ? isOpenText(text) : isGroup && end < 0;
    yield { kind, text, at: offset + index, isOpen };
    if (end >= 0) {
      yield* lex(filter.slice(index + 1, end), offset + index + 1, level + 1);
      pattern.lastIndex = end;
    } else if (isGroup) mayHaveComments = false;
  }
}

/** Reads any text, also a half-typed one, as the backend's parser does; without blanks. */
export const tokensOf = (filter: string): readonly Token[] => [...lex(filter)];

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
  let depth = 0;
  for (const { kind, text, at } of lex(filter)) {
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (kind === 'join' && text === '&&' && depth === 0) {
      yield filter.slice(from, at);
      from = at + text.length;
    }
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
