import { CONDITIONS } from './conditions.ts';
import { figureName } from './figures.ts';
import { hasRatio, type Line, showSpread } from './report.ts';
import { RULES } from './rules.ts';

/** Around the table in the docs. */
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

/**
 * A Markdown table with a row per figure and a column per condition. Each cell has Atoll's value, the reference's and
 * their ratio. Figures that were not measured are left out.
 */
export function markdownTable(lines: readonly Line[]): string {
  const byName = new Map(lines.map((line) => [line.name, line]));
  const rows = RULES.flatMap(({ name }) => {
    const found = CONDITIONS.map((condition) => byName.get(figureName(name, condition)));
    return found.some(Boolean) ? [[name, ...found.map((line) => (line ? cell(line) : ''))]] : [];
  });
  const table = [['', ...CONDITIONS.map(({ title }) => title)], ...rows];
  const [head = [], ...body] = table;
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const format = (row: string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [format(head), format([], '-'), ...body.map((row) => format(row))].join('\n');
}

function cell({ atoll, reference, ratio, unit }: Line): string {
  const values = `${showSpread(atoll, unit)} / ${showSpread(reference, unit)}`;
  return hasRatio({ atoll, reference }) ? `${values}: ${ratio.toFixed(2)}` : values;
}

/**
 * The text of a page with `content` in place of what stood between its two markers.
 * @throws Error when the page lacks them.
 */
export function withTable(page: string, content: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`The page needs "${BEGIN}" and, after it, "${END}".`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${content}\n\n${page.slice(end)}`;
}
