import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $query, setQuery, startRouting } from '#stores/app/route.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $shownView } from '#stores/records/collection-preference.ts';
import {
  $columnOrder,
  $columnWidths,
  $hiddenColumns,
  orderColumns,
  resizeColumn,
  storeColumnWidths,
  toggleColumn,
} from '#stores/records/columns.ts';
import { $columns } from '#stores/records/list.ts';
import { startViewsBefore } from '#stores/records/start-views.ts';
import { $changedView, storedViews } from '#stores/records/stored-views.ts';
import {
  $applied,
  chooseView,
  saveView,
  startViews,
  updateView,
  viewHash,
  views,
} from '#stores/records/views.ts';
import { browser, collectionOf, list, settled, showAddress, signInOffline } from '../offline-fixture.ts';
import { startStores } from '../start-stores.ts';
import { removeToasts } from '../toasts.ts';

const files: string[] = [];
vi.mock('#browser/save-file.ts', () => ({
  saveJsonFile: (name: string, text: string) => files.push(name, text),
}));

const text = (name: string) => ({ id: `id_${name}`, name, type: 'text', options: {} });
const one = collectionOf({ id: 'one', name: 'one', schema: [text('title'), text('price')] });
const two = collectionOf({ id: 'two', name: 'two', schema: [text('title')] });
const KEY = 'atollViews';

startStores(() => {
  signInOffline();
  return [startRouting()];
});

const stops: (() => void)[] = [];
const start = () => stops.push(startViews());
const stop = () => {
  for (const each of stops.splice(0)) each();
};
beforeEach(() => {
  removeToasts();
  browser.storage.clear();
  browser.tabStorage.clear();
  storedViews.$value.set('');
  chooseView('');
  list(one, two);
  showAddress('#/collections?collectionId=one');
  start();
  stops.push(...[$hiddenColumns, $columnWidths, $columnOrder].map((store) => store.listen(() => {})));
});
afterEach(() => {
  stop();
  $shownView.set(undefined);
  cleanStores($hiddenColumns, $columnWidths, $columnOrder);
});

const open = (id: string, query = '') => showAddress(`#/collections?collectionId=${id}${query}`);
const idOf = (name: string) => views.$items.get().find((view) => view.name === name)?.id ?? '';
const save = (name: string, isDefault = false) => saveView(one, { name, isDefault });
const messages = () => $toasts.get().map(({ message }) => message);
/** A filtered view without the column `title`, saved and left. */
function saveFiltered(isDefault = false) {
  setQuery({ filter: 'price > 1', sort: '-title' });
  toggleColumn('id_title');
  save('Dear', isDefault);
  toggleColumn('id_title');
  chooseView('');
  if ($hiddenColumns.get().length) toggleColumn('id_title');
}

test('a view keeps filter, sort and columns, and leaves those of the collection alone', () => {
  toggleColumn('@created');
  setQuery({ filter: 'price > 1', sort: '-title' });
  save('Dear');
  toggleColumn('id_title');
  resizeColumn('id_price', 300);
  storeColumnWidths();
  orderColumns(['id_price', 'id_title', '@created', '@updated']);
  expect($changedView.get()).toEqual({ name: 'Dear', parts: 'columns, order, widths' });
  expect(browser.storage.get('one@hiddenColumns')).toBe('["@created"]');
  expect(browser.storage.has('one@columnWidths')).toBe(false);
  updateView();
  expect($changedView.get()).toBeUndefined();
  chooseView('');
  expect($query.get()).toEqual({ collectionId: 'one' });
  expect([$hiddenColumns.get(), $columnWidths.get(), $columnOrder.get()]).toEqual([['@created'], {}, []]);
  chooseView(idOf('Dear'));
  expect($query.get()).toEqual({ collectionId: 'one', filter: 'price > 1', sort: '-title' });
  expect($hiddenColumns.get()).toEqual(['id_title', '@created']);
  expect($columnWidths.get()).toEqual({ id_price: 300 });
  expect($columns.get().map(({ name }) => name)).toEqual(['id', 'price', 'title', 'created', 'updated']);
});

test('without views, nothing is stored and no address changes', () => {
  open('two', '&filter=a');
  open('one');
  expect($query.get()).toEqual({ collectionId: 'one' });
  expect([...browser.storage.keys(), ...browser.tabStorage.keys()]).toEqual([]);
});

test('the default view opens with its collection, unless the address has a filter or a sort', () => {
  saveFiltered(true);
  setFilter('');
  expect($applied.get()).toBeUndefined();
  open('two');
  expect($query.get()).toEqual({ collectionId: 'two' });
  open('one');
  expect($query.get()).toEqual({ collectionId: 'one', filter: 'price > 1', sort: '-title' });
  expect($hiddenColumns.get()).toEqual(['id_title']);
  // Cleared, it stays cleared.
  setQuery({ filter: '', sort: '' });
  expect($query.get()).toEqual({ collectionId: 'one' });
  expect($hiddenColumns.get()).toEqual([]);
  open('two');
  open('one', '&sort=-price');
  expect($query.get()).toEqual({ collectionId: 'one', sort: '-price' });
  expect($applied.get()).toBeUndefined();
});

test('the default view opens although another one has the same filter', () => {
  setFilter('price > 1');
  save('All columns');
  toggleColumn('id_title');
  save('Narrow', true);
  open('two');
  open('one');
  expect($applied.get()?.view.name).toBe('Narrow');
  expect($hiddenColumns.get()).toEqual(['id_title']);
});

test('an address shows its view, and a changed filter stays on it until its collection is left', () => {
  saveFiltered();
  expect($applied.get()).toBeUndefined();
  open('one', '&filter=price+%3E+1&sort=-title');
  expect($applied.get()).toMatchObject({ view: { name: 'Dear' }, parts: [] });
  setFilter('price > 2');
  expect($changedView.get()).toEqual({ name: 'Dear', parts: 'filter' });
  open('two');
  open('one', '&filter=price+%3E+2');
  expect($applied.get()).toBeUndefined();
});

test('after a reload, the view and its unsaved columns are there', () => {
  saveFiltered();
  chooseView(idOf('Dear'));
  toggleColumn('@updated');
  setFilter('price > 3');
  stop();
  $shownView.set(undefined);
  start();
  stops.push($hiddenColumns.listen(() => {}));
  expect($hiddenColumns.get()).toEqual(['id_title', '@updated']);
  expect($changedView.get()).toEqual({ name: 'Dear', parts: 'filter, columns' });
});

test('the first view of others, a default one, leaves the list on screen as it is', async () => {
  saveFiltered(true);
  const shared = browser.storage.get(KEY) ?? '';
  stop();
  storedViews.$value.set('');
  open('one');
  stops.push(
    storedViews.$value.listen(() => {}),
    startViewsBefore(() => () => {}),
  );
  browser.storeElsewhere(KEY, shared);
  await settled();
  expect($query.get()).toEqual({ collectionId: 'one' });
  open('two');
  open('one');
  expect($query.get()).toMatchObject({ filter: 'price > 1' });
});

test('a view that another tab saves shows here', () => {
  saveFiltered();
  stops.push(views.$items.listen(() => {}));
  const changed = JSON.parse(browser.storage.get(KEY) ?? '')[0];
  browser.storeElsewhere(KEY, JSON.stringify([changed, { ...changed, id: 'x', name: 'Other' }]));
  expect(views.of(one).map(({ name }) => name)).toEqual(['Dear', 'Other']);
});

test('what the collection no longer has is left out and named', () => {
  setQuery({ filter: 'price > 1 && title = "a"', sort: '-price' });
  save('Dear');
  chooseView('');
  list({ ...one, fields: one.fields.filter(({ name }) => name !== 'price') }, two);
  chooseView(idOf('Dear'));
  expect($query.get()).toEqual({ collectionId: 'one', filter: 'title = "a"' });
  expect($filter.get()).toBe('title = "a"');
  expect(messages().at(-1)).toBe('“Dear” is shown without what the collection no longer has: price.');
  expect($changedView.get()).toEqual({ name: 'Dear', parts: 'fields' });
  updateView();
  expect($changedView.get()).toBeUndefined();
});

test('several lost fields are named once, in a warning', () => {
  setQuery({ filter: 'price > 1', sort: '-title' });
  save('Dear');
  chooseView('');
  list(collectionOf({ ...one, schema: [text('other')] }), two);
  removeToasts();
  chooseView(idOf('Dear'));
  expect($toasts.get()).toMatchObject([
    {
      type: 'warning',
      message: '“Dear” is shown without what the collection no longer has: title, price.',
    },
  ]);
});

test('a saved change is told, and from then on the view follows what another tab saves', () => {
  updateView();
  expect(messages()).toEqual([]);
  saveFiltered();
  chooseView(idOf('Dear'));
  toggleColumn('@created');
  expect($hiddenColumns.get()).toEqual(['id_title', '@created']);
  removeToasts();
  updateView();
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Saved the view “Dear”.' }]);
  const [saved] = JSON.parse(browser.storage.get(KEY) ?? '');
  stops.push(views.$items.listen(() => {}));
  const columns = saved.columns.filter(({ id }: { id: string }) => id !== 'id_title');
  browser.storeElsewhere(KEY, JSON.stringify([{ ...saved, columns }]));
  expect($hiddenColumns.get()).toEqual(['@created']);
});

test('the address of a view has its filter and sort, and an address with a filter keeps it', () => {
  expect(viewHash('one', { filter: 'a = "b"', sort: '-title' })).toBe(
    '#/collections?collectionId=one&filter=a+%3D+%22b%22&sort=-title',
  );
  saveFiltered(true);
  open('two');
  open('one', '&filter=title+%3D+%22a%22');
  expect($query.get()).toEqual({ collectionId: 'one', filter: 'title = "a"' });
});

test('a view of only columns can be the default, and a deleted view leaves the list as it is', () => {
  toggleColumn('id_price');
  save('Narrow', true);
  expect($query.get()).toEqual({ collectionId: 'one' });
  toggleColumn('id_title');
  open('two');
  open('one');
  expect($applied.get()?.view.name).toBe('Narrow');
  expect($hiddenColumns.get()).toEqual(['id_price']);
  storedViews.update(() => '');
  expect($shownView.get()).toBeUndefined();
});

test('a renamed collection keeps its views from another one with its old name, and exports them by its new one', async () => {
  save('Dear');
  const renamed = { ...one, name: 'renamed' };
  const other = { ...two, name: 'one' };
  list(renamed, other);
  expect(views.of(renamed)).toHaveLength(1);
  expect(views.of(other)).toEqual([]);
  views.exportOf(renamed);
  const [name, exported = ''] = files.splice(0);
  expect(name).toBe('renamed_views.json');
  // On another backend, the new name tells what the views are for.
  const elsewhere = { ...renamed, id: 'elsewhere' };
  list(elsewhere, other);
  storedViews.$value.set('');
  await views.importTo(elsewhere, new File([exported], 'views.json'));
  expect(views.of(elsewhere).map((view) => view.name)).toEqual(['Dear']);
  // A collection that was deleted and made again has another id.
  list({ ...renamed, id: 'again' });
  expect(views.of({ ...renamed, id: 'again' })).toHaveLength(1);
});
