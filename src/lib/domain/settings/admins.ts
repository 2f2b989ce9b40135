import { isSortBy } from '#domain/app/sort.ts';

/** The columns that can be searched and sorted by. */
export const ADMIN_COLUMNS = ['id', 'email', 'created', 'updated'] as const;

/** Per request, the most that the backend returns. */
export const ADMINS_PER_PAGE = 100;

export const ADMINS_SORT = '-created';

/** The newest first, unless the sort in the address names columns. */
export const adminSort = (sort: string | undefined): string =>
  sort && isSortBy(ADMIN_COLUMNS, sort) ? sort : ADMINS_SORT;
