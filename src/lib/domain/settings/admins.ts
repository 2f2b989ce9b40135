import { isSortBy } from '#domain/app/sort.ts';

/** The columns that can be searched and sorted by. */
export const ADMIN_COLUMNS = ['id', 'email', 'created', 'updated'] as const;

/** Number of administrators per request, the most that the backend returns. */
export const ADMINS_PER_PAGE = 100;

/** The newest first. */
export const ADMINS_SORT = '-created';

/** The sort of the list: the one in the address if it names columns, else the newest first. */
export const adminSort = (sort: string | undefined): string =>
  sort && isSortBy(ADMIN_COLUMNS, sort) ? sort : ADMINS_SORT;
