import type { Request } from '@playwright/test';
import { createPosts, createRecord, createRecords } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { answer, openRecord, panelScreen, partsOf, saveAndWait } from '#tests/support/records/panel.ts';

test('[API-06] a record is listed, read, created, updated and deleted; lists are repeated parts or one empty part', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, related } = await createPosts(backend.api);
  const people = await createRecords(backend.api, related.id, 2, (index) => ({ name: `p${index}` }));
  const reviewers = people.map(({ id }) => id);
  const { id } = await createRecord(backend.api, collection.id, {
    title: 'a',
    tags: ['red', 'green'],
    reviewers,
  });
  const path = `/api/collections/${collection.id}/records`;
  const isAt = (method: string, pathname: string) => (request: Request) =>
    request.method() === method && new URL(request.url()).pathname === pathname;
  await admin.signIn();

  const listed = page.waitForRequest(isAt('GET', path));
  const read = page.waitForRequest(isAt('GET', `${path}/${id}`));
  const screen = await openRecord(page, collection.id, id);
  expect((await (await listed).response())?.status()).toBe(200);
  expect((await (await read).response())?.status()).toBe(200);

  await screen.field('tags').getByRole('button', { name: 'Remove green' }).click();
  await screen.field('tags').getByRole('button', { name: 'Remove red' }).click();
  const update = await saveAndWait(page, collection.id);
  expect(isAt('PATCH', `${path}/${id}`)(update)).toBe(true);
  expect(update.headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(partsOf(update)).toEqual([{ name: 'tags', value: '' }]);
  await expect(screen.panel).toHaveCount(0);

  await openRecord(page, collection.id, id);
  await screen.menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(screen.save).toHaveText('Create');
  const create = await saveAndWait(page, collection.id);
  expect(isAt('POST', path)(create)).toBe(true);
  expect(create.headers()['content-type']).toMatch(/^multipart\/form-data/);
  const lists = partsOf(create).filter(({ name }) => name === 'tags' || name === 'reviewers');
  expect(lists).toEqual([
    { name: 'tags', value: '' },
    ...reviewers.map((value) => ({ name: 'reviewers', value })),
  ]);
  await expect(panelScreen(page).panel).toHaveCount(0);

  await page.goto(recordsHash(collection.id, { recordId: id }));
  await screen.menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = page.waitForRequest(isAt('DELETE', `${path}/${id}`));
  await answer(page, 'Do you really want to delete the selected record?', true);
  expect((await (await removal).response())?.status()).toBe(204);
});
