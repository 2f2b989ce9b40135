/** As a search compares it: without case and accents; `İ`, `ı`, `i` are the same, and so are `ß` and `ss`. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toUpperCase();
