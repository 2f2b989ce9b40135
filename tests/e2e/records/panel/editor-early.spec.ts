import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { compose } from '#tests/support/composing.ts';
import { createRecord, pngFile, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { question, saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  EDITOR_CODE,
  editorOf,
  holdBack,
  openArticle,
  saveAndRead,
  shownText,
  storedBody,
} from '#tests/support/records/rich-text.ts';

const RED = '<p>Red <strong>text</strong></p>';

/** A record whose rich text has the focus, while the editor's code is held back until `open` is called. */
interface Early {
  readonly panel: Locator;
  readonly record: RecordRow;
  readonly open: () => void;
}

/** Moves the focus to the rich text with the keyboard. */
async function tabToBody(page: Page, panel: Locator) {
  await expect(shownText(panel)).toBeVisible();
  await panel.locator('[data-field="title"] textarea').focus();
  await page.keyboard.press('Tab');
  await expect(shownText(panel)).toContainText('Loading editor...');
}

async function openEarly(
  page: Page,
  { api }: { readonly api: AdminApi },
  admin: { signIn(): Promise<void> },
  body: string,
): Promise<Early> {
  const articles = await createArticles(api);
  const record = await createRecord(api, articles.id, { title: 'One', body });
  await admin.signIn();
  const open = await holdBack(page, EDITOR_CODE);
  const panel = await openArticle(page, articles, record);
  await tabToBody(page, panel);
  return { panel, record, open };
}

/** Lets the editor start and waits until it has the focus. */
async function start({ panel, open }: Early) {
  open();
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  await expect(contentOf(panel)).toBeFocused();
}

async function copy(page: Page, contents: Record<string, string>) {
  await allowClipboard(page);
  await page.evaluate(async (items) => {
    const blobs = Object.entries(items).map(([type, data]) => [type, new Blob([data], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, contents);
}

/** Drops files and texts onto the shown text. */
async function drop(page: Page, panel: Locator, texts: Record<string, string>, bytes: number[] = []) {
  const dataTransfer = await page.evaluateHandle(
    ({ texts, bytes }) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) data.setData(type, text);
      if (bytes.length) data.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }));
      return data;
    },
    { texts, bytes },
  );
  await shownText(panel).dispatchEvent('drop', { dataTransfer });
}

const plain = (html: unknown) =>
  String(html)
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/<[^>]*>/g, '');

test('[RF-11] what is pasted before the editor is ready arrives in it, with its format and in its order', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, '');
  await page.keyboard.type('a ');
  await copy(page, { 'text/html': '<p>x <strong>bold</strong></p>', 'text/plain': 'x bold' });
  await page.keyboard.press('ControlOrMeta+v');
  await copy(page, { 'text/plain': 'one\ntwo' });
  await page.keyboard.press('ControlOrMeta+v');
  await copy(page, { 'text/plain': ' {$caret} & <i>' });
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type(' z');
  await start(early);
  await page.keyboard.type('!');
  const stored = await saveAndRead(backend, early.panel, early.record);
  expect(plain(stored).replace(/\s+/g, '')).toBe('axboldonetwo{$caret}&amp;&lt;i&gt;z!');
  expect(stored).toContain('<strong>bold</strong>');
});

test('[RF-11] hostile HTML that is pasted before the editor is ready arrives clean', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, '');
  await drop(page, early.panel, {
    'text/html': '<p><a href="javascript:window.__pwned=1">safe</a><script>window.__pwned=1</script></p>',
    'text/plain': 'safe',
  });
  await start(early);
  await expect(contentOf(early.panel)).toHaveText('safe');
  expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
  const stored = await saveAndRead(backend, early.panel, early.record);
  expect(stored).toContain('safe');
  expect(stored).not.toContain('script');
});

test('[RF-11] a picture that is dropped before the editor is ready arrives in it, between the typed words', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, '');
  await page.keyboard.type('before');
  const png = Buffer.from(await pngFile().arrayBuffer());
  await drop(page, early.panel, {}, [...png]);
  await page.keyboard.type('after');
  await start(early);
  expect(await saveAndRead(backend, early.panel, early.record)).toBe(
    `<p>before<img src="data:image/png;base64,${png.toString('base64')}" alt="">after</p>`,
  );
});

test('[RF-11] a text that is being composed when the editor is ready is finished first', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, RED);
  await compose(page, 'に');
  early.open();
  // The editor stands, but may not take the focus from the input method.
  await expect(contentOf(early.panel)).toHaveText('Red text');
  await expect(editorOf(early.panel)).toHaveAttribute('aria-busy', 'true');
  await compose(page, 'にほん');
  await page.keyboard.insertText('日本');
  await expect(contentOf(early.panel)).toBeFocused();
  await page.keyboard.insertText('語 ');
  await expect(contentOf(early.panel)).toHaveText('日本語 Red text');
  expect(plain(await saveAndRead(backend, early.panel, early.record))).toBe('日本語 Red text');
});

test('[RF-11] dictated text, lines and the place of the caret arrive in the editor', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, '');
  await page.keyboard.insertText('one three');
  for (let count = 0; count < 5; count++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.insertText('wrong ');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Enter');
  await start(early);
  await page.keyboard.type('two ');
  expect(plain(await saveAndRead(backend, early.panel, early.record))).toBe('one \ntwo three');
});

test('[RF-11] Ctrl+A before the editor is ready selects the whole text in it, and typing replaces that', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, RED);
  await page.keyboard.press('ControlOrMeta+a');
  await start(early);
  await page.keyboard.type('All');
  await expect(contentOf(early.panel)).toHaveText('All');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(contentOf(early.panel)).toHaveText('Red text');
  await expect(saveButton(early.panel)).toBeDisabled();
  await early.panel.getByRole('button', { name: 'Cancel' }).click();

  const again = await openEarly(page, backend, admin, RED);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('New');
  await start(again);
  await page.keyboard.type(' text');
  expect(plain(await saveAndRead(backend, again.panel, again.record))).toBe('New text');
});

test('[RF-11] what is entered before the editor is ready is saved, and asked about when the panel is closed', async ({
  page,
  admin,
  backend,
}) => {
  const { panel, record } = await openEarly(page, backend, admin, RED);
  await page.keyboard.type('New');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toContainText('unsaved');
  await question(page).getByRole('button', { name: 'No' }).click();
  expect(await saveAndRead(backend, panel, record)).toBe(`<p>New</p>${RED}`);
});

test('[RF-11] what is entered before the editor refuses the text arrives in the source', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, 'just words');
  await page.keyboard.type('New ');
  early.open();
  await expect(bodyField(early.panel)).toContainText('Shown as source: the editor would change');
  await expect(bodyField(early.panel).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('line');
  expect(plain(await saveAndRead(backend, early.panel, early.record))).toBe('New linejust words');
});

test('[RF-11] another page at the address of the document gets no text; what was entered arrives in the source', async ({
  page,
  admin,
  backend,
}) => {
  await page.route(/\/rich-text\.html/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body><h1>Please sign in</h1>' }),
  );
  const early = await openEarly(page, backend, admin, RED);
  await expect(shownText(early.panel).locator('iframe')).toBeHidden();
  await page.keyboard.type('New');
  early.open();
  await expect(bodyField(early.panel)).toContainText('Shown as source: the editor could not be loaded.');
  await expect(bodyField(early.panel).getByRole('textbox')).toBeFocused();
  expect(await saveAndRead(backend, early.panel, early.record)).toBe(`<p>New</p>${RED}`);
});

test('[RF-11] keys that are taken back before the editor is ready leave the text as it was stored', async ({
  page,
  admin,
  backend,
}) => {
  const body = '<p>Text';
  const early = await openEarly(page, backend, admin, body);
  await page.keyboard.type('x');
  await expect(saveButton(early.panel)).toBeEnabled();
  await page.keyboard.press('Backspace');
  await expect(saveButton(early.panel)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(saveButton(early.panel)).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(saveButton(early.panel)).toBeDisabled();
  await start(early);
  await expect(saveButton(early.panel)).toBeDisabled();
  await early.panel.getByRole('textbox', { name: 'title' }).fill('Two');
  await saveButton(early.panel).click();
  await expect(early.panel).toBeHidden();
  expect(await storedBody(backend as Backend, early.record)).toBe(body);
});

test('[RF-11] the label of a rich text gives it the focus, before and after the editor is ready', async ({
  page,
  admin,
  backend,
}) => {
  const early = await openEarly(page, backend, admin, RED);
  const label = bodyField(early.panel).locator('label');
  await early.panel.locator('[data-field="title"] textarea').focus();
  await label.click();
  await start(early);
  await early.panel.locator('[data-field="title"] textarea').focus();
  await label.click();
  await expect(contentOf(early.panel)).toBeFocused();
});
