/** What separates the decimals of a number. */
export type DecimalMark = '.' | ',';

/**
 * A number in its parts, whose thousands may be separated by the other mark, a space or an apostrophe, or in the Indian
 * way.
 */
const patternOf = (mark: DecimalMark, other: DecimalMark): RegExp => {
  const thousands = String.raw`(?!0\D)\d{1,3}([${other} '])\d{3}(?:\3\d{3})*`;
  const indian = other === ',' ? String.raw`|[1-9]\d?(?:,\d{2})+,\d{3}` : '';
  return new RegExp(
    String.raw`^([-+]?)(?=[.,]?\d)(${thousands}|\d*${indian})(?:[${mark}](\d*))?(e[-+]?\d+)?$`,
    'i',
  );
};

const PATTERNS = { '.': patternOf('.', ','), ',': patternOf(',', '.') };

/**
 * The same text with ASCII signs: people paste spaces that do not break, apostrophes and minus signs of books, and
 * full-width digits.
 */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\uFF0B-\uFF0E\uFF10-\uFF19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replaceAll('\u2019', "'")
    .replaceAll('\u2212', '-');

/**
 * Reads a number whose decimal mark is known, such as that of a whole column. Returns its digits as the backend writes
 * a number, `-1234.50` or `1.5e3`, none of them rounded; undefined if it is none.
 */
export function numberAs(text: string, mark: DecimalMark): string | undefined {
  const match = PATTERNS[mark].exec(plain(text));
  if (!match) return undefined;
  const [, sign, whole = '', separator, decimals, exponent = ''] = match;
  // `1,234.` may be the end of a sentence.
  if (decimals === '' && /\D/.test(whole)) return undefined;
  const digits = separator ? whole.replaceAll(separator, '') : whole.replaceAll(',', '');
  const read = `${sign === '-' ? '-' : ''}${digits || '0'}${decimals ? `.${decimals}` : ''}${exponent}`;
  return Number.isFinite(Number(read)) ? read : undefined;
}

/**
 * All that a typed or pasted number can mean, as {@link numberAs} returns it: nothing for what is no number, two for
 * `1,234`. With a point as the only mark it is read as the backend writes numbers, since lists and exports show them
 * so.
 */
export function numberReadings(text: string): readonly string[] {
  const point = numberAs(text, '.');
  if (point !== undefined && !plain(text).includes(',')) return [point];
  return [point, numberAs(text, ',')].flatMap((reading) => reading ?? []);
}

/** The number of a typed or pasted text, if it can mean only one; undefined otherwise. */
export function typedNumber(text: string): string | undefined {
  const [number, ...others] = numberReadings(text);
  return others.length ? undefined : number;
}

/** Why a text is not taken as a number, in a sentence to show beside it; undefined for a number. */
export function numberProblem(text: string): string | undefined {
  const [number, other] = numberReadings(text);
  if (number === undefined) return 'Enter a valid number.';
  return other === undefined
    ? undefined
    : `${text.trim()} can be read as ${number} or ${other}: type it without a comma or with a point.`;
}

const isInteger = (text: string) => /^-?\d+$/.test(text);

/**
 * Whether two typed texts are the same number. Integers by all of their digits: the backend keeps fewer, which is
 * another value.
 */
export function isSameNumber(typedA: string, typedB: string): boolean {
  const [a = '', b = ''] = [typedNumber(typedA), typedNumber(typedB)];
  if (isInteger(a) && isInteger(b)) return BigInt(a) === BigInt(b);
  return a !== '' && b !== '' && Number(a) === Number(b);
}

/** What a number must keep to; a `step` of 1 allows whole numbers only. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any' | undefined;
}

/** Why a text can't be the value of an input of numbers, as {@link numberProblem}; an empty text can. */
export function limitProblem(text: string, { min, max, step }: NumberLimits): string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(typedNumber(text));
  if (min !== undefined && number < min) return `Enter ${min} or more.`;
  if (max !== undefined && number > max) return `Enter ${max} or less.`;
  if (step === 1 && number % 1) return 'Must be a whole number.';
  // It would be rounded.
  if (step === 1 && Math.abs(number) > Number.MAX_SAFE_INTEGER) return 'This number is too large.';
  return numberProblem(text);
}

/** Digits that every number keeps. */
const EXACT_DIGITS = 15;

/**
 * The number above or below a typed one and within the limits; undefined if it has more digits than a number can hold.
 */
export function steppedNumber(text: string, by: number, { min, max }: NumberLimits): string | undefined {
  const from = text.trim() ? typedNumber(text) : '0';
  if (from === undefined || from.replace(/\D/g, '').length > EXACT_DIGITS) return undefined;
  const next = Number((Number(from) + by).toPrecision(EXACT_DIGITS));
  return String(Math.min(Math.max(next, min ?? next), max ?? next));
}
