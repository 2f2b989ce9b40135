import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, hashQuery, isListRequest, recordsHash, recordsScreen } from '#tests/support/records/page.ts';

async function createTitledRecords(
  backend: Backend,
  count: number,
  name = uniqueName('titles'),
): Promise<Collection> {
  const collection = await createCollection(backend.api, { name, schema: [field('title')] });
  await createRecords(backend.api, collection.id, count, (index) => ({ title: `${name} ${index + 1}` }));
  return collection;
}

const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-toasts] [data-type=error]', { hasText: text });

/** Answers the list (not the count) of a collection with an error until `page.unrouteAll`. */
const failList = (page: Page, collection: Collection, status: number, message: string) =>
  page.route(
    (url) => url.pathname.includes(`${collection.id}/records`) && url.searchParams.get('perPage') === '40',
    (route) => route.fulfill({ status, json: { code: status, message, data: {} } }),
  );

test('a backend that crashes while a list is open causes a message, and refresh works when it is back', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  axe,
}) => {
  const site = await startSite();
  const one = await createTitledRecords(site.backend, 3, 'one');
  await createTitledRecords(site.backend, 2, 'two');
  expectedProblems.allowLostLive();
  expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?.*$/);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);

  await site.backend.kill();
  await screen.refresh.click();
  await expect(toast(page, /backend/i)).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');

  // Another collection has no old rows: the screen shows the error and a way to continue.
  await page.getByRole('link', { name: 'two' }).click();
  await expect(page.getByText('The records could not be loaded.')).toBeVisible();
  await axe('[data-frame=collections] .page-content');
  await site.backend.restart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(screen.rows).toHaveCount(2);
  await expect(screen.total).toHaveText('Total found: 2');
  await page.getByRole('link', { name: 'one' }).click();
  await expect(screen.rows).toHaveCount(3);
  await screen.refresh.click();
  await expect(screen.total).toHaveText('Total found: 3');
});

test('a dashboard whose own server is stopped shows a message and continues when it is back', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitledRecords(backend, 3);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  expectedProblems.allowLostLive();
  expectedProblems.allow(
    /^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_CONNECTION_REFUSED$/,
  );
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await screen.refresh.click();
  await expect(toast(page, /Something went wrong while processing your request\./)).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  await page.unrouteAll();
  await screen.refresh.click();
  await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
  await expect(screen.total).toHaveText('Total found: 3');
});

test('when collections are switched quickly the last one is shown, even if the others respond later', async ({
  page,
  admin,
  backend,
}) => {
  const slow = await createTitledRecords(backend, 3);
  const quick = await createTitledRecords(backend, 2);
  await admin.signIn();
  const held = gate();
  const responded = gate();
  await page.route(
    (url) => url.pathname.includes(slow.id),
    async (route) => {
      await held.opened;
      // The browser may have cancelled the request.
      await route.continue().catch(() => undefined);
      responded.open();
    },
  );
  await page.goto(recordsHash(quick.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(2);
  const requested = page.waitForRequest((request) => isListRequest(request, slow.id));
  await page.getByRole('link', { name: slow.name, exact: true }).click();
  await requested;
  await page.getByRole('link', { name: quick.name, exact: true }).click();
  await expect(screen.rows).toHaveCount(2);
  held.open();
  await responded.opened;
  await screen.refresh.click();
  await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
  await expect(screen.rows).toHaveCount(2);
  await expect(screen.rows.first()).toContainText(quick.name);
  await expect(screen.total).toHaveText('Total found: 2');
});

test('a failed page keeps the rows, a failed filter removes them', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitledRecords(backend, 41);
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText('Total found: 41');
  await failList(page, collection, 500, 'The disk is full.');
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(toast(page, 'The disk is full.')).toBeVisible();
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  await expect(screen.loadMore).toBeEnabled();
  await page.unrouteAll();
  await screen.loadMore.click();
  await expect(screen.table).toHaveAttribute('aria-rowcount', '42');

  // The old rows do not match the new filter, so they disappear.
  await failList(page, collection, 500, 'The disk is still full.');
  await screen.header('title').getByRole('button').click();
  await expect(page.getByText('The records could not be loaded.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('The disk is still full.').first()).toBeVisible();
  await expect(screen.rows).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
});

test('a 401 opens the sign-in, which then returns to the same list', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitledRecords(backend, 3);
  expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\?.*$/);
  await admin.signIn();
  const query = { filter: 'title != ""', sort: '+title' };
  await page.goto(recordsHash(collection.id, query));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  await failList(page, collection, 401, 'The request requires valid admin authorization token to be set.');
  await screen.refresh.click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(toast(page, /valid admin authorization token/)).toBeVisible();
  await page.unrouteAll();
  const form = page.locator('[data-frame="login"]');
  await form.getByLabel('Email').fill(backend.adminEmail);
  await form.getByLabel('Password').fill(backend.adminPassword);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(screen.rows).toHaveCount(3);
  expect(hashQuery(page)).toEqual({ collectionId: collection.id, ...query });
});

test('a 403 of a list opens the root with a message, and the screen still works', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitledRecords(backend, 3);
  expectedProblems.allow(/^response 403 GET \/api\/collections\/\w+\/records\?.*$/);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  await failList(page, collection, 403, 'Only admins can do this.');
  await screen.refresh.click();
  await expect(toast(page, 'Only admins can do this.')).toBeVisible();
  // The root opens the first collection.
  const first = page.locator('[data-frame="collections"] .page-sidebar').getByRole('link').first();
  await expect(first).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText((await first.textContent()) ?? '');
  expect(hashQuery(page)['collectionId']).not.toBe(collection.id);
  await page.unrouteAll();
  await page.getByRole('link', { name: collection.name, exact: true }).click();
  await expect(screen.rows).toHaveCount(3);
});
