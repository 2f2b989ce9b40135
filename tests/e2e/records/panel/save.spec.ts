import type { Page, Request } from '@playwright/test';
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
import { onLine } from '#tests/support/lines.ts';
import { gate, hashQuery, isCountRequest, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  createdId,
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partNames,
  partsOf,
  question,
  recordPanels,
  saveAndWait,
  storedDraft,
  storedRecord,
  watchUploads,
} from '#tests/support/records/panel.ts';
import { signInByForm, toasts, tooltip } from '#tests/support/screens.ts';

const upload = ({ name, type }: File) => ({ name, mimeType: type, buffer: Buffer.from(name) });
const CLOSING_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
/** When a save without a response can be stopped, in ms. */
const NOTICE_DELAY = 3000;

const isAt = (method: string, pathname: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname === pathname;

test('a record is listed, read, duplicated, created, updated and deleted', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
}) => {
  const notes = await createNotes(backend.api);
  const rows = await createRecords(backend.api, notes.id, 50, (index) => ({ title: `n ${index}` }));
  const { collection, related } = await createPosts(backend.api);
  const people = await createRecords(backend.api, related.id, 2, (index) => ({ name: `p${index}` }));
  const reviewers = people.map(({ id }) => id);
  const values = { title: 'original', amount: 7, tags: ['red', 'blue'] };
  const row = await createRecord(backend.api, collection.id, { ...values, reviewers, cover: textFile() });
  const changed = await createRecord(backend.api, collection.id, {
    title: 'a',
    attachments: [textFile('one.txt'), textFile('two.txt')],
  });
  const [one, two] = changed['attachments'] as string[];
  const path = `/api/collections/${collection.id}/records`;
  const uploads = await watchUploads(page);
  const list = recordsScreen(page);
  await admin.signIn();

  await step(
    '[API-06][RP-11][RP-12][TR-37] a duplicate has no id, dates and files, and asks about unsaved changes',
    async () => {
      const listed = page.waitForRequest(isAt('GET', path));
      const read = page.waitForRequest(isAt('GET', `${path}/${row.id}`));
      const screen = await openRecord(page, collection.id, row.id);
      expect((await (await listed).response())?.status()).toBe(200);
      expect((await (await read).response())?.status()).toBe(200);
      const menu = page.getByRole('menu', { name: 'More record options' });
      await screen.menu.click();
      await expect(menu.getByRole('menuitem')).toHaveText([
        'Duplicate',
        'New from template…',
        'Save as template…',
        'Delete',
      ]);
      await page.keyboard.press('Escape');
      await screen.control('title').fill('changed');
      await screen.menu.click();
      await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
      await answer(page, 'You have unsaved changes. Do you really want to discard them?', false);
      await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
      await screen.control('title').fill('original');
      await screen.menu.click();
      await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
      await expect(screen.title).toHaveText(`New ${collection.name} record`);
      await expect(recordPanels(page)).toHaveCount(1);
      expect(hashQuery(page)['recordId']).toBeUndefined();
      await expect(screen.save).toHaveText('Create');
      await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue('');
      await expect(screen.control('title')).toHaveValue('original');
      await expect(screen.control('amount')).toHaveValue('7');
      const files = screen.field('cover').getByRole('listitem');
      await expect(files).toHaveCount(0);
      await expect(screen.panel.getByText(/^This copy is without 1 file of the original:/)).toBeVisible();
      await screen.panel.getByRole('button', { name: 'Copy the files' }).click();
      await expect(files).toHaveCount(1);
      await expect(screen.panel.getByText(/^This copy is without/)).toHaveCount(0);
      await files.getByRole('button', { name: /^Remove/ }).click();
      // Closing asks, because it is unsaved.
      await screen.cancel.click();
      await answer(page, CLOSING_QUESTION, false);
    },
  );
  await step('[API-06][RP-07] it is sent as a form, its lists as repeated parts', async () => {
    const create = await saveAndWait(page, collection.id);
    expect(isAt('POST', path)(create)).toBe(true);
    expect(create.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partsOf(create).filter(({ name }) => name === 'tags' || name === 'reviewers')).toEqual([
      { name: 'tags', value: 'red' },
      { name: 'tags', value: 'blue' },
      ...reviewers.map((value) => ({ name: 'reviewers', value })),
    ]);
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await expect(recordPanels(page)).toHaveCount(0);
    const { items } = await backend.api.get<{ items: RecordRow[] }>(path);
    expect(items).toHaveLength(3);
    expect(items.find(({ id }) => ![row.id, changed.id].includes(id))).toMatchObject({
      ...values,
      cover: '',
    });
  });
  await step('[API-06] an update sends an empty list as one empty part', async () => {
    const screen = await openRecord(page, collection.id, row.id);
    await screen.field('tags').getByRole('button', { name: 'Remove blue' }).click();
    await screen.field('tags').getByRole('button', { name: 'Remove red' }).click();
    const update = await saveAndWait(page, collection.id);
    expect(isAt('PATCH', `${path}/${row.id}`)(update)).toBe(true);
    expect(update.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partsOf(update)).toEqual([{ name: 'tags', value: '' }]);
    await expect(screen.panel).toHaveCount(0);
  });
  await step('[RP-08] only changes are sent, with deleted and new files under their names', async () => {
    const screen = await openRecord(page, collection.id, changed.id);
    const attachments = screen.field('attachments');
    await screen.control('title').fill('b');
    await attachments.getByRole('button', { name: `Remove ${one}` }).click();
    await attachments.locator('input[type=file]').setInputFiles(upload(textFile('three.txt')));
    const request = await saveAndWait(page, collection.id);
    expect(isAt('PATCH', `${path}/${changed.id}`)(request)).toBe(true);
    expect(await uploads()).toEqual([
      { name: 'title', value: 'b' },
      onLine({ name: `attachments.${one}`, value: '' }, { name: 'attachments-', value: one }),
      { name: onLine('attachments', 'attachments+'), value: 'three.txt', filename: 'three.txt' },
    ]);
    await expect(screen.panel).toHaveCount(0);
    const after = await storedRecord(backend, collection, changed.id);
    expect(after['title']).toBe('b');
    expect(after['attachments']).toEqual([two, expect.stringMatching(/^three_\w+\.txt$/)]);
  });
  await step(
    '[RP-03][RP-04][UI-08] saving is enabled with changes, also of files alone, and one at a time',
    async () => {
      const { field: part, control, save, panel } = await openRecord(page, collection.id, changed.id);
      await expect(save).toBeDisabled();
      await control('title').fill('ab');
      await expect(save).toBeEnabled();
      await control('title').fill('b');
      await expect(save).toBeDisabled();
      await part('attachments')
        .getByRole('button', { name: `Remove ${two}` })
        .click();
      await expect(save).toBeEnabled();
      await part('attachments')
        .getByRole('button', { name: `Restore ${two}` })
        .click();
      await expect(save).toBeDisabled();
      await part('cover')
        .locator('input[type=file]')
        .setInputFiles(upload(textFile('cover.txt')));
      await expect(save).toBeEnabled();
      const { opened, open } = gate();
      await page.route(`**${path}/${changed.id}`, async (route) => {
        await opened;
        await route.continue();
      });
      await save.click();
      await expect(save).toBeDisabled();
      await expect(save).toHaveAttribute('aria-busy', 'true');
      open();
      await expect(panel).toHaveCount(0);
      await page.unroute(`**${path}/${changed.id}`);
      expect((await storedRecord(backend, collection, changed.id))['cover']).toMatch(/^cover_\w+\.txt$/);
    },
  );
  await step('[API-06][RP-13] it is deleted after a question', async () => {
    const screen = await openRecord(page, collection.id, row.id);
    const remove = async (yes: boolean) => {
      await screen.menu.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await answer(page, 'Do you really want to delete the selected record?', yes);
    };
    await remove(false);
    const removal = page.waitForRequest(isAt('DELETE', `${path}/${row.id}`));
    await remove(true);
    expect((await (await removal).response())?.status()).toBe(204);
    await expect(toasts(page, 'success').last()).toContainText('Successfully deleted record.');
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(list.row(row.id)).toHaveCount(0);
    await expect(list.rows).toHaveCount(2);
    await expect(list.total).toHaveText('Total found: 2');
    await expect(storedRecord(backend, collection, row.id)).rejects.toThrow('404');
  });
  await step('[RP-08] saving keeps the loaded pages, the scroll position and the selection', async () => {
    await page.goto(recordsHash(notes.id, { sort: 'title' }));
    await expect(list.rows.first()).toBeVisible();
    const target = rows[45]?.id ?? '';
    await list.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(list.table).toHaveAttribute('aria-rowcount', '51');
    await list.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.row(target).getByRole('checkbox').check();
    const top = await list.scroller.evaluate((element) => element.scrollTop);
    await list.cell(target, 'title').click();
    const screen = panelScreen(page);
    await screen.control('text').fill('changed');
    await screen.save.click();
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(list.cell(target, 'text')).toHaveText('changed');
    await expect(list.table).toHaveAttribute('aria-rowcount', '51');
    await expect(page.getByText('Selected 1 record')).toBeVisible();
    expect(await list.scroller.evaluate((element) => element.scrollTop)).toBe(top);
    await expect(list.row(target)).toBeFocused();
  });
  await step('[RP-06] Ctrl+S keeps the panel open as the edit panel of the new record', async () => {
    const screen = await openNew(page, notes.id);
    // The number is loaded: the next request for it belongs to the save.
    await expect(recordsScreen(page).total).toHaveText('Total found: 50');
    await screen.control('title').fill('first');
    const sent = page.waitForRequest((request) => isSave(request, notes.id));
    const counted = page.waitForRequest((request) => isCountRequest(request, notes.id));
    await page.keyboard.press('Control+s');
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partNames(request)).toEqual(['title', 'text', 'count']);
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await counted;
    await expect(screen.title).toHaveText(`Edit ${notes.name} record`);
    const id = await createdId(page);
    expect(id).toHaveLength(15);
    await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue(id);
    await expect(screen.save).toHaveText('Save changes');
    await expect(screen.save).toBeDisabled();
    await expect(recordsScreen(page).row(id)).toBeAttached();

    await screen.control('text').fill('second');
    await page.keyboard.press('Meta+s');
    await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
    expect((await storedRecord(backend, notes, id))['text']).toBe('second');
    await expect(screen.save).toBeDisabled();
    await expect(recordPanels(page)).toHaveCount(1);
  });
  await step('[RP-07] a typed id and every field of the schema are sent', async () => {
    const { panel, cancel, control } = panelScreen(page);
    await cancel.click();
    await openNew(page, collection.id);
    await panel.getByLabel('id', { exact: true }).fill('abcdefghij12345');
    await control('title').fill('with id');
    const sent = partsOf(await saveAndWait(page, collection.id));
    // Files are sent if there are any.
    const others = collection.fields.filter(({ type }) => type !== 'file').map(({ name }) => name);
    expect(sent.map(({ name }) => name)).toEqual(['id', ...others]);
    expect(sent.filter(({ name }) => name === 'tags')).toEqual([{ name: 'tags', value: '' }]);
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(list.row('abcdefghij12345')).toBeVisible();
  });
});

/** A title, a text and files. */
const ARTICLE = [field('title'), field('text'), field('files', 'file', { max: 5 })];

test('closing asks about changes, and a draft keeps them over a reload and the end of a session', async ({
  page,
  admin,
  backend,
  step,
  secondTab,
  expectedProblems,
}) => {
  const collection = await createCollection(backend.api, { name: uniqueName('drafts'), fields: ARTICLE });
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const screen = panelScreen(page);
  const draft = () => storedDraft(page, collection.id, row.id);

  await step('[RP-05] without changes nothing is asked', async () => {
    await openNew(page, collection.id);
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);
  });
  await step('a full storage shows a notice without a toast', async () => {
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
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key);
    });
    await screen.cancel.click();
    await answer(page, CLOSING_QUESTION, true);
  });

  await step('[RP-05][RP-09][ST-03] after the answer no, everything stays', async () => {
    await list.cell(row.id, 'title').click();
    await screen.control('title').fill('typed');
    await expect.poll(draft).toContain('typed');
    expect(JSON.parse((await draft()) ?? '')).toMatchObject({ title: 'typed' });
    await screen.cancel.click();
    await answer(page, CLOSING_QUESTION, false);
    await expect(screen.control('title')).toHaveValue('typed');
    expect(await draft()).toContain('typed');
  });
  await step('[RP-05] a second Escape in a field asks; yes discards the draft', async () => {
    await screen.control('title').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await answer(page, CLOSING_QUESTION, true);
    await expect(recordPanels(page)).toHaveCount(0);
    expect(await draft()).toBeNull();
    expect((await storedRecord(backend, collection, row.id))['title']).toBe('a');
  });
  await step('[RP-05] the back button asks every time, and opens the list after the answer yes', async () => {
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
  await step('[RP-09][RP-10] the draft of a record is restored, without its files', async () => {
    await openRecord(page, collection.id, row.id);
    await screen.control('title').fill('typed');
    await screen
      .field('files')
      .locator('input[type=file]')
      .setInputFiles(upload(textFile('secret.txt')));
    // Reloads at once, like closing the window. The browser asks because of the file, which the draft does not contain.
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(screen.banner).toBeVisible();
    await expect(screen.control('title')).toHaveValue('a');
    await expect(screen.save).toBeDisabled();
    expect(JSON.parse((await draft()) ?? '')).toMatchObject({ title: 'typed' });
    expect(await draft()).not.toContain('secret');
    await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
    await expect(screen.control('title')).toHaveValue('typed');
    await expect(screen.banner).toHaveCount(0);
    await saveAndWait(page, collection.id);
    await expect(screen.panel).toHaveCount(0);
    expect(await draft()).toBeNull();
    expect((await storedRecord(backend, collection, row.id))['title']).toBe('typed');
  });
  const reopen = async () => {
    await page.reload();
    await expect(recordsScreen(page).rows).toHaveCount(1);
    expect(await storedDraft(page, collection.id)).toContain('brand new');
    await page.getByRole('button', { name: 'New record' }).click();
    await expect(screen.banner).toBeVisible();
  };
  await step(
    '[RP-09][RP-10] restoring the draft of a new record moves the focus to the first field',
    async () => {
      const fresh = await openNew(page, collection.id);
      await fresh.control('title').fill('brand new');
      await reopen();
      // It gets the focus a moment after it appears.
      await expect(screen.panel).toBeFocused();
      await screen.panel.getByRole('button', { name: 'Restore draft' }).press('Enter');
      await expect(screen.control('title')).toHaveValue('brand new');
      await expect(screen.panel.getByLabel('id', { exact: true })).toBeFocused();
    },
  );
  await step('[RP-10] a draft is discarded', async () => {
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
  await step('after a reload, two tabs with one record each have their own draft', async () => {
    await openRecord(page, collection.id, row.id);
    await screen.control('title').fill('typed in the first tab');
    await expect.poll(draft).toContain('first tab');
    const other = await secondTab();
    const second = await openRecord(other, collection.id, row.id);
    await second.banner.waitFor();
    await second.control('title').fill('typed in the second tab');
    await expect.poll(draft).toContain('second tab');
    for (const [tab, text] of [
      [page, 'typed in the first tab'],
      [other, 'typed in the second tab'],
    ] as const) {
      await tab.reload();
      const { panel, control } = panelScreen(tab);
      await panel.getByRole('button', { name: 'Restore draft' }).click();
      await expect(control('title')).toHaveValue(text);
    }
    await other.close();
  });
  await step('a session that ends during a save keeps the input and returns to it', async () => {
    expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\/\w+$/);
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

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Changed by somebody else' });

test('what others save meanwhile is merged or asked about; a save without a response is stopped or found', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const relation = { collectionId: people.id };
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    fields: [...ARTICLE, field('author', 'relation', relation)],
  });
  const names = ['Ada', 'Grace'];
  const [ada, grace] = await createRecords(backend.api, people.id, 2, (index) => ({ name: names[index] }));
  const create = (data = {}) =>
    createRecord(backend.api, articles.id, { title: 'title', text: 'text', ...data });
  const [merged, asked, deleted, unsent, written] = [
    await create({ files: [textFile('first.txt'), textFile('second.txt')] }),
    await create({ author: ada?.id }),
    await create(),
    await create(),
    await create(),
  ];
  const path = `/api/collections/${articles.id}/records`;
  const stored = ({ id }: RecordRow) => storedRecord(backend, articles, id);
  /** Saves as somebody else. */
  const saveElsewhere = ({ id }: RecordRow, data: object) => backend.api.patch(`${path}/${id}`, data);
  await page.clock.install();
  await admin.signIn();
  const dialog = conflict(page);
  const { panel, save, cancel, control, field: part } = panelScreen(page);
  const stop = panel.getByRole('button', { name: 'Stop waiting' });

  await step('changes of different fields and files both stay', async () => {
    const [first, second] = merged['files'] as string[];
    await openRecord(page, articles.id, merged.id);
    await control('title').fill('my title');
    await part('files')
      .locator('input[type=file]')
      .setInputFiles(upload(textFile('mine.txt')));
    await saveElsewhere(merged, { text: 'their text', 'files-': first });
    await save.click();
    // It appears before the record is sent, and disappears by itself.
    await expect(toasts(page, 'info')).toContainText(['Merged with what was saved meanwhile: text']);
    await expect(panel).toHaveCount(0);
    expect(await stored(merged)).toMatchObject({
      title: 'my title',
      text: 'their text',
      files: [second, expect.stringMatching(/^mine_/)],
    });
  });
  await step(
    'mine and theirs are next to each other, by name; long values are scrolled by keyboard',
    async () => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (isSave(request, articles.id)) sent.push(request.url());
      });
      await openRecord(page, articles.id, asked.id);
      await control('title').fill('my title');
      await control('text').fill('my line\n'.repeat(60));
      await part('author').getByRole('button', { name: 'Remove Ada' }).click();
      await saveElsewhere(asked, { title: 'their title', text: 'their text', author: grace?.id });
      await page.keyboard.press('Control+s');
      // It gets the focus a moment after it appears.
      await expect(dialog).toBeFocused();
      const group = (name: string) => dialog.getByRole('group', { name, exact: true });
      for (const side of ['my title', 'their title']) await expect(group('title')).toContainText(side);
      await expect(group('author')).toContainText('N/A');
      await expect(group('author')).toContainText('Grace');
      await expect(group('author')).not.toContainText(grace?.id ?? '');
      const tops = await group('title')
        .locator('label')
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
      expect(tops[0]).toBe(tops[1]);
      await dialog.getByRole('radio', { name: 'Mine: text' }).focus();
      await page.keyboard.press('Tab');
      const value = dialog.getByRole('group', { name: 'Value of Mine: text' });
      await expect(value).toBeFocused();
      await page.keyboard.press('End');
      await expect.poll(() => value.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
      await dialog.getByRole('radio', { name: 'Mine: title' }).check();
      // One choice is missing.
      await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(save).toBeFocused();
      await expect(control('title')).toHaveValue('my title');
      expect(sent).toEqual([]);
    },
  );
  await step(
    'a postponed conflict asks again, and is decided by keyboard: mine for one, theirs for others',
    async () => {
      await page.keyboard.press('Control+s');
      await expect(dialog).toBeFocused();
      await dialog.getByRole('radio', { name: 'Mine: title' }).focus();
      await page.keyboard.press('Space');
      for (const name of ['text', 'author']) {
        await dialog.getByRole('radio', { name: `Mine: ${name}` }).focus();
        await page.keyboard.press('ArrowRight');
        await expect(dialog.getByRole('radio', { name: `Theirs: ${name}` })).toBeChecked();
      }
      expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
      const isAsked = (url: URL) => url.pathname === `${path}/${asked.id}`;
      const data = { title: { code: 'x', message: 'Not this one.' } };
      await page.route(isAsked, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 400, json: { code: 400, message: 'No.', data } })
          : route.continue(),
      );
      await dialog.getByRole('button', { name: 'Save changes' }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(control('title')).toBeFocused();
      await expect(control('title')).toHaveAccessibleDescription('Not this one.');
      await page.unroute(isAsked);
      const request = page.waitForRequest((one) => isSave(one, articles.id));
      await page.keyboard.press('Control+s');
      expect(partsOf(await request)).toEqual([{ name: 'title', value: 'my title' }]);
      await expect(save).toBeDisabled();
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      await expect(control('text')).toHaveValue('their text');
      expect(await stored(asked)).toMatchObject({ title: 'my title', text: 'their text', author: grace?.id });
    },
  );
  await step('a record that was deleted meanwhile shows a message and keeps the input', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/\w+$/);
    await openRecord(page, articles.id, deleted.id);
    await control('title').fill('typed');
    await backend.api.delete(`${path}/${deleted.id}`);
    await save.click();
    const missing = toasts(page, 'error').filter({ hasText: "The requested resource wasn't found." });
    await expect(missing).toBeVisible();
    await expect(control('title')).toHaveValue('typed');
    await expect(save).toBeEnabled();
    await cancel.click();
    await answer(page, CLOSING_QUESTION, true);
  });
  await step(
    'nothing closes the panel during a save; stopping it keeps the input and the focus',
    async () => {
      expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
      await openRecord(page, articles.id, unsent.id);
      await control('title').fill('never answered');
      const { opened, open } = gate();
      const isWrite = (url: URL) => url.pathname === `${path}/${unsent.id}`;
      await page.route(isWrite, async (route) => {
        if (route.request().method() === 'PATCH') await opened;
        await route.continue().catch(() => {});
      });
      const sent = page.waitForRequest((request) => isSave(request, articles.id));
      await save.click();
      await sent;
      await expect(panel.getByRole('button', { name: 'Close' })).toBeDisabled();
      await page.clock.fastForward(NOTICE_DELAY);
      await stop.press('Enter');
      await expect(toasts(page, 'warning')).toContainText(['Your changes may still have been saved.']);
      await expect(stop).toBeHidden();
      await expect(save).toBeFocused();
      await expect(control('title')).toHaveValue('never answered');
      await page.unroute(isWrite);
      open();
      await saveAndWait(page, articles.id);
      await expect(panel).toHaveCount(0);
      expect(await stored(unsent)).toMatchObject({ title: 'never answered' });
    },
  );
  await step('after a save whose response never comes, the next one keeps what others saved', async () => {
    await openRecord(page, articles.id, written.id);
    await control('title').fill('sent');
    const { opened: ended, open: end } = gate();
    const isWritten = (url: URL) => url.pathname === `${path}/${written.id}`;
    await page.route(isWritten, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await route.fetch();
      await ended;
      await route.abort().catch(() => {});
    });
    await save.click();
    await expect.poll(async () => (await stored(written))['title']).toBe('sent');
    await page.clock.fastForward(NOTICE_DELAY);
    await stop.click();
    await expect(panel.getByRole('button', { name: 'Close' })).toBeEnabled();
    end();
    await page.unroute(isWritten);
    await control('title').fill('typed since');
    await saveElsewhere(written, { text: 'of others' });
    await saveAndWait(page, articles.id);
    await expect(panel).toHaveCount(0);
    expect(await stored(written)).toMatchObject({ title: 'typed since', text: 'of others' });
  });
  await step(
    '[RP-07] a record whose response is lost is not created twice, and neither is its file',
    async () => {
      expectedProblems.allow(
        /^request failed POST \/api\/collections\/\w+\/records net::ERR_CONNECTION_RESET$/,
      );
      const orders = () =>
        backend.sql(
          `select id, json_array_length(files) files from ${articles.name} where title = 'one order'`,
        );
      await openNew(page, articles.id);
      await control('title').fill('one order');
      await part('files').locator('input[type=file]').setInputFiles(upload(textFile()));
      const isCreate = (url: URL) => url.pathname === path;
      await page.route(isCreate, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        // The backend stores it; the response never arrives.
        await route.fetch();
        await route.abort('connectionreset');
      });
      await save.click();
      await expect(toasts(page, 'error').last()).toContainText('can’t be reached');
      await expect(control('title')).toHaveValue('one order');
      await page.unroute(isCreate);
      const before = orders();
      expect(before).toEqual([{ id: expect.any(String), files: 1 }]);
      await save.click();
      await answer(page, `id ${before[0]?.['id']}`, true);
      await expect(panel).toHaveCount(0);
      expect(orders()).toEqual(before);
    },
  );
});
