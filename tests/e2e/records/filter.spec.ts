import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';

/** Texts with characters that are special in the backend's filter parser, in LIKE or in addresses. */
const DIFFICULT = [
  'say "hi"',
  "it's",
  'back\\slash',
  'two\\\\slashes',
  'ends with\\',
  '\\"both\\"',
  '50% off',
  'snake_case',
  '0123',
  '12345678901234567890',
  '+5 points',
  'a && b || c // d',
  '{:p1} (@now) null',
  '# & ? %20 +',
  '👩‍👩‍👧‍👦 é',
  '<b>bold</b>'.replace(/[<>]/g, '|'),
] as const;

/** Texts that must not match the texts above. */
const NEIGHBOURS = ['50 percent off', 'snakeXcase', 'back/slash', 'two\\slashes', 'say hi', '123'] as const;

async function createNotesWith(backend: Backend, texts: readonly string[]): Promise<Collection> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('notes'),
    schema: [field('text')],
  });
  for (const text of texts) await createRecord(backend.api, collection.id, { text });
  return collection;
}

/** Enters a text in the filter bar and submits it. */
async function searchFor(page: Page, text: string): Promise<void> {
  const { search } = recordsScreen(page);
  await search.focus();
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

test('[RL-10] plain text searches every field, a filter is sent as typed, and the address keeps it', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotesWith(backend, ['apple pie', 'banana', 'cherry']);
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    type: 'auth',
    schema: [field('nickname')],
  });
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  const buttons = page
    .locator('[data-frame=collections] .page-content form[role=search]')
    .getByRole('button');
  await expect(buttons).toHaveCount(0);

  await screen.search.focus();
  await page.keyboard.insertText('apple');
  await expect(buttons).toHaveText(['Search', 'Clear']);
  const searched = page.waitForRequest((request) => isListRequest(request, collection.id));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  expect(queryOf(await searched)['filter']).toBe(
    'id~"apple"||created~"apple"||updated~"apple"||text~"apple"',
  );
  await expect(screen.rows).toHaveCount(1);
  await expect(screen.total).toHaveText('Total found: 1');
  await expect(buttons).toHaveText(['Clear']);
  await expect.poll(() => hashQuery(page)['filter']).toBe('apple');

  const typed = page.waitForRequest((request) => isListRequest(request, collection.id));
  await searchFor(page, ' text != "banana" && text !~ "pie" ');
  expect(queryOf(await typed)['filter']).toBe('text != "banana" && text !~ "pie"');
  await expect(screen.rows.locator('[data-column="text"]')).toHaveText(['cherry']);
  await page.reload();
  await expect(screen.rows.locator('[data-column="text"]')).toHaveText(['cherry']);
  await expect.poll(() => screen.searchText()).toBe('text != "banana" && text !~ "pie"');

  await page.goBack();
  await expect(screen.rows.locator('[data-column="text"]')).toHaveText(['apple pie']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(screen.rows).toHaveCount(3);
  await expect(buttons).toHaveCount(0);
  await expect.poll(() => hashQuery(page)).not.toHaveProperty('filter');

  for (const [text, sent] of [
    ['404', 'id~404||created~404||updated~404||text~404'],
    ['true', 'id~true||created~true||updated~true||text~true'],
  ] as const) {
    const requested = page.waitForRequest((request) => isListRequest(request, collection.id));
    await searchFor(page, text);
    expect(queryOf(await requested)['filter']).toBe(sent);
  }
  const auth = page.waitForRequest((request) => isListRequest(request, members.id));
  await page.goto(recordsHash(members.id, { filter: 'ann' }));
  const looked = (queryOf(await auth)['filter'] ?? '').split('||').map((part) => part.split('~')[0]);
  expect(looked.sort()).toEqual(
    ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified', 'nickname'].sort(),
  );
});

test('finds exactly the typed text with any characters, on the real backend', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotesWith(backend, [...DIFFICULT, ...NEIGHBOURS]);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.total).toHaveText(`Total found: ${DIFFICULT.length + NEIGHBOURS.length}`);
  for (const text of DIFFICULT) {
    // A text with an operator would be a filter; none of these has one.
    const expected = [...DIFFICULT, ...NEIGHBOURS].filter((other) => other.includes(text)).length;
    await searchFor(page, text);
    await expect.poll(() => screen.searchText()).toBe(text);
    await expect.poll(() => hashQuery(page)['filter']).toBe(text);
    await expect(screen.total, text).toHaveText(`Total found: ${expected}`);
    // The number may appear before the rows.
    await expect(screen.rows).toHaveCount(expected);
    await expect.poll(() => screen.rows.locator('[data-column="text"]').allTextContents()).toContain(text);
  }
});

test('a long text can be searched in a collection with many fields', async ({ page, admin, backend }) => {
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: Array.from({ length: 60 }, (_, index) => field(`field_${index}`)),
  });
  const sentence = 'Every field is asked for the whole of it. '.repeat(12).trim();
  await createRecord(backend.api, wide.id, { field_59: `before ${sentence} after` });
  await createRecord(backend.api, wide.id, { field_0: 'something else' });
  await admin.signIn();
  await page.goto(recordsHash(wide.id, { filter: sentence }));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText('Total found: 1');
  await expect(screen.rows).toHaveCount(1);
});

test('[RL-11] completes own fields, fields of relations in both directions, modifiers and macros while typing', async ({
  page,
  admin,
  backend,
}) => {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [field('title'), field('labels', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } })],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('headline'),
      field('tags', 'select', { options: { maxSelect: 3, values: ['x', 'y', 'z'] } }),
      field('cat', 'relation', { options: { collectionId: cats.id } }),
    ],
  });
  await admin.signIn();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(recordsHash(posts.id));
  await expect(page.getByText('No records found.')).toBeVisible();
  const before = scripts.length;
  expect(scripts.filter((url) => /FilterEditor|ace/i.test(url))).toEqual([]);
  const popup = page.locator('.ace_autocomplete');
  const screen = recordsScreen(page);
  await screen.search.click();
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);

  const offered = async (typed: string, word: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(popup.locator('.ace_line', { hasText: word }).first(), word).toBeVisible();
  };
  await offered('head', 'headline');
  await offered('cat.ti', 'cat.title');
  await offered('cat.lab', 'cat.labels:each');
  // A part of a path finds it, and a dot leads one level deeper.
  await offered('labels', 'cat.labels');
  await offered(`cat.${posts.name}_via_cat.he`, `cat.${posts.name}_via_cat.headline`);
  await offered('tags:', 'tags:each');
  await offered('tags:l', 'tags:length');
  await offered('@tod', '@todayStart');
  await offered('upd', 'updated');

  // Tab accepts the first completion; Enter then submits the filter.
  await page.keyboard.press('Tab');
  await expect.poll(() => screen.searchText()).toBe('updated');
  await page.keyboard.type(' > "2022-01-01"');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashQuery(page)['filter']).toBe('updated > "2022-01-01"');

  await page.goto(recordsHash(cats.id));
  await expect(page.getByRole('heading', { level: 1, name: cats.name })).toBeVisible();
  await screen.search.click();
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  await offered(`${posts.name}_via`, `${posts.name}_via_cat`);
  await offered(`${posts.name}_via_cat.he`, `${posts.name}_via_cat.headline`);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
});

test('axe finds nothing on the page with suggestions', async ({ page, admin, backend, axe }) => {
  const collection = await createNotesWith(backend, ['one']);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).search.click();
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  await page.keyboard.type('upd');
  await expect(page.locator('.ace_autocomplete .ace_line', { hasText: 'updated' })).toBeVisible();
  await axe();
});

test('[RL-12] a filter that the server refuses shows no results without a message; other failures show one', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createNotesWith(backend, ['one']);
  await admin.signIn();
  expectedProblems.allow(
    /^response 400 GET \/api\/collections\/\w+\/records\?.*$/,
    /^response 500 GET \/api\/collections\/\w+\/records\?.*$/,
  );
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(1);
  for (const filter of ['nosuchfield = 1', 'text = "', 'text ~ (((']) {
    await searchFor(page, filter);
    await expect(page.getByText('No records found.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('[data-toasts] [data-type]')).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: 0');
  }
  await page.route(
    (url) => url.pathname.includes(collection.id),
    (route) => route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } }),
  );
  await searchFor(page, 'two');
  await expect(
    page.locator('[data-toasts] [data-type=error]', { hasText: 'The disk is full.' }),
  ).toBeVisible();
});
