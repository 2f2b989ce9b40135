// chunks: amounts
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** `721.22 KB`, with up to two decimals. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // Rounded, as it is shown: 1 MB less a byte is not 1024 KB.
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${Number(value.toFixed(2))} ${UNITS[unit]}`;
}
