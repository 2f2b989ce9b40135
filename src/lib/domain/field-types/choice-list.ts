/** Whether an entry would be read as another one if it stood there without quotes. */
const needsQuotes = (entry: string): boolean => /[",]/.test(entry) || entry.trim() !== entry || entry === '';

const quoted = (entry: string): string => `"${entry.replaceAll('"', '""')}"`;

/** One entry as its input shows it: in quotes only where it could be taken for something else. */
export const formatChoice = (entry: string): string => (needsQuotes(entry) ? quoted(entry) : entry);

/** The choices of a select as their input shows them, like a line of a CSV file: `a, "b, c"` (FO-06). */
export const formatChoices = (entries: readonly string[]): string => entries.map(formatChoice).join(', ');

/** An entry in quotes, with double ones for each inside, or one without that ends at the next comma. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/y;

/**
 * Takes the choices apart: separated by commas, no spaces around, no empty and no repeated entries (FO-06). An
 * entry in double quotes stays as it is; a quote that isn't closed is a letter like any other.
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
