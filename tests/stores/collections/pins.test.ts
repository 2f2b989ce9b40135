import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $pins, togglePin } from '#stores/collections/pins.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = '@pinnedCollections';

const stopAll: (() => void)[] = [];
const start = () => stopAll.push($pins.listen(() => {}));
function stop() {
  for (const stopOne of stopAll.splice(0)) stopOne();
  cleanStores($pins);
}
beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  browser.storeElsewhere(KEY);
  start();
});
afterEach(stop);

test('[CS-06] [CS-07] pins and unpins a collection, and stores both', () => {
  togglePin('a');
  togglePin('b');
  expect($pins.get()).toEqual(['a', 'b']);
  expect(browser.storage.get(KEY)).toBe('["a","b"]');
  togglePin('a');
  expect($pins.get()).toEqual(['b']);
  expect(browser.storage.get(KEY)).toBe('["b"]');
});

test('[CS-07] starts with the stored pins', () => {
  stop();
  browser.storage.set(KEY, '["x"]');
  start();
  expect($pins.get()).toEqual(['x']);
});

test('follows the pins of another tab, also when it clears the storage', () => {
  browser.storeElsewhere(KEY, '["c"]');
  expect($pins.get()).toEqual(['c']);
  browser.storage.set(KEY, '["d"]');
  browser.storeElsewhere('another key', '1');
  expect($pins.get()).toEqual(['c']);
  browser.storeElsewhere(null);
  expect($pins.get()).toEqual([]);
});

test('ignores other tabs after it is stopped', () => {
  stop();
  browser.storeElsewhere(KEY, '["c"]');
  expect($pins.value).toEqual([]);
});

test('simultaneous pins of two tabs are both kept', () => {
  browser.storage.set(KEY, '["c"]');
  togglePin('a');
  expect($pins.get()).toEqual(['c', 'a']);
  expect(browser.storage.get(KEY)).toBe('["c","a"]');
});

test('the last stored value counts, even when the event of another tab arrives later', () => {
  togglePin('a');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY, newValue: '["c"]' }));
  expect($pins.get()).toEqual(['a']);
});

test('without usable storage, pins last for the visit or until another tab stores some', () => {
  browser.quota = 0;
  togglePin('a');
  togglePin('b');
  expect($pins.get()).toEqual(['a', 'b']);
  stop();
  start();
  browser.storeElsewhere('another key', '1');
  expect($pins.get()).toEqual(['a', 'b']);
  togglePin('a');
  expect($pins.get()).toEqual(['b']);
  browser.storeElsewhere(KEY, '["c"]');
  expect($pins.get()).toEqual(['c']);
});

test.each(['nonsense', '{', '{"a":1}', '{}', '5', '"text"', '[1,null]'])(
  'a stored %s pins nothing',
  (stored) => {
    browser.storeElsewhere(KEY, stored);
    expect($pins.get()).toEqual([]);
  },
);
