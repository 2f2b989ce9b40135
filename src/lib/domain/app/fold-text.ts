/**
 * A text in the form in which a search compares it: without case and accents. `İ`, `ı` and `i` are the same letter
 * then, and so are `ß` and `ss`, and `é` in its two spellings.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toUpperCase();
