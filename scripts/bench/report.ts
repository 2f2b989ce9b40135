import type { Version } from './backends.ts';
import type { MachineState } from './busy.ts';
import type { Figures } from './figures.ts';
import type { FigureRule, Unit } from './rules.ts';

/** Values of several visits. */
export interface Spread {
  least: number;
  median: number;
  greatest: number;
}

export interface Line {
  name: string;
  unit: Unit;
  atoll: Spread;
  reference: Spread;
  /** Of the medians. */
  ratio: number;
  limit?: string;
  /** Undefined where there is no limit. */
  isWithin?: boolean;
}

/** @throws Error on an empty list. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('No values.');
  return (low + high) / 2;
}

const spread = (values: number[]): Spread => ({
  least: Math.min(...values),
  median: median(values),
  greatest: Math.max(...values),
});

/** There is no ratio to a figure of 0, and none of a figure that shrank. */
export const hasRatio = ({ atoll, reference }: Pick<Line, 'atoll' | 'reference'>): boolean =>
  atoll.median >= 0 && reference.median > 0;

/**
 * Medians, ratios and verdicts of several rounds.
 * @throws Error when a figure of `rules` was never measured.
 */
export function summarize(
  rules: readonly FigureRule[],
  rounds: { atoll: Figures[]; reference: Figures[] },
  state: MachineState = 'idle',
): Line[] {
  return rules.map(({ name, unit, maxRatio, maxBusyRatio, max }) => {
    const of = (list: Figures[]) => spread(list.flatMap((figures) => figures[name] ?? []));
    const [atoll, reference] = [of(rounds.atoll), of(rounds.reference)];
    const line: Line = { name, unit, atoll, reference, ratio: atoll.median / reference.median };
    const highest = state === 'busy' ? (maxBusyRatio ?? maxRatio) : maxRatio;
    if (highest !== undefined) {
      // Not by the ratio: there is none of 0 to 0.
      return { ...line, limit: `ratio ${highest}`, isWithin: atoll.median <= reference.median * highest };
    }
    if (max !== undefined) return { ...line, limit: `at most ${max}`, isWithin: atoll.median <= max };
    return line;
  });
}

/** Names of the figures that exceed their limit. */
export function missedLimits(lines: readonly Line[]): string[] {
  return lines.filter(({ isWithin }) => isWithin === false).map(({ name }) => name);
}

/** The dashboards in the order of this round, counted from 1: they take turns in going first. */
export function inTurn<T>(round: number, dashboards: readonly T[]): T[] {
  return round % 2 === 1 ? [...dashboards] : dashboards.toReversed();
}

const DIVISORS: Partial<Record<Unit, number>> = { kB: 1000, MB: 1_000_000, '%': 0.01 };

/** A figure with its unit, rounded for people. */
function show(value: number, unit: Unit): string {
  const scaled = value / (DIVISORS[unit] ?? 1);
  return `${scaled.toFixed(unit === 'MB' || unit === '%' ? 1 : 0)}${unit && ` ${unit}`}`;
}

/** A median with its unit, and the least and greatest value if they are others. */
export function showSpread({ least, median: middle, greatest }: Spread, unit: Unit): string {
  const [low, high] = [least, greatest].map((value) => show(value, unit).replace(/ .*/, ''));
  return `${show(middle, unit)}${low === high ? '' : ` (${low} to ${high})`}`;
}

/** What was measured before a backend of a version; every version has the same figures. */
export interface VersionLines {
  version: Version;
  lines: readonly Line[];
}

/** The table printed at the end: the versions side by side. */
export function formatTable(versions: readonly VersionLines[]): string {
  const parts = versions.map(({ version, lines }) => [
    [`Atoll, ${version}`, 'reference', 'ratio', 'limit'],
    ...lines.map(({ unit, atoll, reference, ratio, limit, isWithin }) => [
      showSpread(atoll, unit),
      showSpread(reference, unit),
      hasRatio({ atoll, reference }) ? ratio.toFixed(3) : '',
      limit === undefined ? '' : `${limit} ${isWithin ? 'kept' : 'MISSED'}`,
    ]),
  ]);
  const names = ['', ...(versions[0]?.lines ?? []).map(({ name }) => name)];
  const table = names.map((name, row) => [name, ...parts.flatMap((part) => part[row] ?? [])]);
  const [head = []] = table;
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  // Names and limits begin at the left, numbers end at the right.
  const pad = (cell: string, column: number) =>
    column % 4 === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return table.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
