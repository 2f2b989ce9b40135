import type { AdminApi } from '#tests/support/admin-api.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  changesButton,
  expectChanges,
  nextSubscription,
  openLive,
  places,
} from '#tests/support/records/live.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord, panelScreen, storedRecord } from '#tests/support/records/panel.ts';
import { rowBox } from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

/** Creates a collection with `count` records, `n 0` first, and functions that change them like somebody else. */
async function createNumbered(api: AdminApi, count: number) {
  const collection = await createCollection(api, {
    name: uniqueName('live'),
    schema: [
      field('title'),
      field('note'),
      field('tags', 'select', { options: { maxSelect: 2, values: ['red', 'blue'] } }),
    ],
  });
  const rows = await createRecords(api, collection.id, count, (index) => ({
    title: `n ${index}`,
    tags: ['red', 'blue'],
  }));
  const path = (id: string) => `/api/collections/${collection.id}/records/${id}`;
  return {
    collection,
    ids: rows.map(({ id }) => id).toReversed(),
    create: (title: string) => createRecord(api, collection.id, { title }),
    edit: (id: string, data: Record<string, string>) => api.patch(path(id), data),
    remove: (id: string) => api.delete(path(id)),
  };
}

test('rows change in place, nothing moves, and the keyboard shows the changes', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, ids, create, edit, remove } = await createNumbered(backend.api, 60);
  const [first = '', second = '', third = ''] = ids.slice(20);
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const screen = recordsScreen(page);
  await expectChanges(page, 0);
  await screen.scroller.evaluate((element) => element.scrollTo(0, 600));
  await screen.row(first).hover();
  const before = await places(page);

  await edit(first, { title: 'other' });
  await expect(screen.cell(first, 'title')).toHaveText('other');
  await create('new');
  await expectChanges(page, 1);
  await remove(second);
  await expectChanges(page, 2);
  await expect(screen.row(second)).toHaveAttribute('data-gone', 'deleted');
  await expect(screen.row(second)).toContainText('Deleted elsewhere');
  expect(await places(page)).toEqual(before);
  await expect(page.getByRole('status').filter({ hasText: '2 changes elsewhere' })).toHaveCount(1);

  // A deleted record can be neither opened nor selected.
  await expect(rowBox(page, second)).toBeDisabled();
  await screen.cell(second, 'title').click();
  await expect(toasts(page, 'info')).toContainText('This record was deleted elsewhere.');
  await expect(panelScreen(page).panel).toHaveCount(0);

  // The row under the pointer stays there, although rows were added above it.
  await screen.row(third).hover();
  const { [third]: place } = await places(page);
  await changesButton(page).focus();
  await page.keyboard.press('Enter');
  await expectChanges(page, 0);
  await expect(screen.row(second)).toHaveCount(0);
  await expect(screen.total).toHaveText('Total found: 60');
  expect((await places(page))[third]).toBe(place);
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(screen.rows.first()).toContainText('new');
});

test('on a small screen the number of changes fits', async ({ page, admin, backend }) => {
  const { collection, create } = await createNumbered(backend.api, 3);
  await admin.signIn();
  await page.setViewportSize({ width: 360, height: 740 });
  await openLive(page, recordsHash(collection.id));
  await create('new');
  await expectChanges(page, 1);
  await expectFitsSmall(page, page.locator('[data-frame=collections] .page-header'));
  await changesButton(page).click();
  await expect(recordsScreen(page).rows).toHaveCount(4);
});

test('more than 1,000 changes show as 1,000+, and applying them shows the current list', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, create } = await createNumbered(backend.api, 45);
  await admin.signIn();
  await openLive(page, recordsHash(collection.id, { sort: '+title' }));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText('Total found: 45');
  let next = 0;
  const createMore = async () => {
    while (next < 1010) await create(`more ${next++}`);
  };
  await Promise.all(Array.from({ length: 16 }, createMore));
  await expect(changesButton(page)).toHaveAccessibleName('1,000+ changes');
  await expect(changesButton(page)).toHaveText('1,000+ changes');
  await expect(page.getByRole('status').filter({ hasText: '1,000+ changes elsewhere' })).toHaveCount(1);
  await expect(screen.total).toHaveText('Total found: 45');
  await expect(screen.rows.filter({ hasText: 'more' })).toHaveCount(0);
  await changesButton(page).click();
  await expectChanges(page, 0);
  await expect(screen.total).toHaveText('Total found: 1055');
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(screen.rows.first()).toContainText('more 0');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');

  // The list is live again.
  await create('later');
  await expectChanges(page, 1);
});

test('a filtered list marks what no longer matches', async ({ page, admin, backend, axe }) => {
  const { collection, ids, edit, remove } = await createNumbered(backend.api, 3);
  const [first = '', second = ''] = ids;
  await admin.signIn();
  await openLive(page, recordsHash(collection.id, { filter: 'title ~ "n "' }));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  await edit(first, { title: 'x' });
  await expect(screen.row(first)).toContainText('No longer matches');
  await expectChanges(page, 1);
  await remove(second);
  await expectChanges(page, 2);
  await axe('[data-frame=collections] .page-content');
  await screen.row(first).press('Enter');
  await expect(panelScreen(page).control('title')).toHaveValue('x');
});

test('an open panel takes changes over, keeps edits and tells, and compares', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { collection, ids, edit } = await createNumbered(backend.api, 2);
  const [id = ''] = ids;
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const { panel, control, save } = await openRecord(page, collection.id, id);
  await control('note').focus();
  await edit(id, { title: 'theirs' });
  await expect(control('title')).toHaveValue('theirs');
  await expect(control('note')).toBeFocused();
  await expect(save).toBeDisabled();

  await control('note').fill('mine');
  await edit(id, { title: 'theirs 2', note: 'their note' });
  await expect(panel).toContainText('This record was changed elsewhere. Your edits are kept.');
  await expect(control('title')).toHaveValue('theirs');
  await expect(control('note')).toHaveValue('mine');
  await axe('[role=dialog]');
  await panel.getByRole('button', { name: 'Compare' }).click();
  const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await expect(conflict).toContainText('their note');
  await conflict.getByRole('radio', { name: /mine/i }).check();
  await conflict.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel).toHaveCount(0);
  expect(await storedRecord(backend, collection, id)).toMatchObject({ title: 'theirs 2', note: 'mine' });
});

test('edits of a record that was deleted elsewhere are kept as a new record', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { collection, ids, remove } = await createNumbered(backend.api, 2);
  const [id = ''] = ids;
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const { panel, control } = await openRecord(page, collection.id, id);
  await control('note').fill('typed');
  await remove(id);
  await expect(panel).toContainText('This record was deleted elsewhere. Your edits are still here.');
  await axe('[role=dialog]');
  await panel.getByRole('button', { name: 'Keep as a new record' }).click();
  const copy = panelScreen(page);
  await expect(copy.save).toHaveText('Create');
  await expect(copy.control('title')).toHaveValue('n 1');
  await expect(copy.control('note')).toHaveValue('typed');
  await copy.save.click();
  await expect(recordsScreen(page).rows.filter({ hasText: 'typed' })).toHaveCount(1);
});

test('own saves are no changes', async ({ page, admin, backend }) => {
  const { collection, ids, create } = await createNumbered(backend.api, 2);
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const { control, save, panel } = await openRecord(page, collection.id, ids[0] ?? '');
  await control('title').fill('mine');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await control('title').fill('mine again');
  await expect(panel.locator('[data-elsewhere]')).toHaveAttribute('data-elsewhere', 'none');
  await save.click();
  await expect(panel).toHaveCount(0);
  // Its event follows those of the saves.
  await create('theirs');
  await expectChanges(page, 1);
});

test('after the backend was killed and restarted, what happened meanwhile is shown', async ({
  page,
  admin,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allowLostLive();
  const site = await startSite();
  const { collection, ids, create, edit } = await createNumbered(site.backend.api, 3);
  await admin.signIn(page, site);
  await openLive(page, `${site.atoll.url}${recordsHash(collection.id)}`);
  await site.backend.kill();
  const again = nextSubscription(page);
  await site.backend.restart();
  await create('meanwhile');
  await edit(ids[0] ?? '', { title: 'other' });
  await again;
  await expect(recordsScreen(page).cell(ids[0] ?? '', 'title')).toHaveText('other');
  await expectChanges(page, 1);
});
