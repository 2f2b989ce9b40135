/** Characters of the same width in common UI fonts, in em; capitals and all others follow. */
const CLASSES = [
  ["ijl|!.,:;'", 0.25],
  ['frtI()[]{}-"/\\ ', 0.33],
  ['mwMW@%', 0.87],
] as const;
const CAPITAL = 0.68;
const OTHER = 0.55;
/** From here on most characters are as wide as high. */
const FIRST_WIDE = '\u1100';

const advances = new Map<string, number>(
  CLASSES.flatMap(([characters, em]) => [...characters].map((one) => [one, em] as const)),
);

/** By which a font is compared with the estimate. */
export const SAMPLE = 'Hamburgefonstiv 0123';

/** In em, without laying the text out. Stops at `most`: longer texts are at least that wide. */
export function textWidth(text: string, most = Number.POSITIVE_INFINITY): number {
  let width = 0;
  for (const one of text) {
    width += advances.get(one) ?? (one >= 'A' && one <= 'Z' ? CAPITAL : one < FIRST_WIDE ? OTHER : 1);
    if (width >= most) break;
  }
  return width;
}
