import type { Locator, Page } from '@playwright/test';
import { createRecord, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, queryOf } from '#tests/support/records/page.ts';
import { saveButton, storedRecord } from '#tests/support/records/panel.ts';
import {
  chosen,
  createPeopleAndPosts,
  idsOf,
  openPicker,
  openPost,
} from '#tests/support/records/relations.ts';
import { toasts } from '#tests/support/screens.ts';

/** The body of the next update of a record, as text. */
async function bodyOfSave(page: Page, panel: Locator, record: RecordRow): Promise<string> {
  const sent = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith(`/records/${record.id}`),
  );
  await saveButton(panel).click();
  return (await sent).postDataBuffer()?.toString('utf8') ?? '';
}

test('[PK-04] [PK-05] the count, and the maximum that cannot be exceeded', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const created = await createPeopleAndPosts(backend.api, 5);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const several = await openPicker(page, panel, created, 'reviewers');
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (0 of MAX 3)');
  await expect(several.selected).toContainText('No selected records.');
  for (const name of ['person 000', 'person 001', 'person 002']) await several.row(name).click();
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (3 of MAX 3)');
  await expect(several.labels).toHaveText([/person 000/, /person 001/, /person 002/]);
  await expect(several.selected).not.toContainText('No selected records.');
  await expect(several.row('person 003')).toBeDisabled();
  await several.row('person 003').hover();
  await several.row('person 003').click({ force: true });
  await expect(several.labels).toHaveCount(3);
  await axe();
  await several.row('person 001').click();
  await expect(several.labels).toHaveText([/person 000/, /person 002/]);
  await expect(several.row('person 003')).toBeEnabled();
  await several.row('person 003').click();
  await expect(several.labels).toHaveText([/person 000/, /person 002/, /person 003/]);
  await several.cancel.click();
  await expect(saveButton(panel)).toBeDisabled();
});

test('[PK-04] [PK-05] a single relation is replaced; without a maximum the count shows none', async ({
  page,
  admin,
  backend,
}) => {
  const created = await createPeopleAndPosts(backend.api, 5);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const single = await openPicker(page, panel, created, 'author');
  await expect(single.selected.getByRole('heading')).toHaveText('Selected (0)');
  await single.row('person 000').click();
  await expect(single.labels).toHaveText([/person 000/]);
  await expect(single.row('person 001')).toBeEnabled();
  await single.row('person 001').click();
  await expect(single.labels).toHaveText([/person 001/]);
  await expect(single.selected.getByRole('heading')).toHaveText('Selected (1)');
  await single.cancel.click();

  const unlimited = await openPicker(page, panel, created, 'readers');
  await unlimited.row('person 000').click();
  await expect(unlimited.selected.getByRole('heading')).toHaveText('Selected (1)');
  await unlimited.cancel.click();
  await expect(saveButton(panel)).toBeDisabled();
});

test('[PK-06] [PK-08] [API-10] labels are removed and reordered; set writes the ids, cancel writes nothing', async ({
  page,
  admin,
  backend,
}) => {
  const created = await createPeopleAndPosts(backend.api, 60);
  const ids = created.persons.slice(0, 55).map(({ id }) => id);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x', readers: ids });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { filter, fields } = queryOf(request);
    if (!request.url().includes(`/${created.people.id}/records?`) || !filter) return;
    expect(fields).toBe('*:excerpt(200)');
    requested.push(filter);
  });
  const first = await openPicker(page, panel, created, 'readers');
  await expect(first.labels).toHaveCount(55);
  expect(requested).toEqual(
    [ids.slice(0, 50), ids.slice(50)].map((part) => part.map((id) => `id="${id}"`).join('||')),
  );
  await first.selected.getByRole('button', { name: 'Remove person 000' }).click();
  await expect(first.labels).toHaveCount(54);
  await first.cancel.click();
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  await expect(saveButton(panel)).toBeDisabled();

  const second = await openPicker(page, panel, created, 'readers');
  await expect(second.labels).toHaveCount(55);
  await second.row('person 059').click();
  await second.selected.getByRole('button', { name: 'Remove person 001' }).click();
  await expect(second.labels.nth(1)).toContainText('person 002');
  const [from, to] = [
    await second.selected.getByRole('button', { name: 'Move person 000', exact: true }).boundingBox(),
    await second.labels.nth(1).boundingBox(),
  ];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 8, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2 + 6, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(second.labels.first()).toContainText('person 002');
  await expect(second.labels.nth(1)).toContainText('person 000');
  await second.set.click();
  await expect(second.dialog).toBeHidden();
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  const expected = [...idsOf(created.persons, 2, 0), ...ids.slice(3), ...idsOf(created.persons, 59)];
  const body = await bodyOfSave(page, panel, post);
  expect(body).not.toContain('name="title"');
  await expect(panel).toBeHidden();
  expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual(expected);
});

test('with the keyboard only: a relation is picked, reordered and saved', async ({
  page,
  admin,
  backend,
}) => {
  const created = await createPeopleAndPosts(backend.api, 4);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const open = panel.getByRole('button', { name: 'Open picker: readers' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Select ${created.people.name} records` });
  const focused = page.locator(':focus');
  await expect(dialog.getByRole('button', { name: /^person 003 / })).toBeVisible();
  // Records created within the same millisecond have any order.
  const order = await dialog
    .locator('[data-index]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id') ?? ''));
  const nick = (index: number) => String(created.persons.find(({ id }) => id === order[index])?.['nick']);
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 12; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(dialog.getByRole('button', { name: `${nick(0)} ${order[0]}` }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(`${nick(1)} ${order[1]}`);
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(focused).toHaveAccessibleName(`${nick(3)} ${order[3]}`);
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName(`Edit ${nick(3)}`);
  await tabTo(dialog.getByRole('button', { name: `Move ${nick(1)}`, exact: true }));
  await page.keyboard.press('Space');
  await expect(page.getByText(`${nick(1)} is over place 2 of 2.`)).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(`${nick(1)} is over place 1 of 2.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveText([nick(1), nick(0)]);
  await tabTo(dialog.getByRole('button', { name: 'Set selection' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toBeVisible();
  expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual([order[1], order[0]]);
});

test('a key directly after an arrow key applies to the new row', async ({ page, admin, backend }) => {
  const created = await createPeopleAndPosts(backend.api, 40);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const picker = await openPicker(page, panel, created, 'readers');
  const rows = picker.dialog.locator('[data-pick]');
  await rows.first().focus();
  await expect(rows.first()).toBeFocused();
  // Faster than the next frame, as on a slow machine; the last row is not in the page before.
  const gone = await page.evaluate(() => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const choose = () => {
      const active = document.activeElement;
      if (active instanceof HTMLElement) active.click();
      return active?.closest('[data-index]')?.getAttribute('data-index');
    };
    press('ArrowDown');
    press('ArrowDown');
    const third = choose();
    press('End');
    return [third, choose()];
  });
  expect(gone).toEqual(['2', '39']);
  await expect(picker.labels).toHaveCount(2);
  await expect(picker.dialog.locator('[data-index="39"] [data-pick]')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(picker.dialog.locator('[data-index="39"] [data-pick]')).toBeFocused();
  await expect(picker.dialog.locator('[data-index="39"]')).toBeInViewport();
});

test('a selection cannot be set before the current records are loaded; a failure can be retried', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const created = await createPeopleAndPosts(backend.api, 3);
  const post = await createRecord(backend.api, created.posts.id, {
    title: 'x',
    readers: idsOf(created.persons, 0, 1),
  });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(2);
  const held = gate();
  const byIds = (url: URL) =>
    url.pathname.endsWith(`/${created.people.id}/records`) && url.searchParams.has('filter');
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=1&perPage=50&.*$/);
  await page.route(byIds, async (route) => {
    if (!route.request().url().includes('perPage=50') || !route.request().url().includes('id%3D')) {
      await route.continue();
      return;
    }
    await held.opened;
    await route.fulfill({ status: 500, json: { code: 500, message: 'No.', data: {} } });
  });
  const picker = await openPicker(page, panel, created, 'readers');
  await expect(picker.set).toBeDisabled();
  held.open();
  await expect(picker.dialog.getByText('The selected records could not be loaded.')).toBeVisible();
  await expect(picker.set).toBeDisabled();
  await page.unroute(byIds);
  await picker.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(picker.labels).toHaveCount(2);
  await expect(picker.set).toBeEnabled();
});
