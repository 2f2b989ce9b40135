import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openRecord, panelScreen, saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  EDITOR_CODE,
  earlyInput,
  editorOf,
  holdBack,
  openArticle,
  saveAndRead,
  shownText,
} from '#tests/support/records/rich-text.ts';

/** Runs in the page: counts in `stacks` how many errors' stacks are read. */
function countStacks() {
  const counted = Object.assign(window, { stacks: 0 });
  Error.prepareStackTrace = (error) => {
    counted.stacks += 1;
    return String(error);
  };
}

const CODE_EDITOR = /\/assets\/CodeEditor\.[\w-]+\.js$/;

test('[RF-11] rich text is shown before the editor; focus and keys typed until then go to the editor', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  const body = '<p style="color: #ff0000;">Red <strong>text</strong></p>';
  const record = await createRecord(backend.api, articles.id, { title: 'One', body });
  await admin.signIn();
  const open = await holdBack(page, EDITOR_CODE);
  const panel = await openArticle(page, articles, record);
  const shown = shownText(panel);
  const text = shown.frameLocator('iframe').locator('p');
  await expect(text).toHaveText('Red text');
  await expect(text).toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'true');
  const { height } = (await shown.boundingBox()) ?? {};

  // Other fields can be used meanwhile.
  await panel.locator('[data-field="title"] textarea').fill('Two');
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('textbox', { name: 'body' })).toBeFocused();
  await page.keyboard.type('New x');
  await page.keyboard.press('Backspace');
  open();
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  await expect(contentOf(panel)).toBeFocused();
  await page.keyboard.type('words ');
  await expect(contentOf(panel)).toHaveText('New words Red text');
  expect((await editorOf(panel).boundingBox())?.height).toBe(height);
  const stored = String(await saveAndRead(backend, panel, record));
  expect(stored.replace(/&nbsp;|\u00a0/g, ' ').replace(/<[^>]*>/g, '')).toBe('New words Red text');
});

test('[RF-11] the editor takes the place of an untouched text without changing it or the focus', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One', body: '<p>Text' });
  await admin.signIn();
  const open = await holdBack(page, EDITOR_CODE);
  const panel = await openArticle(page, articles, record);
  const title = panel.locator('[data-field="title"] textarea');
  await title.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await expect(shownText(panel).frameLocator('iframe').locator('p')).toHaveText('Text');
  expect(await page.evaluate(() => Reflect.has(window, 'hugerte'))).toBe(false);
  await page.evaluate(countStacks);
  await shownText(panel).hover();
  open();
  await expect(contentOf(panel)).toHaveText('Text');
  await expect(title).toBeFocused();
  // For the first stack, the browser would parse the editor's file again (build/editor-stacks.mjs).
  expect(await page.evaluate(() => Reflect.get(window, 'stacks'))).toBe(0);
  expect(await saveAndRead(backend, panel, record)).toBe('<p>Text');
});

test('[RF-11] an empty rich text needs no document until it is edited', async ({ page, admin, backend }) => {
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One' });
  await admin.signIn();
  const panel = await openArticle(page, articles, record);
  await expect(saveButton(panel)).toBeVisible();
  await expect(shownText(panel)).toContainText('Click the text to edit it');
  await expect(bodyField(panel).locator('iframe')).toHaveCount(0);
  await earlyInput(panel).focus();
  await expect(contentOf(panel)).toBeFocused();
  await page.keyboard.type('New');
  expect(await saveAndRead(backend, panel, record)).toBe('<p>New</p>');
});

test('[RF-11] hostile text is never shown as rich text, and an editor that cannot be fetched can be tried again', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET \/assets\/RichText\.[\w-]+\.js net::ERR_FAILED$/);
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One', body: '<p>Text</p>' });
  const hostile = await createRecord(backend.api, articles.id, {
    title: 'Two',
    body: '<p>x</p><img src="x:" onerror="window.__pwned=1">',
  });
  await admin.signIn();
  await page.route(EDITOR_CODE, (route) => route.abort());
  const panel = await openArticle(page, articles, record);
  await earlyInput(panel).focus();
  const again = bodyField(panel).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(shownText(panel).frameLocator('iframe').locator('p')).toHaveText('Text');
  await expect(saveButton(panel)).toBeVisible();
  await page.unroute(EDITOR_CODE);
  await again.click();
  await expect(contentOf(panel)).toHaveText('Text');
  await panel.getByRole('button', { name: 'Cancel' }).click();

  const other = await openArticle(page, articles, hostile);
  await expect(bodyField(other)).toContainText('Shown as source');
  await expect(shownText(other)).toHaveCount(0);
});

test('[RF-10] JSON can be edited before the code editor is there; caret and text stay', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('docs'),
    schema: [field('meta', 'json')],
  });
  const record = await createRecord(backend.api, collection.id, { meta: { a: [1, 2] } });
  await admin.signIn();
  const open = await holdBack(page, CODE_EDITOR);
  const screen = await openRecord(page, collection.id, record.id);
  const plain = screen.field('meta').locator('[data-plain-code]');
  await expect(plain).toHaveValue('{\n  "a": [\n    1,\n    2\n  ]\n}');
  await axe('[role=dialog]');
  const { height } = (await plain.boundingBox()) ?? {};
  await plain.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('0,');
  open();
  const editor = screen.field('meta').locator('.ace_editor');
  await expect(editor).toBeVisible();
  await expect(screen.field('meta').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('9,');
  const frame = editor.locator('xpath=..');
  expect(Math.round((await frame.boundingBox())?.height ?? 0)).toBe(Math.round(height ?? 0));
  await panelScreen(page).save.click();
  await expect(screen.panel).toHaveCount(0);
  const [row] = backend.sql(`SELECT meta FROM ${collection.name} WHERE id = ?`, [record.id]);
  expect(row?.['meta']).toBe('{"a":[0,9,1,2]}');
});
