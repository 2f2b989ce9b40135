type DecimalMark = '.' | ',';

/** Thousands may be separated by the other mark, a space or an apostrophe, or in the Indian way. */
const patternOf = (mark: DecimalMark, other: DecimalMark): RegExp => {
  const thousands = String.raw`(?!0\D)\d{1,3}([${other} '])\d{3}(?:\3\d{3})*`;
  const indian = other === ',' ? String.raw`|[1-9]\d?(?:,\d{2})+,\d{3}` : '';
  return new RegExp(
    String.raw`^([-+]?)(?=[.,]?\d)(${thousands}|\d*${indian})(?:[${mark}](\d*))?(e[-+]?\d+)?$`,
    'i',
  );
};

const PATTERNS = { '.': patternOf('.', ','), ',': patternOf(',', '.') };

/** With ASCII signs: people paste non-breaking spaces, apostrophes and minus signs of books, and full-width digits. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\uFF0B-\uFF0E\uFF10-\uFF19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replaceAll('\u2019', "'")
    .replaceAll('\u2212', '-');

/** The digits as the backend writes them, `-1234.50` or `1.5e3`, none rounded; undefined if it is no number. */
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

/** All that it can mean, as of {@link numberAs}: two for `1,234`. A lone point is read as the backend writes it. */
export function numberReadings(text: string): readonly string[] {
  const point = numberAs(text, '.');
  if (point !== undefined && !plain(text).includes(',')) return [point];
  return [point, numberAs(text, ',')].flatMap((reading) => reading ?? []);
}

/** Undefined also for what can mean several numbers. */
export function typedNumber(text: string): string | undefined {
  const [number, ...others] = numberReadings(text);
  return others.length ? undefined : number;
}

/** Why a text is not taken as a number, in a sentence to show beside it; undefined for a number. */
export function numberProblem(text: string): string | undefined {
  const [number, other] = numberReadings(text);
  if (number === undefined) return 'Enter a valid number.';
  if (other === undefined) return undefined;
  return `${text.trim()} can be read as ${number} or ${other}: type it without a comma or with a point.`;
}

const isInteger = (text: string) => /^-?\d+$/.test(text);

/** Integers are compared by all of their digits: the backend keeps fewer, which is another value. */
export function isSameNumber(typedA: string, typedB: string): boolean {
  const [a = '', b = ''] = [typedNumber(typedA), typedNumber(typedB)];
  if (isInteger(a) && isInteger(b)) return BigInt(a) === BigInt(b);
  return a !== '' && b !== '' && Number(a) === Number(b);
}

/** A `step` of 1 allows whole numbers only. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any' | undefined;
}

/** Why a text can't be the value of an input of numbers; an empty one can. */
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

/** That every number keeps. */
const EXACT_DIGITS = 15;

/** The next number within the limits; undefined if the typed one has more digits than a number can hold. */
export function steppedNumber(text: string, by: number, { min, max }: NumberLimits): string | undefined {
  const from = text.trim() ? typedNumber(text) : '0';
  if (from === undefined || from.replace(/\D/g, '').length > EXACT_DIGITS) return undefined;
  const next = Number((Number(from) + by).toPrecision(EXACT_DIGITS));
  return String(Math.min(Math.max(next, min ?? next), max ?? next));
}
