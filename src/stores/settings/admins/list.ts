import { dequal } from 'dequal/lite';
import { computed } from 'nanostores';
import { type AdminsQuery, listAdmins } from '#api/settings/admins.ts';
import { isRefusedFilter } from '#domain/app/api-error.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { ADMIN_COLUMNS, ADMINS_PER_PAGE, adminSort } from '#domain/settings/admins.ts';
import { can } from '#stores/app/capabilities.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { $filter } from '#stores/app/list-address.ts';
import { $query, $route } from '#stores/app/route.ts';
import { createCode } from '#stores/base/create-code.ts';
import { startOnce } from '#stores/base/running.ts';
import { createAddressList } from '#stores/factories/create-list.ts';

/** Whether administrators have pictures. */
export const hasAvatars = (): boolean => Boolean(can().hasAvatars);

/** The sort in the address if it is valid. */
export const $sort = computed($query, (query) => adminSort(query['sort']));

/** What makes the filter of a search text: a list without one does not need it. */
const search = createCode(() => import('#domain/app/searched-text.ts'));

interface RequestedAdmins extends AdminsQuery {
  /** Whether the filter is a search text, because the code that makes a filter of it is not there yet. */
  readonly isWaiting: boolean;
}

const $requested = computed(
  [$route, $filter, $sort, search.$code],
  (route, text, sort, code): RequestedAdmins | undefined => {
    if (route?.name !== 'settingsAdmins') return undefined;
    const filter = text && code ? code.normalizeFilter(text, ADMIN_COLUMNS) : text;
    return { sort, filter, isWaiting: text !== '' && !code };
  },
);
$requested.eq = dequal;

const list = createAddressList<Identity, RequestedAdmins>({
  $requested,
  open: ({ isWaiting, ...query }) => ({
    perPage: ADMINS_PER_PAGE,
    load: isWaiting ? search.asPage : (page, signal) => listAdmins({ ...query, page }, { signal }),
    isRefused: (error) => isRefusedFilter(error, query.filter),
    keyOf: ({ id }) => id,
    keepRows: true,
  }),
});

/** The administrators: page after page is loaded until all are. */
export const $admins = list.$list;
export const loadedAdmins = list.items;
/** Loads the other pages after a failure. */
export const loadMoreAdmins = list.loadMore;
/** Loads the list again, unless another screen was opened. */
export const refreshAdmins = list.refresh;

/** Number of matching administrators; undefined until all are loaded. */
export const $total = computed($admins, (load) =>
  load.state === 'ready' && load.page > 0 && !load.hasMore ? load.items.length : undefined,
);

/** Loads the page after the last one; a failed page waits for the user. */
function loadAllPages(): () => void {
  return $admins.listen((load) => {
    if (load.state === 'ready' && load.hasMore && !load.loading && !load.hasLoadMoreError)
      void list.loadMore();
  });
}

export const startAdmins = startOnce(loadAllPages, list.start, () => onReconnect(() => void refreshAdmins()));
