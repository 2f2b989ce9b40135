import { afterSpace, BACKSLASH, isJsonPunctuation, jsonTokens, QUOTE } from './json-scan.ts';

/** Maximum indentation, in levels: deeper lines are not indented further. */
const MAX_INDENT = 40;

/** Whether a text is valid JSON, else the error. An empty text is valid and means null. */
export type JsonCheck = { readonly isValid: true } | { readonly isValid: false; readonly message: string };

const isBlank = (text: string) => /^[ \t\n\r]*$/.test(text);

/** Checks whether the text of a JSON editor can be sent. */
export function checkJson(text: string): JsonCheck {
  if (isBlank(text)) return { isValid: true };
  try {
    JSON.parse(text);
    return { isValid: true };
  } catch (error) {
    return { isValid: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Removes the space between the tokens of a document; no token changes. The backend reads a text with leading space as
 * a plain string, so this is also the form to send. A blank text gives `null`, and invalid JSON stays as it is.
 */
export function compactJson(text: string): string {
  if (isBlank(text)) return 'null';
  return checkJson(text).isValid ? [...jsonTokens(text)].join('') : text;
}

/**
 * Whether two texts have the same tokens, regardless of the space between them; a blank text equals `null`. Forms call
 * this on each key press, so it neither parses nor copies.
 */
export function isSameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [isBlank(a) ? 'null' : a, isBlank(b) ? 'null' : b];
  let at = 0;
  // Where texts begin to differ is mostly clear without tokens: another character comes next, in a string or not.
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (left[afterSpace(left, at)] !== right[afterSpace(right, at)]) return false;
  at = 0;
  let to = 0;
  let isInString = false;
  let isAfterPunctuation = true;
  while (true) {
    if (!isInString) {
      const nextAt = afterSpace(left, at);
      const nextTo = afterSpace(right, to);
      const hasSpaceInOneOnly = nextAt > at !== nextTo > to;
      at = nextAt;
      to = nextTo;
      // `1 2` and `12` have the same characters.
      if (
        hasSpaceInOneOnly &&
        !isAfterPunctuation &&
        at < left.length &&
        !isJsonPunctuation(left.charCodeAt(at))
      )
        return false;
    }
    if (at >= left.length && to >= right.length) return true;
    const code = left.charCodeAt(at);
    if (code !== right.charCodeAt(to)) return false;
    isAfterPunctuation = !isInString && isJsonPunctuation(code);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString && code === BACKSLASH) {
      // The escaped character does not end the string.
      at++;
      to++;
      if (left[at] !== right[to]) return false;
    }
    at++;
    to++;
  }
}

/** Formats a document with two spaces per level; no token changes. */
export function prettyJson(text: string): string {
  if (!checkJson(text).isValid) return text;
  const out: string[] = [];
  let depth = 0;
  let before = '';
  const newLine = () => out.push('\n', '  '.repeat(Math.min(depth, MAX_INDENT)));
  for (const token of jsonTokens(text)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    // An empty list or object stays on one line.
    const isAfterOpening = before === '{' || before === '[';
    if ((isAfterOpening && !isClosing) || before === ',' || (isClosing && !isAfterOpening)) newLine();
    out.push(token);
    if (token === ':') out.push(' ');
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return out.join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\u003c': '<',
  '\\u003e': '>',
  '\\u0026': '&',
  '\\u2028': '\u2028',
  '\\u2029': '\u2029',
};

/**
 * Unescapes `<`, `>`, `&` and the two line separators. The backend stores them unescaped and escapes them only in
 * responses; the value is the same.
 */
export function unescapeStored(source: string): string {
  if (!source.includes('\\u')) return source;
  // Each escape is matched completely, so that the second backslash of `\\u003c` does not start a new one.
  return source.replace(/\\(?:u003c|u003e|u0026|u2028|u2029|[\s\S])/g, (text) => ESCAPED[text] ?? text);
}

const INT64_MAX = 9223372036854775807n;

/** Whether the backend writes a decimal number without an exponent. */
const isPlain = (value: number): boolean => Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6;

/**
 * A warning for a document that is a single number, which the backend's database stores as a number: `1.10` becomes
 * 1.1, `1234567.5` becomes 1.2345675e+06 and `1e400` a text. Inside a list or an object every digit is kept. Undefined
 * when the number does not change, and for any other document.
 */
export function loneNumberNotice(text: string): string | undefined {
  const source = text.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source)) return undefined;
  if (/^(0|-?[1-9]\d*)$/.test(source)) {
    const value = BigInt(source);
    if (value <= INT64_MAX && value >= -INT64_MAX - 1n) return undefined;
  } else if (/^-?\d+\.\d+$/.test(source) && String(Number(source)) === source && isPlain(Number(source)))
    return undefined;
  return 'The backend may store this number with other digits. Inside a list or an object they are kept.';
}
