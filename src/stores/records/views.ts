// chunks: views
import { dequal } from 'dequal/lite';
import { atom, computed, effect } from 'nanostores';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { VIEWS_KEY } from '#domain/app/storage-keys.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { columnsOf, inOrder } from '#domain/collections/columns.ts';
import type { NamedItem } from '#domain/collections/named-items.ts';
import {
  differences,
  isAt,
  type ListAddress,
  parseShownView,
  parseViews,
  type UsableView,
  usableView,
  viewAt,
  viewContentOf,
} from '#domain/records/views/view.ts';
import { formatHash } from '#routing/hash.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createNamedItems } from '#stores/factories/create-named-items.ts';
import { $shownView } from './collection-preference.ts';
import { $columnWidths, $hiddenColumns } from './columns.ts';
import { $columns, $filterScope } from './list.ts';
import { $changedView, storedViews } from './stored-views.ts';

/** The saved views on this device. */
export const views = createNamedItems({
  stored: storedViews,
  parse: parseViews,
  noun: 'view',
  $collections: $collectionList,
});

/** The views of the active collection as it can show them now. */
export const $usableViews = computed([$filterScope, views.$items], (scope, items): UsableView[] =>
  scope ? views.of(scope.collection, items).map((view) => usableView(view, scope)) : [],
);

const $address = computed($query, ({ filter = '', sort = '' }): ListAddress => ({ filter, sort }));

/** What a view would keep of the list on screen. */
const $content = computed(
  [$columns, $address, $hiddenColumns, $columnWidths],
  (columns, address, hidden, widths) => viewContentOf(columns, address, { hidden, widths }),
);

/** The view on screen, and in what the list differs from it, in words; undefined without one. */
export const $applied = computed(
  [$shownView, $usableViews, $content, $filterScope],
  (shown, usable, content, scope) => {
    const view = usable.find(({ id }) => id === shown?.id);
    if (!view || !scope) return undefined;
    const columns = inOrder(columnsOf(scope.collection), view.arranged.order);
    const parts = differences(viewContentOf(columns, view, view.arranged), content);
    return { view, parts: view.lost.length ? [...parts, 'fields'] : parts };
  },
);

/** Id of a view that was chosen, and not only reached by its address; '' for none. */
const $chosen = atom<string | undefined>(undefined);

/** Shows a view as it is saved, once its collection is open; '' shows all records with the collection's own columns. */
export const chooseView = (id: string): void => $chosen.set(id);

/** The address of a view: for everybody, on every device. */
export const viewHash = (collectionId: string, { filter, sort }: ListAddress): string =>
  formatHash('collections', { collectionId, filter, sort });

/** Saves the list on screen as a view of the collection, and shows it. */
export function saveView(collection: Collection, named: Pick<NamedItem, 'name' | 'isDefault'>): void {
  chooseView(views.save(collection, named, $content.get()).id);
}

/** Saves the list on screen as the view that it differs from. */
export function updateView(): void {
  const view = $applied.get()?.view;
  if (!view) return;
  views.change(view.id, $content.get());
  chooseView(view.id);
  addToast('success', `Saved the view “${view.name}”.`);
}

function show({ id: collectionId }: Collection, view: UsableView | undefined, isChosen: boolean): void {
  const shown = $shownView.get();
  const isSame = view !== undefined && shown?.id === view.id && !isChosen;
  if (isSame && shown?.isChanged) return;
  const next = view && { id: view.id, collectionId, columns: view.arranged };
  if (!dequal(next, shown)) $shownView.set(next);
  if (isSame || !view?.lost.length) return;
  const names = view.lost.join(', ');
  addToast('warning', `“${view.name}” is shown without what the collection no longer has: ${names}.`);
}

function followAddress(isListShown: boolean): () => void {
  let opened = isListShown ? $query.get()['collectionId'] : undefined;
  let isFirst = !isListShown;
  // Once for a change of several: the address of a default view is set here, and known only after the others.
  const $parts = computed([$route, $filterScope, $usableViews, $chosen], (...parts) => parts);
  return effect($parts, ([route, scope, usable, chosen]) => {
    if (route && route.name !== 'collections') opened = undefined;
    const collection = scope?.collection;
    if (!collection || route?.query['collectionId'] !== collection.id || route.name !== 'collections') return;
    const isOpened = opened !== collection.id;
    const find = (wanted: string | undefined) => usable.find(({ id }) => id === wanted);
    const before = isOpened && !isFirst ? undefined : find($shownView.get()?.id);
    opened = collection.id;
    isFirst = false;
    const address = $address.get();
    // The navigation to a chosen view may have been declined, and another address opened since.
    const saved = views.$items.get().find(({ id }) => id === chosen);
    const isMeant = !isOpened || (saved !== undefined && isAt(address, saved));
    const isChosen = chosen === '' || (isMeant && find(chosen) !== undefined);
    const view = isChosen ? find(chosen) : viewAt(usable, address, before, isOpened);
    show(collection, view, isChosen);
    // A view that was not chosen changes only the address without a filter and a sort: others keep what they say.
    if (isChosen || (isOpened && view?.isDefault && !address.filter && !address.sort))
      setQuery({ filter: view?.filter, sort: view?.sort }, { replace: isOpened });
    if (isChosen || isOpened) $chosen.set(undefined);
  });
}

/** Shows views by their addresses, and says when the list differs. A list that is shown already stays as it is. */
export function startViews(isListShown = false): () => void {
  $shownView.set(parseShownView(readInTab(VIEWS_KEY) ?? ''));
  return stopAll(
    $shownView.listen((shown) => storeInTab(VIEWS_KEY, shown && JSON.stringify(shown))),
    followAddress(isListShown),
    $applied.subscribe((applied) => {
      const { view, parts = [] } = applied ?? {};
      $changedView.set(view && parts.length ? { name: view.name, parts: parts.join(', ') } : undefined);
    }),
  );
}
