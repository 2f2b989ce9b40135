import {
  createCollection,
  createNotes,
  createPosts,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { panelScreen, partsOf, recordPanels } from '#tests/support/records/panel.ts';
import { watchFor } from '#tests/support/timers.ts';

test('[RP-01][RP-02][RL-13] a row opens its record, which is loaded again, and closing clears the address', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stale' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await expect(list.cell(row.id, 'title')).toHaveText('stale');
  await backend.api.patch(`/api/collections/${collection.id}/records/${row.id}`, { title: 'fresh' });

  const { opened, open } = gate();
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  await page.route(`**${path}`, async (route) => {
    await opened;
    await route.continue();
  });
  const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await list.cell(row.id, 'title').click();
  expect((await requested).method()).toBe('GET');
  const screen = panelScreen(page);
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await expect(screen.panel.getByText('Loading record...')).toBeAttached();
  // What the list knows is shown until then, and can't be saved.
  await expect(screen.control('title')).toHaveValue('stale');
  await expect(screen.menu).toHaveCount(0);
  await expect(screen.save).toBeDisabled();
  open();
  await expect(screen.control('title')).toHaveValue('fresh');
  await expect(screen.panel.getByText('Loading record...')).toHaveCount(0);
  await expect(screen.save).toHaveText('Save changes');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.cancel.click();
  await expect(recordPanels(page)).toHaveCount(0);
  expect(hashQuery(page)['recordId']).toBeUndefined();

  await list.row(row.id).focus();
  await page.keyboard.press('Enter');
  await expect(screen.control('title')).toHaveValue('fresh');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await page.goBack();
  await expect(recordPanels(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'New record' }).click();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.cancel).toBeVisible();
  await expect(screen.save).toHaveText('Create');
});

test('[RP-02][RP-03] what is typed before the record is loaded stays, and only that is saved', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\/\w+$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [
      field('title'),
      field('note'),
      field('body', 'editor'),
      field('meta', 'json'),
      field('doc', 'file'),
    ],
  });
  const doc = new File(['text'], 'doc.txt', { type: 'text/plain' });
  const stored = { title: 'a', note: 'b', body: '<p>Rich</p>', meta: { exact: 1.5 }, doc };
  const row = await createRecord(backend.api, collection.id, stored);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const { opened: failed, open: fail } = gate();
  const path = `**/api/collections/${collection.id}/records/${row.id}`;
  await page.route(path, async (route) => {
    await failed;
    await route.fulfill({ status: 502, json: { code: 502, message: 'Nobody there.', data: {} } });
  });
  await list.cell(row.id, 'title').click();
  const screen = panelScreen(page);
  await screen.control('title').click();
  await page.keyboard.type(' typed');
  await expect(screen.control('title')).toHaveValue('a typed');
  // Only a part of the text is in the list, and JSON was parsed there.
  for (const name of ['body', 'meta', 'doc']) {
    await expect(screen.field(name)).toHaveAttribute('aria-busy', 'true');
    await expect(screen.field(name)).toHaveAttribute('inert');
  }
  await expect(screen.field('meta')).toContainText('"exact": 1.5');
  await axe('[role=dialog]');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(screen.save).toBeDisabled();
  fail();
  await expect(screen.panel.getByText('The record could not be loaded.')).toBeVisible();
  await axe('[role=dialog]');
  await expect(screen.control('title')).toBeFocused();
  await page.unroute(path);

  const { opened, open } = gate();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await opened;
    await route.continue();
  });
  await screen.panel.getByRole('button', { name: 'Try again' }).click();
  await screen.control('note').click();
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  const top = () => screen.field('meta').evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  open();
  await expect(screen.field('meta')).not.toHaveAttribute('aria-busy');
  expect(await top()).toBe(before);
  // The caret is where it was.
  await page.keyboard.type('y');
  await expect(screen.control('note')).toHaveValue('xyb');
  await expect(screen.save).toBeEnabled();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await screen.save.click();
  expect(partsOf(await sent).map(({ name, value }) => [name, value])).toEqual([
    ['title', 'a typed'],
    ['note', 'xyb'],
  ]);
  await expect(recordPanels(page)).toHaveCount(0);
});

test('[RL-13] checkbox, thumb and copy icon of a row do not open it', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  const file = new File(['text'], 'note.txt', { type: 'text/plain' });
  const row = await createRecord(backend.api, collection.id, { title: 'a', attachments: [file] });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await list.row(row.id).getByRole('checkbox').check();
  await expect(page.getByText('Selected 1 record')).toBeVisible();
  const copied = await watchFor(page, `[data-row-id="${row.id}"] [data-copied]`);
  await list.row(row.id).getByRole('button', { name: 'Copy' }).click();
  await copied();
  await list.row(row.id).getByRole('button', { name: 'Copy' }).press('Enter');
  await list.row(row.id).getByRole('checkbox').press('Enter');
  expect(hashQuery(page)['recordId']).toBeUndefined();
  await expect(recordPanels(page)).toHaveCount(0);
  // The row itself still opens it.
  await list.cell(row.id, 'title').click();
  await expect(panelScreen(page).control('title')).toHaveValue('a');
});

test('[RL-06] an empty list offers a new record', async ({ page, admin, backend }) => {
  const collection = await createNotes(backend.api);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const inList = list.scroller.getByRole('button', { name: 'New record' });
  await expect(list.scroller.getByText('No records found.')).toBeVisible();
  await inList.click();
  await expect(panelScreen(page).title).toHaveText(`New ${collection.name} record`);
  await panelScreen(page).cancel.click();
  await page.goto(recordsHash(collection.id, { filter: 'nothing' }));
  await expect(list.scroller.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await expect(inList).toHaveCount(0);
});

test('[UI-01][UI-02][UI-04] the panel is modal, above the page, and returns the focus', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await list.row(row.id).focus();
  await page.keyboard.press('Enter');
  const screen = panelScreen(page);
  await expect(screen.control('title')).toBeVisible();
  await expect(page.locator('body')).toHaveClass(/overlay-active/);
  const style = await screen.panel.evaluate((element) => {
    const { zIndex, transitionDuration } = getComputedStyle(element);
    return { zIndex, transitionDuration };
  });
  expect(style.zIndex).toBe('1001');
  expect(style.transitionDuration).toMatch(/^0\.15s/);
  // Escape belongs to the field that has the focus.
  await screen.control('title').focus();
  await page.keyboard.press('Escape');
  await expect(screen.title).toBeVisible();
  await screen.cancel.focus();
  await page.keyboard.press('Escape');
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
  await expect(list.row(row.id)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen.control('title')).toBeVisible();
  await page.mouse.click(300, 400);
  await expect(recordPanels(page)).toHaveCount(0);
});
