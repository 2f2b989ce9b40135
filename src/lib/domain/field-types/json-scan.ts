/** Character codes of the delimiter of strings and of the escape character. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** The index after the closing quote of the string that opens at `start`, or the text's length. */
export function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Space, tab, line feed or carriage return. */
export const isJsonSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** `{}[],:` outside of strings. */
export const isJsonPunctuation = (code: number): boolean =>
  code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a;

/** Exactly as written, of a valid text. Takes linear time and does not recurse: any depth and size works. */
export function* jsonTokens(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code)) {
      at++;
      continue;
    }
    const start = at;
    if (code === QUOTE) at = stringEnd(text, at);
    else if (isJsonPunctuation(code)) at++;
    else {
      do at++;
      while (
        at < text.length &&
        !isJsonSpace(text.charCodeAt(at)) &&
        !isJsonPunctuation(text.charCodeAt(at))
      );
    }
    yield text.slice(start, at);
  }
}

/** The index of the comma or bracket after the value that starts at `start`. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    const closes = code === 0x7d || code === 0x5d;
    if (depth === 0 && (closes || code === 0x2c)) return at;
    if (code === 0x7b || code === 0x5b) depth++;
    else if (closes) depth--;
    at++;
  }
  return at;
}

/** The index of the next character that is not white space, from `start` on. */
export function afterSpace(text: string, start: number): number {
  let at = start;
  while (isJsonSpace(text.charCodeAt(at))) at++;
  return at;
}

export type JsonMembers = ReadonlyMap<string, string>;

/** Calls `read` for each member of the object at `open`; it returns the value's end. Returns the object's end. */
function walkMembers(text: string, open: number, read: (name: string, start: number) => number): number {
  let at = afterSpace(text, open + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const close = stringEnd(text, at);
    const source = text.slice(at, close);
    const name = source.includes('\\') ? String(JSON.parse(source)) : source.slice(1, -1);
    at = read(name, text.indexOf(':', close) + 1);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return at + 1;
}

function membersAt(text: string, open: number): { members: JsonMembers; end: number } {
  const members = new Map<string, string>();
  const end = walkMembers(text, open, (name, start) => {
    const valuesEnd = valueEnd(text, start);
    members.set(name, text.slice(start, valuesEnd).trim());
    return valuesEnd;
  });
  return { members, end };
}

/** As the backend sent them: `JSON.parse` rounds. Empty for anything but an object; `text` must be valid JSON. */
export function jsonMembers(text: string): JsonMembers {
  const open = afterSpace(text, 0);
  return text[open] === '{' ? membersAt(text, open).members : new Map();
}

/** {@link jsonMembers} of each object in `items` of a response, which can have megabytes and is read once only. */
export function listMembers(text: string): JsonMembers[] {
  const found: JsonMembers[] = [];
  walkMembers(text, afterSpace(text, 0), (name, start) => {
    let at = afterSpace(text, start);
    if (name !== 'items' || text[at] !== '[') return valueEnd(text, start);
    do {
      at = afterSpace(text, at + 1);
      if (text[at] !== '{') break;
      const { members, end } = membersAt(text, at);
      found.push(members);
      at = afterSpace(text, end);
    } while (text[at] === ',');
    return at + 1;
  });
  return found;
}
