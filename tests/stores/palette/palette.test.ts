import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SINGLE_KEYS_KEY } from '#domain/app/storage-keys.ts';
import { $backend } from '#stores/app/line.ts';
import { $palette, closePalette, openPalette, openShortcuts } from '#stores/app/popups.ts';
import { $query, $route, go, guardLeaving, startRouting } from '#stores/app/route.ts';
import { $settings } from '#stores/app/settings.ts';
import { $theme } from '#stores/app/theme.ts';
import {
  $viewsOf,
  commandsOf,
  createRecordSearch,
  recordCommand,
  recordCommands,
} from '#stores/palette/commands.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';
import { $uses, noteUse } from '#stores/palette/uses.ts';
import { viewCommands } from '#stores/palette/views.ts';
import { storedViews } from '#stores/records/stored-views.ts';
import { $applied, saveView, startViews, views } from '#stores/records/views.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '#tests/stores/offline-fixture.ts';
import { until } from '#tests/stores/until.ts';
import { setLine } from '#wire/choose.ts';

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
/** After the pause; the code that reads a refusal is fetched with the first one. */
async function searched(records: ReturnType<typeof createRecordSearch>): Promise<void> {
  await pass(200);
  await vi.waitFor(() => expect(records.$isBusy.get()).toBe(false));
}

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
  expect(recordCommand(found)).toMatchObject({
    id: 'record:tags:one',
    title: 'red',
    hint: 'tags',
    group: 'Records',
    icon: expect.stringMatching(/^icon-\[/),
  });
  recordCommand(found).run();
  expect(location.hash).toBe('#/collections?collectionId=tags&recordId=one');
  records.search('');
  expect(records.$found.get()).toEqual([]);
});

test('without a presentable text, records are found by the names that are shown instead', async () => {
  const avatar = { ...text('avatar', true), type: 'file' };
  const schema = [text('name'), text('bio'), avatar];
  const users = collectionOf({ id: 'users', name: 'users', type: 'auth', schema });
  list(users);
  const records = createRecordSearch();
  records.search('ann');
  await pass(200);
  expect(asked.filter((path) => path.includes('/records'))).toEqual([
    '/api/collections/users/records id~"ann"||avatar~"ann"||username~"ann"||email~"ann"||name~"ann"',
  ]);
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

test('a word as long as an id is searched as a text when no record has that id', async () => {
  answer = (path) =>
    path.includes('posts') && asked.at(-1)?.includes('~"congratulations"')
      ? [{ id: 'one', collectionId: 'posts', title: 'Congratulations' }]
      : [];
  const records = createRecordSearch();
  records.search('congratulations');
  await pass(200);
  expect(records.$found.get().map(({ record }) => record['title'])).toEqual(['Congratulations']);
});

test('the collections used last come first, at most four with the one on screen', async () => {
  const others = ['a', 'b', 'c', 'd'].map((id) => collectionOf({ id, name: id, schema: [] }));
  list(posts, tags, ...others);
  for (const id of ['tags', 'd', 'b', 'posts', 'a']) {
    noteUse(`collection:${id}`);
    vi.setSystemTime(Date.now() + 1000);
  }
  const records = createRecordSearch();
  records.search('red');
  await pass(200);
  const searched = asked.flatMap((path) => /^\/api\/collections\/(\w+)\/records/.exec(path)?.[1] ?? []);
  expect(searched).toEqual(['posts', 'a', 'b', 'd']);
});

test('an id is looked for in six collections at a time, and no further once it is found', async () => {
  const many = Array.from({ length: 13 }, (_, at) =>
    collectionOf({ id: `c${at}`, name: `c${at}`, schema: [] }),
  );
  list(...many);
  answer = (path) => (path.includes('/c7/') ? [{ id: 'abcdefghij12345', collectionId: 'c7' }] : []);
  const records = createRecordSearch();
  records.search('abcdefghij12345');
  await pass(200);
  expect(asked.filter((path) => path.includes('/records'))).toHaveLength(12);
  expect(records.$found.get().map(({ collection }) => collection.name)).toEqual(['c7']);
  // What was found stays until the next search has found something else.
  records.search('abcdefghij12346');
  expect([records.$isBusy.get(), records.$found.get().length]).toEqual([true, 1]);
  answer = () => [];
  await pass(200);
  expect([records.$isBusy.get(), records.$found.get().length]).toEqual([false, 0]);
});

test('of the records found before, only those that fit another text are offered until it is searched', () => {
  const records = ['red apple', 'red pear'].map((title) => ({
    collection: posts,
    record: { id: title, collectionId: 'posts', collectionName: 'posts', title },
  }));
  const titles = (typed: string, isBusy: boolean) =>
    recordCommands(records, typed, isBusy).map(({ title }) => title);
  expect(titles('red', false)).toEqual(['red apple', 'red pear']);
  expect(titles('red pe', true)).toEqual(['red pear']);
  expect(titles('blue', true)).toEqual([]);
  // A record may be found by more than its title.
  expect(titles('blue', false)).toEqual(['red apple', 'red pear']);
  expect(titles('', false)).toEqual([]);
});

test('a collection that can’t be searched, such as a view with a failing query, hides no others', async () => {
  const send = fetch;
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/posts/') ? Response.json({ message: 'Bad.' }, { status: 400 }) : send(url),
  );
  noteUse('collection:tags');
  for (const text of ['red', 'abcdefghij12345']) {
    answer = (path) => (path.includes('/tags/') ? [{ id: text, collectionId: 'tags' }] : []);
    const records = createRecordSearch();
    records.search(text);
    await searched(records);
    expect(records.$found.get().map(({ record }) => record.id)).toEqual([text]);
  }
});

test('a failed search finds nothing, a stopped one asks nobody', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
  noteUse('collection:tags');
  const records = createRecordSearch();
  records.search('red');
  await searched(records);
  expect(records.$found.get()).toEqual([]);
  records.search('green');
  records.stop();
  await pass(1_000);
  expect(asked).toEqual([]);
});

test('uses of another tab are counted, too, before their event arrives', () => {
  onTestFinished($uses.listen(() => {}));
  const now = Date.now();
  const used = { 'collection:posts': { count: 3, last: now }, 'collection:tags': { count: 2, last: now } };
  browser.storage.set('atollCommandUses', JSON.stringify(used));
  noteUse('collection:tags');
  expect(JSON.parse(browser.storage.get('atollCommandUses') ?? '{}')).toMatchObject({
    'collection:posts': { count: 3 },
    'collection:tags': { count: 3 },
  });
});

test('the use of commands is remembered on the device, that of records is not', () => {
  noteUse('collection:tags');
  noteUse('record:tags:one');
  expect(JSON.parse(browser.storage.get('atollCommandUses') ?? '{}')).toEqual({
    'collection:tags': { count: 1, last: Date.now() },
  });
});

test('the commands are all collections, screens of administrators and themes, by groups', () => {
  const commands = commandsOf([posts, tags]);
  const byGroup = Object.groupBy(commands, ({ group }) => group);
  const titles = Object.entries(byGroup).map(([group, some]) => [group, some.map(({ title }) => title)]);
  expect(Object.fromEntries(titles)).toEqual({
    Collections: ['posts', 'tags', 'New collection'],
    'Go to': expect.arrayContaining(['Logs', 'Mail settings', 'Backups', 'Shared arrangements']),
    Theme: expect.arrayContaining(['System theme', 'Dark theme', 'Times in UTC or another time zone']),
  });
  expect(commands.map(({ title }) => title)).not.toContain('');
  // No page of guests, or of the users of an app.
  expect(byGroup['Go to']?.map(({ title }) => title)).not.toContain('Page not found');
  expect(commands.every(({ icon }) => /^icon-\[ri--[a-z0-9-]+\]$/.test(icon))).toBe(true);
  // This device counts their uses by these ids.
  expect(commands.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'collection:posts',
      'new-collection',
      'go:/logs',
      'arrangements',
      'theme:dark',
      'times',
    ]),
  );
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  commands.find(({ title }) => title === 'Backups')?.run();
  expect(location.hash).toBe('#/settings/backups');
});

test('screens are called what the backend calls them, and those that it does not have are left out', () => {
  const titles = () => commandsOf([]).flatMap(({ group, title }) => (group === 'Go to' ? [title] : []));
  expect(titles()).toEqual(expect.arrayContaining(['Admins', 'Auth providers', 'Token options']));
  expect(titles()).not.toContain('Crons');
  setLine('pb23');
  $backend.set({ line: 'pb23', version: '0.40.6' });
  expect(titles()).toEqual(expect.arrayContaining(['Superusers', 'Crons']));
  for (const other of ['Admins', 'Auth providers', 'Token options']) expect(titles()).not.toContain(other);
  setLine(undefined);
  $backend.set(undefined);
});

test('saved views are commands once their code is there, and open their list', async () => {
  vi.useRealTimers();
  const stops = [startRouting(), startViews()];
  showAddress('#/collections?collectionId=posts&filter=a&sort=-title');
  saveView(posts, { name: 'Mine', isDefault: false });
  const [view] = views.of(posts);
  showAddress('#/logs');
  stops.push($viewsOf.listen(() => {}));
  const viewsOf = await until($viewsOf, (make) => make(posts).length > 0);
  expect(viewsOf(tags)).toEqual([]);
  const [command] = commandsOf([posts, tags], viewsOf).filter(({ group }) => group === 'Views');
  expect(command).toEqual({
    id: `view:${view?.id}`,
    title: 'Mine',
    group: 'Views',
    icon: expect.stringMatching(/^icon-\[/),
    hint: 'posts',
    run: expect.any(Function),
  });
  command?.run();
  expect($query.get()).toEqual({ collectionId: 'posts', filter: 'a', sort: '-title' });
  expect($applied.get()?.view.name).toBe('Mine');
  for (const stop of stops.reverse()) stop();
  $route.set(undefined);
  storedViews.$value.set('');
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
  $settings.set({ name: 'Acme', hidesControls: true, isLogOff: false });
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
  $hasSingleKeys.set(false);
  expect(browser.storage.get(SINGLE_KEYS_KEY)).toBe('0');
  $hasSingleKeys.set(true);
  expect(browser.storage.has(SINGLE_KEYS_KEY)).toBe(false);
});

test('a view that was not opened is not shown later in place of an address', async () => {
  const stops = [startRouting(), startViews()];
  go('collections', { collectionId: 'tags' });
  saveView(tags, { name: 'Plain', isDefault: false });
  views.change(views.of(tags)[0]?.id ?? '', { filter: 'label = "x"' });
  go('collections', { collectionId: 'posts' });
  const stop = guardLeaving(() => false);
  viewCommands(tags)[0]?.run();
  stop();
  expect($query.get()).toMatchObject({ collectionId: 'posts' });
  go('collections', { collectionId: 'tags', filter: 'label = "y"' });
  expect($query.get()).toEqual({ collectionId: 'tags', filter: 'label = "y"' });
  for (const end of stops) end();
});
