import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isShared } from '#domain/app/storage-keys.ts';
import { zoneNames } from '#domain/app/zone.ts';
import { $zone } from '#stores/app/zone.ts';
import { $zoneChoice, startZone } from '#stores/app/zone-choice.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { until } from '../until.ts';

const KEY = 'atollZone';
const html = document.documentElement;

let stop = () => {};
beforeEach(() => {
  browser.storeElsewhere(KEY);
  $zone.set(undefined);
});
afterEach(() => {
  stop();
  cleanStores($zoneChoice, $zone);
});

test('without a choice dates are in UTC at once', () => {
  stop = startZone();
  expect($zone.get()).toBeUndefined();
  expect(html.dataset['zone']).toBeUndefined();
});

test('dates are hidden until the code of the stored zone is there', async () => {
  browser.storage.set(KEY, 'Asia/Kathmandu');
  stop = startZone();
  expect(html.dataset['zone']).toBe('');
  expect((await until($zone, (zone) => zone !== undefined))?.id).toBe('Asia/Kathmandu');
  expect(html.dataset['zone']).toBeUndefined();
});

test.each(['Mars/Olympus', 'Etc/UTC', '<b>'])('the stored zone %j is UTC', async (stored) => {
  browser.storage.set(KEY, stored);
  stop = startZone();
  await expect.poll(() => html.dataset['zone']).toBeUndefined();
  expect($zone.get()).toBeUndefined();
});

test('follows another tab, and back to UTC, which removes the choice', async () => {
  stop = startZone();
  browser.storeElsewhere(KEY, 'Europe/Berlin');
  await until($zone, (zone) => zone?.id === 'Europe/Berlin');
  $zoneChoice.set('America/New_York');
  await until($zone, (zone) => zone?.id === 'America/New_York');
  expect(browser.storage.get(KEY)).toBe('America/New_York');
  $zoneChoice.set('');
  expect($zone.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('the last of several choices is valid', async () => {
  stop = startZone();
  $zoneChoice.set('Europe/Berlin');
  $zoneChoice.set('');
  $zoneChoice.set('Asia/Kathmandu');
  $zoneChoice.set('Europe/Berlin');
  await until($zone, (zone) => zone !== undefined);
  expect($zone.get()?.id).toBe('Europe/Berlin');
});

test('the zones to choose from are those of the browser without UTC, and all backends share the choice', () => {
  const names = zoneNames();
  for (const name of ['Europe/Berlin', 'Asia/Kathmandu', 'Asia/Kolkata']) expect(names).toContain(name);
  expect(names.filter((name) => /UTC|UCT|Zulu/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(isShared(KEY)).toBe(true);
});
