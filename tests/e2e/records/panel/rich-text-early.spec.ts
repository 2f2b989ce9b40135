import type { Locator, Page } from '@playwright/test';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { compose } from '#tests/support/composing.ts';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { answer, openRecord, partNames, saveAndWait, saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  createTexts,
  EDITOR_CODE,
  earlyInput,
  editorOf,
  holdBack,
  openArticle,
  saveAndRead,
  shownText,
  storedTexts,
} from '#tests/support/records/rich-text.ts';

const RED = '<p>Red <strong>text</strong></p>';
const COLOURED = '<p style="color: #ff0000;">Red <strong>text</strong></p>';
const CODE_EDITOR = /\/assets\/CodeEditor\.[\w-]+\.js$/;

const isReady = (part: Locator) => expect(editorOf(part)).toHaveAttribute('aria-busy', 'false');

const plain = (html: unknown) =>
  String(html)
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/<[^>]*>/g, '');

async function copy(page: Page, contents: Record<string, string>) {
  await page.evaluate(async (items) => {
    const blobs = Object.entries(items).map(([type, data]) => [type, new Blob([data], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, contents);
}

/** Drops files and texts onto the shown text. */
async function drop(page: Page, part: Locator, texts: Record<string, string>, bytes: number[] = []) {
  const dataTransfer = await page.evaluateHandle(
    ({ texts, bytes }) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) data.setData(type, text);
      if (bytes.length) data.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }));
      return data;
    },
    { texts, bytes },
  );
  await shownText(part).dispatchEvent('drop', { dataTransfer });
}

/** Runs in the page: counts in `stacks` how many errors' stacks are read. */
function countStacks() {
  const counted = Object.assign(window, { stacks: 0 });
  Error.prepareStackTrace = (error) => {
    counted.stacks += 1;
    return String(error);
  };
}

test('[RF-11] rich text is shown before the editor, and the focus and what is entered go to the editor', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One', body: COLOURED });
  const made = await createTexts(backend.api, 'pasted', 'dropped', 'dictated', 'replaced');
  const entered = await createRecord(backend.api, made.id, { title: 'One', replaced: RED });
  const png = Buffer.from(await pngFile().arrayBuffer());
  await admin.signIn();
  await allowClipboard(page);
  const { keyboard } = page;

  await test.step('the text is shown; the focus and the keys go to the editor, which is as high', async () => {
    const open = await holdBack(page, EDITOR_CODE);
    const { panel, field } = await openRecord(page, articles.id, record.id);
    const shown = shownText(panel);
    const text = shown.frameLocator('iframe').locator('p');
    await expect(text).toHaveText('Red text');
    await expect(text).toHaveCSS('color', 'rgb(255, 0, 0)');
    await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'true');
    // Nobody has come for it yet.
    await expect(shown).not.toContainText('Loading editor...');
    const { height } = (await shown.boundingBox()) ?? {};
    // Other fields can be used meanwhile.
    await field('title').locator('textarea').fill('Two');
    await keyboard.press('Tab');
    await expect(panel.getByRole('textbox', { name: 'body' })).toBeFocused();
    await expect(shown).toContainText('Loading editor...');
    await keyboard.type('New x');
    await keyboard.press('Backspace');
    open();
    await isReady(panel);
    await expect(contentOf(panel)).toBeFocused();
    await keyboard.type('words ');
    await expect(contentOf(panel)).toHaveText('New words Red text');
    expect((await editorOf(panel).boundingBox())?.height).toBe(height);
    expect(plain(await saveAndRead(backend, panel, record))).toBe('New words Red text');
    await page.unroute(EDITOR_CODE);
  });

  const open = await holdBack(page, EDITOR_CODE);
  await page.reload();
  const { field, panel } = await openRecord(page, made.id, entered.id);
  await test.step('texts are pasted with their format and in their order', async () => {
    await earlyInput(field('pasted')).focus();
    await keyboard.type('a ');
    await copy(page, { 'text/html': '<p>x <strong>bold</strong></p>', 'text/plain': 'x bold' });
    await keyboard.press('ControlOrMeta+v');
    await copy(page, { 'text/plain': 'one\ntwo' });
    await keyboard.press('ControlOrMeta+v');
    await copy(page, { 'text/plain': ' {$caret} & <i>' });
    await keyboard.press('ControlOrMeta+v');
    await keyboard.type(' z');
  });
  await test.step('a picture is dropped between typed words, and hostile HTML after them', async () => {
    await earlyInput(field('dropped')).focus();
    await keyboard.type('before');
    await drop(page, field('dropped'), {}, [...png]);
    await keyboard.type('after');
    await drop(page, field('dropped'), {
      'text/html': '<p><a href="javascript:window.__pwned=1">safe</a><script>window.__pwned=1</script></p>',
      'text/plain': 'safe',
    });
  });
  await test.step('a text is dictated, with lines and another place of the caret', async () => {
    await earlyInput(field('dictated')).focus();
    await keyboard.insertText('one three');
    for (let count = 0; count < 5; count++) await keyboard.press('ArrowLeft');
    await keyboard.insertText('wrong ');
    await keyboard.press('ControlOrMeta+z');
    await keyboard.press('Enter');
  });
  await test.step('Ctrl+A selects the whole text, and typing replaces it', async () => {
    await earlyInput(field('replaced')).focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('New');
  });
  await test.step('all of it arrives, and the next text comes where the last one ended', async () => {
    open();
    for (const name of ['pasted', 'dropped', 'dictated', 'replaced']) await isReady(field(name));
    for (const [name, text] of [
      ['pasted', '!'],
      ['dictated', 'two '],
      ['replaced', ' text'],
    ] as const) {
      await contentOf(field(name)).focus();
      await expect(contentOf(field(name))).toBeFocused();
      await keyboard.type(text);
    }
    await expect(contentOf(field('dropped'))).toHaveText(/^beforeafter\s*safe$/);
    expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
    await saveAndWait(page, made.id);
    await expect(panel).toBeHidden();
    const stored = storedTexts(backend, made, entered);
    expect(plain(stored['pasted']).replace(/\s+/g, '')).toBe('axboldonetwo{$caret}&amp;&lt;i&gt;z!');
    expect(stored['pasted']).toContain('<strong>bold</strong>');
    expect(stored['dropped']).toContain(
      `<p>before<img src="data:image/png;base64,${png.toString('base64')}" alt="">after`,
    );
    expect(stored['dropped']).toContain('safe');
    expect(stored['dropped']).not.toContain('script');
    expect(plain(stored['dictated'])).toBe('one \ntwo three');
    expect(plain(stored['replaced'])).toBe('New text');
  });
});

test('[RF-11] before the editor is ready a text is saved, selected, composed, and focused by its label', async ({
  page,
  admin,
  backend,
}) => {
  const made = await createTexts(backend.api, 'composed', 'taken', 'selected');
  const texts = { composed: RED, taken: '<p>Text', selected: RED };
  const first = await createRecord(backend.api, made.id, { title: 'One', ...texts });
  const second = await createRecord(backend.api, made.id, { title: 'Two', ...texts });
  await admin.signIn();
  const { keyboard } = page;
  const open = await holdBack(page, EDITOR_CODE);
  await test.step('what was entered is asked about when the panel is closed, and saved', async () => {
    const { panel, field, cancel } = await openRecord(page, made.id, first.id);
    await earlyInput(field('composed')).focus();
    await keyboard.type('New');
    await cancel.click();
    await answer(page, 'unsaved', false);
    await saveAndWait(page, made.id);
    await expect(panel).toBeHidden();
    expect(storedTexts(backend, made, first)['composed']).toBe(`<p>New</p>${RED}`);
  });

  const { panel, field, save } = await openRecord(page, made.id, second.id);
  const content = contentOf(field('composed'));
  const label = field('composed').locator('label');
  await test.step('keys that are taken back are no change', async () => {
    await earlyInput(field('taken')).focus();
    await keyboard.type('x');
    await expect(save).toBeEnabled();
    await keyboard.press('Backspace');
    await expect(save).toBeDisabled();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Delete');
    await expect(save).toBeEnabled();
    await keyboard.press('ControlOrMeta+z');
    await expect(save).toBeDisabled();
  });
  await test.step('Ctrl+A selects the whole text', async () => {
    await earlyInput(field('selected')).focus();
    await keyboard.press('ControlOrMeta+a');
    await expect(save).toBeDisabled();
  });
  await test.step('the label gives the focus before the editor is ready', async () => {
    await label.click();
    await expect(earlyInput(field('composed'))).toBeFocused();
  });
  await test.step('a text that is being composed when the editor is ready is finished first', async () => {
    await compose(page, 'に');
    open();
    for (const name of ['taken', 'selected']) await isReady(field(name));
    // The editor stands, but may not take the focus from the input method.
    await expect(content).toHaveText('Red text');
    await expect(editorOf(field('composed'))).toHaveAttribute('aria-busy', 'true');
    await compose(page, 'にほん');
    await keyboard.insertText('日本');
    await expect(content).toBeFocused();
    await keyboard.insertText('語 ');
    await expect(content).toHaveText('日本語 Red text');
  });
  await test.step('the label gives the focus to the editor', async () => {
    await field('title').locator('textarea').focus();
    await label.click();
    await expect(content).toBeFocused();
  });
  await test.step('what was selected is selected in the editor', async () => {
    await contentOf(field('selected')).focus();
    await keyboard.type('All');
    await expect(contentOf(field('selected'))).toHaveText('All');
    await keyboard.press('ControlOrMeta+z');
    await expect(contentOf(field('selected'))).toHaveText('Red text');
  });
  await test.step('changes are saved, and nothing else', async () => {
    expect(partNames(await saveAndWait(page, made.id))).toEqual(['composed']);
    await expect(panel).toBeHidden();
    const stored = storedTexts(backend, made, second);
    expect(plain(stored['composed'])).toBe('日本語 Red text');
    expect(stored).toMatchObject({ taken: '<p>Text', selected: RED });
  });
});

test('[RF-11] what is entered arrives in the source if the editor refuses the text or cannot be loaded', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const articles = await createArticles(backend.api);
  const create = (body: string) => createRecord(backend.api, articles.id, { title: 'One', body });
  const record = await create('<p>Text</p>');
  const hostile = await create('<p>x</p><img src="x:" onerror="window.__pwned=1">');
  const words = await create('just words');
  const red = await create(RED);
  await admin.signIn();

  await test.step('an editor that cannot be fetched can be tried again', async () => {
    expectedProblems.allow(/^request failed GET \/assets\/RichText\.[\w-]+\.js net::ERR_FAILED$/);
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
  });
  await test.step('hostile text is never shown as rich text', async () => {
    const panel = await openArticle(page, articles, hostile);
    await expect(bodyField(panel)).toContainText('Shown as source');
    await expect(shownText(panel)).toHaveCount(0);
  });
  await test.step('the editor refuses a text', async () => {
    const open = await holdBack(page, EDITOR_CODE);
    await page.reload();
    const { panel } = await openRecord(page, articles.id, words.id);
    await earlyInput(panel).focus();
    await page.keyboard.type('New ');
    open();
    await expect(bodyField(panel)).toContainText('Shown as source: the editor would change');
    await expect(bodyField(panel).getByRole('textbox')).toBeFocused();
    await page.keyboard.type('line');
    expect(plain(await saveAndRead(backend, panel, words))).toBe('New linejust words');
  });
  await test.step('another page at the address of the document gets no text', async () => {
    await page.unroute(EDITOR_CODE);
    await page.route(/\/rich-text\.html/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body><h1>Please sign in</h1>' }),
    );
    const open = await holdBack(page, EDITOR_CODE);
    await page.reload();
    const { panel } = await openRecord(page, articles.id, red.id);
    await expect(shownText(panel).locator('iframe')).toBeHidden();
    await earlyInput(panel).focus();
    await page.keyboard.type('New');
    open();
    await expect(bodyField(panel)).toContainText('Shown as source: the editor could not be loaded.');
    await expect(bodyField(panel).getByRole('textbox')).toBeFocused();
    expect(await saveAndRead(backend, panel, red)).toBe(`<p>New</p>${RED}`);
  });
});

test('[RF-10][RF-11] editors take the place of an untouched and of an empty text, and of JSON that is edited', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const articles = await createArticles(backend.api);
  const untouched = await createRecord(backend.api, articles.id, { title: 'One', body: '<p>Text' });
  const empty = await createRecord(backend.api, articles.id, { title: 'One' });
  const docs = await createCollection(backend.api, {
    name: uniqueName('docs'),
    schema: [field('title', 'text'), field('meta', 'json')],
  });
  const doc = await createRecord(backend.api, docs.id, { meta: { a: [1, 2] } });
  await admin.signIn();

  await test.step('an empty rich text needs no document', async () => {
    const { panel } = await openRecord(page, articles.id, empty.id);
    await expect(shownText(panel)).toContainText('Click the text to edit it');
    await expect(bodyField(panel).locator('iframe')).toHaveCount(0);
  });
  await test.step('an untouched text, and the focus elsewhere, stay', async () => {
    const open = await holdBack(page, EDITOR_CODE);
    const { panel } = await openRecord(page, articles.id, untouched.id);
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
    expect(await saveAndRead(backend, panel, untouched)).toBe('<p>Text');
  });
  await test.step('an empty rich text gets a document when it is edited', async () => {
    const { panel } = await openRecord(page, articles.id, empty.id);
    await earlyInput(panel).focus();
    await expect(contentOf(panel)).toBeFocused();
    await page.keyboard.type('New');
    expect(await saveAndRead(backend, panel, empty)).toBe('<p>New</p>');
  });
  await test.step('JSON can be edited before the code editor is there; caret and text stay', async () => {
    const open = await holdBack(page, CODE_EDITOR);
    const screen = await openRecord(page, docs.id, doc.id);
    const json = screen.field('meta').locator('[data-plain-code]');
    await expect(json).toHaveValue('{\n  "a": [\n    1,\n    2\n  ]\n}');
    await checkScreen('[role=dialog]');
    const { height } = (await json.boundingBox()) ?? {};
    await json.focus();
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
    await screen.save.click();
    await expect(screen.panel).toHaveCount(0);
    const [row] = backend.sql(`SELECT meta FROM ${docs.name} WHERE id = ?`, [doc.id]);
    expect(row?.['meta']).toBe('{"a":[0,9,1,2]}');
  });
  await test.step('a user who moves on while the code editor appears is not taken back', async () => {
    const open = await holdBack(page, CODE_EDITOR);
    await page.goto('about:blank');
    const screen = await openRecord(page, docs.id, doc.id);
    const title = screen.field('title').getByRole('textbox');
    await screen.field('meta').locator('[data-plain-code]').focus();
    await title.evaluate((other) => {
      const whenIdle = window.requestIdleCallback;
      window.requestIdleCallback = (callback) =>
        whenIdle((deadline) => {
          callback(deadline);
          if (other instanceof HTMLElement) other.focus();
        });
    });
    open();
    await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
    await expect(title).toBeFocused();
  });
  await test.step('JSON that is composed meanwhile stays in one piece', async () => {
    const open = await holdBack(page, CODE_EDITOR);
    await page.goto('about:blank');
    const screen = await openRecord(page, docs.id, doc.id);
    const json = screen.field('meta').locator('[data-plain-code]');
    await json.fill('""');
    await page.keyboard.press('ArrowLeft');
    await compose(page, 'に');
    open();
    await expect.poll(() => page.evaluate(() => 'ace' in window)).toBe(true);
    await compose(page, 'にほん');
    await expect(json).toHaveValue('"にほん"');
    await page.keyboard.insertText('日本');
    await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
    await expect(screen.field('meta').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('!');
    await screen.save.click();
    await expect(screen.panel).toHaveCount(0);
    expect(backend.sql(`SELECT meta FROM ${docs.name} WHERE id = ?`, [doc.id])).toEqual([
      { meta: '"日本!"' },
    ]);
  });
});
