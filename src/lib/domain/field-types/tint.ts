/** Number of tints in tokens.css: `--tint-0` and so on. */
export const TINTS = 6;

/** The tint of a value, always the same: from 0. */
export function tintOf(value: string): number {
  let hash = 0;
  for (const character of value) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % TINTS;
}
