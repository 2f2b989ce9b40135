import Papa from 'papaparse';

const BREAKS = /[\t\r\n]/;
/** A quote later in a cell is a letter like any other. */
const SPECIAL = /^"|[\t\r\n]/;

/** Lines of cells between tabs. A single cell is its text, in quotes only if it has several lines or a tab. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const isTable = rows.length > 1 || (rows[0]?.length ?? 0) > 1;
  const special = isTable ? SPECIAL : BREAKS;
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((cells) => cells.map(quoted).join('\t'));
  // Readers take a last line that is empty for the end of the text.
  return lines.length > 1 && lines.at(-1) === '' ? `${lines.join('\r\n')}\r\n` : lines.join('\r\n');
}

/** Between rows: breaks inside of quotes belong to cells. */
const breakOf = (text: string) =>
  text.replace(/(^|[\t\n])"(?:[^"]|"")*"/g, '$1').includes('\r\n') ? '\r\n' : '\n';

/** What only looks quoted is taken as it is. */
export function parseTsv(text: string): readonly (readonly string[])[] {
  if (!BREAKS.test(text)) return [[text]];
  const newline = breakOf(text);
  // Spreadsheets end the last row, too.
  const content = text.endsWith(newline) ? text.slice(0, -newline.length) : text;
  // The parser finds no cell in it.
  if (content === '') return [['']];
  // The parser removes a byte order mark, as of a file; one in a cell is part of it.
  const { data, errors } = Papa.parse<string[]>(`\uFEFF${content}`, { delimiter: '\t', newline });
  return errors.length ? content.split(newline).map((line) => line.split('\t')) : data;
}
