import { createRecord, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { queryOf } from '#tests/support/records/page.ts';
import { saveButton, storedRecord } from '#tests/support/records/panel.ts';
import { chosen, createPeopleAndPosts, openPicker, openPost } from '#tests/support/records/relations.ts';

/** The query of the first page of the list. */
const FIRST = { page: '1', perPage: '50', sort: '-created', fields: '*:excerpt(200)', skipTotal: '1' };

test('[PK-01] [PK-02] the picker loads 50 records at a time and more near the end', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const created = await createPeopleAndPosts(backend.api, 120);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${created.people.id}/records?`)) requested.push(queryOf(request));
  });
  const picker = await openPicker(page, panel, created, 'readers');
  const { dialog, scroller } = picker;
  await expect(dialog.getByRole('heading', { name: `Select ${created.people.name} records` })).toBeVisible();
  await expect(dialog.getByRole('search')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'New record' })).toBeVisible();
  await expect(picker.selected).toContainText('Selected (0)');
  await expect(picker.cancel).toBeVisible();
  await expect(picker.set).toBeEnabled();
  expect(requested).toEqual([expect.objectContaining(FIRST)]);
  expect(requested[0]?.['filter'] ?? '').toBe('');
  await axe();

  // Only visible records are in the page.
  expect(await dialog.locator('[data-pick]').count()).toBeLessThan(40);
  const toEnd = (distance: number) =>
    scroller.evaluate((element, left) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - left;
    }, distance);
  await toEnd(160);
  await expect(dialog.locator('[aria-setsize="50"]').first()).toBeAttached();
  expect(requested).toHaveLength(1);
  await toEnd(90);
  await expect(dialog.locator('[aria-setsize="100"]').first()).toBeAttached();
  await toEnd(0);
  await expect(dialog.locator('[aria-setsize="120"]').first()).toBeAttached();
  expect(requested.map((query) => query['page'])).toEqual(['1', '2', '3']);
  await toEnd(0);
  await expect(picker.row('person 000')).toBeVisible();
});

test('[PK-03] the picker searches a term in all fields; a search without results shows a message', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const created = await createPeopleAndPosts(backend.api, 120);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${created.people.id}/records?`)) requested.push(queryOf(request));
  });
  const picker = await openPicker(page, panel, created, 'readers');
  const { dialog } = picker;
  const search = dialog.getByRole('textbox', { name: /^Search/ });
  await search.click();
  await page.keyboard.type('son 11');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-pick]')).toHaveCount(10);
  await expect(panel).toBeVisible();
  expect(requested.at(-1)).toMatchObject({
    ...FIRST,
    filter: 'id~"son 11"||created~"son 11"||updated~"son 11"||nick~"son 11"||note~"son 11"',
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nothing like it');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No records found.')).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect(picker.row('person 119')).toBeVisible();
});

test('[PK-07] records can be edited and created on top of the picker; a new one is selected', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const created = await createPeopleAndPosts(backend.api, 2);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const picker = await openPicker(page, panel, created, 'readers');
  const pencil = picker.dialog.getByRole('button', { name: 'Edit person 000' });
  await pencil.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Edit');
  await pencil.click();
  const edit = page.getByRole('dialog', { name: `Edit ${created.people.name} record` });
  await edit.getByRole('textbox', { name: 'nick' }).fill('person zero');
  await axe();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(picker.row('person zero')).toBeVisible();

  await picker.dialog.getByRole('button', { name: 'New record' }).click();
  const create = page.getByRole('dialog', { name: `New ${created.people.name} record` });
  await create.getByRole('textbox', { name: 'nick' }).fill('somebody new');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toBeHidden();
  await expect(picker.labels).toHaveText([/somebody new/]);
  await expect(picker.row('somebody new')).toHaveAttribute('aria-pressed', 'true');
  await picker.set.click();
  await expect(chosen(panel, 'readers')).toHaveText([/somebody new/]);
  await saveButton(panel).click();
  await expect(panel).toBeHidden();
  const { items } = await backend.api.get<{ items: RecordRow[] }>(
    `/api/collections/${created.people.id}/records?filter=${encodeURIComponent('nick="somebody new"')}`,
  );
  expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual([items[0]?.id]);
});
