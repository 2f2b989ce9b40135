import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { createCollection, createRecord, field, seedRecords, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  openNew,
  openRecord,
  panelScreen,
  question,
  recordPanels,
} from '#tests/support/records/panel.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('related records open above what is open, and say what refers to them', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { api } = backend;
  const relation = (name: string, collectionId: string, more: object = {}) =>
    field(name, 'relation', { options: { collectionId, maxSelect: 1, cascadeDelete: false }, ...more });
  const teams = await createCollection(api, { name: uniqueName('teams'), schema: [field('title')] });
  const people = await createCollection(api, {
    name: uniqueName('people'),
    schema: [field('name', 'text', { presentable: true }), relation('team', teams.id, { presentable: true })],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    schema: [field('title'), relation('author', people.id, { required: true })],
  });
  const many = (name: string, minSelect: number, maxSelect: number | null) =>
    field(name, 'relation', {
      options: { collectionId: people.id, cascadeDelete: false, minSelect, maxSelect },
    });
  const tasks = await createCollection(api, {
    name: uniqueName('tasks'),
    schema: [many('owner', 1, 1), many('few', 2, 3), many('some', 2, null), many('any', 0, null)],
  });
  const team = await createRecord(api, teams.id, { title: 'Reds' });
  const person = await createRecord(api, people.id, { name: 'Ann', team: team.id });
  const post = await createRecord(api, posts.id, { title: 'p', author: person.id });

  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const chip = recordsScreen(page).cell(post.id, 'author').getByRole('link', { name: 'Ann, Reds' });
  await chip.click();
  const { panel, control, field: part, menu } = panelScreen(page);
  await expect(panel).toContainText('Ann, Reds');
  expect(hashQuery(page)).toMatchObject({ collectionId: posts.id, recordId: person.id, recordOf: people.id });

  const link = part('team').getByRole('link', { name: 'Reds' });
  await control('name').fill('typed');
  await link.press('Enter');
  await expect(recordPanels(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(recordPanels(page)).toHaveCount(1);
  await expect(link).toBeFocused();
  await link.press('Enter');
  await expect(recordPanels(page)).toHaveCount(2);
  await page.goBack();
  await expect(recordPanels(page)).toHaveCount(1);
  await expect(control('name')).toHaveValue('typed');
  await control('name').fill('Ann');

  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const isReferring = (url: URL) =>
    url.pathname.endsWith(`/${posts.id}/records`) && url.searchParams.has('filter');
  await page.route(isReferring, (route) => failWith(route, 'Not now.'));
  await panel.getByText('Referenced by').click();
  const referring = panel.getByRole('list', { name: 'Referenced by' }).getByRole('listitem');
  await expect(referring.filter({ hasText: posts.name })).toContainText('Could not be loaded: Not now.');
  await expect(referring.filter({ hasText: 'by few' })).toContainText('No records');
  await page.unroute(isReferring);
  const again = panel.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(referring.getByRole('link', { name: '1 record' })).toBeVisible();
  const size = page.viewportSize();
  await expectFitsSmall(page, panel);
  if (size) await page.setViewportSize(size);
  await checkScreen();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(question(page)).toContainText(`${posts.name} refuses this: 1 record needs it in “author”.`);
  await checkScreen();
  await answer(page, 'Do you really want to delete the selected record?', false);
  await page.goBack();
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(chip).toBeVisible();

  await test.step('a relation says how many records it takes', async () => {
    const screen = await openNew(page, tasks.id);
    await expect(screen.field('few')).toContainText('Select between 2 and 3 records.');
    await expect(screen.field('some')).toContainText('Select at least 2 records.');
    await expect(screen.field('any')).toBeVisible();
    await expect(screen.field('any')).not.toContainText('Select');
    await expect(screen.field('owner')).not.toContainText('Select');
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  });

  await test.step('a relation whose collection is gone shows its ids', async () => {
    const other = await createRecord(api, people.id, { name: 'Bob' });
    const task = await createRecord(api, tasks.id, { few: [person.id, other.id] });
    const options = { query: `select id, few from ${tasks.name}` };
    const view = await createCollection(api, { name: uniqueName('looked'), type: 'view', options });
    await page.route(
      (url) => url.pathname === '/api/collections',
      async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const items = body.items.filter(({ id }: { id: string }) => id !== people.id);
        await route.fulfill({ response, json: { ...body, items } });
      },
    );
    await page.reload();
    const screen = await openRecord(page, posts.id, post.id);
    await expect(screen.field('author')).toContainText(person.id);
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
    const added = await openNew(page, posts.id);
    await expect(added.field('author')).toContainText('The collection of this relation does not exist.');
    await added.cancel.click();
    await page.goto(recordsHash(view.id, { recordId: task.id }));
    const few = page.getByRole('dialog').locator('tr[data-column="few"] td');
    await expect(few).toHaveText(`${person.id}, ${other.id}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('rows move by a handle and by keys where a number field orders them', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { api } = backend;
  const list = await createCollection(api, {
    name: uniqueName('list'),
    schema: [field('title'), field('place', 'number')],
  });
  const ids: string[] = [];
  for (const place of [1, 2, 3])
    ids.push((await createRecord(api, list.id, { title: `row ${place}`, place })).id);
  const [a = '', b = '', c = ''] = ids;
  const { row, cell } = recordsScreen(page);
  const expectOrder = async (...order: string[]) => {
    for (const [index, id] of order.entries())
      await expect(row(id)).toHaveAttribute('aria-rowindex', `${index + 2}`);
  };

  await admin.signIn();
  await page.goto(recordsHash(list.id));
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menuitem', { name: 'Order by place' }).click();
  await page.keyboard.press('Escape');
  await expectOrder(a, b, c);
  const handles = page.locator('[data-row-handle]');
  await expect(handles).toHaveCount(3);
  await row(c).press('Alt+ArrowUp');
  await expectOrder(a, c, b);
  await expect(row(c)).toBeFocused();
  await expect(row(c)).toContainText('1.5');
  await checkScreen();

  const [from, to] = [await row(b).boundingBox(), await row(a).boundingBox()];
  if (!from || !to) throw new Error('The rows have no place.');
  await page.mouse.move(from.x + 6, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, to.y + 12, { steps: 4 });
  await page.mouse.move(from.x + 6, to.y + 6);
  /** The row moves before it is saved. */
  const untilSaved = async (move: Promise<void>) => {
    await page.waitForResponse((response) => response.request().method() === 'PATCH');
    await move;
  };
  await untilSaved(page.mouse.up());
  await expectOrder(b, a, c);
  await page.reload();
  await expectOrder(b, a, c);
  await expect(handles).toHaveCount(3);

  const fromMenu = async (id: string, name: string) => {
    await cell(id, 'title').click({ button: 'right' });
    await page.getByRole('menuitem', { name }).click();
  };
  await untilSaved(fromMenu(a, 'Move up'));
  await expectOrder(a, b, c);
  await untilSaved(fromMenu(a, 'Move down'));
  await expectOrder(b, a, c);
  const clipboard = await allowClipboard(page);
  await fromMenu(c, 'Copy text');
  await expect.poll(clipboard).toBe('row 3');
  const long = `${'row 3, '.repeat(40)}end`;
  await api.patch(`/api/collections/${list.id}/records/${c}`, { title: long });
  await expect(cell(c, 'title')).toContainText('...');
  await fromMenu(c, 'Copy text');
  await expect.poll(clipboard).toBe(long);
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menuitem', { name: 'Stop ordering by place' }).click();
  await page.keyboard.press('Escape');
  await expect(handles).toHaveCount(0);
});

test('a row is dragged to rows that are loaded on the way', async ({ page, admin, backend }) => {
  const { api } = backend;
  const list = await createCollection(api, {
    name: uniqueName('list'),
    schema: [field('title'), field('place', 'number')],
  });
  const ids = await seedRecords(backend, list, 60, (index) => ({ title: `row ${index}`, place: index + 1 }));
  const [first = ''] = ids;
  await admin.signIn();
  await page.goto(recordsHash(list.id));
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menuitem', { name: 'Order by place' }).click();
  await page.keyboard.press('Escape');
  const { row, scroller, table } = recordsScreen(page);
  await expect(page.locator('[data-row-handle]').first()).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', '41');
  const [from, box] = [await row(first).boundingBox(), await scroller.boundingBox()];
  if (!from || !box) throw new Error('The list has no place.');
  await page.mouse.move(from.x + 6, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, box.y + box.height - 10, { steps: 4 });
  await expect(table).toHaveAttribute('aria-rowcount', '61');
  const last = row(ids[59] ?? '');
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.mouse.up();
  await expect
    .poll(
      async () => (await api.get<{ place: number }>(`/api/collections/${list.id}/records/${first}`)).place,
    )
    .toBe(61);
});
