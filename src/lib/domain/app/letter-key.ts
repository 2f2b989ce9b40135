/**
 * Whether a key press is the key of a small Latin letter: also with Caps Lock, and on keyboards of other scripts, where
 * the place of the key counts.
 */
export const isLetterKey = (
  { key, code }: { readonly key: string; readonly code: string },
  letter: string,
): boolean => key.toLowerCase() === letter || (key > '~' && code === `Key${letter.toUpperCase()}`);
