import { joinFilters } from '#domain/app/filter.ts';

/**
 * Leaves out the requests of admins, and what the dashboard requests without a session: sign-ins, files and realtime
 * connections. Requests that failed stay, and so do those of the pages for the users of an app.
 * @param referer of the requests of this dashboard, see `ownReferer`; an address, which has no quotes
 */
export const ownFilter = (referer: string): string =>
  `data.auth!="admin"&&(data.referer!="${referer}"||data.status>=400||data.url~"/api/collections/")`;

/** What narrows the list and the chart. Every filter may be empty. */
export interface FilterParts {
  /** Leaves out requests, see {@link ownFilter}. */
  readonly preset?: string;
  /** The filter of the time span, see `spanFilter`. */
  readonly span?: string;
  /** The filter of the levels, see `levelsFilter`. */
  readonly levels?: string;
  /** The filter of the conditions, see `formatConditions`. */
  readonly conditions?: string;
  /** The filter of the search, see `searchFilter`. It comes last, so that an unclosed quote reaches nothing else. */
  readonly search: string;
}

/** The filter that list and chart send. Parts with an OR get parentheses. */
export function effectiveFilter(parts: FilterParts): string {
  const { preset = '', span = '', levels = '', conditions = '', search } = parts;
  return joinFilters([preset, span, levels, conditions, search]);
}
