import { joinFilters } from '#domain/model/filter/join.ts';

export interface FilterParts {
  readonly preset?: string;
  /** See `spanFilter`. */
  readonly span?: string;
  /** See `levelsFilter`. */
  readonly levels?: string;
  /** See `formatConditions`. */
  readonly conditions?: string;
  /** See `searchFilter`. It comes last, so that an unclosed quote reaches nothing else. */
  readonly search: string;
}

/** For list and chart. Parts with an OR get parentheses. */
export function effectiveFilter(parts: FilterParts): string {
  const { preset = '', span = '', levels = '', conditions = '', search } = parts;
  return joinFilters([preset, span, levels, conditions, search]);
}
