import type { Locator, Page } from '@playwright/test';
import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { saveButton } from '#tests/support/records/panel.ts';
import {
  bodyField,
  contentOf,
  createArticles,
  editorOf,
  openRich,
  saveAndRead,
  storedBody,
  tool,
} from '#tests/support/records/rich-text.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RF-11] the toolbar has all buttons, and the editor appears 100 ms after the field', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  await page.addInitScript(() => {
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
  await expect(saveButton(panel)).toBeDisabled();
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

test('[RF-11] the effect of each button is stored', async ({ page, admin, backend }) => {
  test.setTimeout(120_000);
  const articles = await createArticles(backend.api);
  await admin.signIn();
  for (const [what, act, expected] of TOOLS) {
    await test.step(what, async () => {
      const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
      const panel = await openRich(page, articles, article);
      await contentOf(panel).click();
      await page.keyboard.press('ControlOrMeta+a');
      await act(page, panel);
      expect(await saveAndRead(backend, panel, article)).toBe(expected);
    });
  }
});

test('[RF-11] a table, the source and full screen', async ({ page, admin, backend }) => {
  const articles = await createArticles(backend.api);
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

test('[RP-06] Ctrl+S in the rich text saves and keeps the panel open', async ({ page, admin, backend }) => {
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await contentOf(panel).press('End');
  await page.keyboard.type(' there');
  await expect(saveButton(panel)).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toBeVisible();
  expect(await storedBody(backend, article)).toBe('<p>Hello there</p>');
  await expect(panel).toBeVisible();
  await expect(contentOf(panel)).toHaveText('Hello there');
});
