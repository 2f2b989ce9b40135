import type { LogStat } from '#domain/backend/log.ts';

/** A part of all levels, which has the name of its default level. */
export const LEVEL_BANDS = [
  { id: 'error', name: 'ERROR', one: 'error', many: 'errors', filter: 'level>=8' },
  { id: 'warn', name: 'WARN', one: 'warning', many: 'warnings', filter: '(level>=4&&level<8)' },
  { id: 'info', name: 'INFO', one: 'info', many: 'info', filter: '(level>=0&&level<4)' },
  { id: 'debug', name: 'DEBUG', one: 'debug', many: 'debug', filter: 'level<0' },
] as const;

export type LevelBand = (typeof LEVEL_BANDS)[number]['id'];

/** `error,warn` of an address, in the order of {@link LEVEL_BANDS}; unknown names are left out. */
export function parseLevels(text: string | undefined): readonly LevelBand[] {
  const names = text?.split(',') ?? [];
  return LEVEL_BANDS.flatMap(({ id }) => (names.includes(id) ? id : []));
}

/** Empty for no bands, which means all. */
export const levelsFilter = (bands: readonly LevelBand[]): string =>
  LEVEL_BANDS.flatMap(({ id, filter }) => (bands.includes(id) ? filter : [])).join('||');

/** The bands with this one, or without it if it is there. */
export const toggleBand = (bands: readonly LevelBand[], band: LevelBand): readonly LevelBand[] =>
  bands.includes(band) ? bands.filter((id) => id !== band) : [...bands, band];

export type LevelHours = Readonly<Record<LevelBand, readonly LogStat[]>>;

/** Of all bands, from those of all levels and of every band but `info`. */
export function levelHours(all: readonly LogStat[], others: Omit<LevelHours, 'info'>): LevelHours {
  const rest = new Map(all.map(({ date, total }) => [date, total]));
  for (const { date, total } of Object.values(others).flat()) rest.set(date, (rest.get(date) ?? 0) - total);
  // The requests are not of the same moment.
  const info = [...rest].flatMap(([date, total]) => (total > 0 ? { date, total } : []));
  return { ...others, info };
}

/** Number of entries in all hours. */
export const sumOf = (hours: readonly LogStat[]): number => hours.reduce((sum, { total }) => sum + total, 0);
