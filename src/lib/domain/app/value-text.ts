/** Shown for an empty value. */
export const NO_VALUE = 'N/A';

/** Appends '...', or `end`, to what is cut; never cuts inside a surrogate pair. */
export function truncate(text: string, limit: number, end = '...'): string {
  if (text.length <= limit) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isSplit ? limit - 1 : limit)}${end}`;
}

/** Null, '', an empty list or object; not zero and false. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Strings unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}
