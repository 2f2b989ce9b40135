/** A whole number, such as `12,345`. Not `toLocaleString`, whose first use takes 20 ms. */
export const numberText = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 log`, `12,345 logs`. */
export const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;

/** `1 record`, `12,345 records`. */
export const recordCount = (count: number): string => countText(count, 'record', 'records');
