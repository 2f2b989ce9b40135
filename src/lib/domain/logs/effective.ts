import { joinFilters } from '#domain/app/filter.ts';

/** Leaves out the requests of admins. */
export const WITHOUT_ADMINS = 'data.auth!="admin"';

/** What narrows the list and the chart. Every filter may be empty. */
export interface FilterParts {
  readonly includesAdmins: boolean;
  /** The filter of the time span, see `spanFilter`. */
  readonly span?: string;
  /** The filter of the conditions, see `formatConditions`. */
  readonly conditions?: string;
  /** The filter of the search, see `searchFilter`. It comes last, so that an unclosed quote reaches nothing else. */
  readonly search: string;
}

/** The filter that list and chart send. Parts with an OR get parentheses. */
export function effectiveFilter({ includesAdmins, span = '', conditions = '', search }: FilterParts): string {
  return joinFilters([includesAdmins ? '' : WITHOUT_ADMINS, span, conditions, search]);
}
