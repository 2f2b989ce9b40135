import type { Locator, Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  everyFieldType,
  field,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { recordsHash } from '../support/records-page.ts';
import { storeItem } from '../support/session.ts';

const RECORD_TABS = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime'];
const AUTH_TABS = [
  'Auth with password',
  'Auth with OAuth2',
  'Auth refresh',
  'Request verification',
  'Confirm verification',
  'Request password reset',
  'Confirm password reset',
  'Request email change',
  'Confirm email change',
  'List auth methods',
  'List OAuth2 accounts',
  'Unlink OAuth2 account',
];
const LOCKED = 'Requires admin Authorization:TOKEN header';

const docs = (page: Page) => page.getByRole('dialog', { name: 'API Preview' });
const tabList = (page: Page) => docs(page).getByRole('tablist', { name: 'API', exact: true });
const tab = (page: Page, title: string) => tabList(page).getByRole('tab', { name: title, exact: true });
const content = (page: Page, title: string) => docs(page).getByRole('tabpanel', { name: title, exact: true });
const sample = (panel: Locator, language = 'javascript') =>
  panel.getByRole('tabpanel', { name: /^(JavaScript|Dart)$/ }).locator(`[data-code=${language}] code`);
const statuses = (panel: Locator) => panel.getByRole('tablist', { name: 'Status' }).getByRole('tab');
const table = (panel: Locator, name: string) => panel.getByRole('table', { name });
const row = (panel: Locator, tableName: string, param: string) =>
  table(panel, tableName)
    .getByRole('row')
    .filter({ has: panel.page().locator(`th code:text-is("${param}")`) });
const paramsOf = (panel: Locator, tableName: string) =>
  table(panel, tableName).locator('tbody th code').allInnerTexts();

async function open(page: Page, collection: Collection): Promise<void> {
  await page.goto(recordsHash(collection.id));
  await page.getByRole('button', { name: 'API Preview' }).click();
  await expect(docs(page)).toBeVisible();
}

async function close(page: Page): Promise<void> {
  await docs(page).getByRole('button', { name: 'Close' }).click();
  await expect(docs(page)).toHaveCount(0);
}

/** Chooses a tab and waits until its texts are there. */
async function choose(page: Page, title: string): Promise<Locator> {
  await tab(page, title).click();
  const panel = content(page, title);
  await expect(panel.getByRole('heading', { name: 'Responses' })).toBeVisible();
  return panel;
}

async function example(panel: Locator, status: number): Promise<unknown> {
  await statuses(panel)
    .filter({ hasText: String(status) })
    .click();
  const answer = panel.getByRole('tabpanel', { name: String(status), exact: true });
  return JSON.parse((await answer.locator('[data-code=json] code').textContent()) ?? '');
}

const setRules = (backend: Backend, { id }: Collection, rules: Record<string, string | null>) =>
  backend.api.patch<Collection>(`/api/collections/${id}`, rules);

test('[DC-01][DC-04][CS-11] API Preview opens the docs; files come only when they are asked for', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('docs_view'),
    type: 'view',
    options: { query: `select id, title, created from ${posts.name}` },
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const loaded = (name: string) => scripts.some((path) => path.includes(`/${name}.`));

  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const button = page.getByRole('button', { name: 'API Preview' });
  await expect(button).toBeVisible();
  await expect(page.getByText('No records found.')).toBeVisible();
  expect(['ApiDocs', 'highlight', 'list', 'view'].filter(loaded)).toEqual([]);

  await button.click();
  await expect(tabList(page).getByRole('tab')).toHaveText(RECORD_TABS);
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  await expect(docs(page).getByRole('heading', { name: `List/Search (${posts.name})` })).toBeVisible();
  await expect(sample(content(page, 'List/Search')).locator('.hljs-keyword').first()).toBeVisible();
  expect(loaded('list')).toBe(true);
  expect(['view', 'create', 'update', 'delete', 'realtime'].filter(loaded)).toEqual([]);
  expect((await docs(page).boundingBox())?.width).toBeGreaterThan(1000);

  await choose(page, 'Realtime');
  expect(loaded('realtime')).toBe(true);
  expect(['view', 'create', 'update', 'delete'].filter(loaded)).toEqual([]);
  await expect(docs(page).getByRole('heading', { name: 'List/Search' })).toHaveCount(0);

  // It opens with the first tab again.
  await close(page);
  await expect(button).toBeFocused();
  await button.click();
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');

  await close(page);
  await open(page, view);
  await expect(tabList(page).getByRole('tab')).toHaveText(['List/Search', 'View']);
  const panel = await choose(page, 'View');
  expect(await example(panel, 200)).toEqual({
    id: 'RECORD_ID',
    collectionId: view.id,
    collectionName: view.name,
    created: expect.any(String),
    title: 'test',
  });
});

test('[DC-02][DC-03] auth collections add their tabs after a divider, those that are switched off aside', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  const options = { allowEmailAuth: false, allowUsernameAuth: false, allowOAuth2Auth: false };
  const off = await createCollection(backend.api, { name: uniqueName('off'), type: 'auth', options });
  await admin.signIn();
  await open(page, users);
  await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS]);
  const divider = await tabList(page).getByRole('presentation').boundingBox();
  const above = await tab(page, 'Realtime').boundingBox();
  const below = await tab(page, 'Auth with password').boundingBox();
  expect(divider?.y).toBeGreaterThan(above?.y ?? Number.NaN);
  expect(divider?.y).toBeLessThan(below?.y ?? Number.NaN);

  await close(page);
  await open(page, off);
  await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS.slice(2)]);
});

test('[DC-05][DC-07][DC-08][DC-12] List/Search says what can be asked for, with the names of the collection', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await open(page, posts);
  const panel = await choose(page, 'List/Search');
  await expect(sample(panel)).toContainText(`new PocketBase('${new URL(atoll.url).origin}')`);
  await expect(sample(panel)).toContainText(`pb.collection('${posts.name}').getList(1, 50`);
  await expect(sample(panel)).toContainText('title = "test"');
  await expect(panel.locator('[data-endpoint]')).toHaveAttribute(
    'data-endpoint',
    `GET /api/collections/${posts.name}/records`,
  );
  await expect(panel.getByText(LOCKED)).toBeVisible();
  expect(await paramsOf(panel, 'Query parameters')).toEqual([
    'page',
    'perPage',
    'sort',
    'filter',
    'expand',
    'fields',
    'skipTotal',
  ]);
  const names = everyFieldType('').map(({ name }) => name);
  const supported = row(panel, 'Query parameters', 'sort').locator('p code');
  await expect(supported).toHaveText(['-', '+', '@random', 'id', 'created', 'updated', ...names]);

  const filter = row(panel, 'Query parameters', 'filter');
  await expect(filter.locator('dt')).toHaveCount(0);
  await filter.getByRole('button', { name: 'Show details' }).click();
  const plain = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'];
  const operators = [...plain, ...plain.map((one) => `?${one}`), '( ... )', '&&', '||'];
  await expect(filter.locator('dt')).toHaveText(operators);
  await filter.getByRole('button', { name: 'Hide details' }).click();
  await expect(filter.locator('dt')).toHaveCount(0);

  await expect(row(panel, 'Query parameters', 'expand')).toContainText('up to 6 levels');
  await expect(row(panel, 'Query parameters', 'fields')).toContainText(':excerpt(maxLength, withEllipsis?)');
  await expect(row(panel, 'Query parameters', 'skipTotal')).toContainText('totalItems');

  await expect(statuses(panel)).toHaveText(['200', '400', '403']);
  const page1 = await example(panel, 200);
  expect(page1).toMatchObject({
    page: 1,
    perPage: 30,
    items: [{ collectionId: posts.id, collectionName: posts.name, status: 'draft', tags: ['red'] }],
  });
  expect(await example(panel, 403)).toEqual({
    code: 403,
    message: 'Only admins can perform this action.',
    data: {},
  });
});

test('[DC-07] a rule is shown as it is; a locked one asks for an admin in every tab', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const rule = '@request.auth.id != "" && active = true';
  await setRules(backend, posts, { listRule: rule, viewRule: '', createRule: rule, updateRule: '' });
  await admin.signIn();
  await open(page, posts);
  for (const title of ['List/Search', 'Create']) {
    const panel = await choose(page, title);
    await expect(panel.getByText(rule)).toBeVisible();
    await expect(panel.getByText(LOCKED)).toHaveCount(0);
    await expect(sample(panel)).toContainText("authWithPassword('YOUR_USERNAME_OR_EMAIL'");
  }
  for (const title of ['View', 'Update']) {
    const panel = await choose(page, title);
    await expect(panel.getByText('Open to everyone')).toBeVisible();
    await expect(panel.getByText(LOCKED)).toHaveCount(0);
    await expect(sample(panel)).not.toContainText('authWithPassword');
    await expect(statuses(panel).filter({ hasText: '403' })).toHaveCount(0);
  }
  const panel = await choose(page, 'Delete');
  await expect(panel.getByText(LOCKED)).toBeVisible();
  await expect(sample(panel)).toContainText('pb.admins.authWithPassword');
  await expect(statuses(panel)).toHaveText(['204', '400', '403', '404']);
  await statuses(panel).filter({ hasText: '204' }).click();
  await expect(panel.getByText('The answer has no body.')).toBeVisible();
});

test('[DC-06] the chosen SDK holds for all tabs, is remembered, and follows other tabs of the browser', async ({
  page,
  admin,
  backend,
  secondTab,
  atoll,
}) => {
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await open(page, posts);
  let panel = await choose(page, 'List/Search');
  const sdk = (name: string) => docs(page).getByRole('tab', { name, exact: true });
  await expect(sdk('JavaScript')).toHaveAttribute('aria-selected', 'true');
  await sdk('Dart').click();
  await expect(sample(panel, 'dart')).toContainText("import 'package:pocketbase/pocketbase.dart'");
  expect(await page.evaluate(() => localStorage.getItem('pb_sdk_preference'))).toBe('dart');
  panel = await choose(page, 'Create');
  await expect(sample(panel, 'dart')).toContainText('.create(');

  await page.reload();
  await open(page, posts);
  panel = await choose(page, 'View');
  await expect(sample(panel, 'dart')).toContainText("getOne('RECORD_ID', expand: 'author,reviewers')");

  const other = await secondTab();
  await storeItem(other, atoll.url, 'pb_sdk_preference', 'javascript');
  await expect(sample(panel)).toContainText('const record = await pb');
});

test('[DC-09] Create and Update list the fields with what they take, accounts their own', async ({
  page,
  admin,
  backend,
}) => {
  const { categories } = await createBlog(backend.api);
  const name = uniqueName('accounts');
  const accounts = await createCollection(backend.api, {
    name,
    type: 'auth',
    schema: [
      field('nick', 'text', { required: true, options: { min: 3, max: 9 } }),
      field('avatar', 'file', { options: { mimeTypes: ['image/png'], maxSize: 1048576 } }),
      field('likes', 'relation', { options: { collectionId: categories.id, maxSelect: 4 } }),
    ],
    options: { requireEmail: true, minPasswordLength: 11 },
  });
  const own = ['username', 'email', 'emailVisibility', 'password', 'passwordConfirm', 'verified'];
  await admin.signIn();
  await open(page, accounts);

  const create = await choose(page, 'Create');
  await expect(create.getByText('Files can only be sent as multipart/form-data.')).toBeVisible();
  expect(await paramsOf(create, 'Body parameters')).toEqual(['id', ...own, 'nick', 'avatar', 'likes']);
  for (const required of ['email', 'password', 'passwordConfirm', 'nick']) {
    await expect(row(create, 'Body parameters', required)).toContainText('Required');
  }
  for (const optional of ['id', 'username', 'emailVisibility', 'verified', 'avatar', 'likes']) {
    await expect(row(create, 'Body parameters', optional)).toContainText('Optional');
  }
  await expect(row(create, 'Body parameters', 'nick')).toContainText('from 3 to 9 characters');
  await expect(row(create, 'Body parameters', 'avatar')).toContainText('at most 1 MB, of type image/png');
  await expect(row(create, 'Body parameters', 'likes')).toContainText('Array<String>');
  await expect(row(create, 'Body parameters', 'password')).toContainText('from 11 to 72 characters');

  const update = await choose(page, 'Update');
  const changed = [...own.slice(0, 3), 'oldPassword', ...own.slice(3), 'nick', 'avatar', 'likes'];
  expect(await paramsOf(update, 'Body parameters')).toEqual(changed);
  await expect(table(update, 'Body parameters').getByText('Required')).toHaveCount(0);
  await expect(row(update, 'Body parameters', 'likes')).toContainText('likes+');
});

test('[DC-10][DC-11] every auth tab names its endpoint, its body and its statuses', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  const path = `/api/collections/${users.name}`;
  const refused = ['401', '403', '404'];
  const expected: [title: string, endpoints: string[], body: string[], statuses: string[]][] = [
    ['Auth with password', [`POST ${path}/auth-with-password`], ['identity', 'password'], ['200', '400']],
    [
      'Auth with OAuth2',
      [`POST ${path}/auth-with-oauth2`],
      ['provider', 'code', 'codeVerifier', 'redirectUrl', 'createData'],
      ['200', '400'],
    ],
    ['Auth refresh', [`POST ${path}/auth-refresh`], [], ['200', '401', '403']],
    ['Request verification', [`POST ${path}/request-verification`], ['email'], ['204', '400']],
    ['Confirm verification', [`POST ${path}/confirm-verification`], ['token'], ['204', '400']],
    ['Request password reset', [`POST ${path}/request-password-reset`], ['email'], ['204', '400']],
    [
      'Confirm password reset',
      [`POST ${path}/confirm-password-reset`],
      ['token', 'password', 'passwordConfirm'],
      ['204', '400'],
    ],
    [
      'Request email change',
      [`POST ${path}/request-email-change`],
      ['newEmail'],
      ['204', '400', '401', '403'],
    ],
    ['Confirm email change', [`POST ${path}/confirm-email-change`], ['token', 'password'], ['204', '400']],
    ['List auth methods', [`GET ${path}/auth-methods`], [], ['200', '404']],
    ['List OAuth2 accounts', [`GET ${path}/records/:id/external-auths`], [], ['200', ...refused]],
    [
      'Unlink OAuth2 account',
      [`DELETE ${path}/records/:id/external-auths/:provider`],
      [],
      ['204', ...refused],
    ],
    [
      'Realtime',
      ['GET /api/realtime', 'POST /api/realtime'],
      ['clientId', 'subscriptions'],
      ['204', '400', '403', '404'],
    ],
  ];
  await admin.signIn();
  await open(page, users);
  for (const [title, endpoints, body, codes] of expected) {
    const panel = await choose(page, title);
    await expect(panel.getByRole('heading', { name: `${title} (${users.name})` })).toBeVisible();
    const shown = await panel
      .locator('[data-endpoint]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-endpoint')));
    expect(shown, title).toEqual(endpoints);
    if (body.length > 0) expect(await paramsOf(panel, 'Body parameters'), title).toEqual(body);
    else await expect(table(panel, 'Body parameters')).toHaveCount(0);
    await expect(statuses(panel)).toHaveText(codes);
  }
});

test('[DC-05] samples, paths and responses are copied as they are', async ({
  page,
  admin,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await open(page, posts);
  const panel = await choose(page, 'View');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await panel.getByRole('button', { name: 'Copy the sample' }).click();
  await expect.poll(copied).toBe(await sample(panel).textContent());
  await panel.getByRole('button', { name: 'Copy path' }).click();
  await expect.poll(copied).toBe(`/api/collections/${posts.name}/records/:id`);
  const record = await example(panel, 200);
  await panel.getByRole('button', { name: 'Copy the 200 response' }).click();
  await expect.poll(async () => JSON.parse(await copied())).toEqual(record);
});

test('[DC-04] a tab whose file cannot be fetched says so and tries again', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/request failed GET .*\/delete\./, /console error: .*delete\./);
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await open(page, posts);
  await page.route(/\/assets\/delete\.[^/]*\.js/, (route) => route.abort('connectionfailed'));
  await tab(page, 'Delete').click();
  await expect(docs(page).getByText('This part of the docs could not be loaded.')).toBeVisible();
  // The rest of the docs still works.
  await choose(page, 'View');
  await tab(page, 'Delete').click();
  await page.unroute(/\/assets\/delete\.[^/]*\.js/);
  await docs(page).getByRole('button', { name: 'Try again' }).click();
  await expect(content(page, 'Delete').getByRole('heading', { name: 'Responses' })).toBeVisible();
});

test('[DC-01] by keyboard alone: open, go through the tabs, read, close', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  await admin.signIn();
  await page.goto(recordsHash(users.id));
  const button = page.getByRole('button', { name: 'API Preview' });
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(docs(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(docs(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'View')).toBeFocused();
  await expect(content(page, 'View').getByRole('heading', { name: `View (${users.name})` })).toBeVisible();
  await page.keyboard.press('End');
  await expect(tab(page, 'Unlink OAuth2 account')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  await expect(content(page, 'List/Search').getByRole('heading', { name: 'Responses' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(docs(page).getByRole('tab', { name: 'JavaScript' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(docs(page).getByRole('tab', { name: 'Dart' })).toBeFocused();
  await expect(sample(content(page, 'List/Search'), 'dart')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(docs(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

// One tab each: axe takes its time over a page of this length.
for (const [kind, title] of [
  ['posts', 'List/Search'],
  ['posts', 'Realtime'],
  ['users', 'Create'],
  ['users', 'Unlink OAuth2 account'],
] as const) {
  test(`[DC-01][DC-02][DC-05] axe finds nothing in ${title} of ${kind}, in both themes`, async ({
    page,
    admin,
    backend,
    axe,
  }) => {
    const blog = await createBlog(backend.api);
    await setRules(backend, blog.posts, { listRule: '@request.auth.id != ""' });
    await admin.signIn();
    await open(page, blog[kind]);
    const panel = await choose(page, title);
    if (title === 'List/Search') await panel.getByRole('button', { name: 'Show details' }).click();
    await expect(sample(panel).locator('.hljs-string').first()).toBeVisible();
    await axe('[role=dialog]');
  });
}

test('[DC-01] at 360 px a select stands for the tabs and nothing scrolls sideways', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { users } = await createBlog(backend.api);
  await admin.signIn();
  await open(page, users);
  await expect(tabList(page)).toBeHidden();
  const section = docs(page).getByRole('combobox', { name: 'Section' });
  expect((await section.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  for (const title of [...RECORD_TABS, ...AUTH_TABS]) {
    await section.selectOption({ label: title });
    const panel = docs(page).getByRole('heading', { name: `${title} (${users.name})` });
    await expect(panel).toBeVisible();
    await expect(docs(page).getByRole('heading', { name: 'Responses' })).toBeAttached();
    const overflow = await docs(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
        .map((one) => one.outerHTML.slice(0, 200)),
    );
    expect(overflow, title).toEqual([]);
  }
  await axe('[role=dialog]');
});

test("[RT-11] the backend's own page for OAuth2 is left alone and named as the redirect address", async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const path = '/api/oauth2-redirect?state=x&code=y';
  const [own, through] = await Promise.all(
    [backend.url, atoll.url].map((url) => fetch(url + path, { redirect: 'manual' })),
  );
  expect(own?.status).toBe(307);
  expect(through?.status).toBe(own?.status);
  expect(through?.headers.get('location')).toBe(own?.headers.get('location'));

  const users = await backend.api.get<Collection>('/api/collections/users');
  await admin.signIn();
  await open(page, users);
  const panel = await choose(page, 'Auth with OAuth2');
  await expect(panel.getByText('/api/oauth2-redirect')).toBeVisible();
});
