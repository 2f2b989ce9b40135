import type { Locator, Page } from '@playwright/test';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { setRules } from '#tests/support/collections/saving.ts';
import {
  AUTH_TABS,
  chooseTab,
  closeDocs,
  content,
  docs,
  example,
  openDocs,
  RECORD_TABS,
  sample,
  statuses,
  tab,
  tabList,
} from '#tests/support/docs/api-docs.ts';
import { createBlog, createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { storeItem } from '#tests/support/session.ts';

/** The names of the files with scripts that are requested from now on. */
function watchScripts(page: Page): (name: string) => boolean {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return (name) => scripts.some((path) => path.includes(`/${name}.`));
}

test('[DC-01][DC-02][DC-03][DC-04][DC-05][DC-06][CS-11] the panel and its tabs, the keyboard, the clipboard and the SDK', async ({
  page,
  admin,
  backend,
  secondTab,
  atoll,
}) => {
  const { posts, users } = await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('docs_view'),
    type: 'view',
    options: { query: `select id, title, created from ${posts.name}` },
  });
  const options = { allowEmailAuth: false, allowUsernameAuth: false, allowOAuth2Auth: false };
  const off = await createCollection(backend.api, { name: uniqueName('off'), type: 'auth', options });
  const copied = await allowClipboard(page);
  const loaded = watchScripts(page);
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const button = page.getByRole('button', { name: 'API Preview' });

  await test.step('the docs load only on demand', async () => {
    await expect(button).toBeVisible();
    await expect(page.getByText('No records found.')).toBeVisible();
    expect(['ApiDocs', 'highlight'].filter(loaded)).toEqual([]);

    await button.click();
    await expect(tabList(page).getByRole('tab')).toHaveText(RECORD_TABS);
    await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
    await expect(docs(page).getByRole('heading', { name: `List/Search (${posts.name})` })).toBeVisible();
    await expect(sample(content(page, 'List/Search')).locator('.hljs-keyword').first()).toBeVisible();
    expect(loaded('ApiDocs')).toBe(true);
    expect((await docs(page).boundingBox())?.width).toBeGreaterThan(1000);

    await chooseTab(page, 'Realtime');
    await expect(docs(page).getByRole('heading', { name: 'List/Search' })).toHaveCount(0);
  });

  await test.step('it opens the first tab again', async () => {
    await closeDocs(page);
    await expect(button).toBeFocused();
    await button.click();
    await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('samples, paths and responses are copied unchanged', async () => {
    const panel = await chooseTab(page, 'View');
    await panel.getByRole('button', { name: 'Copy the sample' }).click();
    await expect.poll(copied).toBe(await sample(panel).textContent());
    await panel.getByRole('button', { name: 'Copy path' }).click();
    await expect.poll(copied).toBe(`/api/collections/${posts.name}/records/:id`);
    const record = await example(panel, 200);
    await panel.getByRole('button', { name: 'Copy the 200 response' }).click();
    await expect.poll(async () => JSON.parse(await copied())).toEqual(record);
    await closeDocs(page);
  });

  await test.step('a view has two tabs', async () => {
    await openDocs(page, view);
    await expect(tabList(page).getByRole('tab')).toHaveText(['List/Search', 'View']);
    const panel = await chooseTab(page, 'View');
    expect(await example(panel, 200)).toEqual({
      id: 'RECORD_ID',
      collectionId: view.id,
      collectionName: view.name,
      created: expect.any(String),
      title: 'test',
    });
    await closeDocs(page);
  });

  await test.step('auth collections add their tabs after a divider, without disabled methods', async () => {
    await openDocs(page, off);
    await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS.slice(2)]);
    await closeDocs(page);
    await page.goto(recordsHash(users.id));
    await expect(page.getByRole('heading', { level: 1, name: users.name })).toBeVisible();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(docs(page)).toBeFocused();
    await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS]);
    const divider = await tabList(page).getByRole('presentation').boundingBox();
    const above = await tab(page, 'Realtime').boundingBox();
    const below = await tab(page, 'Auth with password').boundingBox();
    expect(divider?.y).toBeGreaterThan(above?.y ?? Number.NaN);
    expect(divider?.y).toBeLessThan(below?.y ?? Number.NaN);
  });

  await test.step('with the keyboard only: move through the tabs, read, choose the SDK', async () => {
    await expect(tab(page, 'List/Search')).toBeVisible();
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
    const javaScript = docs(page).getByRole('tab', { name: 'JavaScript', exact: true });
    await expect(javaScript).toBeFocused();
    await expect(javaScript).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(docs(page).getByRole('tab', { name: 'Dart', exact: true })).toBeFocused();
    await expect(sample(content(page, 'List/Search'), 'dart')).toContainText(
      "import 'package:pocketbase/pocketbase.dart'",
    );
    expect(await page.evaluate(() => localStorage.getItem('pb_sdk_preference'))).toBe('dart');
    const panel = await chooseTab(page, 'Create');
    await expect(sample(panel, 'dart')).toContainText('.create(');
    await page.keyboard.press('Escape');
    await expect(docs(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('the SDK is remembered and shared with other tabs of the browser', async () => {
    await page.reload();
    await openDocs(page, posts);
    const panel = await chooseTab(page, 'View');
    await expect(sample(panel, 'dart')).toContainText("getOne('RECORD_ID', expand: 'author,reviewers')");
    const sdk = docs(page).getByRole('tab', { name: 'Dart', exact: true });
    await expect(sdk).toHaveAttribute('aria-selected', 'true');

    const other = await secondTab();
    await storeItem(other, atoll.url, 'pb_sdk_preference', 'javascript');
    await expect(sample(panel)).toContainText('const record = await pb');
    await docs(page).getByRole('tab', { name: 'Dart', exact: true }).click();
    await expect(sample(panel, 'dart')).toContainText('getOne(');
  });
});

const LOCKED = 'Requires admin Authorization:TOKEN header';

const table = (panel: Locator, name: string) => panel.getByRole('table', { name });
const row = (panel: Locator, tableName: string, param: string) =>
  table(panel, tableName)
    .getByRole('row')
    .filter({ has: panel.page().locator(`th code:text-is("${param}")`) });
const paramsOf = (panel: Locator, tableName: string) =>
  table(panel, tableName).locator('tbody th code').allInnerTexts();

test('[DC-01][DC-02][DC-05][DC-07][DC-08][DC-09][DC-12] parameters, rules and fields, with the names of the collection', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  const { posts: ruled } = await createBlog(backend.api);
  const rule = '@request.auth.id != "" && active = true';
  await setRules(backend, ruled, { listRule: rule, viewRule: '', createRule: rule, updateRule: '' });
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
  await openDocs(page, posts);

  await test.step('List/Search describes its parameters', async () => {
    const panel = await chooseTab(page, 'List/Search');
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
    await expect(row(panel, 'Query parameters', 'fields')).toContainText(
      ':excerpt(maxLength, withEllipsis?)',
    );
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
    await closeDocs(page);
  });

  await test.step('a rule is shown unchanged; a locked one requires an admin', async () => {
    await openDocs(page, ruled);
    for (const title of ['List/Search', 'Create']) {
      const panel = await chooseTab(page, title);
      await expect(panel.getByText(rule)).toBeVisible();
      await expect(panel.getByText(LOCKED)).toHaveCount(0);
      await expect(sample(panel)).toContainText("authWithPassword('YOUR_USERNAME_OR_EMAIL'");
    }
    for (const title of ['View', 'Update']) {
      const panel = await chooseTab(page, title);
      await expect(panel.getByText('Open to everyone')).toBeVisible();
      await expect(panel.getByText(LOCKED)).toHaveCount(0);
      await expect(sample(panel)).not.toContainText('authWithPassword');
      await expect(statuses(panel).filter({ hasText: '403' })).toHaveCount(0);
    }
    const panel = await chooseTab(page, 'Delete');
    await expect(panel.getByText(LOCKED)).toBeVisible();
    await expect(sample(panel)).toContainText('pb.admins.authWithPassword');
    await expect(statuses(panel)).toHaveText(['204', '400', '403', '404']);
    await statuses(panel).filter({ hasText: '204' }).click();
    await expect(panel.getByText('The response has no body.')).toBeVisible();
    await closeDocs(page);
  });

  await test.step('Create and Update list the fields with their accepted values, and the account fields', async () => {
    await openDocs(page, accounts);
    const create = await chooseTab(page, 'Create');
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

    const update = await chooseTab(page, 'Update');
    const changed = [...own.slice(0, 3), 'oldPassword', ...own.slice(3), 'nick', 'avatar', 'likes'];
    expect(await paramsOf(update, 'Body parameters')).toEqual(changed);
    await expect(table(update, 'Body parameters').getByText('Required')).toHaveCount(0);
    await expect(row(update, 'Body parameters', 'likes')).toContainText('likes+');
  });

  await test.step('axe finds nothing, in both themes', async () => {
    const panel = await chooseTab(page, 'List/Search');
    await panel.getByRole('button', { name: 'Show details' }).click();
    await expect(sample(panel).locator('.hljs-string').first()).toBeVisible();
    await checkScreen('[role=dialog]');
    await expect(
      sample(await chooseTab(page, 'Create'))
        .locator('.hljs-string')
        .first(),
    ).toBeVisible();
    await checkScreen('[role=dialog] [role=tabpanel]');
  });
});

test('[DC-01][DC-02][DC-05][DC-10][DC-11][RT-11] at 360 px a select replaces the tabs; every tab names its endpoint, its body and its statuses', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
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
  await openDocs(page, users);
  await expect(tabList(page)).toBeHidden();
  const section = docs(page).getByRole('combobox', { name: 'Section' });
  expect((await section.boundingBox())?.height).toBeGreaterThanOrEqual(40);

  const described = new Map(expected.map(([title, ...parts]) => [title, parts]));
  for (const title of [...RECORD_TABS, ...AUTH_TABS]) {
    await test.step(title, async () => {
      await section.selectOption({ label: title });
      const dialog = docs(page);
      await expect(dialog.getByRole('heading', { name: `${title} (${users.name})` })).toBeVisible();
      await expect(dialog.getByRole('heading', { name: 'Responses' })).toBeAttached();
      const overflow = await dialog.evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('*')]
          .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
          .map((one) => one.outerHTML.slice(0, 200)),
      );
      expect(overflow).toEqual([]);
      const [endpoints, body, codes] = described.get(title) ?? [];
      if (!endpoints || !body || !codes) return;
      described.delete(title);
      const shown = await dialog
        .locator('[data-endpoint]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-endpoint')));
      expect(shown).toEqual(endpoints);
      if (body.length > 0) expect(await paramsOf(dialog, 'Body parameters')).toEqual(body);
      else await expect(table(dialog, 'Body parameters')).toHaveCount(0);
      await expect(statuses(dialog)).toHaveText(codes);
      if (title === 'Auth with OAuth2') await expect(dialog.getByText('/api/oauth2-redirect')).toBeVisible();
    });
  }
  expect([...described]).toEqual([]);
  await checkScreen('[role=dialog]');

  await test.step("the backend's own page for OAuth2, which the docs name as the redirect address, is not intercepted", async () => {
    const redirect = '/api/oauth2-redirect?state=x&code=y';
    const [own, through] = await Promise.all(
      [backend.url, atoll.url].map((url) => fetch(url + redirect, { redirect: 'manual' })),
    );
    expect(own?.status).toBe(307);
    expect(through?.status).toBe(own?.status);
    expect(through?.headers.get('location')).toBe(own?.headers.get('location'));
  });
});
