/** Whether an entry without quotes would be parsed as something else. */
const needsQuotes = (entry: string): boolean => /[",]/.test(entry) || entry.trim() !== entry || entry === '';

const quoted = (entry: string): string => `"${entry.replaceAll('"', '""')}"`;

/** Formats one entry for its input, in quotes only if necessary. */
export const formatChoice = (entry: string): string => (needsQuotes(entry) ? quoted(entry) : entry);

/** Formats the choices of a select for their input, like a line of a CSV file: `a, "b, c"`. */
export const formatChoices = (entries: readonly string[]): string => entries.map(formatChoice).join(', ');

/** An entry in quotes, where `""` means a quote, or an entry without quotes, which ends at the next comma. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/y;

/**
 * Parses choices that are separated by commas. Removes surrounding spaces, empty entries and duplicates. The
 * content of double quotes is kept unchanged; a quote that isn't closed is an ordinary character.
 */
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
