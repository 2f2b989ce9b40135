/** Takes a comma separated list apart: no spaces around, no empty and no repeated entries. */
export function parseList(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    ),
  ];
}

/** A list as its input shows it: 'optionA, optionB'. */
export const formatList = (entries: readonly string[]): string => entries.join(', ');

/**
 * Several pasted lines as text for the input of a list, one entry per line: `format` writes an entry that `parse` reads
 * back. A line that is an entry already, with its comma or in quotes, stays one. Undefined for a text of one line.
 */
export function pastedList(
  pasted: string,
  format: (entries: readonly string[]) => string,
  parse: (text: string) => string[],
): string | undefined {
  const lines = pasted.split(/[\r\n\t]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !/[\r\n]/.test(pasted)) return undefined;
  const entries = lines.map((line) => {
    const read = parse(line);
    return read.length === 1 ? read : [line.trim()];
  });
  return entries.map(format).join(', ');
}
