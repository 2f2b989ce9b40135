import {
  createCollection,
  createRecord,
  createRecords,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew, openRecord } from '#tests/support/records/panel.ts';
import { contentOf, editorOf, shownText } from '#tests/support/records/rich-text.ts';

test('axe finds nothing on a new record with empty fields, and on one with refused fields', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  test.setTimeout(120_000);
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const related = await createCollection(backend.api, {
    name: uniqueName('people'),
    schema: [field('name')],
  });
  const schema = everyFieldType(related.id).map((one) => ({ ...one, required: true }));
  const { id } = await createCollection(backend.api, { name: uniqueName('posts'), schema });
  await admin.signIn();
  const { panel, save } = await openNew(page, id);
  await expect(shownText(panel)).toBeVisible();
  await axe();
  await shownText(panel).hover();
  await expect(contentOf(panel)).toHaveAttribute('contenteditable', 'true');
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  await axe();
  // Disables the browser's validation, so that the backend gets the values.
  await panel.locator('[required]').evaluateAll((all) => {
    for (const one of all) one.removeAttribute('required');
  });
  await save.click();
  await expect(panel.locator(`[data-field="body"]`).getByText('Missing required value.')).toBeVisible();
  await axe();
});

test('a conflict shows related records by name, and long values can be scrolled by keyboard', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    schema: [field('name', 'text', { presentable: true })],
  });
  const relation = { collectionId: people.id, cascadeDelete: false, minSelect: null, maxSelect: 1 };
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [field('text'), field('author', 'relation', { options: relation })],
  });
  const names = ['Ada', 'Grace'];
  const [ada, grace] = await createRecords(backend.api, people.id, 2, (index) => ({ name: names[index] }));
  const row = await createRecord(backend.api, articles.id, { text: 'text', author: ada?.id });
  await admin.signIn();
  const panel = await openRecord(page, articles.id, row.id);
  await panel.control('text').fill('my line\n'.repeat(60));
  await panel.field('author').getByRole('button', { name: 'Remove Ada' }).click();
  await backend.api.patch(`/api/collections/${articles.id}/records/${row.id}`, {
    text: 'theirs',
    author: grace?.id,
  });
  await panel.save.click();
  const dialog = page.getByRole('dialog', { name: 'Changed by somebody else' });
  const author = dialog.getByRole('group', { name: 'author', exact: true });
  await expect(author).toContainText('N/A');
  await expect(author).toContainText('Grace');
  await expect(author).not.toContainText(grace?.id ?? '');
  await axe();
  await dialog.getByRole('radio', { name: 'Mine: text' }).focus();
  await page.keyboard.press('Tab');
  const value = dialog.getByRole('group', { name: 'Value of Mine: text' });
  await expect(value).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => value.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
});
