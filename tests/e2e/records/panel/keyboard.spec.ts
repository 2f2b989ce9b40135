import {
  createBlog,
  createCollection,
  createPosts,
  createRecord,
  createUser,
  everyFieldType,
  field,
  type RecordRow,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { createdId, openNew, openRecord, panelScreen } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('with the keyboard only: a record with a field of every type, saved with Ctrl+S', async ({
  page,
  admin,
  startSite,
}) => {
  // A separate backend: each collection of other tests would add two Tab stops.
  const site = await startSite();
  const { backend } = site;
  const collection = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    schema: [
      field('title', 'text'),
      field('amount', 'number'),
      field('active', 'bool'),
      field('contact', 'email'),
      field('website', 'url'),
      field('due', 'date'),
      field('status', 'select', { options: { maxSelect: 1, values: ['draft', 'published'] } }),
      field('tags', 'select', { options: { maxSelect: 2, values: ['red', 'green', 'blue'] } }),
      field('meta', 'json'),
      field('cover', 'file'),
    ],
  });
  test.setTimeout(60_000);
  // Requested early: the browser must know about the interception before a key opens the chooser.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
  await admin.signIn(page, site);
  await page.goto(site.atoll.url + recordsHash(collection.id));
  await expect(recordsScreen(page).scroller.getByText('No records found.')).toBeVisible();
  const { keyboard } = page;
  const screen = panelScreen(page);
  const focused = page.locator(':focus');
  /** Presses Tab until the focus is in the part of a field. */
  const tabTo = async (name: string, role: 'textbox' | 'spinbutton' | 'switch' | 'combobox' | 'button') => {
    const target = screen.field(name).getByRole(role).first();
    for (let presses = 0; presses < 12; presses++) {
      await keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
      // Inside a code editor Tab indents; Escape leaves it.
      if (await focused.evaluate((element) => element.closest('.ace_editor') !== null)) {
        await keyboard.press('Escape');
      }
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  for (let presses = 0; presses < 60; presses++) {
    await keyboard.press('Tab');
    if ((await focused.getAttribute('aria-label')) === 'New record') break;
  }
  await keyboard.press('Enter');
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.control('title')).toBeVisible();
  // It gets the focus a moment after it appears.
  await expect(screen.panel).toBeFocused();

  await tabTo('title', 'textbox');
  await keyboard.type('typed');
  await tabTo('amount', 'spinbutton');
  await keyboard.type('12.5');
  await tabTo('active', 'switch');
  await keyboard.press('Space');
  await tabTo('contact', 'textbox');
  await keyboard.type('a@example.com');
  await tabTo('website', 'textbox');
  await keyboard.type('https://example.com');
  await tabTo('due', 'textbox');
  await keyboard.type('2026-11-05 12:00:00');
  await tabTo('status', 'combobox');
  await keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'status' })).toBeVisible();
  await expect(screen.field('status').getByRole('combobox')).toBeFocused();
  await expect(screen.field('status').getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(screen.field('status').getByRole('combobox')).toHaveText('published');
  await tabTo('tags', 'combobox');
  await keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'tags' })).toBeVisible();
  await expect(screen.field('tags').getByRole('combobox')).toBeFocused();
  await expect(screen.field('tags').getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
  await keyboard.press('Enter');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await expect(screen.field('tags').getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
  await tabTo('meta', 'textbox');
  await keyboard.insertText('{"a":1}');
  await keyboard.press('Escape');
  await tabTo('cover', 'button');
  await keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'keyed.txt', mimeType: 'text/plain', buffer: Buffer.from('keyed') });
  await expect(screen.field('cover')).toContainText('keyed.txt');
  await keyboard.press('Control+s');
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(await backend.api.get(`/api/collections/${collection.id}/records/${id}`)).toMatchObject({
    title: 'typed',
    amount: 12.5,
    active: true,
    contact: 'a@example.com',
    website: 'https://example.com',
    due: '2026-11-05 12:00:00.000Z',
    status: 'published',
    tags: ['red', 'blue'],
    meta: { a: 1 },
    cover: expect.stringMatching(/^keyed_/),
  });
});

test('axe finds nothing in the panel of a record and its popups, in both themes', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { categories } = await createBlog(backend.api);
  const posts = await createCollection(backend.api, {
    name: uniqueName('every'),
    // The rich text has its own tests.
    schema: everyFieldType(categories.id).filter(({ type }) => type !== 'editor'),
  });
  const category = await createRecord(backend.api, categories.id, { name: 'News' });
  const row = await createRecord(backend.api, posts.id, {
    title: 'Hello',
    active: true,
    due: '2026-11-05 12:00:00.000Z',
    tags: ['red', 'blue'],
    meta: { a: 1 },
    attachments: [new File(['1'], 'one.txt'), new File(['2'], 'two.txt')],
    author: category.id,
  });
  await admin.signIn();
  const screen = await openRecord(page, posts.id, row.id);
  await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
  await axe();
  await screen.field('due').getByRole('button', { name: 'Choose due' }).click();
  await expect(page.locator('calendar-month')).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await screen.menu.click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  await axe();
  await page.keyboard.press('Escape');
  await screen.control('title').fill('changed');
  await screen.cancel.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await axe();
});

test('axe finds nothing in the banner of a draft and in the panel of an account, in both themes', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { categories, users } = await createBlog(backend.api);
  const user = await createUser(backend.api, users.id);
  await createRecord(backend.api, categories.id, { name: 'News' });
  await admin.signIn();
  const fresh = await openNew(page, categories.id);
  await expect(fresh.control('name')).toBeVisible();
  await fresh.control('name').fill('draft');
  await page.reload();
  await page.getByRole('button', { name: 'New record' }).click();
  await expect(fresh.banner).toBeVisible();
  await axe();

  const account = await openRecord(page, users.id, user.id);
  await account.panel.getByLabel('Change password').check();
  await account.panel.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('dialog', { name: 'Generated password' })).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await account.panel.getByRole('tab', { name: 'Authorized providers' }).click();
  await expect(account.panel.getByText('No linked OAuth2 providers.')).toBeVisible();
  await axe();
});

const upload = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });

test('after a removal by keyboard the neighbour has the focus, after the last one the next button', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, related } = await createPosts(backend.api);
  const people: RecordRow[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) people.push(await createRecord(backend.api, related.id, { name }));
  const row = await createRecord(backend.api, collection.id, { reviewers: people.map(({ id }) => id) });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);

  const reviewers = screen.field('reviewers');
  const openPicker = reviewers.getByRole('button', { name: 'Open picker: reviewers' });
  await reviewers.getByRole('button', { name: 'Remove Bo' }).focus();
  await page.keyboard.press('Enter');
  await expect(reviewers.getByRole('button', { name: 'Remove Cy' })).toBeFocused();
  await openPicker.click();
  const picker = page.getByRole('dialog', { name: /^Select / });
  const selected = picker.getByRole('region', { name: 'Selected records' });
  // It gets the focus a moment after it appears, and returns it a moment after it closes.
  await expect(picker).toBeFocused();
  await selected.getByRole('button', { name: 'Remove Cy' }).focus();
  await page.keyboard.press('Enter');
  await expect(selected.getByRole('button', { name: 'Remove Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker.locator('[data-pick]').first()).toBeFocused();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await expect(openPicker).toBeFocused();
  await reviewers.getByRole('button', { name: 'Remove Cy' }).focus();
  await page.keyboard.press('Enter');
  await expect(reviewers.getByRole('button', { name: 'Remove Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(openPicker).toBeFocused();

  const files = screen.field('attachments');
  await files.locator('input[type=file]').setInputFiles([upload('a.txt'), upload('b.txt')]);
  await files.getByRole('button', { name: 'Remove a.txt' }).focus();
  await page.keyboard.press('Enter');
  await expect(files.getByRole('button', { name: 'Remove b.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files.getByRole('button', { name: 'Upload new file' })).toBeFocused();
});
