import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandsOf, recordCommand } from '#stores/palette/commands.ts';
import { createRecordSearch } from '#stores/palette/records.ts';
import { $uses, noteUse } from '#stores/palette/uses.ts';
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
