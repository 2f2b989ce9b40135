/** `12,345` */
export const numberText = (count: number): string => count.toLocaleString('en');

/** `1 log`, `12,345 logs`. */
export const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;
