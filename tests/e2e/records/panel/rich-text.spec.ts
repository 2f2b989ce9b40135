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
  frameOf,
  holdBack,
  openArticle,
  openRich,
  saveAndRead,
  shownText,
  startEditor,
  storedBody,
  storedTexts,
  tool,
} from '#tests/support/records/rich-text.ts';
import { BUTTONS, TOOLS } from '#tests/support/records/rich-text-tools.ts';
import { toasts } from '#tests/support/screens.ts';

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

test('what is entered before the editor is there goes to the editor', async ({
  page,
  admin,
  backend,
  step,
}) => {
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One', body: COLOURED });
  const made = await createTexts(backend.api, 'pasted', 'dropped', 'dictated', 'replaced');
  const entered = await createRecord(backend.api, made.id, { title: 'One', replaced: RED });
  const png = Buffer.from(await pngFile().arrayBuffer());
  await admin.signIn();
  await allowClipboard(page);
  const { keyboard } = page;

  await step(
    '[RF-11] the text is shown; the focus and the keys go to the editor, which is as high',
    async () => {
      const open = await holdBack(page, EDITOR_CODE);
      const { panel, field } = await openRecord(page, articles.id, record.id);
      const shown = shownText(panel);
      const text = shown.frameLocator('iframe').locator('p');
      await expect(text).toHaveText('Red text');
      await expect(text).toHaveCSS('color', 'rgb(255, 0, 0)');
      await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'true');
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
    },
  );

  const open = await holdBack(page, EDITOR_CODE);
  await page.reload();
  const { field, panel } = await openRecord(page, made.id, entered.id);
  await step('texts are pasted with their format and in their order', async () => {
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
  await step('a picture is dropped between typed words, and hostile HTML after them', async () => {
    await earlyInput(field('dropped')).focus();
    await keyboard.type('before');
    await drop(page, field('dropped'), {}, [...png]);
    await keyboard.type('after');
    await drop(page, field('dropped'), {
      'text/html': '<p><a href="javascript:window.__pwned=1">safe</a><script>window.__pwned=1</script></p>',
      'text/plain': 'safe',
    });
  });
  await step('a text is dictated, with lines and another place of the caret', async () => {
    await earlyInput(field('dictated')).focus();
    await keyboard.insertText('one three');
    for (let count = 0; count < 5; count++) await keyboard.press('ArrowLeft');
    await keyboard.insertText('wrong ');
    await keyboard.press('ControlOrMeta+z');
    await keyboard.press('Enter');
  });
  await step('Ctrl+A selects the whole text, and typing replaces it', async () => {
    await earlyInput(field('replaced')).focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('New');
  });
  await step('all of it arrives, and the next text comes where the last one ended', async () => {
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

test('before the editors are ready texts and JSON are saved, selected, composed and focused', async ({
  page,
  admin,
  backend,
  step,
}) => {
  const made = await createTexts(backend.api, 'composed', 'taken', 'selected');
  const texts = { composed: RED, taken: '<p>Text', selected: RED };
  const first = await createRecord(backend.api, made.id, { title: 'One', ...texts });
  const second = await createRecord(backend.api, made.id, { title: 'Two', ...texts });
  const articles = await createArticles(backend.api);
  const untouched = await createRecord(backend.api, articles.id, { title: 'One', body: '<p>Text' });
  const empty = await createRecord(backend.api, articles.id, { title: 'One' });
  const docs = await createCollection(backend.api, {
    name: uniqueName('docs'),
    fields: [field('title', 'text'), field('meta', 'json')],
  });
  const doc = await createRecord(backend.api, docs.id, { meta: { a: [1, 2] } });
  await admin.signIn();
  const { keyboard } = page;
  const open = await holdBack(page, EDITOR_CODE);
  await step('[RF-11] what was entered is asked about when the panel is closed, and saved', async () => {
    const { panel, field, cancel } = await openRecord(page, made.id, first.id);
    await earlyInput(field('composed')).focus();
    await keyboard.type('New');
    await cancel.click();
    await answer(page, 'unsaved', false);
    await saveAndWait(page, made.id);
    await expect(panel).toBeHidden();
    expect(storedTexts(backend, made, first)['composed']).toBe(`<p>New</p>${RED}`);
  });

  const { panel, field: part, save } = await openRecord(page, made.id, second.id);
  const content = contentOf(part('composed'));
  const label = part('composed').locator('label');
  await step('keys that are taken back are no change', async () => {
    await earlyInput(part('taken')).focus();
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
  await step('Ctrl+A selects the whole text', async () => {
    await earlyInput(part('selected')).focus();
    await keyboard.press('ControlOrMeta+a');
    await expect(save).toBeDisabled();
  });
  await step('the label gives the focus before the editor is ready', async () => {
    await label.click();
    await expect(earlyInput(part('composed'))).toBeFocused();
  });
  await step('a text that is being composed when the editor is ready is finished first', async () => {
    await compose(page, 'に');
    open();
    for (const name of ['taken', 'selected']) await isReady(part(name));
    // The editor stands, but may not take the focus from the input method.
    await expect(content).toHaveText('Red text');
    await expect(editorOf(part('composed'))).toHaveAttribute('aria-busy', 'true');
    await compose(page, 'にほん');
    await keyboard.insertText('日本');
    await expect(content).toBeFocused();
    await keyboard.insertText('語 ');
    await expect(content).toHaveText('日本語 Red text');
  });
  await step('the label gives the focus to the editor', async () => {
    await part('title').locator('textarea').focus();
    await label.click();
    await expect(content).toBeFocused();
  });
  await step('what was selected is selected in the editor', async () => {
    await contentOf(part('selected')).focus();
    await keyboard.type('All');
    await expect(contentOf(part('selected'))).toHaveText('All');
    await keyboard.press('ControlOrMeta+z');
    await expect(contentOf(part('selected'))).toHaveText('Red text');
  });
  await step('changes are saved, and nothing else', async () => {
    expect(partNames(await saveAndWait(page, made.id))).toEqual(['composed']);
    await expect(panel).toBeHidden();
    const stored = storedTexts(backend, made, second);
    expect(plain(stored['composed'])).toBe('日本語 Red text');
    expect(stored).toMatchObject({ taken: '<p>Text', selected: RED });
  });
  await step('an empty rich text needs no document', async () => {
    await page.unroute(EDITOR_CODE);
    const { panel } = await openRecord(page, articles.id, empty.id);
    await expect(shownText(panel)).toContainText('Click the text to edit it');
    await expect(bodyField(panel).locator('iframe')).toHaveCount(0);
  });
  await step('an untouched text, and the focus elsewhere, stay', async () => {
    const open = await holdBack(page, EDITOR_CODE);
    await page.reload();
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
  await step('an empty rich text gets a document when it is edited', async () => {
    const { panel } = await openRecord(page, articles.id, empty.id);
    await earlyInput(panel).focus();
    await expect(contentOf(panel)).toBeFocused();
    await page.keyboard.type('New');
    expect(await saveAndRead(backend, panel, empty)).toBe('<p>New</p>');
  });
  await step('[RF-10] JSON can be edited before the code editor is there; caret and text stay', async () => {
    const open = await holdBack(page, CODE_EDITOR);
    await page.goto('about:blank');
    const screen = await openRecord(page, docs.id, doc.id);
    const json = screen.field('meta').locator('[data-plain-code]');
    await expect(json).toHaveValue('{\n  "a": [\n    1,\n    2\n  ]\n}');
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
  await step('a user who moves on while the code editor appears is not taken back', async () => {
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
  await step('JSON that is composed meanwhile stays in one piece', async () => {
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

/** Values of a rich text, stored by others, that must stay unchanged. */
const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  'several lines': '<p>one</p>\n<p>two</p>\n',
  'lines without breaks': '<p>one</p><p>two</p>',
  'characters and entities':
    '<p>👩‍👩‍👧 é́ 漢字 ﷽ user\u202Egpj</p><p>&lt;script&gt; &amp;amp; &quot;x&quot; a&nbsp;b</p>',
  'legacy tags': '<p><b>b</b> <i>i</i> <u>u</u> <font color="#ff0000">f</font></p>',
  styles: '<p style="text-align:center; COLOR: rgb(1, 2, 3)">x</p>',
  'table and list':
    '<table border="1"><tbody><tr><td>1</td><td>2</td></tr></tbody></table><ul><li>a<ul><li>b</li></ul></li></ul>',
  'code and image':
    '<pre class="language-markup"><code>&lt;b&gt;\n  x</code></pre><p><img src="data:image/png;base64,iVBORw0KGgo=" alt="x" width="10"></p>',
  'unclosed tags': '<p>one<p>two <em>three',
  long: `<p>${'long '.repeat(4000)}</p>`,
};

/** Texts that the editor would change. */
const REFUSED: Readonly<Record<string, string>> = {
  'plain text': 'just words',
  'a custom element': '<p>x</p><my-tag>y</my-tag>',
  'an unknown attribute': '<my-card data-x="1"><p>x</p></my-card>',
  'an old element': '<p><blink>x</blink></p>',
};

const HOSTILE = [
  '<p>a</p><script>window.__pwned = 1</script>',
  '<img src="x" onerror="parent.__pwned = window.__pwned = 1">',
  '<a href="javascript:window.__pwned = 1">x</a>',
  '<svg onload="window.__pwned = 1"><script>window.__pwned = 1</script></svg>',
  '<style>body { display: none }</style><p>x</p>',
  '<iframe srcdoc="<script>parent.__pwned = 1</script>"></iframe>',
  '<p>x<iframe src="javascript:parent.__pwned = 1"></iframe></p>',
  '<details open ontoggle="window.__pwned = 1"><summary>x</summary></details>',
  '<math><mtext><img src="x" onerror="window.__pwned = 1"></mtext></math>',
  '<form action="javascript:window.__pwned = 1"><button>x</button></form>',
];

const isPwned = (page: Page) => page.evaluate(() => Reflect.has(window, '__pwned'));

test('source is shown in place of texts that the editor would change, and all texts stay as they are', async ({
  page,
  admin,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  const texts = [...Object.values(TEXTS), ...Object.values(REFUSED), ...HOSTILE];
  const nameOf = (html: string) => `t${texts.indexOf(html)}`;
  const made = await createTexts(backend.api, ...texts.map(nameOf));
  const bodies = Object.fromEntries(texts.map((html) => [nameOf(html), html]));
  const stored = await createRecord(backend.api, made.id, { title: 'x', ...bodies });
  // Shown as source at once.
  const entered = [...Object.values(TEXTS), ...Object.values(REFUSED), HOSTILE[0] ?? ''].filter(
    (html) => html !== '' && html.length < 1000,
  );
  const sources = Object.fromEntries(entered.map((html) => [nameOf(html), '<script>old</script>']));
  const typed = await createRecord(backend.api, made.id, { title: 'x', ...sources });
  const articles = await createArticles(backend.api);
  const create = (body: string) => createRecord(backend.api, articles.id, { title: 'One', body });
  const record = await create('<p>Text</p>');
  const words = await create('just words');
  const red = await create(RED);
  const coloured = await create(COLOURED);
  await admin.signIn();

  await step('hostile HTML is source and does not run', async () => {
    const { field } = await openRecord(page, made.id, stored.id);
    for (const html of HOSTILE) {
      const part = field(nameOf(html));
      await expect(part.getByText(/^Shown as source: the text contains /)).toBeVisible();
      await expect(part.locator('iframe')).toHaveCount(0);
    }
    expect(await isPwned(page)).toBe(false);
  });
  await step('what the editor would change is source, with the reason', async () => {
    const { field } = await openRecord(page, made.id, stored.id);
    for (const html of Object.values(REFUSED)) {
      const part = field(nameOf(html));
      await earlyInput(part).focus();
      const reason = html === 'just words' ? /would change "just words"/ : /would change/;
      await expect(part.getByText(reason)).toBeVisible();
      await expect(part.locator('.ace_content')).toContainText(html.slice(0, 6));
    }
  });
  await step('texts of every kind stay unchanged when another field is saved', async () => {
    const { panel, field, save } = await openRecord(page, made.id, stored.id);
    for (const html of Object.values(TEXTS)) {
      const part = field(nameOf(html));
      await earlyInput(part).focus();
      await expect(
        editorOf(part).and(part.locator('[aria-busy="false"]')).or(part.locator('.ace_editor')),
      ).toBeVisible();
    }
    await expect(save).toBeDisabled();
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    expect(partNames(await saveAndWait(page, made.id))).toEqual(['title']);
    await expect(panel).toBeHidden();
    expect(storedTexts(backend, made, stored)).toMatchObject({ title: 'y', ...bodies });
  });
  await step('typed source is stored byte for byte', async () => {
    const { panel, field, save } = await openRecord(page, made.id, typed.id);
    for (const html of entered) {
      await field(nameOf(html))
        .getByRole('textbox', { name: nameOf(html) })
        .focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(html);
    }
    await save.click();
    await expect(panel).toBeHidden();
    expect(storedTexts(backend, made, typed)).toMatchObject(
      Object.fromEntries(entered.map((html) => [nameOf(html), html])),
    );
  });
  await step('the content is in a document without scripts, in both themes', async () => {
    const panel = await openRich(page, articles, coloured);
    const response = await fetch(`${atoll.url}/rich-text.html`);
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(response.headers.get('content-security-policy')).toBe("script-src 'none'; frame-ancestors 'self'");
    expect(await response.text()).toContain("default-src 'none'");
    await expect(contentOf(panel).locator('p')).toHaveCSS('color', 'rgb(255, 0, 0)');
    for (const theme of ['atoll-dark', 'atoll']) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      await expect(frameOf(panel).locator('html')).toHaveAttribute('data-theme', theme);
    }
  });
  await step('hostile source does not run when the user switches to rich text', async () => {
    const panel = await openRich(page, articles, record);
    await tool(panel, 'Source code').click();
    await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('<img src="x" onerror="window.__pwned = 1">');
    await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
    await expect(bodyField(panel).getByText(/the text contains the handler onerror/)).toBeVisible();
    await expect(panel.locator('iframe')).toHaveCount(0);
    expect(await isPwned(page)).toBe(false);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'unsaved', true);
  });
  await step('[RF-11] an editor that cannot be fetched can be tried again', async () => {
    expectedProblems.allow(/^request failed GET \/assets\/RichText\.[\w-]+\.js net::ERR_FAILED$/);
    await page.route(EDITOR_CODE, (route) => route.abort());
    await page.reload();
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
  await step('the editor refuses a text', async () => {
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
  await step('another page at the address of the document gets no text', async () => {
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

/** Notes in `times` when the field and its editor appear. */
function noteTimes() {
  // Playwright also adds this script to frames without scripts, where the observer causes an error.
  if (window !== window.top) return;
  const times: Record<string, number> = {};
  Object.assign(window, { times });
  const note = (name: string, selector: string) => {
    if (times[name] === undefined && document.querySelector(selector)) times[name] = performance.now();
  };
  new MutationObserver(() => {
    note('field', '[data-rich-text-editor]');
    note('editor', '[data-rich-text-editor] .tox');
  }).observe(document, { childList: true, subtree: true });
}

test('the effect of each button of the toolbar is stored; addresses and images are inserted', async ({
  page,
  admin,
  backend,
  atoll,
  step,
}) => {
  const articles = await createArticles(backend.api);
  const body = TOOLS.map(([what]) => `<p>${what}</p>`).join('\n');
  const article = await createRecord(backend.api, articles.id, { title: 'x', body });
  const photos = await createCollection(backend.api, {
    name: uniqueName('aaa_photos'),
    fields: [field('file', 'file', { max: 3, thumbs: ['50x50', '0x20f'] })],
  });
  const photo = await createRecord(backend.api, photos.id, { file: [pngFile('one.png')] });
  const [name = ''] = [photo['file']].flat().map(String);
  const plain = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  const linked = await createCollection(backend.api, {
    name: uniqueName('linked'),
    fields: [
      field('strips', 'editor', { stripsDomain: true }),
      field('keeps', 'editor', { stripsDomain: false }),
    ],
  });
  const old = `<p><a href="${atoll.url}/old">old</a></p>`;
  const links = await createRecord(backend.api, linked.id, { strips: old, keeps: old });
  await admin.signIn();
  await page.addInitScript(noteTimes);
  const panel = await openRich(page, articles, article);

  await step('[RF-11] the editor appears 100 ms after the field', async () => {
    await expect(contentOf(panel).getByText('italic')).toBeVisible();
    const [shownAt, madeAt] = await page.evaluate(() => {
      const times: unknown = Reflect.get(window, 'times');
      return [Number(Reflect.get(Object(times), 'field')), Number(Reflect.get(Object(times), 'editor'))];
    });
    expect((madeAt ?? 0) - (shownAt ?? 0)).toBeGreaterThanOrEqual(100);
  });
  await step('[RF-11] the toolbar and its menus', async () => {
    for (const name of BUTTONS) await expect(tool(panel, name), String(name)).toBeVisible();
    // A part of the page would have no landmark.
    await tool(panel, 'Insert image').click();
    await expect(page.getByRole('menuitem')).toHaveText(['From collection', 'Inline']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await expect(panel).toBeVisible();
    await tool(panel, 'Text direction').click();
    await expect(page.getByRole('menuitem')).toHaveText(['LTR content', 'RTL content']);
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
    await expect(saveButton(panel)).toBeDisabled();
  });
  await step('[RF-11] each does what it says', async () => {
    for (const [what, act] of TOOLS) {
      await contentOf(panel).getByText(what, { exact: true }).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await act(page, panel);
    }
  });
  await step('[RP-06] Ctrl+S in the rich text saves and keeps the panel open', async () => {
    await contentOf(panel).focus();
    await expect(saveButton(panel)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(toasts(page, 'success')).toBeVisible();
    expect(await storedBody(backend, article)).toBe(TOOLS.map(([, , expected]) => expected).join('\n'));
    await expect(panel).toBeVisible();
    await expect(saveButton(panel)).toBeDisabled();
    await expect(contentOf(panel).getByText('a numbered list')).toBeVisible();
  });

  await step('a table', async () => {
    await contentOf(panel).getByText('bold', { exact: true }).click();
    await page.keyboard.press('End');
    await tool(panel, 'Table').click();
    await page.getByRole('menuitem', { name: 'Table', exact: true }).hover();
    await page.locator('.tox-insert-table-picker > div').nth(1).click();
    await expect(contentOf(panel).locator('td')).toHaveCount(2);
  });
  await step('full screen', async () => {
    await tool(panel, 'Fullscreen').click();
    const size = page.viewportSize();
    await expect
      .poll(() => editorOf(panel).locator('.tox-hugerte').boundingBox())
      .toEqual({ x: 0, y: 0, width: size?.width, height: size?.height });
    await tool(panel, 'Fullscreen').click();
  });
  await step('the source', async () => {
    await tool(panel, 'Source code').click();
    await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('<p>From <em>source</em></p>');
    await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
    await expect(contentOf(panel).locator('em')).toHaveText('source');
    expect(await saveAndRead(backend, panel, article)).toBe('<p>From <em>source</em></p>');
  });

  await step('[RF-11] inserted addresses lose their own domain if the field asks for it', async () => {
    const screen = await openRecord(page, linked.id, links.id);
    const parts = ['strips', 'keeps'].map(screen.field);
    for (const part of parts) await startEditor(part);
    for (const part of parts) {
      await contentOf(part).press('Enter');
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
      for (const url of [`${atoll.url}/own?a=1`, 'https://example.com/other']) {
        await tool(part, 'Insert/edit link').click();
        const dialog = page.getByRole('dialog', { name: 'Insert/Edit Link' });
        await dialog.getByLabel('URL').fill(url);
        await dialog.getByLabel('Text to display').fill('link');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog).toBeHidden();
        await page.keyboard.press('ControlOrMeta+End');
        await page.keyboard.press('Enter');
      }
    }
    await screen.save.click();
    await expect(screen.panel).toBeHidden();
    const { strips, keeps } = storedTexts(backend, linked, links);
    expect(strips).toContain('href="/own?a=1"');
    expect(keeps).toContain(`href="${atoll.url}/own?a=1"`);
    for (const body of [strips, keeps]) {
      // Text that was already there does not count as inserted.
      expect(body).toContain(`href="${atoll.url}/old"`);
      expect(body).toContain('href="https://example.com/other"');
    }
  });

  const url = `${atoll.url}/api/files/${photos.id}/${photo.id}/${name}`;
  const openPicker = async () => {
    await tool(panel, 'Insert image').click();
    await page.getByRole('menuitem', { name: 'From collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select an image' });
    await dialog.getByRole('button', { name: photos.name }).click();
    return dialog;
  };
  await step('[FP-07] cancel inserts nothing', async () => {
    await openRich(page, articles, plain);
    await contentOf(panel).press('End');
    const dialog = await openPicker();
    await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(saveButton(panel)).toBeDisabled();
  });
  await step('[FP-06][FP-07] an image of a collection in a chosen size', async () => {
    const dialog = await openPicker();
    const insert = dialog.getByRole('button', { name: 'Insert', exact: true });
    await expect(insert).toBeDisabled();
    await expect(dialog.getByLabel('Size')).toHaveCount(0);
    const tile = dialog.getByRole('button', { name });
    await tile.click();
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    await expect(insert).toBeEnabled();
    const size = dialog.getByLabel('Size');
    await expect(size.locator('option')).toHaveText([
      'Original size',
      '100x100 thumb',
      '50x50 thumb',
      '0x20f thumb',
    ]);
    await expect(size).toHaveValue('');
    await size.selectOption('50x50 thumb');
    await insert.click();
    await expect(dialog).toBeHidden();
    await expect(contentOf(panel).locator('img')).toHaveAttribute('src', `${url}?thumb=50x50`);
  });
  await step('the original size is the default', async () => {
    const dialog = await openPicker();
    await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(contentOf(panel).locator(`img[src="${url}"]`)).toHaveCount(1);
  });
  await step('an image from this device is embedded in the text', async () => {
    await contentOf(panel).press('End');
    await tool(panel, 'Insert image').click();
    await page.getByRole('menuitem', { name: 'Inline' }).click();
    const dialog = page.getByRole('dialog', { name: /Insert\/Edit Image/i });
    const chooser = page.waitForEvent('filechooser');
    await dialog.locator('.tox-browse-url').click();
    const png = Buffer.from(await pngFile().arrayBuffer());
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
    await expect(dialog.getByLabel('Alternative description')).toHaveValue('dot.png');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const stored = String(await saveAndRead(backend, panel, plain));
    const images = `<img src="${url}?thumb=50x50" alt="${name}"><img src="${url}" alt="${name}">`;
    expect(stored).toContain(`<p>Hello${images}<img src="data:image/png;base64,${png.toString('base64')}"`);
  });
});
