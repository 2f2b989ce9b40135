import { afterEach, beforeEach, expect, test } from 'vitest';
import { $pins, startPins, togglePin } from '#stores/collections/pins.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = '@pinnedCollections';

let stop = () => {};
beforeEach(() => {
  browser.storage.delete(KEY);
  stop = startPins();
});
afterEach(() => stop());

test('[CS-06] [CS-07] pins a collection, takes its pin away and remembers both', () => {
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
  stop = startPins();
  expect($pins.get()).toEqual(['x']);
});

test('follows the pins of another tab, and a storage that was cleared', () => {
  browser.storeElsewhere(KEY, '["c"]');
  expect($pins.get()).toEqual(['c']);
  browser.storage.set(KEY, '["d"]');
  browser.storeElsewhere('another key', '1');
  expect($pins.get()).toEqual(['c']);
  browser.storeElsewhere(null);
  expect($pins.get()).toEqual([]);
});

test('follows no other tab once it is stopped', () => {
  stop();
  browser.storeElsewhere(KEY, '["c"]');
  expect($pins.get()).toEqual([]);
});
