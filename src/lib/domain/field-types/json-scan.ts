/** Character codes of the two signs that strings are made of. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** Where the string that opens at `start` ends: the index after its closing quote, or the text's end. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** Whether a character may stand between the tokens of JSON: space, tab, line feed, carriage return. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** What a character of JSON means outside of strings. */
export function isJsonMark(code: number): boolean {
  return (
    code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a // {}[],:
  );
}

/**
 * The tokens of a valid JSON text, each exactly as it is written: marks, strings, numbers and words. Linear in
 * the length of the text and without recursion, so that depth and size are no matter.
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
    else if (isJsonMark(code)) at++;
    else {
      do at++;
      while (at < text.length && !isJsonSpace(text.charCodeAt(at)) && !isJsonMark(text.charCodeAt(at)));
    }
    yield text.slice(start, at);
  }
}

/** Where the value that starts at `start` ends: at the comma or bracket that follows it. */
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
 * The members of a JSON object with the source text of their values. `JSON.parse` would round integers above
 * 2^53 and forget that 1.10 was not 1.1; this keeps what the backend sent. Empty for anything but an object;
 * `text` must be valid JSON.
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
