import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRouting } from '#stores/app/route.ts';
import {
  $columnWidths,
  $hiddenColumns,
  resetColumns,
  resizeColumn,
  storeColumnWidths,
  toggleColumn,
} from '#stores/records/columns.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '../offline-fixture.ts';
import { startStores } from '../start-stores.ts';

const HIDDEN = 'one@hiddenColumns';
const WIDTHS = 'one@columnWidths';
const [one, two] = ['one', 'two'].map((id) => collectionOf({ id, name: id }));

startStores(() => {
  signInOffline();
  return [startRouting()];
});

const stops: (() => void)[] = [];
function follow() {
  stops.push(
    $hiddenColumns.listen(() => {}),
    $columnWidths.listen(() => {}),
  );
}
beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  browser.storage.clear();
  if (one && two) list(one, two);
  showAddress('#/collections?collectionId=one');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  cleanStores($hiddenColumns, $columnWidths);
});

test('[RL-16] each collection has its own hidden columns', () => {
  follow();
  toggleColumn('@created');
  showAddress('#/collections?collectionId=two');
  expect($hiddenColumns.get()).toEqual([]);
  toggleColumn('@updated');
  expect(browser.storage.get('two@hiddenColumns')).toBe('["@updated"]');
  showAddress('#/collections?collectionId=one');
  expect($hiddenColumns.get()).toEqual(['@created']);
  expect(browser.storage.get(HIDDEN)).toBe('["@created"]');
});

test('[RL-16] nothing is stored for a collection without hidden columns', () => {
  follow();
  toggleColumn('@created');
  toggleColumn('@created');
  expect($hiddenColumns.get()).toEqual([]);
  expect(browser.storage.has(HIDDEN)).toBe(false);
});

test('without a collection no column is hidden, resized or stored', () => {
  browser.storage.set(HIDDEN, '["@created"]');
  browser.storage.set(WIDTHS, '{"@created":150}');
  follow();
  expect($hiddenColumns.get()).toEqual(['@created']);
  expect($columnWidths.get()).toEqual({ '@created': 150 });
  list();
  expect($hiddenColumns.get()).toEqual([]);
  expect($columnWidths.get()).toEqual({});
  const before = [...browser.storage];
  toggleColumn('@updated');
  resizeColumn('@updated', 200);
  storeColumnWidths();
  expect($hiddenColumns.get()).toEqual([]);
  expect([...browser.storage]).toEqual(before);
});

test('follows another tab only for the collection on screen', () => {
  follow();
  showAddress('#/collections?collectionId=two');
  let changes = 0;
  for (const store of [$hiddenColumns, $columnWidths]) {
    stops.push(
      store.listen(() => {
        changes += 1;
      }),
    );
  }
  browser.storeElsewhere(HIDDEN, '["@created"]');
  browser.storeElsewhere(WIDTHS, '{"@created":150}');
  expect($hiddenColumns.get()).toEqual([]);
  expect($columnWidths.get()).toEqual({});
  expect(changes).toBe(0);
  browser.storeElsewhere('two@hiddenColumns', '["@updated"]');
  browser.storeElsewhere('two@columnWidths', '{"@updated":170}');
  expect($hiddenColumns.get()).toEqual(['@updated']);
  expect($columnWidths.get()).toEqual({ '@updated': 170 });
});

test('clearing the storage in another tab resets every column', () => {
  browser.storage.set(HIDDEN, '["@created"]');
  browser.storage.set(WIDTHS, '{"@created":150}');
  follow();
  browser.storeElsewhere(null);
  expect($hiddenColumns.get()).toEqual([]);
  expect($columnWidths.get()).toEqual({});
});

test('ignores changes without a listener, and the next listener reads the stored values', () => {
  follow();
  for (const stop of stops.splice(0)) stop();
  cleanStores($hiddenColumns, $columnWidths);
  browser.storage.set('two@hiddenColumns', '["@updated"]');
  browser.storage.set('two@columnWidths', '{"@updated":170}');
  const before = [$hiddenColumns.value, $columnWidths.value];
  browser.storeElsewhere(HIDDEN, '["@created"]');
  browser.storeElsewhere(WIDTHS, '{"@created":150}');
  showAddress('#/collections?collectionId=two');
  showAddress('#/collections?collectionId=one');
  expect([$hiddenColumns.value, $columnWidths.value]).toEqual(before);
  follow();
  expect($hiddenColumns.get()).toEqual(['@created']);
  expect($columnWidths.get()).toEqual({ '@created': 150 });
});

test('reloading the list does not change the columns', () => {
  follow();
  const seen: unknown[] = [];
  stops.push($hiddenColumns.listen((ids) => seen.push(ids)));
  toggleColumn('@created');
  resizeColumn('@created', 200);
  if (two) list(collectionOf({ id: 'one', name: 'renamed' }), two);
  expect(seen).toEqual([['@created']]);
  expect($columnWidths.get()).toEqual({ '@created': 200 });
});

test('a width is stored when resizing ends, and removed when it is reset', () => {
  follow();
  resizeColumn('@created', 200);
  expect(browser.storage.has(WIDTHS)).toBe(false);
  storeColumnWidths();
  expect(browser.storage.get(WIDTHS)).toBe('{"@created":200}');
  resetColumns('@created');
  expect($columnWidths.get()).toEqual({});
  expect(browser.storage.has(WIDTHS)).toBe(false);
});

test('other tabs change a stored width, but not one that is not stored yet', () => {
  follow();
  resizeColumn('@created', 200);
  browser.storage.set(WIDTHS, '{"@updated":170}');
  storeColumnWidths();
  expect($columnWidths.get()).toEqual({ '@created': 200, '@updated': 170 });
  resizeColumn('@updated', 180);
  browser.storeElsewhere(WIDTHS, '{"@created":210,"@updated":90}');
  expect($columnWidths.get()).toEqual({ '@created': 210, '@updated': 180 });
});

test('a width that is not stored yet applies only to its collection', () => {
  follow();
  resizeColumn('@created', 200);
  showAddress('#/collections?collectionId=two');
  expect($columnWidths.get()).toEqual({});
  browser.storeElsewhere('two@columnWidths', '{"@created":150}');
  expect($columnWidths.get()).toEqual({ '@created': 150 });
});

test('without usable storage, columns are kept for the visit, for each collection', () => {
  follow();
  browser.quota = 0;
  toggleColumn('@created');
  resizeColumn('@created', 200);
  storeColumnWidths();
  showAddress('#/collections?collectionId=two');
  expect($hiddenColumns.get()).toEqual([]);
  expect($columnWidths.get()).toEqual({});
  showAddress('#/collections?collectionId=one');
  expect($hiddenColumns.get()).toEqual(['@created']);
  expect($columnWidths.get()).toEqual({ '@created': 200 });
  browser.quota = Number.POSITIVE_INFINITY;
  toggleColumn('@updated');
  expect(browser.storage.get(HIDDEN)).toBe('["@created","@updated"]');
});
