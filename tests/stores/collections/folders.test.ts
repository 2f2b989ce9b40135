import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import {
  $folderMode,
  $isFolderRequested,
  chooseFolderMode,
  requestFolder,
  storedFolders,
} from '#stores/collections/folder-mode.ts';
import {
  $folders,
  $renamed,
  finishRename,
  moveCollection,
  moveFolder,
  removeFolder,
  startFolder,
  toggleFolded,
} from '#stores/collections/folders.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'atollFolders';
const SHOP = { id: 'x', name: 'Shop', collections: ['a', 'b'] };
const BLOG = { id: 'y', name: 'Blog', collections: ['c'] };
const stored = () => JSON.parse(browser.storage.get(KEY) ?? 'null');
const names = () => $folders.get().folders.map(({ name }) => name);

const stopAll: (() => void)[] = [];
beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  browser.storeElsewhere(KEY);
  stopAll.push(
    $folders.listen(() => {}),
    $folderMode.listen(() => {}),
  );
});
afterEach(() => {
  for (const stop of stopAll.splice(0)) stop();
  $renamed.set(undefined);
  cleanStores($folders, $folderMode, storedFolders.$value);
});

test('nothing is stored until folders are chosen; the mode changes nothing else', () => {
  expect($folderMode.get()).toBeUndefined();
  expect(browser.storage.has(KEY)).toBe(false);
  browser.storeElsewhere(KEY, JSON.stringify({ mode: 'manual', folders: [SHOP], folded: ['x'], later: 1 }));
  expect($folderMode.get()).toBe('manual');
  chooseFolderMode('prefix');
  expect(stored()).toEqual({ mode: 'prefix', folders: [SHOP], folded: ['x'], later: 1 });
  chooseFolderMode('none');
  expect($folders.get()).toEqual({ mode: 'none', folders: [SHOP], folded: ['x'] });
});

test('a requested folder is in own folders, and is named at once', () => {
  requestFolder();
  expect($isFolderRequested.get()).toBe(true);
  expect($folderMode.get()).toBe('manual');
  startFolder();
  expect(names()).toEqual(['New folder']);
  finishRename(' Shop ');
  expect(names()).toEqual(['Shop']);
  // Leaving the field, which is removed.
  finishRename('later');
  expect(names()).toEqual(['Shop']);
  startFolder('a');
  finishRename(undefined);
  expect(stored().folders[1]).toMatchObject({ name: 'New folder', collections: ['a'] });
});

test('changes of two tabs are both kept, and reach the other tab', () => {
  browser.storeElsewhere(KEY, JSON.stringify({ mode: 'manual', folders: [SHOP, BLOG] }));
  expect(names()).toEqual(['Shop', 'Blog']);
  // Its event has not arrived.
  browser.storage.set(KEY, JSON.stringify({ mode: 'manual', folders: [SHOP, { ...BLOG, name: 'News' }] }));
  moveCollection('a', 'y', { beforeId: 'c' });
  moveFolder('y', { beforeId: 'x' });
  toggleFolded('x');
  expect(stored()).toEqual({
    mode: 'manual',
    folders: [
      { id: 'y', name: 'News', collections: ['a', 'c'] },
      { ...SHOP, collections: ['b'] },
    ],
    folded: ['x'],
  });
});

test('a folder with collections is removed after a question, an empty one at once', async () => {
  browser.storeElsewhere(
    KEY,
    JSON.stringify({ mode: 'manual', folders: [SHOP, { ...BLOG, collections: [] }] }),
  );
  await removeFolder({ ...BLOG, collections: [] });
  expect(names()).toEqual(['Shop']);
  const first = removeFolder(SHOP);
  expect($question.get()?.text).toBe('Do you really want to remove folder "Shop"? Its collections stay.');
  $question.get()?.answer(false);
  await first;
  expect(names()).toEqual(['Shop']);
  const second = removeFolder(SHOP);
  $question.get()?.answer(true);
  await second;
  expect(names()).toEqual([]);
});

test('without usable storage, folders last for the visit', () => {
  browser.quota = 0;
  startFolder('a');
  finishRename('Shop');
  expect($folders.get()).toMatchObject({ mode: 'manual', folders: [{ name: 'Shop', collections: ['a'] }] });
});

test.each(['nonsense', '{', '[]', '5', '"text"', '{"mode":{}}', '{"mode":"__proto__","folders":7}'])(
  'a stored %s is no folder',
  (text) => {
    browser.storeElsewhere(KEY, text);
    expect($folders.get()).toEqual({ mode: 'none', folders: [], folded: [] });
    chooseFolderMode('manual');
    expect($folders.get()).toMatchObject({ mode: 'manual', folders: [] });
  },
);
