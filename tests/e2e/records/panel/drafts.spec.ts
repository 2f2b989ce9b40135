import { createNotes, createPosts, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  openNew,
  openRecord,
  panelScreen,
  question,
  recordPanels,
  storedDraft,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { signInByForm, toasts } from '#tests/support/screens.ts';

test('[RP-05][RP-09][ST-03] closing with changes asks; yes discards the draft, no keeps everything', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).cell(row.id, 'title').click();
  const screen = panelScreen(page);
  await screen.control('title').fill('typed');
  await expect.poll(() => storedDraft(page, collection.id, row.id)).toContain('typed');
  const draft: unknown = JSON.parse((await storedDraft(page, collection.id, row.id)) ?? '');
  expect(draft).toMatchObject({ title: 'typed' });

  const text = 'You have unsaved changes. Do you really want to close the panel?';
  await screen.cancel.click();
  await answer(page, text, false);
  await expect(screen.control('title')).toHaveValue('typed');
  expect(await storedDraft(page, collection.id, row.id)).toContain('typed');
  // The back button and Escape outside of a field ask too.
  await page.goBack();
  await answer(page, text, false);
  await expect(screen.control('title')).toHaveValue('typed');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.cancel.focus();
  await page.keyboard.press('Escape');
  await answer(page, text, true);
  await expect(recordPanels(page)).toHaveCount(0);
  expect(await storedDraft(page, collection.id, row.id)).toBeNull();
  expect((await storedRecord(backend, collection, row.id))['title']).toBe('a');
});

test('[RP-09][RP-10] a draft is offered after a reload, restored or discarded', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('typed');
  await screen
    .field('cover')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'secret.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('file content'),
    });
  // Reloads at once, like closing the window. The browser asks because of the file, which the draft does not contain.
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(screen.banner).toBeVisible();
  await expect(screen.control('title')).toHaveValue('stored');
  await expect(screen.save).toBeDisabled();
  const draft = (await storedDraft(page, collection.id, row.id)) ?? '';
  expect(JSON.parse(draft)).toMatchObject({ title: 'typed' });
  expect(draft).not.toContain('secret');
  await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(screen.control('title')).toHaveValue('typed');
  await expect(screen.banner).toHaveCount(0);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await storedDraft(page, collection.id, row.id)).toBeNull();
  expect((await storedRecord(backend, collection, row.id))['title']).toBe('typed');

  const fresh = await openNew(page, collection.id);
  await fresh.control('title').fill('brand new');
  await page.reload();
  await expect(recordsScreen(page).rows).toHaveCount(1);
  expect(await storedDraft(page, collection.id)).toContain('brand new');
  await page.getByRole('button', { name: 'New record' }).click();
  await expect(screen.banner).toBeVisible();
  const discard = screen.panel.getByRole('button', { name: 'Discard draft' });
  // A hover during the opening animation would scroll the panel, and scrolling hides tooltips.
  await discard.hover();
  await page.mouse.move(5, 5);
  await discard.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Discard draft');
  await discard.click();
  await expect(screen.banner).toHaveCount(0);
  await expect(screen.control('title')).toHaveValue('');
  expect(await storedDraft(page, collection.id)).toBeNull();
});

test('a session that ends during a save keeps the input and returns to it', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\/\w+$/);
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('not lost');
  const path = `**/api/collections/${collection.id}/records/${row.id}`;
  await page.route(path, (route) =>
    route.fulfill({ status: 401, json: { code: 401, message: 'The session ended.', data: {} } }),
  );
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText('The session ended.');
  await expect(page).toHaveURL(/#\/login$/);
  await page.unroute(path);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(screen.banner).toBeVisible();
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(screen.control('title')).toHaveValue('not lost');
});

test('a panel without changes asks nothing, and a full storage shows a notice without a toast', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.cancel.click();
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await page.evaluate(() => {
    localStorage.setItem('filler', 'x'.repeat(5_000_000));
    for (let size = 100_000; size > 10; size = Math.floor(size / 2)) {
      try {
        for (let part = 0; ; part += 1) localStorage.setItem(`filler-${size}-${part}`, 'x'.repeat(size));
      } catch {
        // Too full for this size.
      }
    }
  });
  await page.getByRole('button', { name: 'New record' }).first().click();
  await screen.control('title').fill('y'.repeat(500));
  await expect(screen.panel.getByText('The browser’s storage is full: no draft is kept.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
});

test('after a reload, two tabs with one record each have their own draft', async ({
  page,
  admin,
  backend,
  secondTab,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const first = await openRecord(page, collection.id, row.id);
  await first.control('title').fill('typed in the first tab');
  await expect.poll(() => storedDraft(page, collection.id, row.id)).toContain('first tab');
  const other = await secondTab();
  const second = await openRecord(other, collection.id, row.id);
  await second.banner.waitFor();
  await second.control('title').fill('typed in the second tab');
  await expect.poll(() => storedDraft(page, collection.id, row.id)).toContain('second tab');
  for (const [tab, text] of [
    [page, 'typed in the first tab'],
    [other, 'typed in the second tab'],
  ] as const) {
    await tab.reload();
    const screen = panelScreen(tab);
    await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
    await expect(screen.control('title')).toHaveValue(text);
  }
});

test('restoring a draft moves the focus to the first field', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  await admin.signIn();
  let screen = await openNew(page, collection.id);
  await screen.control('title').fill('typed');
  await expect.poll(() => storedDraft(page, collection.id)).toContain('typed');
  await page.reload();
  screen = await openNew(page, collection.id);
  // It gets the focus a moment after it appears.
  await expect(screen.panel).toBeFocused();
  await screen.panel.getByRole('button', { name: 'Restore draft' }).press('Enter');
  await expect(screen.control('title')).toHaveValue('typed');
  await expect(screen.panel.getByLabel('id', { exact: true })).toBeFocused();
});
