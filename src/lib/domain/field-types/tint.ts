/** In tokens.css: `--tint-0` and so on. */
export const TINTS = 6;

/** Of a value always the same, from 0. */
export const tintOf = (value: string): number =>
  [...value].reduce((hash, character) => (hash * 33 + character.charCodeAt(0)) % 65_521, 0) % TINTS;
