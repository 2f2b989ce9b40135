import { quoteText } from '#domain/app/filter.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';

/** Largest number of keys in a request, and of their characters: proxies refuse long addresses. */
const MAX_KEYS = 50;
const MAX_CHARS = 5000;

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** The text by which a key is compared: the backend keeps numbers without their spelling. */
export const comparableKey = (text: string, kind?: FormKind): string =>
  kind === 'number' && isNumber(text) ? String(Number(text)) : text;

/** Digits that name any number. */
const DIGITS = { useGrouping: false, maximumSignificantDigits: 21 } as const;

function condition(field: string, kind: FormKind | undefined, key: string): string {
  // The backend's parser reads no exponent, which very large and very small numbers have.
  if (kind === 'number')
    return `${field}=${key.includes('e') ? Number(key).toLocaleString('en', DIGITS) : key}`;
  if (!key.endsWith('\\')) return `${field}=${quoteText(key)}`;
  // No text in a filter can end in a backslash, which is between `[` and `]`. An index finds what is between them; a
  // pattern would read every record. Others that start with the key are sorted out afterwards.
  const start = key.slice(0, -1);
  return `(${field}>${quoteText(`${start}[\u{10ffff}`)}&&${field}<${quoteText(`${start}]`)})`;
}

/** Filters that find the records whose field has one of these keys, as few as fit into addresses. */
export function keyFilters(field: string, kind: FormKind | undefined, keys: Iterable<string>): string[] {
  const filters: string[] = [];
  let conditions: string[] = [];
  let chars = 0;
  const flush = () => {
    if (conditions.length) filters.push(conditions.join('||'));
    conditions = [];
    chars = 0;
  };
  for (const key of new Set(keys)) {
    if (kind === 'number' && !isNumber(key)) continue;
    const next = condition(field, kind, key);
    const length = encodeURIComponent(next).length;
    if (conditions.length === MAX_KEYS || chars + length > MAX_CHARS) flush();
    conditions.push(next);
    chars += length;
  }
  flush();
  return filters;
}
