import type { Figures } from './figures.ts';
import type { FigureRule, Unit } from './rules.ts';

export interface Line {
  name: string;
  unit: Unit;
  atoll: number;
  reference: number;
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

/** There is no ratio to a figure of 0, and none of a figure that shrank. */
export const hasRatio = (atoll: number, reference: number): boolean => atoll >= 0 && reference > 0;

/**
 * Medians, ratios and verdicts of several rounds.
 * @throws Error when a figure of `rules` was never measured.
 */
export function summarize(
  rules: readonly FigureRule[],
  rounds: { atoll: Figures[]; reference: Figures[] },
): Line[] {
  return rules.map(({ name, unit, maxRatio, max }) => {
    const of = (list: Figures[]): number => median(list.flatMap((figures) => figures[name] ?? []));
    const [atoll, reference] = [of(rounds.atoll), of(rounds.reference)];
    const line: Line = { name, unit, atoll, reference, ratio: atoll / reference };
    if (maxRatio !== undefined)
      return { ...line, limit: `ratio ${maxRatio}`, isWithin: line.ratio <= maxRatio };
    if (max !== undefined) return { ...line, limit: `at most ${max}`, isWithin: atoll <= max };
    return line;
  });
}

/** Names of the figures that exceed their limit. */
export function missedLimits(lines: Line[]): string[] {
  return lines.filter(({ isWithin }) => isWithin === false).map(({ name }) => name);
}

/** The dashboards in the order of this round, counted from 1: they take turns in going first. */
export function inTurn<T>(round: number, dashboards: readonly T[]): T[] {
  return round % 2 === 1 ? [...dashboards] : dashboards.toReversed();
}

const DIVISORS: Partial<Record<Unit, number>> = { kB: 1000, MB: 1_000_000, '%': 0.01 };

/** A figure with its unit, rounded for people. */
export function show(value: number, unit: Unit): string {
  const scaled = value / (DIVISORS[unit] ?? 1);
  return `${scaled.toFixed(unit === 'MB' || unit === '%' ? 1 : 0)}${unit && ` ${unit}`}`;
}

/** The table printed at the end. */
export function formatTable(lines: Line[]): string {
  const rows = lines.map(({ name, unit, atoll, reference, ratio, limit, isWithin }) => [
    name,
    show(atoll, unit),
    show(reference, unit),
    hasRatio(atoll, reference) ? ratio.toFixed(3) : '',
    limit === undefined ? '' : `${limit} ${isWithin ? 'kept' : 'MISSED'}`,
  ]);
  const table = [['', 'Atoll', 'reference', 'ratio', 'limit'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}
