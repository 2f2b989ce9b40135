import { DatabaseSync } from 'node:sqlite';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { savedFile } from '#tests/support/logs/panel.ts';
import { gate } from '#tests/support/records/page.ts';
import { frame, goToHash, toasts } from '#tests/support/screens.ts';
import {
  ARTICLES,
  baseCollection,
  exportHash,
  exportScreen,
  importHash,
  importScreen,
  isCollectionsRequest,
  jsonOf,
  manyCollections,
  relationField,
  resetCollections,
  storedCollections,
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

test('[EX-01][EX-02][EX-03][EX-04][EX-05][EX-06][EX-07] collections are selected, previewed, copied and downloaded', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const clipboard = await allowClipboard(page);
  await page.clock.install();
  const { screen, selectAll, boxes, box, preview, copy, download } = exportScreen(page);

  await test.step('a failed load is repeated on request', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
    const answer = gate();
    let fails = true;
    await page.route(
      (url) => url.pathname === '/api/collections' && url.searchParams.get('perPage') === '100',
      async (route) => {
        await answer.opened;
        if (!fails) return route.continue();
        fails = false;
        return failWith(route, 'Broken.');
      },
    );
    const loaded = page.waitForRequest(isCollectionsRequest);
    await page.goto(exportHash);
    expect(new URL((await loaded).url()).searchParams.get('perPage')).toBe('100');
    await expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    await checkScreen();
    answer.open();
    await expect(screen.getByRole('alert')).toContainText('The collections could not be loaded.');
    await checkScreen();
    await screen.getByRole('button', { name: 'Try again' }).click();
  });

  await test.step('all collections are selected, and the preview follows the selection', async () => {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Export collections');
    await expect(screen).toContainText(
      "Below you'll find your current collections configuration that you could import in another PocketBase environment.",
    );
    await expect(boxes).toHaveCount(2);
    for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).toBeChecked();
    const stored = await storedCollections(backend.api);
    await expect.poll(() => preview.textContent()).toBe(jsonOf(stored));
    expect(stored).toEqual([ARTICLES, TAGS]);
    await checkScreen();

    await box('articles').click();
    await expect(selectAll).not.toBeChecked();
    await expect(selectAll).toHaveJSProperty('indeterminate', true);
    await expect.poll(() => preview.textContent()).toBe(jsonOf([TAGS]));
    await selectAll.click();
    await expect(box('articles')).toBeChecked();
    await expect.poll(() => preview.textContent()).toBe(jsonOf([ARTICLES, TAGS]));
    await selectAll.click();
    for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).not.toBeChecked();
    await expect.poll(() => preview.textContent()).toBe('[]');
    await expect(copy).toBeDisabled();
    await expect(download).toBeDisabled();
    await selectAll.click();
  });

  await test.step('Ctrl+A selects the preview alone', async () => {
    await expect(copy).toBeEnabled();
    await preview.focus();
    await page.keyboard.press('ControlOrMeta+a');
    expect(await page.evaluate(() => String(getSelection()))).toBe(jsonOf([ARTICLES, TAGS]));
    await page.keyboard.press('ControlOrMeta+c');
    expect(await clipboard()).toBe(jsonOf([ARTICLES, TAGS]));
  });

  await test.step('the selection is copied by keyboard, with a toast for 3 s, and downloaded', async () => {
    await box('tags').focus();
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
    expect(await clipboard()).toBe(jsonOf([ARTICLES]));
    const { name, text } = await savedFile(page, () => download.press('Enter'));
    expect(name).toBe('pb_schema.json');
    expect(text).toBe(jsonOf([ARTICLES]));
  });

  await test.step('a browser that refuses to copy is told about', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Refused.'));
      document.execCommand = () => false;
    });
    await copy.press('Enter');
    await expect(toasts(page, 'error').getByText('Could not copy the configuration.')).toBeVisible();
    expect(await clipboard()).toBe(jsonOf([ARTICLES]));
    await page.reload();
  });

  await test.step('300 collections stay usable after the page was left, also on a small screen', async () => {
    const many = manyCollections(300);
    // The export reads no records, so they need no table. The backend itself takes more than 10 s to create them.
    const rows = many.map(({ id, name, schema }) => ({ id, name, schema: JSON.stringify(schema) }));
    backend.copyRow('_collections', TAGS.id, rows);
    const others = await storedCollections(backend.api);
    try {
      await goToHash(page, '#/settings');
      await expect(frame(page, 'settings-application')).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await goToHash(page, '#/settings/export-collections');
      await expect(boxes).toHaveCount(302);
      await box('many_0000').click();
      const rest = jsonOf(others.filter(({ name }) => name !== 'many_0000'));
      await expect.poll(() => preview.textContent()).toBe(rest);
      await preview.focus();
      await page.keyboard.press('ControlOrMeta+a');
      expect(await page.evaluate(() => String(getSelection()))).toBe(rest);
      await preview.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(preview.locator('.hljs-attr').last()).toBeVisible();
      await expect(download).toBeInViewport();
      expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    } finally {
      const database = new DatabaseSync(`${backend.dir}/data.db`);
      database.exec("PRAGMA busy_timeout = 10000; DELETE FROM _collections WHERE name LIKE 'many%'");
      database.close();
    }
  });
});

test('[IM-01][IM-02][IM-03][IM-04][IM-05][IM-06][IM-07][IM-08][IM-09][IM-10][IM-11][FD-13][OP-04] a text or file is compared with the existing collections', async ({
  page,
  checkScreen,
  expectedProblems,
}) => {
  const { screen, load, file, text, clear, review, changes, merge, deleteMissing, mismatch, replace } =
    importScreen(page);

  await test.step('existing collections load first; a failed load is repeated on request', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
    const answer = gate();
    let fails = true;
    await page.route(
      (url) => url.pathname === '/api/collections',
      async (route) => {
        await answer.opened;
        if (!fails) return route.continue();
        fails = false;
        return failWith(route, 'Broken.');
      },
    );
    const loaded = page.waitForRequest(isCollectionsRequest);
    await page.goto(importHash);
    expect(new URL((await loaded).url()).searchParams.get('perPage')).toBe('200');
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
    await expect(screen.getByRole('alert')).toContainText('The existing collections could not be loaded.');
    await expect(review).toBeDisabled();
    await checkScreen();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect(review).toBeEnabled();
  });

  await test.step('the same configuration is up-to-date, also with another order of the fields', async () => {
    await text.fill(jsonOf([ARTICLES, TAGS]));
    await expect(screen).toContainText(UP_TO_DATE);
    await expect(review).toBeDisabled();
    await clear.click();
    await expect(text).toHaveValue('');
    await expect(text).toBeFocused();
    await expect(clear).toHaveCount(0);
    await text.fill(jsonOf([TAGS, { ...ARTICLES, schema: ARTICLES.schema.toReversed() }]));
    await expect(screen.getByText(UP_TO_DATE)).toBeVisible();
    await expect(changes).toHaveCount(0);
    await expect(review).toBeDisabled();
    const [first, ...others] = ARTICLES.schema.toReversed();
    await text.fill(jsonOf([TAGS, { ...ARTICLES, schema: [{ ...first, required: true }, ...others] }]));
    await expect(changes).toHaveText(['Changedarticlesarticles0000001']);
  });

  await test.step('what is no list of collections is refused, and duplicates count once', async () => {
    for (const wrong of ['{', '[]', jsonOf([TAGS, { name: 'b' }])]) {
      await text.fill(wrong);
      await expect(screen).toContainText(INVALID);
      await expect(text).toHaveAttribute('aria-invalid', 'true');
      await expect(review).toBeDisabled();
      await text.fill(jsonOf([TAGS]));
      await expect(screen).not.toContainText(INVALID);
    }
    await text.fill(jsonOf([ARTICLES, { ...TAGS, name: 'labels' }, { ...TAGS, name: 'labels' }]));
    await expect(changes).toHaveCount(1);
  });

  await test.step('a file fills the text; one without collections or that cannot be read does not', async () => {
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
    await checkScreen();
    await file.setInputFiles(jsonFile('{'));
    await expect(text).toHaveValue('typed');
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new Error('unreadable'));
    });
    await file.setInputFiles(jsonFile(jsonOf([TAGS])));
    await expect(toasts(page, 'error').last()).toHaveText('Failed to load the imported JSON.');
    await expect(text).toHaveValue('typed');
  });

  await test.step('the changes follow the text and both toggles', async () => {
    const added = baseCollection('added0000000001', 'added', [textField('added_title', 'title')]);
    const renamed = { ...ARTICLES, name: 'posts', schema: ARTICLES.schema.slice(0, 2) };
    await text.fill(jsonOf([renamed, added]));
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
  });

  await test.step('other ids of the same names are replaced with the original ones', async () => {
    const tags = { ...TAGS, id: 'other0000000001', schema: [textField('other_name', 'name')] };
    const articles = {
      ...ARTICLES,
      schema: [...ARTICLES.schema.slice(0, 2), relationField('art_tag', 'tag', tags.id)],
    };
    await text.fill(jsonOf([articles, tags]));
    await expect(mismatch).toHaveText(
      'Some of the imported collections share the same name and/or fields but are imported with different IDs. You can replace them in the import if you want to.',
    );
    await expect(review).toBeEnabled();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expect(review).toBeInViewport();
    await checkScreen();
    await page.setViewportSize({ width: 1280, height: 800 });
    await replace.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual([ARTICLES, TAGS]);
    await expect(text).toBeFocused();
    await expect(replace).toHaveCount(0);
    await expect(screen).toContainText(UP_TO_DATE);
  });

  await test.step('leaving with a text asks, and after a reload the text is offered', async () => {
    await text.fill(jsonOf([TAGS]));
    await goToHash(page, '#/settings');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('You have unsaved changes.');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(text).toHaveValue(jsonOf([TAGS]));
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(screen).toContainText('This page has unsaved changes.');
    await checkScreen();
    await screen.getByRole('button', { name: 'Restore draft' }).click();
    await expect(text).toHaveValue(jsonOf([TAGS]));
    await expect(text).toBeFocused();
  });

  await test.step('a large text stays usable', async () => {
    const many = manyCollections(200);
    const large = jsonOf(many.map((each) => ({ ...each, note: 'x'.repeat(1000) })));
    expect(large.length).toBeGreaterThan(800_000);
    await file.setInputFiles(jsonFile(large));
    await expect(changes).toHaveCount(202);
    await text.press('ControlOrMeta+End');
    await page.keyboard.type(' ');
    await expect(text).toHaveValue(`${large} `);
    await expect(review).toBeEnabled();
    await clear.click();
    await expect(text).toHaveValue('');
  });
});
