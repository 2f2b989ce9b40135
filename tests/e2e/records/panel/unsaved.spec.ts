import type { Page } from '@playwright/test';
import {
  createCollection,
  createNotes,
  createPosts,
  createRecord,
  createRecords,
  field,
  type RecordRow,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partsOf,
  question,
  recordPanels,
  saveAndWait,
  storedDraft,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { signInByForm, toasts, tooltip } from '#tests/support/screens.ts';

const CLOSING_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Changed by somebody else' });

const upload = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

async function createArticles(api: Parameters<typeof createCollection>[0]) {
  const collection = await createCollection(api, {
    name: uniqueName('articles'),
    schema: [
      field('title'),
      field('text'),
      field('tags', 'select', { options: { maxSelect: 3, values: ['red', 'green', 'blue'] } }),
      field('files', 'file', { options: { maxSelect: 5 } }),
    ],
  });
  const create = () => createRecord(api, collection.id, { title: 'title', text: 'text', tags: ['red'] });
  return { collection, create };
}

test('[RP-05][RP-09][ST-03] closing asks about changes and discards their draft; the end of a session keeps it', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const screen = panelScreen(page);
  const draft = () => storedDraft(page, collection.id, row.id);

  await test.step('without changes nothing is asked', async () => {
    await openNew(page, collection.id);
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);
  });
  await test.step('a full storage shows a notice without a toast', async () => {
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
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await expect(screen.panel).toHaveCount(0);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key);
    });
  });

  await test.step('after the answer no, everything stays', async () => {
    await list.cell(row.id, 'title').click();
    await screen.control('title').fill('typed');
    await expect.poll(draft).toContain('typed');
    expect(JSON.parse((await draft()) ?? '')).toMatchObject({ title: 'typed' });
    await screen.cancel.click();
    await answer(page, CLOSING_QUESTION, false);
    await expect(screen.control('title')).toHaveValue('typed');
    expect(await draft()).toContain('typed');
  });
  await test.step('a second Escape in a field asks; yes discards the draft', async () => {
    await screen.control('title').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await answer(page, CLOSING_QUESTION, true);
    await expect(recordPanels(page)).toHaveCount(0);
    expect(await draft()).toBeNull();
    expect((await storedRecord(backend, collection, row.id))['title']).toBe('a');
  });
  await test.step('the back button asks every time, and opens the list after the answer yes', async () => {
    await list.cell(row.id, 'title').click();
    await screen.control('title').fill('typed');
    for (const yes of [false, false, true]) {
      await page.goBack();
      await answer(page, CLOSING_QUESTION, yes);
      if (yes) continue;
      await expect(screen.control('title')).toHaveValue('typed');
      expect(hashQuery(page)['recordId']).toBe(row.id);
    }
    await expect(screen.panel).toHaveCount(0);
    expect(hashQuery(page)).toEqual({ collectionId: collection.id });
  });
  await test.step('a session that ends during a save keeps the input and returns to it', async () => {
    expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\/\w+$/);
    await openRecord(page, collection.id, row.id);
    await screen.control('title').fill('not lost');
    const path = `**/api/collections/${collection.id}/records/${row.id}`;
    await page.route(path, (route) => failWith(route, 'The session ended.', 401));
    await screen.save.click();
    await expect(toasts(page, 'error')).toContainText(['The session ended.']);
    await expect(page).toHaveURL(/#\/login$/);
    await page.unroute(path);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(screen.banner).toBeVisible();
    expect(hashQuery(page)['recordId']).toBe(row.id);
    await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
    await expect(screen.control('title')).toHaveValue('not lost');
  });
});

test('[RP-09][RP-10] a draft is offered after a reload, restored or discarded', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await test.step('the draft of a record is restored, without its files', async () => {
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
    await saveAndWait(page, collection.id);
    await expect(screen.panel).toHaveCount(0);
    expect(await storedDraft(page, collection.id, row.id)).toBeNull();
    expect((await storedRecord(backend, collection, row.id))['title']).toBe('typed');
  });
  const reopen = async () => {
    await page.reload();
    await expect(recordsScreen(page).rows).toHaveCount(1);
    expect(await storedDraft(page, collection.id)).toContain('brand new');
    await page.getByRole('button', { name: 'New record' }).click();
    await expect(screen.banner).toBeVisible();
  };
  await test.step('restoring the draft of a new record moves the focus to the first field', async () => {
    const fresh = await openNew(page, collection.id);
    await fresh.control('title').fill('brand new');
    await reopen();
    await checkScreen('[role=dialog]');
    // It gets the focus a moment after it appears.
    await expect(screen.panel).toBeFocused();
    await screen.panel.getByRole('button', { name: 'Restore draft' }).press('Enter');
    await expect(screen.control('title')).toHaveValue('brand new');
    await expect(screen.panel.getByLabel('id', { exact: true })).toBeFocused();
  });
  await test.step('a draft is discarded', async () => {
    await reopen();
    const discard = screen.panel.getByRole('button', { name: 'Discard draft' });
    // A hover during the opening animation would scroll the panel, and scrolling hides tooltips.
    await discard.hover();
    await page.mouse.move(5, 5);
    await discard.hover();
    await expect(tooltip(page)).toHaveText('Discard draft');
    await discard.click();
    await expect(screen.banner).toHaveCount(0);
    await expect(screen.control('title')).toHaveValue('');
    expect(await storedDraft(page, collection.id)).toBeNull();
  });
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

test('two browsers change one record: different fields are merged, a conflict in the same field asks', async ({
  page,
  admin,
  backend,
  newWindow,
  checkScreen,
}) => {
  const { collection, create } = await createArticles(backend.api);
  const [first, second] = [await create(), await create()];
  const stored = (row: RecordRow) => storedRecord(backend, collection, row.id);
  const other = await (await newWindow()).newPage();
  await admin.signIn();
  await admin.signIn(other);
  const dialog = conflict(page);
  await test.step('changes of different fields both stay', async () => {
    const mine = await openRecord(page, collection.id, first.id);
    const theirs = await openRecord(other, collection.id, first.id);
    await mine.control('title').fill('my title');
    await mine.field('files').locator('input[type=file]').setInputFiles(upload('mine.txt'));
    await theirs.control('text').fill('their text');
    await theirs.field('files').locator('input[type=file]').setInputFiles(upload('theirs.txt'));
    await theirs.save.click();
    await expect(toasts(other, 'success')).toContainText(['Successfully updated record.']);
    await mine.save.click();
    // It appears before the record is sent, and disappears by itself.
    await expect(toasts(page, 'info')).toContainText(['Merged with what was saved meanwhile: text']);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    expect(await stored(first)).toMatchObject({
      title: 'my title',
      text: 'their text',
      files: [expect.stringMatching(/^theirs_/), expect.stringMatching(/^mine_/)],
    });
    await expect(mine.panel).toHaveCount(0);
  });
  await test.step('mine and theirs are next to each other, and nothing is sent before the choice', async () => {
    const mine = await openRecord(page, collection.id, second.id);
    const theirs = await openRecord(other, collection.id, second.id);
    await mine.control('title').fill('my title');
    await mine.control('text').fill('my text');
    await theirs.control('title').fill('their title');
    await theirs.control('text').fill('their text');
    await saveAndWait(other, collection.id);
    await expect(theirs.panel).toHaveCount(0);

    const sent: string[] = [];
    page.on('request', (request) => {
      if (isSave(request, collection.id)) sent.push(request.url());
    });
    await mine.save.click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('group', { name: 'title' })).toContainText('my title');
    await expect(dialog.getByRole('group', { name: 'title' })).toContainText('their title');
    await expect(dialog.getByRole('group', { name: 'text' })).toContainText('my text');
    await expect(dialog.getByRole('group', { name: 'text' })).toContainText('their text');
    const boxes = await dialog
      .getByRole('group', { name: 'title' })
      .locator('label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
    expect(boxes[0]).toBe(boxes[1]);
    await checkScreen('[role=dialog]');
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await expect(save).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Mine: title' }).check();
    await expect(save).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mine.save).toBeFocused();
    await expect(mine.control('title')).toHaveValue('my title');
    expect(sent).toEqual([]);
    expect(await stored(second)).toMatchObject({ title: 'their title', text: 'their text' });
  });
});

test('a conflict is postponed and decided by keyboard; removed files, deleted and related records', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { collection, create } = await createArticles(backend.api);
  const [third, fourth, fifth] = [await create(), await create(), await create()];
  const stored = (row: RecordRow) => storedRecord(backend, collection, row.id);
  const form = new FormData();
  form.append('files', textFile('first.txt'));
  form.append('files', textFile('second.txt'));
  const path = `/api/collections/${collection.id}/records/${fourth.id}`;
  const { files } = await backend.api.patch<{ files: string[] }>(path, form);
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    schema: [field('name', 'text', { presentable: true })],
  });
  const relation = { collectionId: people.id, cascadeDelete: false, minSelect: null, maxSelect: 1 };
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [field('text'), field('author', 'relation', { options: relation })],
  });
  const names = ['Ada', 'Grace'];
  const [ada, grace] = await createRecords(backend.api, people.id, 2, (index) => ({ name: names[index] }));
  const sixth = await createRecord(backend.api, articles.id, { text: 'text', author: ada?.id });
  await admin.signIn();
  const dialog = conflict(page);
  await test.step('a postponed conflict asks again: mine for one field, theirs for the other', async () => {
    const mine = await openRecord(page, collection.id, third.id);
    await mine.control('title').fill('my title');
    await mine.control('text').fill('my text');
    await backend.api.patch(`/api/collections/${collection.id}/records/${third.id}`, {
      title: 'their title',
      text: 'their text',
    });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await page.keyboard.press('Control+s');
    // It gets the focus a moment after it appears.
    await expect(dialog).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(mine.save).toBeFocused();

    await page.keyboard.press('Control+s');
    await expect(dialog).toBeFocused();
    await dialog.getByRole('radio', { name: 'Mine: title' }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('radio', { name: 'Mine: title' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('radio', { name: 'Mine: text' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: 'Theirs: text' })).toBeChecked();
    expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
    const isThird = (url: URL) => url.pathname.endsWith(`/records/${third.id}`);
    await page.route(isThird, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 400,
            json: { code: 400, message: 'No.', data: { title: { code: 'x', message: 'Not this one.' } } },
          })
        : route.continue(),
    );
    await save.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(mine.control('title')).toBeFocused();
    await expect(mine.control('title')).toHaveAccessibleDescription('Not this one.');
    await page.unroute(isThird);
    const request = page.waitForRequest((one) => isSave(one, collection.id));
    await page.keyboard.press('Control+s');
    expect(partsOf(await request)).toEqual([{ name: 'title', value: 'my title' }]);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    await expect(mine.control('title')).toHaveValue('my title');
    await expect(mine.control('text')).toHaveValue('their text');
    expect(await stored(third)).toMatchObject({ title: 'my title', text: 'their text' });
    await mine.cancel.click();
    await expect(mine.panel).toHaveCount(0);
  });
  await test.step('a file removed by someone else does not discard my files', async () => {
    const screen = await openRecord(page, collection.id, fourth.id);
    await screen.field('files').locator('input[type=file]').setInputFiles(upload('third.txt'));
    await backend.api.patch(path, { 'files-': files[0] });
    await saveAndWait(page, collection.id);
    await expect(screen.panel).toHaveCount(0);
    expect((await stored(fourth))['files']).toEqual([files[1], expect.stringMatching(/^third_/)]);
  });
  await test.step('related records are shown by name, and long values can be scrolled by keyboard', async () => {
    const panel = await openRecord(page, articles.id, sixth.id);
    await panel.control('text').fill('my line\n'.repeat(60));
    await panel.field('author').getByRole('button', { name: 'Remove Ada' }).click();
    await backend.api.patch(`/api/collections/${articles.id}/records/${sixth.id}`, {
      text: 'theirs',
      author: grace?.id,
    });
    await panel.save.click();
    const author = dialog.getByRole('group', { name: 'author', exact: true });
    await expect(author).toContainText('N/A');
    await expect(author).toContainText('Grace');
    await expect(author).not.toContainText(grace?.id ?? '');
    await checkScreen('[role=dialog]');
    await dialog.getByRole('radio', { name: 'Mine: text' }).focus();
    await page.keyboard.press('Tab');
    const value = dialog.getByRole('group', { name: 'Value of Mine: text' });
    await expect(value).toBeFocused();
    await page.keyboard.press('End');
    await expect.poll(() => value.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });
  await test.step('a record that was deleted meanwhile shows a message and keeps the input', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/\w+$/);
    const screen = await openRecord(page, collection.id, fifth.id);
    await screen.control('title').fill('typed');
    await backend.api.delete(`/api/collections/${collection.id}/records/${fifth.id}`);
    await screen.save.click();
    // The one of a step before may still be there.
    const missing = toasts(page, 'error').filter({ hasText: "The requested resource wasn't found." });
    await expect(missing).toBeVisible();
    await expect(screen.control('title')).toHaveValue('typed');
    await expect(screen.save).toBeEnabled();
  });
});
