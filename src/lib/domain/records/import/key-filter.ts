import type { ListLimits } from '#domain/backend/dialect.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import { filterFits, filtersOfAny } from '#domain/model/filter/fit.ts';
import { canQuote, quoteText } from '#domain/model/filter/print.ts';

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** The text by which a key is compared: the backend keeps numbers without their spelling. */
export const comparableKey = (text: string, kind?: FormKind): string =>
  kind === 'number' && isNumber(text) ? String(Number(text)) : text;

const DIGITS = { useGrouping: false, maximumSignificantDigits: 21 } as const;

/** Finds the values that begin as a text that is too long for a request. Others are sorted out afterwards. */
function beginsAs(field: string, key: string, limits: ListLimits): string {
  for (let length = 1000; ; length *= 0.8) {
    // No half a character, and no text that ends in a backslash.
    const start = key.slice(0, length).replace(/[\\\ud800-\udbff]+$/, '');
    const range = `(${field}>=${quoteText(start)}&&${field}<=${quoteText(`${start}\u{10ffff}`)})`;
    if (filterFits(range, limits)) return range;
  }
}

function condition(field: string, kind: FormKind | undefined, key: string, limits: ListLimits): string {
  // The backend's parser reads no exponent, which very large and very small numbers have.
  if (kind === 'number')
    return `${field}=${key.includes('e') ? Number(key).toLocaleString('en', DIGITS) : key}`;
  const isKey = `${field}=${quoteText(key)}`;
  if (!filterFits(isKey, limits)) return beginsAs(field, key, limits);
  if (canQuote(key)) return isKey;
  // The backslash at its end is between `[` and `]`. An index finds what is between them; a
  // pattern would read every record. Others that start with the key are sorted out afterwards.
  const start = key.slice(0, -1);
  return `(${field}>${quoteText(`${start}[\u{10ffff}`)}&&${field}<${quoteText(`${start}]`)})`;
}

/** As few filters as fit into requests, which find the records whose field has one of these keys. */
export function keyFilters(
  field: string,
  kind: FormKind | undefined,
  keys: Iterable<string>,
  limits: ListLimits,
): string[] {
  const wanted = [...new Set(keys)].filter((key) => kind !== 'number' || isNumber(key));
  return [...filtersOfAny(wanted, (key) => condition(field, kind, key, limits), limits)].map(
    ({ filter }) => filter,
  );
}
