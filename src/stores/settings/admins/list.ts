import { dequal } from 'dequal/lite';
import { atom, computed, onMount } from 'nanostores';
import { type AdminsQuery, listAdmins } from '#api/settings/admins.ts';
import { isRefusedFilter } from '#domain/app/api-error.ts';
import { normalizeFilter } from '#domain/app/filter.ts';
import type { Admin } from '#domain/auth/admin.ts';
import { ADMIN_COLUMNS, ADMINS_PER_PAGE, adminSort } from '#domain/settings/admins.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createList, type PagedList } from '#stores/factories/create-list.ts';

const list = createList<Admin>();

/** The administrators (AD-02): page after page is loaded until all are. */
export const $admins = list.$list;
/** Loads the other pages after a failure. */
export const loadMoreAdmins = list.loadMore;

/** The search text in the address (AD-05). */
export const $filter = computed($query, (query) => query['filter'] ?? '');

/** The sort in the address if it is valid (AD-04, AD-05). */
export const $sort = computed($query, (query) => adminSort(query['sort']));

/** Number of matching administrators; undefined until all are loaded (AD-03). */
export const $total = computed($admins, (load) =>
  load.state === 'ready' && load.page > 0 && !load.hasMore ? load.items.length : undefined,
);

const $requested = computed([$route, $filter, $sort], (route, filter, sort): AdminsQuery | undefined =>
  route?.name === 'settingsAdmins' ? { sort, filter: normalizeFilter(filter, ADMIN_COLUMNS) } : undefined,
);
$requested.eq = dequal;

/** Loads the list again, unless another screen was opened. */
export async function refreshAdmins(): Promise<void> {
  if ($requested.get()) await list.refresh();
}

function show(query: AdminsQuery | undefined) {
  if (!query) {
    list.stop();
    return;
  }
  const source = {
    perPage: ADMINS_PER_PAGE,
    load: (page: number, signal: AbortSignal) => listAdmins({ ...query, page }, { signal }),
    isEmptyResult: (error: unknown) => isRefusedFilter(error, query.filter),
    keyOf: (admin: Admin) => admin.id,
  };
  void list.start(source, { keepRows: true });
}

/** Loads the page after the last one; a failed page waits for the user. */
function loadNextPage(load: PagedList<Admin>) {
  if (load.state === 'ready' && load.hasMore && !load.loading && !load.hasLoadMoreError) {
    void list.loadMore();
  }
}

/** Has no value. While it has listeners, the list follows the address. */
const $adminsPage = atom(undefined);

onMount($adminsPage, () => {
  const stopPages = $admins.listen(loadNextPage);
  const stop = $requested.subscribe(show);
  return () => {
    stop();
    stopPages();
    list.stop();
  };
});

/**
 * Loads the list for the address and follows its changes, unless this runs already. The page's own script calls it, so
 * that the list is requested while React still loads. Returns a function that stops this.
 */
export function startAdmins(): () => void {
  return $adminsPage.listen(() => {});
}

/** Sets the search text in the address; an empty one is removed. */
export function setFilter(filter: string): void {
  setQuery({ filter: filter.trim() });
}

/** Sets the sort in the address, for example `-created`. */
export function setSort(sort: string): void {
  setQuery({ sort });
}
