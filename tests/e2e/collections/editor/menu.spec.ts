import {
  collectionEditor,
  collectionHash,
  collectionTitle,
  openEditorOf,
  openNew,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { toasts } from '#tests/support/screens.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[CE-18][CE-19] Duplicate opens an unsaved copy with its own ids and names', async ({
  page,
  backend,
}) => {
  const name = uniqueName('origin');
  const { id, schema } = await createCollection(backend.api, {
    name,
    schema: [field('title', 'text'), field('rank', 'number', { required: true })],
    indexes: [`CREATE UNIQUE INDEX \`idx_${name}\` ON \`${name}\` (\`title\`) WHERE \`rank\` > 1`],
  });
  const editor = await openEditorOf(page, id);
  await expect(editor.menu).toBeVisible();
  await editor.menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Delete']);
  await page.keyboard.press('Escape');
  await editor.fieldName('title').fill('changed');
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You have unsaved changes. Do you really want to discard them?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(editor.fieldName('changed')).toBeVisible();
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();

  await expect(editor.panel.getByRole('heading', { name: 'New collection' })).toBeVisible();
  await expect(editor.name).toHaveValue(`${name}_duplicate`);
  await expect(editor.save).toHaveText('Create');
  await expect(editor.fieldName('title')).toBeVisible();
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  const body = bodyOf(await sent);
  expect(body).toMatchObject({ id: '', created: '', updated: '', name: `${name}_duplicate` });
  expect(body.schema.map((one) => [one['id'], one['name'], one['required']])).toEqual([
    ['', 'title', false],
    ['', 'rank', true],
  ]);
  const [index] = body.indexes;
  expect(index).toMatch(
    new RegExp(
      `^CREATE UNIQUE INDEX \`idx_[A-Za-z0-9]{7}\` ON \`${name}_duplicate\` \\(\`title\`\\) WHERE \`rank\` > 1$`,
    ),
  );
  await expect(toasts(page, 'success')).toHaveText('Successfully created collection.');
  const copy = await backend.api.get<typeof body & { id: string }>(`/api/collections/${name}_duplicate`);
  expect(copy.id).not.toBe(id);
  const ids = copy.schema.map((one) => one['id']);
  expect(ids).toHaveLength(2);
  for (const one of schema) expect(ids).not.toContain(one.id);
  await expect(collectionTitle(page)).toHaveText(`${name}_duplicate`);
});

test('[CE-20][CS-13] Delete asks, deletes, and opens the first collection in every tab', async ({
  page,
  backend,
  secondTab,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 DELETE \/api\/collections\/\w+$/);
  const { categories } = await createBlog(backend.api);
  const name = uniqueName('doomed');
  const { id } = await createCollection(backend.api, { name, schema: [field('title')] });
  const other = await secondTab(collectionHash(id));
  await expect(collectionTitle(other)).toHaveText(name);

  // The backend refuses, because other collections refer to this one.
  const refused = await openEditorOf(page, categories.id);
  await refused.menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(toasts(page, 'error')).toContainText(
    'Failed to delete collection due to existing dependency.',
  );
  await expect(refused.panel).toBeVisible();
  await refused.cancel.click();

  const editor = await openEditorOf(page, id);
  await editor.menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    `Do you really want to delete collection "${name}" and all its records?`,
  );
  const sent = page.waitForRequest((request) => isWrite(request, 'DELETE', `/api/collections/${id}`));
  await question.getByRole('button', { name: 'Yes' }).click();
  await sent;
  await expect(toasts(page, 'success')).toHaveText(`Successfully deleted collection "${name}".`);
  await expect(editor.panel).toBeHidden();
  for (const tab of [page, other]) {
    const links = tab.getByRole('navigation', { name: 'Collections' }).getByRole('link');
    await expect(links.getByText(name, { exact: true })).toHaveCount(0);
    await expect(links.first()).toHaveAttribute('aria-current', 'page');
    const first = await links.first().textContent();
    await expect(collectionTitle(tab)).toHaveText(first ?? '');
  }
});

test('[CS-13] creating and updating notify the other tabs with the message "reload"', async ({
  page,
  backend,
  secondTab,
}) => {
  const { posts } = await createBlog(backend.api);
  const other = await secondTab(collectionHash(posts.id));
  const list = other.getByRole('navigation', { name: 'Collections' });
  await expect(list.getByRole('link', { name: posts.name, exact: true })).toBeVisible();
  await other.evaluate(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    new BroadcastChannel('collections').onmessage = ({ data }) => received.push(data);
  });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('told');
  await editor.name.fill(name);
  await editor.addField('Plain text', 'title');
  await editor.save.click();
  await expect(list.getByRole('link', { name, exact: true })).toBeVisible();
  const again = collectionEditor(page);
  await expect(again.panel).toBeHidden();
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await again.name.fill(`${name}_again`);
  await again.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(list.getByRole('link', { name: `${name}_again`, exact: true })).toBeVisible();
  expect(await other.evaluate(() => (window as unknown as { received: unknown[] }).received)).toEqual([
    'reload',
    'reload',
  ]);
});
