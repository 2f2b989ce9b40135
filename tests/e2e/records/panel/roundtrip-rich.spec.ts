import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { editorOf, shownText } from '#tests/support/records/rich-text.ts';

/** Values of a rich-text field, stored by others, that must stay unchanged. */
const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  paragraph: '<p>Hello</p>',
  'several lines': '<p>one</p>\n<p>two</p>\n',
  'lines without breaks': '<p>one</p><p>two</p>',
  unicode: '<p>👩‍👩‍👧 é́ 漢字 ﷽ user\u202Egpj</p>',
  entities: '<p>&lt;script&gt; &amp;amp; &quot;x&quot; a&nbsp;b</p>',
  'legacy tags': '<p><b>b</b> <i>i</i> <u>u</u> <font color="#ff0000">f</font></p>',
  styles: '<p style="text-align:center; COLOR: rgb(1, 2, 3)">x</p>',
  table: '<table border="1"><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  list: '<ul><li>a<ul><li>b</li></ul></li></ul>',
  code: '<pre class="language-markup"><code>&lt;b&gt;\n  x</code></pre>',
  image: '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="x" width="10"></p>',
  'plain text': 'no tags at all',
  'unknown tags': '<my-card data-x="1"><p>x</p></my-card>',
  script: '<p>x</p><script>window.__pwned = 1</script>',
  'unclosed tags': '<p>one<p>two <em>three',
  long: `<p>${'long '.repeat(4000)}</p>`,
};

/** Texts that are typed as source and stored. */
const SOURCES = Object.entries(TEXTS).filter(([what]) => what !== 'empty' && what !== 'long');

async function open(page: Page, collectionId: string, recordId: string, name: string): Promise<Locator> {
  await page.goto(recordsHash(collectionId, { recordId }));
  const panel = page.getByRole('dialog', { name: `Edit ${name} record` });
  const source = panel.locator('[data-field="body"] .ace_editor');
  await expect(shownText(panel).or(source)).toBeVisible();
  // Opens the editor, which may refuse the text.
  if (await shownText(panel).isVisible()) await shownText(panel).hover();
  // Both editors have the text by then.
  await expect(editorOf(panel).and(panel.locator('[aria-busy="false"]')).or(source)).toBeVisible();
  return panel;
}

const createTexts = (api: AdminApi): Promise<Collection> =>
  createCollection(api, {
    name: uniqueName('texts'),
    schema: [field('title'), field('body', 'editor')],
  });

test('rich texts of every kind stay unchanged when another field is saved', async ({
  page,
  admin,
  backend,
}) => {
  test.setTimeout(120_000);
  const made = await createTexts(backend.api);
  await admin.signIn();
  for (const [what, html] of Object.entries(TEXTS)) {
    await test.step(what, async () => {
      const { id } = await createRecord(backend.api, made.id, { title: 'x', body: html });
      const panel = await open(page, made.id, id, made.name);
      const save = panel.getByRole('button', { name: 'Save changes' });
      await expect(save).toBeDisabled();
      await panel.getByRole('textbox', { name: 'title' }).fill('y');
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await save.click();
      const body = (await sent).postDataBuffer()?.toString('utf8') ?? '';
      expect(body).toContain('title');
      expect(body).not.toContain('body');
      await expect(panel).toBeHidden();
      expect(backend.sql(`SELECT title, body FROM ${made.name} WHERE id = ?`, [id])).toEqual([
        { title: 'y', body: html },
      ]);
    });
  }
});

test('rich texts of every kind are stored byte for byte when typed as source', async ({
  page,
  admin,
  backend,
}) => {
  test.setTimeout(120_000);
  const made = await createTexts(backend.api);
  await admin.signIn();
  for (const [what, html] of SOURCES) {
    await test.step(what, async () => {
      const { id } = await createRecord(backend.api, made.id, { title: 'x', body: 'old' });
      const panel = await open(page, made.id, id, made.name);
      await panel.locator('[data-field="body"]').getByRole('textbox', { name: 'body' }).focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(html);
      await panel.getByRole('button', { name: 'Save changes' }).click();
      await expect(panel).toBeHidden();
      expect(backend.sql(`SELECT body FROM ${made.name} WHERE id = ?`, [id])).toEqual([{ body: html }]);
    });
  }
});

/** Indexes of the related records of a field, out of 12; the store tests of the panel try more orders. */
const CHOICES: readonly (readonly number[])[] = [[], [11, 0, 5], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]];

/** Picks each selection in its order, and expects the same stored order, also after another field was saved. */
async function pickAndKeep(page: Page, backend: Backend) {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    schema: [field('nick', 'text', { presentable: true })],
  });
  const persons = await createRecords(backend.api, people.id, 12, (index) => ({
    nick: `person ${String.fromCharCode(97 + index)}`,
  }));
  const made = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('title'),
      field('readers', 'relation', {
        options: { collectionId: people.id, cascadeDelete: false, minSelect: null, maxSelect: null },
      }),
    ],
  });
  for (const choice of CHOICES) {
    const ids = choice.map((index) => persons[index]?.id ?? '');
    const record = await createRecord(backend.api, made.id, { title: 'x', readers: [persons[3]?.id ?? ''] });
    await page.goto(recordsHash(made.id, { recordId: record.id }));
    const panel = page.getByRole('dialog', { name: `Edit ${made.name} record` });
    await panel.getByRole('button', { name: 'Open picker: readers' }).click();
    const dialog = page.getByRole('dialog', { name: `Select ${people.name} records` });
    await dialog.getByRole('button', { name: 'Remove person d' }).click();
    for (const index of choice) {
      await dialog.getByRole('button', { name: new RegExp(`^${String(persons[index]?.['nick'])} `) }).click();
    }
    await dialog.getByRole('button', { name: 'Set selection' }).click();
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel).toBeHidden();
    const stored = () =>
      backend.sql(`SELECT title, readers FROM ${made.name} WHERE id = ?`, [record.id]).map((row) => ({
        title: row['title'],
        readers: JSON.parse(String(row['readers'])),
      }));
    expect(stored()).toEqual([{ title: 'x', readers: ids }]);

    await page.goto(recordsHash(made.id, { recordId: record.id }));
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    expect((await sent).postDataBuffer()?.toString('utf8')).not.toContain('readers');
    await expect(panel).toBeHidden();
    expect(stored()).toEqual([{ title: 'y', readers: ids }]);
  }
}

test('relations are picked in order, stored in that order, and kept when another field is saved', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await pickAndKeep(page, backend);
});
