import type { Page } from '@playwright/test';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openRecord, partNames, saveAndWait, saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  createTexts,
  earlyInput,
  editorOf,
  frameOf,
  openRich,
  saveAndRead,
  startEditor,
  storedBody,
  storedTexts,
  tool,
} from '#tests/support/records/rich-text.ts';
import { BUTTONS, TOOLS } from '#tests/support/records/rich-text-tools.ts';
import { toasts } from '#tests/support/screens.ts';

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

test('[RF-11][RP-06] the toolbar has all buttons, the effect of each is stored, and Ctrl+S saves', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const articles = await createArticles(backend.api);
  const body = TOOLS.map(([what]) => `<p>${what}</p>`).join('\n');
  const article = await createRecord(backend.api, articles.id, { title: 'x', body });
  await admin.signIn();
  await page.addInitScript(noteTimes);
  const panel = await openRich(page, articles, article);

  await test.step('the editor appears 100 ms after the field', async () => {
    await expect(contentOf(panel).getByText('italic')).toBeVisible();
    const [shownAt, madeAt] = await page.evaluate(() => {
      const times: unknown = Reflect.get(window, 'times');
      return [Number(Reflect.get(Object(times), 'field')), Number(Reflect.get(Object(times), 'editor'))];
    });
    expect((madeAt ?? 0) - (shownAt ?? 0)).toBeGreaterThanOrEqual(100);
  });
  await test.step('the toolbar and its menus', async () => {
    for (const name of BUTTONS) await expect(tool(panel, name), String(name)).toBeVisible();
    // A part of the page would have no landmark.
    await checkScreen();
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
  for (const [what, act] of TOOLS) {
    await test.step(what, async () => {
      await contentOf(panel).getByText(what, { exact: true }).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await act(page, panel);
    });
  }
  await test.step('Ctrl+S in the rich text saves and keeps the panel open', async () => {
    await contentOf(panel).focus();
    await expect(saveButton(panel)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(toasts(page, 'success')).toBeVisible();
    expect(await storedBody(backend, article)).toBe(TOOLS.map(([, , expected]) => expected).join('\n'));
    await expect(panel).toBeVisible();
    await expect(saveButton(panel)).toBeDisabled();
    await expect(contentOf(panel).getByText('a numbered list')).toBeVisible();
  });

  await test.step('a table', async () => {
    await contentOf(panel).getByText('bold', { exact: true }).click();
    await page.keyboard.press('End');
    await tool(panel, 'Table').click();
    await page.getByRole('menuitem', { name: 'Table', exact: true }).hover();
    await page.locator('.tox-insert-table-picker > div').nth(1).click();
    await expect(contentOf(panel).locator('td')).toHaveCount(2);
  });
  await test.step('full screen', async () => {
    await tool(panel, 'Fullscreen').click();
    const size = page.viewportSize();
    await expect
      .poll(() => editorOf(panel).locator('.tox-hugerte').boundingBox())
      .toEqual({ x: 0, y: 0, width: size?.width, height: size?.height });
    await tool(panel, 'Fullscreen').click();
  });
  await test.step('the source', async () => {
    await tool(panel, 'Source code').click();
    await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('<p>From <em>source</em></p>');
    await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
    await expect(contentOf(panel).locator('em')).toHaveText('source');
    expect(await saveAndRead(backend, panel, article)).toBe('<p>From <em>source</em></p>');
  });
});

test('[RF-11][FP-06][FP-07] addresses and images are inserted', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
}) => {
  const photos = await createCollection(backend.api, {
    name: uniqueName('aaa_photos'),
    schema: [field('file', 'file', { options: { maxSelect: 3, thumbs: ['50x50', '0x20f'] } })],
  });
  const photo = await createRecord(backend.api, photos.id, { file: [pngFile('one.png')] });
  const [name = ''] = [photo['file']].flat().map(String);
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  const linked = await createCollection(backend.api, {
    name: uniqueName('linked'),
    schema: [
      field('strips', 'editor', { options: { convertUrls: true } }),
      field('keeps', 'editor', { options: { convertUrls: false } }),
    ],
  });
  const old = `<p><a href="${atoll.url}/old">old</a></p>`;
  const links = await createRecord(backend.api, linked.id, { strips: old, keeps: old });
  await admin.signIn();

  const screen = await openRecord(page, linked.id, links.id);
  for (const name of ['strips', 'keeps']) await startEditor(screen.field(name));
  for (const convertUrls of [true, false]) {
    await test.step(`convertUrls ${convertUrls ? 'strips' : 'off keeps'} the domain`, async () => {
      const part = screen.field(convertUrls ? 'strips' : 'keeps');
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
    });
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

  const panel = await openRich(page, articles, article);
  const url = `${atoll.url}/api/files/${photos.id}/${photo.id}/${name}`;
  const openPicker = async () => {
    await tool(panel, 'Insert image').click();
    await page.getByRole('menuitem', { name: 'From collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select an image' });
    await dialog.getByRole('button', { name: photos.name }).click();
    return dialog;
  };
  await test.step('cancel inserts nothing', async () => {
    await contentOf(panel).press('End');
    const dialog = await openPicker();
    await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(saveButton(panel)).toBeDisabled();
  });
  await test.step('an image of a collection in a chosen size', async () => {
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
    await checkScreen();
    await size.selectOption('50x50 thumb');
    await insert.click();
    await expect(dialog).toBeHidden();
    await expect(contentOf(panel).locator('img')).toHaveAttribute('src', `${url}?thumb=50x50`);
  });
  await test.step('the original size is the default', async () => {
    const dialog = await openPicker();
    await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(contentOf(panel).locator(`img[src="${url}"]`)).toHaveCount(1);
  });
  await test.step('an image from this device is embedded in the text', async () => {
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
    const stored = String(await saveAndRead(backend, panel, article));
    const images = `<img src="${url}?thumb=50x50" alt="${name}"><img src="${url}" alt="${name}">`;
    expect(stored).toContain(`<p>Hello${images}<img src="data:image/png;base64,${png.toString('base64')}"`);
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

test('rich texts of every kind stay unchanged when another field is saved; what the editor would change is source', async ({
  page,
  admin,
  backend,
}) => {
  const texts = [...Object.values(TEXTS), ...Object.values(REFUSED), ...HOSTILE];
  const nameOf = (html: string) => `t${texts.indexOf(html)}`;
  const made = await createTexts(backend.api, ...texts.map(nameOf));
  const bodies = Object.fromEntries(texts.map((html) => [nameOf(html), html]));
  const record = await createRecord(backend.api, made.id, { title: 'x', ...bodies });
  await admin.signIn();
  const { panel, field, save } = await openRecord(page, made.id, record.id);

  for (const html of HOSTILE) {
    await test.step(`hostile HTML is source and does not run: ${html}`, async () => {
      const part = field(nameOf(html));
      await expect(part.getByText(/^Shown as source: the text contains /)).toBeVisible();
      await expect(part.locator('iframe')).toHaveCount(0);
    });
  }
  for (const [what, html] of Object.entries(TEXTS)) {
    await test.step(what, async () => {
      const part = field(nameOf(html));
      const source = part.locator('.ace_editor');
      await earlyInput(part).focus();
      await expect(editorOf(part).and(part.locator('[aria-busy="false"]')).or(source)).toBeVisible();
    });
  }
  for (const [what, html] of Object.entries(REFUSED)) {
    await test.step(`${what} is source, with the reason`, async () => {
      const part = field(nameOf(html));
      await earlyInput(part).focus();
      const reason = html === 'just words' ? /would change "just words"/ : /would change/;
      await expect(part.getByText(reason)).toBeVisible();
      await expect(part.locator('.ace_content')).toContainText(html.slice(0, 6));
    });
  }
  expect(await isPwned(page)).toBe(false);
  await expect(save).toBeDisabled();
  await panel.getByRole('textbox', { name: 'title' }).fill('y');
  expect(partNames(await saveAndWait(page, made.id))).toEqual(['title']);
  await expect(panel).toBeHidden();
  expect(storedTexts(backend, made, record)).toMatchObject({ title: 'y', ...bodies });
});

test('source is stored byte for byte, and hostile source never becomes rich text', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const sources = [...Object.values(TEXTS), ...Object.values(REFUSED), HOSTILE[0] ?? ''].filter(
    (html) => html !== '' && html.length < 1000,
  );
  const nameOf = (html: string) => `t${sources.indexOf(html)}`;
  const made = await createTexts(backend.api, ...sources.map(nameOf));
  // Shown as source at once.
  const start = Object.fromEntries(sources.map((html) => [nameOf(html), '<script>old</script>']));
  const record = await createRecord(backend.api, made.id, { title: 'x', ...start });
  const articles = await createArticles(backend.api);
  const body = '<p style="color: rgb(255, 0, 0);">Hello</p>';
  const article = await createRecord(backend.api, articles.id, { title: 'x', body });
  await admin.signIn();

  await test.step('typed source is stored byte for byte', async () => {
    const screen = await openRecord(page, made.id, record.id);
    for (const html of sources) {
      await screen
        .field(nameOf(html))
        .getByRole('textbox', { name: nameOf(html) })
        .focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(html);
    }
    await screen.save.click();
    await expect(screen.panel).toBeHidden();
    const typed = Object.fromEntries(sources.map((html) => [nameOf(html), html]));
    expect(storedTexts(backend, made, record)).toMatchObject(typed);
  });

  const panel = await openRich(page, articles, article);
  await test.step('the content is in a document without scripts, in both themes', async () => {
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
  await test.step('hostile source does not run when the user switches to rich text', async () => {
    await tool(panel, 'Source code').click();
    await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('<img src="x" onerror="window.__pwned = 1">');
    await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
    await expect(bodyField(panel).getByText(/the text contains the handler onerror/)).toBeVisible();
    await expect(panel.locator('iframe')).toHaveCount(0);
    expect(await isPwned(page)).toBe(false);
  });
});
