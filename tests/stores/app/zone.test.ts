import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isShared } from '#domain/app/storage-keys.ts';
import { ownZone, zoneNames, zoneOf } from '#domain/app/zone.ts';
import { $zone } from '#stores/app/zone.ts';
import { browser } from '#tests/support/browser-stub.ts';

// It starts when it is imported, after the stub of the browser.
const { $zoneChoice } = await import('#stores/app/zone-choice.ts');

const KEY = 'atollZone';
const html = document.documentElement;

beforeEach(() => {
  browser.storeElsewhere(KEY);
  html.dataset['zone'] = '';
});
afterEach(() => cleanStores($zone));

test('without a choice dates are in UTC', () => {
  expect($zone.get()).toBeUndefined();
});

test.each(['Mars/Olympus', 'Etc/UTC', '<b>'])('the stored zone %j is UTC', (stored) => {
  browser.storeElsewhere(KEY, stored);
  expect($zone.get()).toBeUndefined();
  expect(html.dataset['zone']).toBeUndefined();
});

test('follows another tab, and back to UTC, which removes the choice', () => {
  browser.storeElsewhere(KEY, 'Europe/Berlin');
  expect($zone.get()?.id).toBe('Europe/Berlin');
  $zoneChoice.set('America/New_York');
  expect($zone.get()?.id).toBe('America/New_York');
  expect(html.dataset['zone']).toBe('on');
  expect(browser.storage.get(KEY)).toBe('America/New_York');
  $zoneChoice.set('local');
  expect($zone.get()?.id).toBe(zoneOf(ownZone())?.id);
  $zoneChoice.set('');
  expect($zone.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('the zones to choose from are those of the browser without UTC, and all backends share the choice', () => {
  const names = zoneNames();
  for (const name of ['Europe/Berlin', 'Asia/Kathmandu', 'Asia/Kolkata']) expect(names).toContain(name);
  expect(names.filter((name) => /UTC|UCT|Zulu/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(isShared(KEY)).toBe(true);
});
