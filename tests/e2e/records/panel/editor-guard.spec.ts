import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  frameOf,
  openArticle,
  openRich,
  saveAndRead,
  shownText,
  tool,
} from '#tests/support/records/rich-text.ts';

const CHANGED = [
  ['plain text', 'just words', /would change "just words"/],
  ['a custom element', '<p>x</p><my-tag>y</my-tag>', /would change/],
  ['an unknown attribute of a list', '<p><blink>x</blink></p>', /would change/],
] as const;

test('a text that the editor would change is opened as source, with the reason, and stays unchanged', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  await admin.signIn();
  for (const [what, html, reason] of CHANGED) {
    await test.step(what, async () => {
      const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
      const panel = await openArticle(page, articles, article);
      await shownText(panel).hover();
      await expect(bodyField(panel).getByText(reason)).toBeVisible();
      await expect(bodyField(panel).locator('.ace_content')).toContainText(html.slice(0, 6));
      await expect(saveButton(panel)).toBeDisabled();
      await panel.getByRole('textbox', { name: 'title' }).fill('y');
      expect(await saveAndRead(backend, panel, article)).toBe(html);
    });
  }
});

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

test('hostile HTML is shown as source, does not run and stays unchanged', async ({
  page,
  admin,
  backend,
}) => {
  test.setTimeout(120_000);
  const articles = await createArticles(backend.api);
  await admin.signIn();
  for (const html of HOSTILE) {
    await test.step(html, async () => {
      const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
      const panel = await openArticle(page, articles, article);
      await expect(bodyField(panel).getByText(/^Shown as source: the text contains /)).toBeVisible();
      await expect(panel.locator('iframe')).toHaveCount(0);
      expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
      await panel.getByRole('textbox', { name: 'title' }).fill('y');
      expect(await saveAndRead(backend, panel, article)).toBe(html);
    });
  }
});

test('hostile HTML typed as source does not run when the user switches to rich text', async ({
  page,
  admin,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await tool(panel, 'Source code').click();
  await bodyField(panel).getByRole('textbox', { name: 'body' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('<img src="x" onerror="window.__pwned = 1">');
  await bodyField(panel).getByRole('button', { name: 'Rich text' }).click();
  await expect(bodyField(panel).getByText(/the text contains the handler onerror/)).toBeVisible();
  await expect(panel.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false);
});

test('the content is in a document without scripts, in both themes', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const response = await fetch(`${atoll.url}/rich-text.html`);
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(response.headers.get('content-security-policy')).toBe("script-src 'none'; frame-ancestors 'self'");
  expect(await response.text()).toContain("default-src 'none'");
  const articles = await createArticles(backend.api);
  const html = '<p style="color: rgb(255, 0, 0);">Hello</p>';
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: html });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await expect(contentOf(panel).locator('p')).toHaveCSS('color', 'rgb(255, 0, 0)');
  const root = frameOf(panel).locator('html');
  for (const theme of ['atoll-dark', 'atoll']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await expect(root).toHaveAttribute('data-theme', theme);
  }
});
