/** Advance of ASCII characters in common UI fonts, in em. All others: 0.55. */
const CLASSES: readonly (readonly [characters: string, em: number])[] = [
  ["ijl|!.,:;'", 0.25],
  ['frtI()[]{}-"/\\ ', 0.33],
  ['ABCDEFGHJKLNOPQRSTUVXYZ', 0.68],
  ['mwMW@%', 0.87],
];
const LATIN = 0.55;
const ADVANCES = new Map(CLASSES.flatMap(([characters, em]) => [...characters].map((one) => [one, em])));
/** From here on most characters are as wide as high. */
const FIRST_WIDE = 0x1100;

/** A text by which a font is compared with the estimate. */
export const SAMPLE = 'The quick brown fox jumps over 13 LAZY dogs, 2026-11-05';

/**
 * Estimates how wide a text is, in em, without laying it out. Stops at `most`: longer texts are at least that wide.
 */
export function textWidth(text: string, most = Number.POSITIVE_INFINITY): number {
  let width = 0;
  for (const character of text) {
    width += ADVANCES.get(character) ?? ((character.codePointAt(0) ?? 0) < FIRST_WIDE ? LATIN : 1);
    if (width >= most) break;
  }
  return width;
}
