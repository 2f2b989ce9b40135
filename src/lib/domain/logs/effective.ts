import { joinFilters } from '#domain/model/filter/join.ts';

/**
 * Leaves out successful requests of admins and of the dashboard itself, but not those of the pages for users of an app.
 * @param referer of the requests of this dashboard, see `ownReferer`; an address, which has no quotes
 */
export const ownFilter = (referer: string): string =>
  `data.auth!="admin"&&(data.referer!="${referer}"||data.status>=400||data.url~"/api/collections/")`;

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
