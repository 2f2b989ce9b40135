import { isSortBy } from '#domain/app/sort.ts';

/** The columns that can be searched and sorted by (AD-01, AD-02). */
export const ADMIN_COLUMNS = ['id', 'email', 'created', 'updated'] as const;

/** Number of administrators per request, the most that the backend returns (API-03). */
export const ADMINS_PER_PAGE = 100;

const DEFAULT_SORT = '-created';

/** The sort of the list: the one in the address if it names columns, else the newest first (AD-04, AD-05). */
export const adminSort = (sort: string | undefined): string =>
  sort && isSortBy(ADMIN_COLUMNS, sort) ? sort : DEFAULT_SORT;
