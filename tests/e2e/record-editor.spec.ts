import type { Locator, Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  pngFile,
  type RecordRow,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { recordsHash, recordsScreen } from '../support/records-page.ts';
import { toasts } from '../support/screens.ts';

async function makeArticles({ api }: Backend, options: Record<string, unknown> = {}): Promise<Collection> {
  return createCollection(api, {
    name: uniqueName('articles'),
    schema: [field('title'), field('body', 'editor', { options })],
  });
}

const panelOf = (page: Page, collection: Collection) =>
  page.getByRole('dialog', { name: `Edit ${collection.name} record` });
const bodyField = (panel: Locator) => panel.locator('[data-field="body"]');
const editorOf = (panel: Locator) => panel.locator('[data-rich-text-editor]');
const contentOf = (panel: Locator) => editorOf(panel).frameLocator('iframe').locator('body');
const tool = (panel: Locator, name: string | RegExp) => editorOf(panel).getByRole('button', { name }).first();
const save = (panel: Locator) => panel.getByRole('button', { name: 'Save changes' });

async function openRecord(page: Page, collection: Collection, record: RecordRow): Promise<Locator> {
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).row(record.id).click();
  return panelOf(page, collection);
}

/** Opens a record whose text the rich-text editor takes. */
async function openRich(page: Page, collection: Collection, record: RecordRow): Promise<Locator> {
  const panel = await openRecord(page, collection, record);
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  return panel;
}

async function storedBody(backend: Backend, record: RecordRow): Promise<unknown> {
  const [row] = backend.sql(`SELECT body FROM ${String(record['collectionName'])} WHERE id = ?`, [record.id]);
  return row?.['body'];
}

async function saveAndRead(backend: Backend, panel: Locator, record: RecordRow) {
  await save(panel).click();
  await expect(panel).toBeHidden();
  return storedBody(backend, record);
}

test('[RF-11] the toolbar has its tools, and the editor comes 100 ms after the field', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  await page.addInitScript(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    const note = (name: string, selector: string) => {
      if (times[name] === undefined && document.querySelector(selector)) times[name] = performance.now();
    };
    new MutationObserver(() => {
      note('field', '[data-rich-text-editor]');
      note('editor', '[data-rich-text-editor] .tox');
    }).observe(document, { childList: true, subtree: true });
  });
  const panel = await openRich(page, articles, article);
  await expect(contentOf(panel)).toHaveText('Hello');
  const [shownAt, madeAt] = await page.evaluate(() => {
    const times: unknown = Reflect.get(window, 'times');
    return [Number(Reflect.get(Object(times), 'field')), Number(Reflect.get(Object(times), 'editor'))];
  });
  expect((madeAt ?? 0) - (shownAt ?? 0)).toBeGreaterThanOrEqual(100);
  for (const name of [
    /^Format/,
    'Align left',
    'Align center',
    'Align right',
    'Bold',
    'Italic',
    /^Text color/,
    /^Background color/,
    'Bullet list',
    'Numbered list',
    'Insert/edit link',
    'Insert image',
    'Table',
    /code sample/i,
    'Text direction',
    'Source code',
    'Fullscreen',
  ]) {
    await expect(tool(panel, name), String(name)).toBeVisible();
  }
  await axe();
  await tool(panel, 'Insert image').click();
  await expect(page.getByRole('menuitem')).toHaveText(['From collection', 'Inline']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(panel).toBeVisible();
  await tool(panel, 'Text direction').click();
  await expect(page.getByRole('menuitem')).toHaveText(['LTR content', 'RTL content']);
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await expect(save(panel)).toBeDisabled();
});

const TOOLS: readonly (readonly [string, (page: Page, panel: Locator) => Promise<void>, string])[] = [
  ['bold', async (_page, panel) => tool(panel, 'Bold').click(), '<p><strong>Hello</strong></p>'],
  ['italic', async (_page, panel) => tool(panel, 'Italic').click(), '<p><em>Hello</em></p>'],
  [
    'alignment',
    async (_page, panel) => tool(panel, 'Align center').click(),
    '<p style="text-align: center;">Hello</p>',
  ],
  [
    'a format',
    async (page, panel) => {
      await tool(panel, /^Format/).click();
      await page
        .getByRole('menuitemcheckbox', { name: 'Headings' })
        .or(page.getByRole('menuitem', { name: 'Headings' }))
        .click();
      await page.getByRole('menuitemcheckbox', { name: 'Heading 2' }).click();
    },
    '<h2>Hello</h2>',
  ],
  [
    'text colour',
    async (page, panel) => {
      await editorOf(panel)
        .getByRole('button', { name: /^Text color/ })
        .last()
        .click();
      await page.getByRole('menuitemradio', { name: 'Red', exact: true }).click();
    },
    '<p><span style="color: #e03e2d;">Hello</span></p>',
  ],
  [
    'background colour',
    async (page, panel) => {
      await editorOf(panel)
        .getByRole('button', { name: /^Background color/ })
        .last()
        .click();
      await page.getByRole('menuitemradio', { name: 'Yellow', exact: true }).click();
    },
    '<p><span style="background-color: #f1c40f;">Hello</span></p>',
  ],
  ['a list', async (_page, panel) => tool(panel, 'Bullet list').click(), '<ul>\n<li>Hello</li>\n</ul>'],
  [
    'a numbered list',
    async (_page, panel) => tool(panel, 'Numbered list').click(),
    '<ol>\n<li>Hello</li>\n</ol>',
  ],
  [
    'direction',
    async (page, panel) => {
      await tool(panel, 'Text direction').click();
      await page.getByRole('menuitem', { name: 'RTL content' }).click();
    },
    '<p dir="rtl">Hello</p>',
  ],
  [
    'a link',
    async (page, panel) => {
      await tool(panel, 'Insert/edit link').click();
      const dialog = page.getByRole('dialog', { name: 'Insert/Edit Link' });
      await dialog.getByLabel('URL').fill('https://example.com/x');
      await dialog.getByRole('button', { name: 'Save' }).click();
    },
    '<p><a href="https://example.com/x">Hello</a></p>',
  ],
  [
    'a code sample',
    async (page, panel) => {
      await contentOf(panel).press('End');
      await tool(panel, /code sample/i).click();
      const dialog = page.getByRole('dialog', { name: /code sample/i });
      await dialog.getByRole('textbox').fill('<b>1</b>');
      await dialog.getByRole('button', { name: 'Save' }).click();
    },
    '<p>Hello</p>\n<pre class="language-markup"><code>&lt;b&gt;1&lt;/b&gt;</code></pre>',
  ],
];

for (const [what, act, expected] of TOOLS) {
  test(`[RF-11] ${what} is put on a text and stored`, async ({ page, admin, backend }) => {
    const articles = await makeArticles(backend);
    const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
    await admin.signIn();
    const panel = await openRich(page, articles, article);
    await contentOf(panel).click();
    await page.keyboard.press('ControlOrMeta+a');
    await act(page, panel);
    expect(await saveAndRead(backend, panel, article)).toBe(expected);
  });
}

test('[RF-11] a table, the source and the whole window', async ({ page, admin, backend }) => {
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await contentOf(panel).press('End');
  await tool(panel, 'Table').click();
  await page.getByRole('menuitem', { name: 'Table', exact: true }).hover();
  await page.locator('.tox-insert-table-picker > div').nth(1).click();
  await expect(contentOf(panel).locator('td')).toHaveCount(2);

  await tool(panel, 'Fullscreen').click();
  const size = page.viewportSize();
  await expect
    .poll(() => editorOf(panel).locator('.tox-hugerte').boundingBox())
    .toEqual({ x: 0, y: 0, width: size?.width, height: size?.height });
  await tool(panel, 'Fullscreen').click();

  await tool(panel, 'Source code').click();
  const source = bodyField(panel).getByRole('textbox', { name: 'body' });
  await source.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('<p>From <em>source</em></p>');
  await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
  await expect(contentOf(panel).locator('em')).toHaveText('source');
  expect(await saveAndRead(backend, panel, article)).toBe('<p>From <em>source</em></p>');
});

test('[RP-06] Ctrl+S in the text saves and keeps the panel open', async ({ page, admin, backend }) => {
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await contentOf(panel).press('End');
  await page.keyboard.type(' there');
  await expect(save(panel)).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toBeVisible();
  expect(await storedBody(backend, article)).toBe('<p>Hello there</p>');
  await expect(panel).toBeVisible();
  await expect(contentOf(panel)).toHaveText('Hello there');
});

for (const convertUrls of [true, false]) {
  test(`[RF-11] convertUrls ${convertUrls ? 'strips' : 'off keeps'} the domain of inserted addresses`, async ({
    page,
    admin,
    backend,
    atoll,
  }) => {
    const articles = await makeArticles(backend, { convertUrls });
    const old = `<p><a href="${atoll.url}/old">old</a></p>`;
    const article = await createRecord(backend.api, articles.id, { title: 'x', body: old });
    await admin.signIn();
    const panel = await openRich(page, articles, article);
    await contentOf(panel).press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    for (const url of [`${atoll.url}/own?a=1`, 'https://example.com/other']) {
      await tool(panel, 'Insert/edit link').click();
      const dialog = page.getByRole('dialog', { name: 'Insert/Edit Link' });
      await dialog.getByLabel('URL').fill(url);
      await dialog.getByLabel('Text to display').fill('link');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
    }
    const body = String(await saveAndRead(backend, panel, article));
    // What was there before is not what was inserted.
    expect(body).toContain(`href="${atoll.url}/old"`);
    expect(body).toContain(convertUrls ? 'href="/own?a=1"' : `href="${atoll.url}/own?a=1"`);
    expect(body).toContain('href="https://example.com/other"');
  });
}

const CHANGED = [
  ['plain text', 'just words', /would change "just words"/],
  ['a custom element', '<p>x</p><my-tag>y</my-tag>', /would change/],
  ['an unknown attribute of a list', '<p><blink>x</blink></p>', /would change/],
] as const;

for (const [what, html, reason] of CHANGED) {
  test(`${what} that the editor would change is opened as source, with the reason, and stays`, async ({
    page,
    admin,
    backend,
  }) => {
    const articles = await makeArticles(backend);
    const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
    await admin.signIn();
    const panel = await openRecord(page, articles, article);
    await expect(bodyField(panel).getByText(reason)).toBeVisible();
    await expect(bodyField(panel).locator('.ace_content')).toContainText(html.slice(0, 6));
    await expect(save(panel)).toBeDisabled();
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    expect(await saveAndRead(backend, panel, article)).toBe(html);
  });
}

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

for (const html of HOSTILE) {
  test(`${html} is shown as source, runs nowhere and stays as it is`, async ({ page, admin, backend }) => {
    const articles = await makeArticles(backend);
    const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
    await admin.signIn();
    const panel = await openRecord(page, articles, article);
    await expect(bodyField(panel).getByText(/^Shown as source: the text holds /)).toBeVisible();
    await expect(panel.locator('iframe')).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    expect(await saveAndRead(backend, panel, article)).toBe(html);
  });
}

test('hostile HTML put into the source does not run when it is asked for as rich text', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await tool(panel, 'Source code').click();
  await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('<img src="x" onerror="window.__pwned = 1">');
  await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
  await expect(bodyField(panel).getByText(/the text holds the handler onerror/)).toBeVisible();
  await expect(panel.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
});

test('the content stands in a document in which no script may run, in either theme', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const answer = await fetch(`${atoll.url}/rich-text.html`);
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('content-security-policy')).toBe("script-src 'none'; frame-ancestors 'self'");
  expect(await answer.text()).toContain("default-src 'none'");
  const articles = await makeArticles(backend);
  const html = '<p style="color: rgb(255, 0, 0);">Hello</p>';
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await expect(contentOf(panel).locator('p')).toHaveCSS('color', 'rgb(255, 0, 0)');
  const root = editorOf(panel).frameLocator('iframe').locator('html');
  for (const theme of ['atoll-dark', 'atoll']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await expect(root).toHaveAttribute('data-theme', theme);
  }
});

test('[FP-06] [FP-07] an image of a collection is chosen in a size and inserted', async ({
  page,
  admin,
  backend,
  atoll,
  axe,
}) => {
  const photos = await createCollection(backend.api, {
    name: uniqueName('aaa_photos'),
    schema: [field('file', 'file', { options: { maxSelect: 3, thumbs: ['50x50', '0x20f'] } })],
  });
  const photo = await createRecord(backend.api, photos.id, { file: [pngFile('one.png')] });
  const [name = ''] = [photo['file']].flat().map(String);
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  const openPicker = async () => {
    await tool(panel, 'Insert image').click();
    await page.getByRole('menuitem', { name: 'From collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select an image' });
    await dialog.getByRole('button', { name: photos.name }).click();
    return dialog;
  };
  await contentOf(panel).press('End');
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
  await axe();
  await size.selectOption('50x50 thumb');
  await insert.click();
  await expect(dialog).toBeHidden();
  const url = `${atoll.url}/api/files/${photos.id}/${photo.id}/${name}`;
  await expect(contentOf(panel).locator('img')).toHaveAttribute('src', `${url}?thumb=50x50`);
  expect(await saveAndRead(backend, panel, article)).toBe(
    `<p>Hello<img src="${url}?thumb=50x50" alt="${name}"></p>`,
  );

  const again = await openRich(page, articles, article);
  const second = await openPicker();
  await second.getByRole('button', { name }).click();
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(second).toBeHidden();
  await expect(save(again)).toBeDisabled();
  const third = await openPicker();
  await third.getByRole('button', { name }).click();
  await third.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(contentOf(again).locator(`img[src="${url}"]`)).toHaveCount(1);
});

test('[RF-11] an image of this device goes into the text itself', async ({ page, admin, backend }) => {
  const articles = await makeArticles(backend);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
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
  expect(await saveAndRead(backend, panel, article)).toContain(
    `src="data:image/png;base64,${png.toString('base64')}"`,
  );
});
