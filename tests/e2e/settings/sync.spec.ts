import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings } from '#tests/support/hostile.ts';
import { onLine } from '#tests/support/lines.ts';
import { savedFile } from '#tests/support/logs/panel.ts';
import { gate } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import { frame, goToHash, toasts } from '#tests/support/screens.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import {
  ARTICLE_FIELDS,
  ARTICLES,
  articlesWith,
  configured,
  diffPopup,
  expectCollections,
  exportedCollections,
  exportHash,
  exportScreen,
  importHash,
  importScreen,
  jsonOf,
  openImport,
  relationField,
  resetCollections,
  selectField,
  storedCollections,
  storedNames,
  TAGS,
  textField,
} from '#tests/support/settings/sync.ts';

const INVALID = 'Invalid collections configuration.';
const UP_TO_DATE = 'Your collections configuration is already up-to-date!';
const IMPORTED = 'Successfully imported collections configuration.';
const QUESTION =
  'Do you really want to delete the following collection fields and their related records data:';

const ADDED = configured('added0000000001', 'added', [textField('added_title', 'title')]);
/** Renamed, with another rule, a changed, a removed and a new field. */
const POST_FIELDS = [
  { ...textField('art_title', 'headline'), required: true },
  ...ARTICLE_FIELDS.slice(2),
  textField('art_new', 'summary'),
];
const POSTS_RULE = { viewRule: 'headline != ""' };
const POSTS = articlesWith(POST_FIELDS, 'posts', POSTS_RULE);

test.beforeEach(async ({ backend, admin }) => {
  await resetCollections(backend.api);
  await admin.signIn();
});

const jsonFile = (text: string) => ({
  name: 'schema.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});
const yes = (page: Page) => question(page).getByRole('button', { name: 'Yes' });
const no = (page: Page) => question(page).getByRole('button', { name: 'No' });

async function previewsSelection(page: Page, backend: Backend): Promise<void> {
  const { screen, selectAll, boxes, box, preview, copy, download } = exportScreen(page);
  const shows = (collections: unknown) => expect.poll(() => preview.textContent()).toBe(jsonOf(collections));
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Export collections');
  await expect(screen).toContainText(
    "Below you'll find your current collections configuration that you could import in another PocketBase environment.",
  );
  const stored = await exportedCollections(backend.api);
  expectCollections(stored, [ARTICLES, TAGS]);
  await expect(boxes).toHaveCount(stored.length);
  for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).toBeChecked();
  await shows(stored);
  await box('articles').click();
  await expect(selectAll).not.toBeChecked();
  await expect(selectAll).toHaveJSProperty('indeterminate', true);
  await shows(stored.filter(({ name }) => name !== 'articles'));
  await selectAll.click();
  await expect(box('articles')).toBeChecked();
  await shows(stored);
  await selectAll.click();
  for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).not.toBeChecked();
  await shows([]);
  await expect(copy).toBeDisabled();
  await expect(download).toBeDisabled();
  await selectAll.click();
}

/** By keyboard: the preview alone is selected, and the selected collections are copied and downloaded. */
async function copiesAndDownloads(page: Page, backend: Backend): Promise<void> {
  const { selectAll, box, preview, copy, download } = exportScreen(page);
  const stored = await exportedCollections(backend.api);
  const articles = jsonOf(stored.filter(({ name }) => name === 'articles'));
  const clipboard = await allowClipboard(page);
  await expect(copy).toBeEnabled();
  await preview.focus();
  await page.keyboard.press('ControlOrMeta+a');
  expect(await page.evaluate(() => String(getSelection()))).toBe(jsonOf(stored));
  await selectAll.focus();
  await page.keyboard.press('Space');
  await box('articles').focus();
  await page.keyboard.press('Space');
  await copy.focus();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.keyboard.press('Enter');
  const copied = toasts(page, 'info').getByText('The configuration was copied to your clipboard!');
  await expect(copied).toBeVisible();
  await page.clock.runFor(2999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(copied).toHaveCount(0);
  await page.clock.resume();
  expect(await clipboard()).toBe(articles);
  const { name, text } = await savedFile(page, () => download.press('Enter'));
  expect(name).toBe('pb_schema.json');
  expect(text).toBe(articles);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Refused.'));
    document.execCommand = () => false;
  });
  await copy.press('Enter');
  await expect(toasts(page, 'error').getByText('Could not copy the configuration.')).toBeVisible();
}

async function loadsForImport(page: Page): Promise<void> {
  const { screen, load, file, text, clear, review } = importScreen(page);
  const answer = gate();
  await page.route(
    ({ pathname }) => pathname === '/api/collections',
    async (route) => {
      await answer.opened;
      await route.continue();
    },
  );
  await goToHash(page, importHash.slice(1));
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Import collections');
  await expect(screen).toContainText('Paste below the collections configuration you want to import or');
  await expect(load).toBeVisible();
  await expect(file).toHaveAttribute('accept', '.json');
  await expect(text).toHaveAttribute('rows', '15');
  await expect(clear).toHaveCount(0);
  await expect(review).toBeDisabled();
  await text.fill(jsonOf([TAGS]));
  await expect(screen).toContainText('Loading the existing collections...');
  await expect(review).toBeDisabled();
  answer.open();
  await expect(review).toBeEnabled();
}

async function checksText(page: Page): Promise<void> {
  const { screen, text, clear, review, changes } = importScreen(page);
  await text.fill(jsonOf([TAGS, articlesWith(ARTICLE_FIELDS.toReversed())]));
  await expect(screen.getByText(UP_TO_DATE)).toBeVisible();
  await expect(changes).toHaveCount(0);
  await expect(review).toBeDisabled();
  await clear.click();
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
  await expect(clear).toHaveCount(0);
  await text.fill(jsonOf([TAGS, { name: 'b' }]));
  await expect(screen).toContainText(INVALID);
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expect(review).toBeDisabled();
  await text.fill(jsonOf([ARTICLES, { ...TAGS, name: 'labels' }, { ...TAGS, name: 'labels' }]));
  await expect(screen).not.toContainText(INVALID);
  await expect(changes).toHaveCount(1);
}

async function readsFiles(page: Page): Promise<void> {
  const { load, file, text, changes } = importScreen(page);
  const chooser = page.waitForEvent('filechooser');
  await load.click();
  await (await chooser).setFiles(jsonFile(jsonOf([ARTICLES])));
  await expect(text).toHaveValue(jsonOf([ARTICLES]));
  await expect(changes).toHaveText(['Deletedtagstags00000000001']);
  await file.setInputFiles(jsonFile('[]'));
  await expect(toasts(page, 'error').last()).toHaveText(INVALID);
  await expect(file).toHaveJSProperty('value', '');
  // A text that was typed is not lost.
  await text.fill('typed');
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new Error('unreadable'));
  });
  await file.setInputFiles(jsonFile(jsonOf([TAGS])));
  await expect(toasts(page, 'error').last()).toHaveText('Failed to load the imported JSON.');
  await expect(text).toHaveValue('typed');
}

async function followsToggles(page: Page): Promise<void> {
  const { text, merge, deleteMissing, changes, review } = importScreen(page);
  await text.fill(jsonOf([articlesWith(ARTICLE_FIELDS.slice(0, 2), 'posts'), ADDED]));
  await expect(merge).not.toBeChecked();
  await expect(deleteMissing).toBeChecked();
  const changed = 'Changedarticles → postsarticles0000001';
  const isAdded = 'Addedaddedadded0000000001';
  await expect(changes).toHaveText(['Deletedtagstags00000000001', changed, isAdded]);
  const areDeleted = 'that the configuration omits are deleted, with their data.';
  await expect(deleteMissing).toHaveAccessibleDescription(`Collections, fields and indexes ${areDeleted}`);
  await merge.click();
  await expect(changes).toHaveText([changed, isAdded]);
  await expect(deleteMissing).toHaveAccessibleDescription(`Fields and indexes ${areDeleted}`);
  await merge.click();
  await expect(changes).toHaveCount(3);
  await deleteMissing.click();
  await expect(changes).toHaveText([changed, isAdded]);
  await expect(deleteMissing).toHaveAccessibleDescription('Nothing is deleted.');
  await expect(review).toBeEnabled();
  await deleteMissing.click();
}

async function replacesIds(page: Page): Promise<void> {
  const { screen, text, mismatch, replace, review } = importScreen(page);
  const tags = configured('other0000000001', 'tags', [textField('other_name', 'name')]);
  const fields = [...ARTICLE_FIELDS.slice(0, 2), relationField('art_tag', 'tag', tags.id)];
  await text.fill(jsonOf([articlesWith(fields), tags]));
  await expect(mismatch).toHaveText(
    'Some of the imported collections share the same name and/or fields but are imported with different IDs. You can replace them in the import if you want to.',
  );
  await expect(review).toBeEnabled();
  await replace.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual([ARTICLES, TAGS]);
  await expect(text).toBeFocused();
  await expect(replace).toHaveCount(0);
  await expect(screen).toContainText(UP_TO_DATE);
}

test('collections are exported, and a text is compared with them', async ({ page, backend, step }) => {
  await page.clock.install();
  await page.goto(exportHash);
  await step(
    '[EX-01][EX-02][EX-03][EX-04][EX-07] all are selected, and the preview follows the selection',
    () => previewsSelection(page, backend),
  );
  await step(
    '[EX-05][EX-06][EX-07] the selection is copied by keyboard, with a toast for 3 s, and downloaded',
    () => copiesAndDownloads(page, backend),
  );
  await step('[IM-01][IM-02] existing collections load first', () => loadsForImport(page));
  await step(
    '[IM-03][IM-04][IM-09][FD-13] the same configuration is up-to-date, and another text is refused',
    () => checksText(page),
  );
  await step('[IM-05] a file fills the text; one without collections or that cannot be read does not', () =>
    readsFiles(page),
  );
  await step('[IM-06][IM-07][IM-08][OP-04] the changes follow the text and both toggles', () =>
    followsToggles(page),
  );
  await step('[IM-10][IM-11] other ids of the same names are replaced with the original ones', () =>
    replacesIds(page),
  );
});

/** Shows the page anew, with the collections of the backend. */
async function reopen(page: Page, collections: unknown): Promise<void> {
  await goToHash(page, '#/settings');
  await expect(frame(page, 'settings-application')).toBeVisible();
  await goToHash(page, importHash.slice(1));
  await importScreen(page).text.fill(jsonOf(collections));
}

async function showsSideBySide(page: Page): Promise<void> {
  const { review } = importScreen(page);
  const { popup, headings, table, row, close, confirm } = diffPopup(page);
  await review.focus();
  await page.keyboard.press('Enter');
  await expect(headings).toHaveText([
    'Deletedtagstags00000000001',
    'Changedarticles → postsarticles0000001',
    'Addedaddedadded0000000001',
  ]);
  await expect(confirm).toBeEnabled();
  const posts = table('posts');
  await posts.scrollIntoViewIfNeeded();
  await expect(posts.getByRole('columnheader')).toHaveText(['Props', 'Old', 'New']);
  const props = ['id', 'name', 'type', 'system', 'listRule', 'viewRule', 'createRule', 'updateRule'];
  const rest = ['deleteRule', 'indexes', ...onLine(['options'], [])];
  const names = await posts.getByRole('rowheader').allInnerTexts();
  expect(names.slice(0, props.length + rest.length)).toEqual([...props, ...rest]);
  const name = row('posts', 'name').first();
  await expect(name).toHaveAttribute('data-diff', 'changed');
  await expect(name.getByRole('cell')).toHaveText(['articles', 'posts']);
  await expect(name.getByRole('deletion')).toHaveText('articles');
  await expect(name.getByRole('insertion')).toHaveText('posts');
  await expect(row('posts', 'listRule')).toHaveAttribute('data-diff', 'same');
  await expect(row('posts', 'viewRule').getByRole('cell')).toHaveText(['(empty)', 'headline != ""']);
  for (const part of [
    'field: bodyDeleted - All stored data related to body will be deleted!',
    'field: headlineChanged',
    'field: summaryAdded',
  ])
    await expect(posts.locator('th[scope=rowgroup]').filter({ hasText: part })).toHaveCount(1);
  const [old, fresh] = await name
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
  expect(old).not.toBe(fresh);
  // The side that a removed or new thing does not have is blank.
  await table('added').scrollIntoViewIfNeeded();
  await expect(row('added', 'id').first().getByRole('cell')).toHaveText(['', ADDED.id]);
  await expect(row('tags', 'id').first().getByRole('cell')).toHaveText([TAGS.id, '']);
  await close.click();
  await expect(popup).toHaveCount(0);
  await expect(review).toBeFocused();
}

async function showsHostileAsText(page: Page): Promise<void> {
  const { text, changes, review } = importScreen(page);
  const { popup, headings, close } = diffPopup(page);
  const hostile = Object.values(hostileStrings).map((value, index) => ({
    ...configured(`hostile${String(index).padStart(8, '0')}`, value, [textField(`field_${index}`, value)]),
    listRule: value,
    ...onLine({ options: { query: value } }, { viewQuery: value }),
  }));
  const odd = ['__proto__', 'constructor'].map((name) => configured(name, name, [textField(name, name)]));
  await text.fill(jsonOf([{ ...ARTICLES, listRule: 'a' }, ...hostile, ...odd]));
  await expect(changes).toHaveCount(2 + hostile.length + odd.length);
  await expectHarmless(page);
  await review.click();
  await expect(headings).toHaveCount(2 + hostile.length + odd.length);
  for (const heading of await headings.all()) await heading.scrollIntoViewIfNeeded();
  await expect(popup.locator('img, script, iframe, a')).toHaveCount(0);
  await expectHarmless(page);
  await close.click();
}

async function asksAboutDeletions(page: Page, backend: Backend, imports: unknown[]): Promise<void> {
  const { screen, text, changes, review } = importScreen(page);
  const { popup, confirm } = diffPopup(page);
  const select = (most: number, choices: string[]) => selectField('art_labels', 'labels', most, choices);
  // The backend refuses to delete the target of a relation.
  const articles = articlesWith([...ARTICLE_FIELDS.slice(0, 2), select(3, ['a', 'b', 'c'])]);
  const fields = [...POST_FIELDS.filter(({ type }) => type !== 'relation'), select(1, ['a', 'c'])];
  const posts = articlesWith(fields, 'posts', POSTS_RULE);
  await resetCollections(backend.api, [articles, TAGS]);
  await backend.api.post('/api/collections/tags/records', { name: 'x' });
  const labels = ['a', 'b', 'c'];
  const { id } = await backend.api.post<{ id: string }>('/api/collections/articles/records', { labels });
  await text.fill('');
  await reopen(page, [posts, ADDED]);
  await review.click();
  const itemsOf = (name: string) => popup.getByRole('list', { name }).getByRole('listitem');
  await expect(itemsOf('This import deletes stored data:')).toContainText([
    'articles: Removed field body – no record has a value',
    'articles: Multiple to single value conversion of field labels (will keep only the last array item) – 1 record loses its other values',
    'tags: Deleted collection – 1 record is deleted',
  ]);
  await expect(itemsOf('may no longer fit')).toContainText(['Removed choice b of field labels']);
  await confirm.click();
  for (const line of [
    QUESTION,
    '- articles.body (art_body)',
    '- tags.*: 1 record',
    '- articles.labels (art_labels)',
  ])
    await expect(question(page)).toContainText(line);
  await expect(no(page)).toBeFocused();
  await no(page).click();
  await expect(question(page)).toHaveCount(0);
  await expect(popup).toBeVisible();
  expect(imports).toEqual([]);
  expectCollections(await storedCollections(backend.api), [articles, TAGS]);

  await confirm.click();
  await yes(page).click();
  await expect(toasts(page, 'success')).toHaveText([IMPORTED]);
  await expect(popup).toHaveCount(0);
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
  await expect(changes).toHaveCount(0);
  // The newer line keeps what an import does not name: it is sent what differs.
  const sent = onLine(
    [posts, ADDED],
    [expect.objectContaining({ id: posts.id }), expect.objectContaining(ADDED)],
  );
  expect(imports.splice(0)).toEqual([{ collections: sent, deleteMissing: true }]);
  expectCollections(await storedCollections(backend.api), [ADDED, posts]);
  expect(await backend.api.get(`/api/collections/posts/records/${id}`)).toMatchObject({ labels: 'c' });
  await text.fill(jsonOf([posts, ADDED]));
  await expect(screen).toContainText(UP_TO_DATE);

  // Without deletions nothing is asked, and the collections are loaded anew everywhere.
  await text.fill(jsonOf([posts, ADDED, TAGS]));
  await expect(changes).toHaveText(['Addedtagstags00000000001']);
  await review.click();
  await confirm.click();
  await expect(popup).toHaveCount(0);
  await expect.poll(async () => (await storedNames(backend.api)).length).toBe(3);
  expect(imports.splice(0)).toHaveLength(1);
  await expect(text).toHaveValue('');
  await goToHash(page, '#/collections');
  await expect(frame(page, 'collections').locator('.page-sidebar')).toContainText('added');
  await goToHash(page, importHash.slice(1));
  await expect(text).toBeVisible();
}

async function keepsRefusedText(page: Page, backend: Backend): Promise<void> {
  const { screen, text, review } = importScreen(page);
  const { popup, confirm } = diffPopup(page);
  await resetCollections(backend.api);
  const broken = [ARTICLES, TAGS, { ...ADDED, name: 'bad name!' }];
  await reopen(page, broken);
  await review.click();
  await confirm.click();
  await expect(popup).toHaveCount(0);
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(text).toHaveValue(jsonOf(broken));
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expect(screen).toContainText('bad name!');
  await expect(review).toBeFocused();
  expectCollections(await storedCollections(backend.api), [ARTICLES, TAGS]);
}

async function comparesAnew(page: Page, backend: Backend, imports: unknown[]): Promise<void> {
  const { text, review } = importScreen(page);
  const { popup, headings, table, confirm } = diffPopup(page);
  imports.length = 0;
  await page.setViewportSize({ width: 1280, height: 500 });
  await text.fill(jsonOf([ARTICLES, TAGS, ADDED, { ...ADDED, id: 'added0000000002', name: 'more' }]));
  await review.click();
  await expect(headings).toHaveCount(2);
  await table('more').scrollIntoViewIfNeeded();
  const foreign = configured('foreign00000001', 'foreign', [textField('foreign_txt', 'text')]);
  await resetCollections(backend.api, [ARTICLES, TAGS, foreign]);
  await confirm.click();
  const notice = popup.getByRole('alert');
  await expect(notice).toContainText('The collections have changed since you opened this review.');
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(headings).toHaveCount(3);
  await expect(table('foreign')).toBeVisible();
  expect(imports).toEqual([]);
  expectCollections(await storedCollections(backend.api), [ARTICLES, foreign, TAGS]);
  await confirm.click();
  await yes(page).click();
  await expect(popup).toHaveCount(0);
  expect(imports.splice(0)).toHaveLength(1);
  expect(await storedNames(backend.api)).toEqual(['added', 'articles', 'more', 'tags']);
}

test('an import is reviewed', async ({ page, backend, step, expectedProblems }) => {
  expectedProblems.allow('response 400 PUT /api/collections/import');
  const imports = collectBodies(page, '/api/collections/import');
  await openImport(page, [POSTS, ADDED]);
  await step('[IM-12][IM-13] the popup shows every change side by side', () => showsSideBySide(page));
  await step('[IM-13] hostile names and values stay text', () => showsHostileAsText(page));
  await step(
    '[IM-14][IM-15][IM-18] what is lost is asked about, with its count: No keeps all, Yes deletes',
    () => asksAboutDeletions(page, backend, imports),
  );
  await step('[IM-17] a refused import keeps the text and shows the error of the backend under it', () =>
    keepsRefusedText(page, backend),
  );
  await step('[IM-12] what another administrator changed meanwhile is shown before anything is sent', () =>
    comparesAnew(page, backend, imports),
  );
});
