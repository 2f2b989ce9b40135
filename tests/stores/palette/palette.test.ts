import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SINGLE_KEYS_KEY } from '#domain/app/storage-keys.ts';
import { go } from '#stores/app/route.ts';
import { $settings } from '#stores/app/settings.ts';
import { $theme } from '#stores/app/theme.ts';
import { commandsOf, recordCommand } from '#stores/palette/commands.ts';
import { $palette, closePalette, openPalette, openShortcuts } from '#stores/palette/open.ts';
import { createRecordSearch } from '#stores/palette/records.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';
import { $uses, noteUse } from '#stores/palette/uses.ts';
import { viewCommands } from '#stores/palette/views.ts';
import { browser, collectionOf, list, signInOffline } from '#tests/stores/offline-fixture.ts';

const text = (name: string, presentable = false) => ({
  id: name,
  name,
  type: 'text',
  presentable,
  options: {},
});
const posts = collectionOf({ id: 'posts', name: 'posts', schema: [text('title', true), text('body')] });
const tags = collectionOf({ id: 'tags', name: 'tags', schema: [text('label', true)] });

let asked: string[] = [];
let answer: (path: string) => readonly object[] = () => [];

beforeEach(() => {
  vi.useFakeTimers();
  browser.backend = 'http://backend.test/';
  asked = [];
  signInOffline();
  list(posts, tags);
  $uses.set({});
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url);
    asked.push(`${pathname} ${searchParams.get('filter')}`);
    return Response.json({ page: 1, perPage: 5, totalItems: 0, totalPages: 0, items: answer(pathname) });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a text is searched in the collection on screen and those used last, after a pause', async () => {
  answer = (path) => (path.includes('tags') ? [{ id: 'one', collectionId: 'tags', label: 'red' }] : []);
  noteUse('collection:tags');
  const records = createRecordSearch();
  records.search('r');
  await pass(1_000);
  expect(asked).toEqual([]);
  records.search('re');
  await pass(100);
  records.search('red');
  expect(records.$isBusy.get()).toBe(true);
  await pass(200);
  // The first collection is the one on screen.
  expect(asked.filter((path) => path.includes('/records'))).toEqual([
    '/api/collections/posts/records id~"red"||title~"red"',
    '/api/collections/tags/records id~"red"||label~"red"',
  ]);
  expect(records.$isBusy.get()).toBe(false);
  const [found] = records.$found.get();
  if (!found) throw new Error('Nothing found.');
  expect(recordCommand(found)).toMatchObject({ title: 'red', hint: 'tags', group: 'Records' });
  recordCommand(found).run();
  expect(location.hash).toBe('#/collections?collectionId=tags&recordId=one');
  records.search('');
  expect(records.$found.get()).toEqual([]);
});

test('an id is looked for in every collection', async () => {
  answer = (path) =>
    path.includes('posts') ? [{ id: 'abcdefghij12345', collectionId: 'posts', title: 'x' }] : [];
  const records = createRecordSearch();
  records.search('abcdefghij12345');
  await pass(200);
  expect(asked.filter((path) => path.includes('/records'))).toHaveLength(2);
  expect(records.$found.get().map(({ collection }) => collection.name)).toEqual(['posts']);
});

test('a failed search finds nothing, a stopped one asks nobody', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
  noteUse('collection:tags');
  const records = createRecordSearch();
  records.search('red');
  await pass(200);
  expect(records.$isBusy.get()).toBe(false);
  expect(records.$found.get()).toEqual([]);
  records.search('green');
  records.stop();
  await pass(1_000);
  expect(asked).toEqual([]);
});

test('the use of commands is remembered on the device, that of records is not', () => {
  noteUse('collection:tags');
  noteUse('record:tags:one');
  expect(JSON.parse(browser.storage.get('atollCommandUses') ?? '{}')).toEqual({
    'collection:tags': { count: 1, last: Date.now() },
  });
});

test('the commands are all collections, screens of administrators and themes', () => {
  const titles = commandsOf([posts, tags]).map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining(['posts', 'tags', 'New collection', 'Logs', 'Mail settings', 'Dark theme']),
  );
  expect(titles).not.toContain('');
  commandsOf([posts])
    .find(({ title }) => title === 'Backups')
    ?.run();
  expect(location.hash).toBe('#/settings/backups');
});

test('each command does what its title says', async () => {
  const run = (title: string) => {
    const found = commandsOf([posts, tags], viewCommands).find((one) => one.title === title);
    if (!found) throw new Error(`No command ${title}.`);
    return found.run();
  };
  run('Dark theme');
  expect($theme.get()).toBe('dark');
  run('System theme');
  run('tags');
  expect(location.hash).toBe('#/collections?collectionId=tags');
  run('Times in UTC or another time zone');
  expect($palette.get()).toBe('times');
  run('Shared arrangements');
  expect($palette.get()).toBe('arrangements');
  openShortcuts();
  expect($palette.get()).toBe('shortcuts');
  // Whether a shortcut has opened it, or the palette was there.
  expect(openPalette()).toBe(true);
  expect(openPalette()).toBe(false);
  closePalette();
  expect($palette.get()).toBe('closed');
  // Only the screen of the collections has their editor.
  go('logs');
  run('New collection');
  expect(location.hash).toBe('#/collections');
});

test('controls that the settings hide are no commands', () => {
  $settings.set({ appName: 'Acme', hideControls: true });
  expect(commandsOf([posts]).map(({ title }) => title)).not.toContain('New collection');
  $settings.set(undefined);
});

test('single keys as shortcuts are on until this device remembers otherwise', () => {
  expect(
    [undefined, '1', '0'].map((stored) => {
      browser.storeElsewhere(SINGLE_KEYS_KEY, stored);
      return $hasSingleKeys.get();
    }),
  ).toEqual([true, true, false]);
  browser.storeElsewhere(SINGLE_KEYS_KEY);
});
