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
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMINS, has, onLine } from '#tests/support/lines.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { storeItem } from '#tests/support/session.ts';
import { ADMINISTRATOR } from '#wire/sign-in.ts';

const LOCKED = `Requires ${onLine('admin', 'superuser')} Authorization:TOKEN header`;
const RULE = '@request.auth.id != "" && active = true';

/** The names of the files with scripts that are requested from now on. */
function watchScripts(page: Page): (name: string) => boolean {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return (name) => scripts.some((path) => path.includes(`/${name}.`));
}

const opener = (page: Page) => page.getByRole('button', { name: 'API Preview' });
const table = (panel: Locator, name: string) => panel.getByRole('table', { name });
const row = (panel: Locator, tableName: string, param: string) =>
  table(panel, tableName)
    .getByRole('row')
    .filter({ has: panel.page().locator(`th code:text-is("${param}")`) });
const paramsOf = (panel: Locator, tableName: string) =>
  table(panel, tableName).locator('tbody th code').allInnerTexts();

async function copyParts(page: Page, copied: () => Promise<string>, path: string): Promise<void> {
  const panel = await chooseTab(page, 'View');
  await panel.getByRole('button', { name: 'Copy the sample' }).click();
  await expect.poll(copied).toBe(await sample(panel).textContent());
  await panel.getByRole('button', { name: 'Copy path' }).click();
  await expect.poll(copied).toBe(path);
  const record = await example(panel, 200);
  await panel.getByRole('button', { name: 'Copy the 200 response' }).click();
  await expect.poll(async () => JSON.parse(await copied())).toEqual(record);
}

/** With the keyboard only, in the docs of an auth collection: moves through the tabs, reads, chooses the SDK. */
async function moveByKeys(page: Page, name: string): Promise<void> {
  const press = (key: string) => page.keyboard.press(key);
  await press('Tab');
  await expect(docs(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await press('Tab');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await press('ArrowDown');
  await expect(tab(page, 'View')).toBeFocused();
  await expect(content(page, 'View').getByRole('heading', { name: `View (${name})` })).toBeVisible();
  await press('End');
  await expect(tabList(page).getByRole('tab').last()).toBeFocused();
  await press('ArrowDown');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await press('ArrowUp');
  await press('Home');
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  await expect(content(page, 'List/Search').getByRole('heading', { name: 'Responses' })).toBeVisible();
  await press('Tab');
  const javaScript = docs(page).getByRole('tab', { name: 'JavaScript', exact: true });
  await expect(javaScript).toBeFocused();
  await expect(javaScript).toHaveAttribute('aria-selected', 'true');
  await press('ArrowRight');
  await expect(docs(page).getByRole('tab', { name: 'Dart', exact: true })).toBeFocused();
  const dart = sample(content(page, 'List/Search'), 'dart');
  await expect(dart).toContainText("import 'package:pocketbase/pocketbase.dart'");
  expect(await page.evaluate(() => localStorage.getItem('pb_sdk_preference'))).toBe('dart');
  await expect(sample(await chooseTab(page, 'Create'), 'dart')).toContainText('.create(');
  await press('Escape');
  await expect(docs(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
}

/** Reads the parameters of a list, which nobody but admins may read. */
async function readParameters(page: Page): Promise<void> {
  const panel = await chooseTab(page, 'List/Search');
  await expect(panel.getByText(LOCKED)).toBeVisible();
  expect(await paramsOf(panel, 'Query parameters')).toEqual([
    ...['page', 'perPage', 'sort', 'filter', 'expand', 'fields', 'skipTotal'],
  ]);
  const filter = row(panel, 'Query parameters', 'filter');
  await expect(filter.locator('dt')).toHaveCount(0);
  await filter.getByRole('button', { name: 'Show details' }).click();
  await expect(filter.locator('dt')).toHaveCount(19);
  await filter.getByRole('button', { name: 'Hide details' }).click();
  await expect(filter.locator('dt')).toHaveCount(0);
  await expect(statuses(panel)).toHaveText(['200', '400', '403']);
  const message = `Only ${ADMINS} can perform this action.`;
  expect(await example(panel, 403)).toEqual({ [onLine('code', 'status')]: 403, message, data: {} });
}

/** Reads the docs of a collection whose rules are set, empty and locked. */
async function readRules(page: Page): Promise<void> {
  const list = await chooseTab(page, 'List/Search');
  await expect(list.getByText(RULE)).toBeVisible();
  await expect(list.getByText(LOCKED)).toHaveCount(0);
  await expect(sample(list)).toContainText(
    `authWithPassword('${onLine('YOUR_USERNAME_OR_EMAIL', 'YOUR_IDENTITY')}'`,
  );
  const view = await chooseTab(page, 'View');
  await expect(view.getByText('Open to everyone')).toBeVisible();
  await expect(view.getByText(LOCKED)).toHaveCount(0);
  await expect(sample(view)).not.toContainText('authWithPassword');
  await expect(statuses(view).filter({ hasText: '403' })).toHaveCount(0);
  const remove = await chooseTab(page, 'Delete');
  await expect(remove.getByText(LOCKED)).toBeVisible();
  await expect(sample(remove)).toContainText(
    onLine('pb.admins.authWithPassword', `pb.collection('${ADMINISTRATOR}').authWithPassword`),
  );
  await statuses(remove).filter({ hasText: '204' }).click();
  await expect(remove.getByText('The response has no body.')).toBeVisible();
}

/** Reads what creates and updates the accounts of a collection. */
async function readBodies(page: Page): Promise<void> {
  const own = ['email', 'emailVisibility', 'password', 'passwordConfirm', 'verified'];
  const names = has('hasUsernames') ? ['username'] : [];
  const create = await chooseTab(page, 'Create');
  await expect(create.getByText('Files can only be sent as multipart/form-data.')).toBeVisible();
  expect(await paramsOf(create, 'Body parameters')).toEqual(['id', ...names, ...own, 'nick', 'avatar']);
  for (const [name, text] of [
    ['email', 'Required'],
    ['emailVisibility', 'Optional'],
    ...names.map((name) => [name, 'Optional'] as const),
    ['nick', 'from 3 to 9 characters'],
    ['avatar', 'at most 1 MB, of type image/png'],
    ['password', `from 11 to ${onLine(72, 71)} characters`],
  ] as const)
    await expect(row(create, 'Body parameters', name)).toContainText(text);
  const update = await chooseTab(page, 'Update');
  const changed = [...names, ...own.slice(0, 2), 'oldPassword', ...own.slice(2), 'nick', 'avatar'];
  expect(await paramsOf(update, 'Body parameters')).toEqual(changed);
  await expect(table(update, 'Body parameters').getByText('Required')).toHaveCount(0);
}

test('the API docs of a collection: tabs, keyboard, clipboard, SDK, parameters, rules, a small screen', {
  tag: '@newer',
}, async ({ page, admin, backend, secondTab, atoll, step }) => {
  const { posts, users } = await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('docs_view'),
    type: 'view',
    query: `select id, title, created from ${posts.name}`,
  });
  const off = await createCollection(backend.api, {
    name: uniqueName('off'),
    type: 'auth',
    fields: [
      field('nick', 'text', { isRequired: true, min: 3, max: 9 }),
      field('avatar', 'file', { mimeTypes: ['image/png'], maxSize: 1048576 }),
    ],
    auth: {
      ...{ identityFields: [], hasOAuth2: false, minPassword: 11 },
      isEmailRequired: true,
    },
  });
  const copied = await allowClipboard(page);
  const loaded = watchScripts(page);
  const button = opener(page);
  await admin.signIn();
  await page.goto(recordsHash(posts.id));

  await step('[CS-11][DC-01][DC-04][DC-05] the docs load only on demand, one tab at a time', async () => {
    await expect(button).toBeVisible();
    await expect(page.getByText('No records found.')).toBeVisible();
    expect(['ApiDocs', 'highlight'].filter(loaded)).toEqual([]);
    await button.click();
    await expect(tabList(page).getByRole('tab')).toHaveText(RECORD_TABS);
    await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
    await expect(docs(page).getByRole('heading', { name: `List/Search (${posts.name})` })).toBeVisible();
    const code = sample(content(page, 'List/Search'));
    await expect(code.locator('.hljs-keyword').first()).toBeVisible();
    await expect(code).toContainText(`new PocketBase('${new URL(atoll.url).origin}')`);
    expect(loaded('ApiDocs')).toBe(true);
    expect((await docs(page).boundingBox())?.width).toBeGreaterThan(1000);
    await chooseTab(page, 'Realtime');
    await expect(docs(page).getByRole('heading', { name: 'List/Search' })).toHaveCount(0);
    await closeDocs(page);
    await expect(button).toBeFocused();
    await button.click();
    await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  });
  await step('samples, paths and responses are copied unchanged', () =>
    copyParts(page, copied, `/api/collections/${posts.name}/records/:id`),
  );
  await step('[DC-07][DC-08] a list describes its parameters, and that it is for admins', () =>
    readParameters(page),
  );

  await step('[DC-01][DC-12] a view has two tabs, with examples of its columns', async () => {
    await closeDocs(page);
    await openDocs(page, view);
    await expect(tabList(page).getByRole('tab')).toHaveText(['List/Search', 'View']);
    expect(await example(await chooseTab(page, 'View'), 200)).toEqual({
      id: 'RECORD_ID',
      collectionId: view.id,
      collectionName: view.name,
      created: expect.any(String),
      title: 'test',
    });
  });
  await step(
    '[DC-03][DC-09] accounts without sign-in have fewer tabs; the bodies have every field',
    async () => {
      await closeDocs(page);
      await openDocs(page, off);
      await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS.slice(2)]);
      await readBodies(page);
    },
  );

  await step('[DC-02] auth collections add their tabs after a divider', async () => {
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
  await step('[DC-02][DC-06] with the keyboard only: the tabs, the SDK of all tabs', () =>
    moveByKeys(page, users.name),
  );

  await step('[DC-06] the SDK is remembered and shared with other tabs of the browser', async () => {
    await page.reload();
    await openDocs(page, posts);
    const panel = await chooseTab(page, 'View');
    await expect(sample(panel, 'dart')).toContainText("getOne('RECORD_ID', expand: 'author,reviewers')");
    const other = await secondTab();
    await storeItem(other, atoll.url, 'pb_sdk_preference', 'javascript');
    await expect(sample(panel)).toContainText('const record = await pb');
    await other.close();
    await closeDocs(page);
  });

  await step('[DC-07] a rule is shown unchanged; a locked one requires an admin', async () => {
    await setRules(backend, posts, { listRule: RULE, viewRule: '' });
    await page.reload();
    await openDocs(page, posts);
    await readRules(page);
    await closeDocs(page);
  });

  await step('[DC-05][DC-10][DC-11] at 360 px a select replaces the tabs', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openDocs(page, users);
    await expect(tabList(page)).toBeHidden();
    const dialog = docs(page);
    const section = dialog.getByRole('combobox', { name: 'Section' });
    for (const [title, body] of [
      ['Confirm email change', ['token', 'password']],
      ['Realtime', ['clientId', 'subscriptions']],
    ] as const) {
      await section.selectOption({ label: title });
      await expect(dialog.getByRole('heading', { name: `${title} (${users.name})` })).toBeVisible();
      expect(await paramsOf(dialog, 'Body parameters')).toEqual(body);
    }
  });

  await step('[RT-11] the page of the backend for OAuth2 is not intercepted', async () => {
    const redirect = '/api/oauth2-redirect?state=x&code=y';
    const [own, through] = await Promise.all(
      [backend.url, atoll.url].map((url) => fetch(url + redirect, { redirect: 'manual' })),
    );
    expect(own?.status).toBe(307);
    expect(through?.status).toBe(own?.status);
    expect(through?.headers.get('location')).toBe(own?.headers.get('location'));
  });
});
