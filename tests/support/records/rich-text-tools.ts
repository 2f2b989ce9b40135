import type { Locator, Page } from '@playwright/test';
import { contentOf, editorOf, tool } from './rich-text.ts';

/** The buttons of the toolbar. */
export const BUTTONS = [
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
];

/** What a button does with a selected paragraph, which contains the name. */
export const TOOLS: readonly (readonly [string, (page: Page, panel: Locator) => Promise<void>, string])[] = [
  ['bold', async (_page, panel) => tool(panel, 'Bold').click(), '<p><strong>bold</strong></p>'],
  ['italic', async (_page, panel) => tool(panel, 'Italic').click(), '<p><em>italic</em></p>'],
  [
    'alignment',
    async (_page, panel) => tool(panel, 'Align center').click(),
    '<p style="text-align: center;">alignment</p>',
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
    '<h2>a format</h2>',
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
    '<p><span style="color: #e03e2d;">text colour</span></p>',
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
    '<p><span style="background-color: #f1c40f;">background colour</span></p>',
  ],
  ['a list', async (_page, panel) => tool(panel, 'Bullet list').click(), '<ul>\n<li>a list</li>\n</ul>'],
  [
    'a numbered list',
    async (_page, panel) => tool(panel, 'Numbered list').click(),
    '<ol>\n<li>a numbered list</li>\n</ol>',
  ],
  [
    'direction',
    async (page, panel) => {
      await tool(panel, 'Text direction').click();
      await page.getByRole('menuitem', { name: 'RTL content' }).click();
    },
    '<p dir="rtl">direction</p>',
  ],
  [
    'a link',
    async (page, panel) => {
      await tool(panel, 'Insert/edit link').click();
      const dialog = page.getByRole('dialog', { name: 'Insert/Edit Link' });
      await dialog.getByLabel('URL').fill('https://example.com/x');
      await dialog.getByRole('button', { name: 'Save' }).click();
    },
    '<p><a href="https://example.com/x">a link</a></p>',
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
    '<p>a code sample</p>\n<pre class="language-markup"><code>&lt;b&gt;1&lt;/b&gt;</code></pre>',
  ],
];
