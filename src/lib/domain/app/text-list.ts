/** Without empty and repeated entries. */
export function parseList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** A list as its input shows it: 'optionA, optionB'. */
export const formatList = (entries: readonly string[]): string => entries.join(', ');

/** An entry per pasted line, written by `format` unless `parse` reads the line as one. Undefined for one line. */
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
