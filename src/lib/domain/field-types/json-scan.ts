/** Character codes of the delimiter of strings and of the escape character. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** The end of the string that opens at `start`: the index after its closing quote, or the text's length. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** Whether a character is JSON white space: space, tab, line feed or carriage return. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a character outside of strings is JSON punctuation. */
export function isJsonPunctuation(code: number): boolean {
  return (
    code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a // {}[],:
  );
}

/**
 * The tokens of a valid JSON text, exactly as written: punctuation, strings, numbers and literals. Takes linear time
 * and does not recurse, so any depth and size works.
 */
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

/** The end of the value that starts at `start`: the index of the comma or bracket after it. */
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

/**
 * The members of a JSON object with the source text of their values, exactly as the backend sent them. `JSON.parse`
 * would round integers above 2^53 and turn 1.10 into 1.1. Empty for anything but an object; `text` must be valid JSON.
 */
export function jsonMembers(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = text.search(/\S/);
  if (at < 0 || text[at] !== '{') return found;
  at++;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    if (open < 0) break;
    const close = stringEnd(text, open);
    const name: unknown = JSON.parse(text.slice(open, close));
    const start = text.indexOf(':', close) + 1;
    const end = valueEnd(text, start);
    found.set(String(name), text.slice(start, end).trim());
    if (text[end] !== ',') break;
    at = end + 1;
  }
  return found;
}

/** The source texts of the items of a JSON array, as in {@link jsonMembers}. Empty for anything but an array. */
export function jsonItems(text: string): string[] {
  const found: string[] = [];
  let at = text.search(/\S/) + 1;
  if (text[at - 1] !== '[' || text.slice(at).trimStart().startsWith(']')) return found;
  while (at < text.length) {
    const end = valueEnd(text, at);
    found.push(text.slice(at, end).trim());
    if (text[end] !== ',') break;
    at = end + 1;
  }
  return found;
}
