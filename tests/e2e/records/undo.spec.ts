import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord, question } from '#tests/support/records/panel.ts';
import { deleteSelected } from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const COUNT = 60;
const PASSWORD = '1234567890';
const UPLOADED = /_[A-Za-z0-9]{10}(?=\.txt$)/;

const textFile = (name: string) => new File([`content of ${name}`], name, { type: 'text/plain' });

/** All records of a collection with the content of their files, without the times that do not come back. */
async function readAll(backend: Backend, collection: string) {
  const { items } = await backend.api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${collection}/records?perPage=500&sort=id`,
  );
  return Promise.all(
    items.map(async ({ created: _, updated: __, ...record }) => {
      const name = record['file'];
      if (!name) return record;
      const response = await fetch(`${backend.url}/api/files/${collection}/${record['id']}/${name}`);
      return { ...record, file: String(name).replace(UPLOADED, ''), content: await response.text() };
    }),
  );
}

/** Opens the panel with the keyboard. */
async function openChanges(page: Page) {
  await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Changes of this session' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Changes of this session' });
  await expect(panel).toBeVisible();
  return panel;
}

test('deleted records come back with their files and with what was deleted with them', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { api } = backend;
  const projects = await createCollection(api, {
    name: uniqueName('projects'),
    schema: [field('title', 'text', { presentable: true }), field('file', 'file'), field('meta', 'json')],
  });
  const toProject = (cascadeDelete: boolean) =>
    field('project', 'relation', { options: { collectionId: projects.id, maxSelect: 1, cascadeDelete } });
  const tasks = await createCollection(api, {
    name: uniqueName('tasks'),
    schema: [toProject(true), field('file', 'file')],
  });
  const notes = await createCollection(api, { name: uniqueName('notes'), schema: [toProject(false)] });
  const users = await createCollection(api, {
    name: uniqueName('people'),
    type: 'auth',
    schema: [toProject(true)],
  });
  const rows = await createRecords(api, projects.id, COUNT, (index) => ({
    title: `project ${index}`,
    meta: [index, { a: '\r\n' }],
    ...(index % 2 ? { file: textFile(`project${index}.txt`) } : {}),
  }));
  for (const { id } of rows.slice(0, 10)) {
    await createRecord(api, tasks.id, { project: id, file: textFile(`task${id}.txt`) });
    await createRecord(api, notes.id, { project: id });
  }
  const [first] = rows;
  await createRecord(api, users.id, {
    username: 'ann',
    email: 'ann@example.com',
    password: PASSWORD,
    passwordConfirm: PASSWORD,
    project: first?.id,
  });
  const read = () => Promise.all([projects, tasks, notes, users].map(({ id }) => readAll(backend, id)));
  const before = await read();

  await admin.signIn();
  await page.goto(recordsHash(projects.id, { sort: 'created' }));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText(`Total found: ${COUNT}`);
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table).toHaveAttribute('aria-rowcount', `${COUNT + 1}`);
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
  await deleteSelected(page).press('Enter');
  await expect(question(page)).toContainText(
    `60 records of ${projects.name} will be deleted, with what belongs to them in`,
  );
  await expect(question(page)).toContainText(
    'all but the times of creation and update, passwords and linked accounts.',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const deleted = toasts(page, 'success').filter({ hasText: 'Successfully deleted the selected records.' });
  await expect(deleted).toBeVisible();
  expect((await read()).map(({ length }) => length)).toEqual([0, 0, 10, 0]);
  await checkScreen('[data-toasts]');

  await deleted.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toasts(page, 'success').filter({ hasText: 'Brought back 71 records.' })).toBeVisible({
    timeout: 20_000,
  });
  expect(await read()).toEqual(before);
  await expect(screen.total).toHaveText(`Total found: ${COUNT}`);
  await expect(
    api.post(`/api/collections/${users.id}/auth-with-password`, { identity: 'ann', password: PASSWORD }),
  ).rejects.toThrow();
});

test('a save is undone in the list of changes, and what another admin changed since stays', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [field('title', 'text', { presentable: true }), field('amount', 'number')],
  });
  const record = await createRecord(backend.api, collection.id, { title: 'old', amount: 1 });
  const path = `/api/collections/${collection.id}/records/${record.id}`;
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await openChanges(page);
  await expectOutline(page, 'changes-none');
  await page.keyboard.press('Escape');
  const screen = await openRecord(page, collection.id, record.id);
  await screen.control('title').fill('new');
  await screen.save.click();
  await expect(screen.panel).toHaveCount(0);
  await backend.api.patch(path, { amount: 2 });

  const panel = await openChanges(page);
  const entry = panel.getByRole('listitem').filter({ hasText: `Changed “new” of ${collection.name}: title` });
  await expect(entry).toBeVisible();
  await checkScreen('[role=dialog]');
  await expectFitsSmall(page, panel);
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
  const isRecord = (url: URL) => url.pathname === path;
  await page.route(isRecord, (route) =>
    route.request().method() === 'PATCH' ? failWith(route, 'Not now.', 400) : route.continue(),
  );
  await entry.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(entry.getByRole('list', { name: 'Not undone' })).toHaveText('new Not now.');
  await expectOutline(page, 'changes-refused');
  await page.unroute(isRecord);
  await entry.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(entry).toContainText('Undone');
  await expect(
    toasts(page, 'success').filter({ hasText: 'Put the old values of 1 record back.' }),
  ).toBeVisible();
  expect(await backend.api.get(path)).toMatchObject({ title: 'old', amount: 2 });
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions', exact: true })).toBeFocused();
  await expect(recordsScreen(page).table).toContainText('old');
});
