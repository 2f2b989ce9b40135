import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { saveButton, storedRecord } from '#tests/support/records/panel.ts';
import { chosen, createPeopleAndPosts, fieldOf, idsOf, openPost } from '#tests/support/records/relations.ts';
import { toasts } from '#tests/support/screens.ts';

test('related records that could not be loaded can be requested again without leaving the panel', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?page=1&perPage=100&.*$/);
  const created = await createPeopleAndPosts(backend.api, 2);
  const readers = idsOf(created.persons, 0, 1);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x', readers });
  await admin.signIn();
  const isLookup = (url: URL) => url.pathname.endsWith(`/${created.people.id}/records`);
  await page.route(isLookup, (route) =>
    route.fulfill({ status: 502, json: { code: 502, message: 'Nobody there.', data: {} } }),
  );
  const panel = await openPost(page, created.posts, post);
  await panel.locator('[data-field="title"] textarea').fill('typed meanwhile');
  const field = fieldOf(panel, 'readers');
  await expect(field.getByText('The records could not be loaded.')).toBeVisible();
  await expect(chosen(panel, 'readers')).toHaveText(readers);
  await axe('[role=dialog]');
  await page.unroute(isLookup);
  await field.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expect(chosen(panel, 'readers')).toHaveText(['person 000', 'person 001']);
  await expect(field.getByText('The records could not be loaded.')).toBeHidden();
  await expect(field.locator(':focus')).toHaveCount(1);
  await saveButton(panel).click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await storedRecord(backend, created.posts, post.id)).toMatchObject({
    title: 'typed meanwhile',
    readers,
  });
});

test('a save without a response can be stopped, and the input stays', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
  const created = await createPeopleAndPosts(backend.api, 1);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const title = panel.locator('[data-field="title"] textarea');
  await title.fill('never answered');
  const { opened, open } = gate();
  const isSave = (url: URL) => url.pathname.endsWith(`/records/${post.id}`);
  await page.route(isSave, async (route) => {
    if (route.request().method() === 'PATCH') await opened;
    await route.continue().catch(() => {});
  });
  await saveButton(panel).click();
  // During the save nothing closes the panel.
  await expect(panel.getByRole('button', { name: 'Close' })).toBeDisabled();
  const stop = panel.getByRole('button', { name: 'Stop waiting' });
  await expect(stop).toBeVisible();
  await axe('[role=dialog]');
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'warning')).toContainText('Your changes may still have been saved.');
  await expect(stop).toBeHidden();
  await expect(saveButton(panel)).toBeFocused();
  await expect(title).toHaveValue('never answered');
  await page.unroute(isSave);
  open();
  await saveButton(panel).click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await storedRecord(backend, created.posts, post.id)).toMatchObject({ title: 'never answered' });
});

test('a save whose response never comes can be stopped, and the next one keeps what others saved', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
  const created = await createPeopleAndPosts(backend.api, 1);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  const readers = idsOf(created.persons, 0);
  const path = `/api/collections/${created.posts.id}/records/${post.id}`;
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const title = panel.locator('[data-field="title"] textarea');
  await title.fill('sent');
  const { opened: ended, open: end } = gate();
  const isWritten = (url: URL) => url.pathname === path;
  await page.route(isWritten, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    await ended;
    await route.abort().catch(() => {});
  });
  await saveButton(panel).click();
  await expect.poll(async () => (await storedRecord(backend, created.posts, post.id))['title']).toBe('sent');
  await panel.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(toasts(page, 'warning')).toHaveText([
    'Stopped waiting. Your changes may still have been saved.',
  ]);
  await expect(panel.getByRole('button', { name: 'Close' })).toBeEnabled();
  await expect(title).toHaveValue('sent');
  end();
  await page.unroute(isWritten);

  await title.fill('typed since');
  await backend.api.patch(path, { readers });
  await saveButton(panel).click();
  await expect(panel).toHaveCount(0);
  expect(await storedRecord(backend, created.posts, post.id)).toMatchObject({
    title: 'typed since',
    readers,
  });
});
