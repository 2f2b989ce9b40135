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
  tab,
  tabList,
} from '#tests/support/docs/api-docs.ts';
import { createBlog, createCollection, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { storeItem } from '#tests/support/session.ts';

test('[DC-01][DC-04][CS-11] API Preview opens the docs; their files load only on demand', async ({
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

  await chooseTab(page, 'Realtime');
  expect(loaded('realtime')).toBe(true);
  expect(['view', 'create', 'update', 'delete'].filter(loaded)).toEqual([]);
  await expect(docs(page).getByRole('heading', { name: 'List/Search' })).toHaveCount(0);

  // It opens the first tab again.
  await closeDocs(page);
  await expect(button).toBeFocused();
  await button.click();
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');

  await closeDocs(page);
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
});

test('[DC-02][DC-03] auth collections add their tabs after a divider, without disabled methods', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  const options = { allowEmailAuth: false, allowUsernameAuth: false, allowOAuth2Auth: false };
  const off = await createCollection(backend.api, { name: uniqueName('off'), type: 'auth', options });
  await admin.signIn();
  await openDocs(page, users);
  await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS]);
  const divider = await tabList(page).getByRole('presentation').boundingBox();
  const above = await tab(page, 'Realtime').boundingBox();
  const below = await tab(page, 'Auth with password').boundingBox();
  expect(divider?.y).toBeGreaterThan(above?.y ?? Number.NaN);
  expect(divider?.y).toBeLessThan(below?.y ?? Number.NaN);

  await closeDocs(page);
  await openDocs(page, off);
  await expect(tabList(page).getByRole('tab')).toHaveText([...RECORD_TABS, ...AUTH_TABS.slice(2)]);
});

test('[DC-06] the chosen SDK applies to all tabs, is remembered, and is shared with other tabs of the browser', async ({
  page,
  admin,
  backend,
  secondTab,
  atoll,
}) => {
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await openDocs(page, posts);
  let panel = await chooseTab(page, 'List/Search');
  const sdk = (name: string) => docs(page).getByRole('tab', { name, exact: true });
  await expect(sdk('JavaScript')).toHaveAttribute('aria-selected', 'true');
  await sdk('Dart').click();
  await expect(sample(panel, 'dart')).toContainText("import 'package:pocketbase/pocketbase.dart'");
  expect(await page.evaluate(() => localStorage.getItem('pb_sdk_preference'))).toBe('dart');
  panel = await chooseTab(page, 'Create');
  await expect(sample(panel, 'dart')).toContainText('.create(');

  await page.reload();
  await openDocs(page, posts);
  panel = await chooseTab(page, 'View');
  await expect(sample(panel, 'dart')).toContainText("getOne('RECORD_ID', expand: 'author,reviewers')");

  const other = await secondTab();
  await storeItem(other, atoll.url, 'pb_sdk_preference', 'javascript');
  await expect(sample(panel)).toContainText('const record = await pb');
});

test('[DC-05] samples, paths and responses are copied unchanged', async ({
  page,
  admin,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await openDocs(page, posts);
  const panel = await chooseTab(page, 'View');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await panel.getByRole('button', { name: 'Copy the sample' }).click();
  await expect.poll(copied).toBe(await sample(panel).textContent());
  await panel.getByRole('button', { name: 'Copy path' }).click();
  await expect.poll(copied).toBe(`/api/collections/${posts.name}/records/:id`);
  const record = await example(panel, 200);
  await panel.getByRole('button', { name: 'Copy the 200 response' }).click();
  await expect.poll(async () => JSON.parse(await copied())).toEqual(record);
});

test('[DC-04] a tab whose file cannot be fetched shows an error and can be retried', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET \/assets\/delete\.[\w-]+\.js net::ERR_CONNECTION_FAILED$/);
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await openDocs(page, posts);
  await page.route(/\/assets\/delete\.[^/]*\.js/, (route) => route.abort('connectionfailed'));
  await tab(page, 'Delete').click();
  const failure = docs(page).getByText('This part of the docs could not be loaded.');
  await expect(failure).toBeVisible();
  // The other tabs still work.
  await chooseTab(page, 'View');
  await tab(page, 'Delete').click();
  // Choosing the tab fetches it again.
  await expect(failure).toBeVisible();
  await page.unroute(/\/assets\/delete\.[^/]*\.js/);
  await docs(page).getByRole('button', { name: 'Try again' }).click();
  await expect(content(page, 'Delete').getByRole('heading', { name: 'Responses' })).toBeVisible();
});
