import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, toasts } from '#tests/support/screens.ts';
import {
  ARTICLES,
  baseCollection,
  importHash,
  importScreen,
  isCollectionsRequest,
  jsonOf,
  manyCollections,
  openImport,
  relationField,
  resetCollections,
  TAGS,
  textField,
} from '#tests/support/settings/sync.ts';

const INVALID = 'Invalid collections configuration.';
const UP_TO_DATE = 'Your collections configuration is already up-to-date!';

const jsonFile = (text: string) => ({
  name: 'schema.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test.beforeEach(async ({ backend, admin }) => {
  await resetCollections(backend.api);
  await admin.signIn();
});

test('[IM-01][IM-02][IM-09] existing collections load first, and the same configuration is up-to-date', async ({
  page,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
  const answer = gate();
  let fails = true;
  await page.route(
    (url) => url.pathname === '/api/collections',
    async (route) => {
      await answer.opened;
      if (!fails) return route.continue();
      fails = false;
      return route.fulfill({ status: 500, json: { code: 500, message: 'Broken.', data: {} } });
    },
  );
  const loaded = page.waitForRequest(isCollectionsRequest);
  await page.goto(importHash);
  const { screen, load, file, text, clear, review } = importScreen(page);
  expect(new URL((await loaded).url()).searchParams.get('perPage')).toBe('200');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Import collections');
  await expect(screen).toContainText('Paste below the collections configuration you want to import or');
  await expect(load).toBeVisible();
  await expect(file).toHaveAttribute('accept', '.json');
  await expect(text).toHaveAttribute('rows', '15');
  await expect(clear).toHaveCount(0);
  await expect(review).toBeDisabled();
  await axe();

  await text.fill(jsonOf([TAGS]));
  await expect(screen).toContainText('Loading the existing collections...');
  await expect(review).toBeDisabled();
  answer.open();
  await expect(screen.getByRole('alert')).toContainText('The existing collections could not be loaded.');
  await expect(review).toBeDisabled();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(review).toBeEnabled();

  await text.fill(jsonOf([ARTICLES, TAGS]));
  await expect(screen).toContainText(UP_TO_DATE);
  await expect(review).toBeDisabled();
  await axe();
  await clear.click();
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
  await expect(clear).toHaveCount(0);
});

test('[IM-03][IM-04] what is no list of collections is refused, and duplicates count once', async ({
  page,
  axe,
}) => {
  const { screen, text, changes, review } = await openImport(page);
  for (const wrong of [
    '{',
    '{}',
    '[]',
    'null',
    '[1]',
    jsonOf([TAGS, { name: 'b' }]),
    jsonOf([{ id: 'a' }]),
  ]) {
    await text.fill(wrong);
    await expect(screen).toContainText(INVALID);
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await expect(review).toBeDisabled();
  }
  await axe();
  await text.fill(jsonOf([ARTICLES, { ...TAGS, name: 'labels' }, { ...TAGS, name: 'labels' }]));
  await expect(screen).not.toContainText(INVALID);
  await expect(changes).toHaveCount(1);
});

test('[IM-05] a file fills the text; one without collections or that cannot be read does not', async ({
  page,
}) => {
  const { load, file, text, changes } = await openImport(page);
  const chooser = page.waitForEvent('filechooser');
  await load.click();
  await (await chooser).setFiles(jsonFile(jsonOf([ARTICLES])));
  await expect(text).toHaveValue(jsonOf([ARTICLES]));
  await expect(changes).toHaveText(['Deletedtagstags00000000001']);

  await file.setInputFiles(jsonFile('[]'));
  await expect(toasts(page, 'error')).toHaveText([INVALID]);
  await expect(file).toHaveJSProperty('value', '');
  // A text that was typed is not lost.
  await text.fill('typed');
  await file.setInputFiles(jsonFile('{'));
  await expect(text).toHaveValue('typed');

  await page.evaluate(() => {
    Blob.prototype.text = () => Promise.reject(new Error('unreadable'));
  });
  await file.setInputFiles(jsonFile(jsonOf([TAGS])));
  await expect(toasts(page, 'error').last()).toHaveText('Failed to load the imported JSON.');
  await expect(text).toHaveValue('typed');
});

test('[FD-13][IM-09] another order of the fields is no change', async ({ page }) => {
  const { screen, changes, review, text } = await openImport(page, [
    TAGS,
    { ...ARTICLES, schema: ARTICLES.schema.toReversed() },
  ]);
  await expect(screen.getByText(UP_TO_DATE)).toBeVisible();
  await expect(changes).toHaveCount(0);
  await expect(review).toBeDisabled();
  const [first, ...others] = ARTICLES.schema.toReversed();
  await text.fill(jsonOf([TAGS, { ...ARTICLES, schema: [{ ...first, required: true }, ...others] }]));
  await expect(changes).toHaveText(['Changedarticlesarticles0000001']);
});

test('[IM-06][IM-07][IM-08][OP-04] the changes follow the text and both toggles', async ({ page, axe }) => {
  const added = baseCollection('added0000000001', 'added', [textField('added_title', 'title')]);
  const renamed = { ...ARTICLES, name: 'posts', schema: ARTICLES.schema.slice(0, 2) };
  const { merge, deleteMissing, changes, review } = await openImport(page, [renamed, added]);
  await expect(merge).not.toBeChecked();
  await expect(deleteMissing).toBeChecked();
  const changed = 'Changedarticles → postsarticles0000001';
  const isAdded = 'Addedaddedadded0000000001';
  await expect(changes).toHaveText(['Deletedtagstags00000000001', changed, isAdded]);
  await axe();
  await merge.click();
  await expect(changes).toHaveText([changed, isAdded]);
  await merge.click();
  await expect(changes).toHaveCount(3);
  await deleteMissing.click();
  await expect(changes).toHaveText([changed, isAdded]);
  await expect(review).toBeEnabled();

  await page.setViewportSize({ width: 360, height: 740 });
  const { screen } = importScreen(page);
  expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expect(review).toBeInViewport();
  await axe();
});

test('[IM-10][IM-11] other ids of the same names are replaced with the original ones', async ({
  page,
  axe,
}) => {
  const tags = { ...TAGS, id: 'other0000000001', schema: [textField('other_name', 'name')] };
  const articles = {
    ...ARTICLES,
    schema: [...ARTICLES.schema.slice(0, 2), relationField('art_tag', 'tag', tags.id)],
  };
  const { screen, text, mismatch, replace, review } = await openImport(page, [articles, tags]);
  await expect(mismatch).toHaveText(
    'Some of the imported collections share the same name and/or fields but are imported with different IDs. You can replace them in the import if you want to.',
  );
  await expect(review).toBeEnabled();
  await axe();
  await replace.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual([ARTICLES, TAGS]);
  await expect(text).toBeFocused();
  await expect(replace).toHaveCount(0);
  await expect(screen).toContainText(UP_TO_DATE);
});

test('a text of 5 MB stays usable', async ({ page }) => {
  const many = manyCollections(1000);
  const large = jsonOf(many.map((each) => ({ ...each, note: 'x'.repeat(1000) })));
  expect(large.length).toBeGreaterThan(4_000_000);
  const { text, file, changes, clear, review } = await openImport(page);
  await file.setInputFiles(jsonFile(large));
  // The browser lays out all lines of the textarea at once: 4 s alone, more beside other tests.
  await expect(changes).toHaveCount(1002, { timeout: 40_000 });
  await text.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  await expect(text).toHaveValue(`${large} `);
  await expect(review).toBeEnabled();
  await clear.click();
  await expect(text).toHaveValue('');
});

test('leaving with a text asks, and after a reload the text is offered', async ({ page, axe }) => {
  const { screen, text } = await openImport(page, [TAGS]);
  await goToHash(page, '#/settings');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You have unsaved changes.');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(text).toHaveValue(jsonOf([TAGS]));
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(screen).toContainText('This page has unsaved changes.');
  await axe();
  await screen.getByRole('button', { name: 'Restore draft' }).click();
  await expect(text).toHaveValue(jsonOf([TAGS]));
  await expect(text).toBeFocused();
});
