/** Without quotes, it would be parsed as something else. */
const needsQuotes = (entry: string): boolean => /[",]/.test(entry) || entry.trim() !== entry || entry === '';

/** Formats one entry for its input, in quotes only if necessary. */
export const formatChoice = (entry: string): string =>
  needsQuotes(entry) ? `"${entry.replaceAll('"', '""')}"` : entry;

/** Like a line of a CSV file: `a, "b, c"`. */
export const formatChoices = (entries: readonly string[]): string => entries.map(formatChoice).join(', ');

/** In quotes, where `""` means a quote, or without them up to the next comma. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/y;

/** Without surrounding spaces, empty entries and duplicates. A quote that isn't closed is an ordinary character. */
export function parseChoices(text: string): string[] {
  const found = new Set<string>();
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const match = ENTRY.exec(text);
    if (!match) break;
    const [, inQuotes, plain = ''] = match;
    const entry = inQuotes?.replaceAll('""', '"') ?? plain.trim();
    if (entry !== '' || inQuotes !== undefined) found.add(entry);
  }
  return [...found];
}
