import type { Figures } from './figures.ts';

/** The limit of a figure and the unit it is shown in. */
interface FigureRule {
  name: string;
  unit: 'ms' | 'kB' | 'MB' | '%' | '';
  /** Atoll divided by the reference. */
  maxRatio?: number;
  /** Atoll alone. */
  max?: number;
}

/**
 * The figures in the order of the table, with Atoll's limits. "To use" is until the page can be used,
 * "at rest" until it fetches nothing more on its own, including prefetching.
 */
export const FIGURES: FigureRule[] = [
  { name: 'sign-in: time', unit: 'ms', maxRatio: 0.2 },
  { name: 'sign-in: painted', unit: 'ms' },
  { name: 'sign-in: bytes to use', unit: 'kB', maxRatio: 0.15 },
  { name: 'sign-in: bytes at rest', unit: 'kB', maxRatio: 0.12 },
  { name: 'sign-in: requests', unit: '' },
  { name: 'records: time', unit: 'ms', maxRatio: 0.35 },
  { name: 'records: bytes to use', unit: 'kB', maxRatio: 0.2 },
  // Includes the rich-text editor, which is prefetched.
  { name: 'records: bytes at rest', unit: 'kB', maxRatio: 0.5 },
  { name: 'records: requests', unit: '' },
  { name: '60 columns: time', unit: 'ms' },
  { name: '60 columns: bytes to use', unit: 'kB' },
  { name: '60 columns: bytes at rest', unit: 'kB' },
  { name: '60 columns: requests', unit: '' },
  { name: '1,000 records: elements', unit: '', max: 3000 },
  { name: '1,000 records: heap', unit: 'MB', maxRatio: 0.5 },
  { name: 'select all: time', unit: 'ms', maxRatio: 0.1 },
  { name: 'switch collection: time', unit: 'ms', maxRatio: 0.5 },
  { name: 'open record: time', unit: 'ms', maxRatio: 0.6 },
  { name: 'new record: time', unit: 'ms' },
  { name: 'create record: time', unit: 'ms' },
  // The reference keeps every row in its page, so the benchmark scrolls through fewer rows there.
  { name: 'scrolling: rows', unit: '' },
  { name: 'scrolling: slow frames', unit: '%' },
  { name: 'scrolling: elements', unit: '', max: 3000 },
  { name: 'scrolling: elements added', unit: '', max: 100 },
  { name: 'scrolling: heap', unit: 'MB' },
  { name: 'scrolling: heap added', unit: 'MB', max: 2_000_000 },
  { name: 'logs: time', unit: 'ms', maxRatio: 0.3 },
  { name: 'logs: bytes to use', unit: 'kB', maxRatio: 0.2 },
  { name: 'logs: bytes at rest', unit: 'kB' },
  { name: 'logs: requests', unit: '' },
  { name: '1,000 logs: time', unit: 'ms', maxRatio: 0.2 },
  { name: '1,000 logs: elements', unit: '', max: 2500 },
  { name: '1,000 logs: heap', unit: 'MB' },
  { name: 'select all logs: time', unit: 'ms', maxRatio: 0.05 },
  { name: 'settings: time', unit: 'ms', maxRatio: 0.25 },
  { name: 'settings: bytes to use', unit: 'kB', maxRatio: 0.15 },
  { name: 'settings: bytes at rest', unit: 'kB' },
  { name: 'settings: requests', unit: '' },
  { name: 'backups: time', unit: 'ms', maxRatio: 0.25 },
  { name: 'backups: bytes to use', unit: 'kB' },
  { name: 'backups: bytes at rest', unit: 'kB' },
  { name: 'backups: requests', unit: '' },
  { name: 'admins: time', unit: 'ms', maxRatio: 0.25 },
  { name: 'admins: bytes to use', unit: 'kB' },
  { name: 'admins: bytes at rest', unit: 'kB' },
  { name: 'admins: requests', unit: '' },
  { name: 'editor of 100 fields: time', unit: 'ms' },
  { name: 'editor of 100 fields: longest task', unit: 'ms', max: 50 },
  { name: 'editor of 100 fields: longest task typing', unit: 'ms', max: 50 },
  { name: 'editor of 100 fields: longest task moving', unit: 'ms', max: 50 },
];

export interface Line {
  name: string;
  unit: string;
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

/** Medians, ratios and verdicts of several rounds. */
export function summarize(rounds: { atoll: Figures[]; reference: Figures[] }): Line[] {
  return FIGURES.map(({ name, unit, maxRatio, max }) => {
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

const DIVISORS: Record<string, number> = { kB: 1000, MB: 1_000_000, '%': 0.01 };

function show(value: number, unit: string): string {
  const scaled = value / (DIVISORS[unit] ?? 1);
  return `${scaled.toFixed(unit === 'MB' || unit === '%' ? 1 : 0)}${unit && ` ${unit}`}`;
}

/** The table printed at the end. */
export function formatTable(lines: Line[]): string {
  const rows = lines.map(({ name, unit, atoll, reference, ratio, limit, isWithin }) => [
    name,
    show(atoll, unit),
    show(reference, unit),
    // There is no ratio to a figure of 0.
    reference > 0 ? ratio.toFixed(3) : '',
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
