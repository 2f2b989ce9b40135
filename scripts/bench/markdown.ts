import { CONDITIONS } from './conditions.ts';
import { figureName } from './figures.ts';
import { hasRatio, type Line, showSpread, type VersionLines } from './report.ts';
import { RULES } from './rules.ts';

/** Around the table in the docs. */
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

/**
 * A Markdown table with a row per figure and, per condition, a column for each version. Each cell has Atoll's value, the
 * reference's and their ratio. Figures that were not measured are left out.
 */
export function markdownTable(versions: readonly VersionLines[]): string {
  const columns = CONDITIONS.flatMap((condition) =>
    versions.map(({ version, lines }) => ({
      title: `${condition.title}: ${version}`,
      condition,
      byName: new Map(lines.map((line) => [line.name, line])),
    })),
  );
  const rows = RULES.flatMap(({ name }) => {
    const found = columns.map(({ condition, byName }) => byName.get(figureName(name, condition)));
    return found.some(Boolean) ? [[name, ...found.map((line) => (line ? cell(line) : ''))]] : [];
  });
  const table = [['', ...columns.map(({ title }) => title)], ...rows];
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
