import type { Locator, Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  type FieldInput,
  field,
  type RecordRow,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { gate, queryOf, recordsHash, recordsScreen } from '../support/records-page.ts';
import { toasts } from '../support/screens.ts';
import { afterTimers } from '../support/timers.ts';

interface World {
  readonly people: Collection;
  readonly posts: Collection;
  readonly persons: readonly RecordRow[];
}

const relation = (name: string, collectionId: string, options: Record<string, unknown> = {}): FieldInput =>
  field(name, 'relation', { options: { collectionId, cascadeDelete: false, minSelect: null, ...options } });

async function makeWorld({ api }: Backend, count: number): Promise<World> {
  const people = await createCollection(api, {
    name: uniqueName('people'),
    schema: [field('nick', 'text', { presentable: true }), field('note')],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    schema: [
      field('title'),
      relation('author', people.id, { maxSelect: 1 }),
      relation('reviewers', people.id, { maxSelect: 3 }),
      relation('readers', people.id, { maxSelect: null }),
    ],
  });
  const persons = await createRecords(api, people.id, count, (index) => ({
    nick: `person ${String(index).padStart(3, '0')}`,
    note: index % 2 ? 'odd' : 'even',
  }));
  return { people, posts, persons };
}

const idsOf = (rows: readonly RecordRow[], ...indexes: number[]) =>
  indexes.map((index) => rows[index]?.id ?? '');

async function openRecord(page: Page, posts: Collection, record: RecordRow): Promise<Locator> {
  await page.goto(recordsHash(posts.id));
  await recordsScreen(page).row(record.id).click();
  const panel = page.getByRole('dialog', { name: `Edit ${posts.name} record` });
  await expect(panel.getByRole('button', { name: 'Open picker: author' })).toBeVisible();
  return panel;
}

const fieldOf = (panel: Locator, name: string) => panel.locator(`[data-field="${name}"]`);
const chosen = (panel: Locator, name: string) => fieldOf(panel, name).getByRole('listitem');
const save = (panel: Locator) => panel.getByRole('button', { name: 'Save changes' });

/** The dialog of a relation field with its parts. */
async function openPicker(page: Page, panel: Locator, world: World, name: string) {
  await panel.getByRole('button', { name: `Open picker: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Select ${world.people.name} records` });
  await expect(dialog.getByRole('list', { name: `Records of ${world.people.name}` })).toBeVisible();
  const selected = dialog.locator('[data-selected]');
  return {
    dialog,
    selected,
    labels: selected.getByRole('listitem'),
    scroller: dialog.locator('[data-pick-scroller]'),
    row: (text: string) => dialog.getByRole('button', { name: new RegExp(`^${text} \\w+$`) }),
    set: dialog.getByRole('button', { name: 'Set selection' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  };
}

/** The body of the next update of a record, as text. */
async function bodyOfSave(page: Page, panel: Locator, record: RecordRow): Promise<string> {
  const sent = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith(`/records/${record.id}`),
  );
  await save(panel).click();
  return (await sent).postDataBuffer()?.toString('utf8') ?? '';
}

const readBack = (backend: Backend, posts: Collection, record: RecordRow) =>
  backend.api.get<RecordRow>(`/api/collections/${posts.id}/records/${record.id}`);

test('[RF-16] [API-10] related records are listed by their presentable fields, asked for 100 ids at a time', async ({
  page,
  admin,
  backend,
}) => {
  const world = await makeWorld(backend, 103);
  const ids = world.persons.map(({ id }) => id).toReversed();
  const post = await createRecord(backend.api, world.posts.id, { title: 'x', readers: ids });
  await admin.signIn();
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    const query = queryOf(request);
    if (request.url().includes(`/${world.people.id}/records?`) && query['filter']) asked.push(query);
  });
  const panel = await openRecord(page, world.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(103);
  await expect(chosen(panel, 'readers').first()).toContainText('person 102');
  await expect(chosen(panel, 'readers').last()).toContainText('person 000');
  expect(asked.map(({ filter }) => filter)).toEqual(
    [ids.slice(0, 100), ids.slice(100)].map((part) => part.map((id) => `id="${id}"`).join('||')),
  );
  for (const query of asked) expect(query).toMatchObject({ fields: '*:excerpt(200)', skipTotal: '1' });

  const info = chosen(panel, 'readers').first().getByRole('img', { name: 'Show record' });
  await info.hover();
  await expect(page.getByRole('tooltip')).toContainText(`"id": "${ids[0]}"`);
  await panel.getByRole('button', { name: 'Remove person 102' }).click();
  await expect(chosen(panel, 'readers')).toHaveCount(102);
  await save(panel).click();
  await expect(panel).toBeHidden();
  expect((await readBack(backend, world.posts, post))['readers']).toEqual(ids.slice(1));
});

test('[RF-16] related records are put in order by dragging and by keyboard', async ({
  page,
  admin,
  backend,
}) => {
  const world = await makeWorld(backend, 3);
  const [a = '', b = '', c = ''] = idsOf(world.persons, 0, 1, 2);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x', readers: [a, b, c] });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  const rows = chosen(panel, 'readers');
  await expect(rows).toHaveCount(3);
  const handle = panel.getByRole('button', { name: 'Move person 000', exact: true });
  const [from, to] = [await handle.boundingBox(), await rows.last().boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + to.height / 2 + 4, { steps: 8 });
  await page.mouse.up();
  await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);

  const last = panel.getByRole('button', { name: 'Move person 000', exact: true });
  await last.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('person 000 is at place 3 of 3.')).toBeAttached();
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('person 000 is at place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('person 000 is back at place 3.')).toBeAttached();
  await expect(panel).toBeVisible();
  await expect(rows).toHaveText([/person 001/, /person 002/, /person 000/]);
  await page.keyboard.press('Space');
  await expect(page.getByText('person 000 is at place 3 of 3.')).toBeAttached();
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('person 000 is at place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows).toHaveText([/person 001/, /person 000/, /person 002/]);
  await save(panel).click();
  await expect(panel).toBeHidden();
  expect((await readBack(backend, world.posts, post))['readers']).toEqual([b, a, c]);
});

test('[RF-17] ids that no longer resolve leave the list, are told, and go with the next change', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const world = await makeWorld(site.backend, 3);
  const [a = '', b = '', c = ''] = idsOf(world.persons, 0, 1, 2);
  const post = await createRecord(site.backend.api, world.posts.id, { title: 'x', readers: [a, b, c] });
  // The backend cleans relations up itself: only a change past it leaves such ids.
  await site.backend.pause();
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(`${site.backend.dir}/data.db`);
  db.exec(`DELETE FROM ${world.people.name} WHERE id IN ('${a}', '${c}')`);
  db.close();
  await site.backend.restart();
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(world.posts.id)}`);
  await recordsScreen(page).row(post.id).click();
  const panel = page.getByRole('dialog', { name: `Edit ${world.posts.name} record` });
  await expect(chosen(panel, 'readers')).toHaveText([/person 001/]);
  const warning = fieldOf(panel, 'readers').getByRole('button', { name: 'Some relations are missing' });
  await warning.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    `The following relation ids were removed from the list because they are missing or invalid: ${a}, ${c}.`,
  );
  await expect(save(panel)).toBeDisabled();
  await panel.getByRole('textbox', { name: 'title' }).fill('y');
  // With those ids left in, the backend refuses every update of the record.
  await save(panel).click();
  await expect(panel).toBeHidden();
  expect(await readBack(site.backend, world.posts, post)).toMatchObject({ title: 'y', readers: [b] });
});

test('[PK-01] [PK-02] [PK-03] the picker lists 50 at a time, more near the end, and searches', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const world = await makeWorld(backend, 120);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${world.people.id}/records?`)) asked.push(queryOf(request));
  });
  const picker = await openPicker(page, panel, world, 'readers');
  const { dialog, scroller } = picker;
  await expect(dialog.getByRole('heading', { name: `Select ${world.people.name} records` })).toBeVisible();
  await expect(dialog.getByRole('search')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'New record' })).toBeVisible();
  await expect(picker.selected).toContainText('Selected (0)');
  await expect(picker.cancel).toBeVisible();
  await expect(picker.set).toBeEnabled();
  const first = { page: '1', perPage: '50', sort: '-created', fields: '*:excerpt(200)', skipTotal: '1' };
  expect(asked).toEqual([expect.objectContaining(first)]);
  expect(asked[0]?.['filter'] ?? '').toBe('');
  await axe();

  // Only what is in sight stands in the page.
  expect(await dialog.locator('[data-pick]').count()).toBeLessThan(40);
  const toEnd = (distance: number) =>
    scroller.evaluate((element, left) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - left;
    }, distance);
  await toEnd(160);
  await expect(dialog.locator('[aria-setsize="50"]').first()).toBeAttached();
  expect(asked).toHaveLength(1);
  await toEnd(90);
  await expect(dialog.locator('[aria-setsize="100"]').first()).toBeAttached();
  await toEnd(0);
  await expect(dialog.locator('[aria-setsize="120"]').first()).toBeAttached();
  expect(asked.map((query) => query['page'])).toEqual(['1', '2', '3']);
  await toEnd(0);
  await expect(picker.row('person 000')).toBeVisible();

  const search = dialog.getByRole('textbox', { name: /^Search/ });
  await search.click();
  await page.keyboard.type('son 11');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-pick]')).toHaveCount(10);
  await expect(panel).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    ...first,
    filter: 'id~"son 11"||created~"son 11"||updated~"son 11"||nick~"son 11"||note~"son 11"',
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nothing like it');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No records found.')).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect(picker.row('person 119')).toBeVisible();
});

test('[PK-04] [PK-05] the count, the maximum and a single relation that is replaced', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const world = await makeWorld(backend, 5);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  const several = await openPicker(page, panel, world, 'reviewers');
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (0 of MAX 3)');
  await expect(several.selected).toContainText('No selected records.');
  for (const name of ['person 000', 'person 001', 'person 002']) await several.row(name).click();
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (3 of MAX 3)');
  await expect(several.labels).toHaveText([/person 000/, /person 001/, /person 002/]);
  await expect(several.selected).not.toContainText('No selected records.');
  await expect(several.row('person 003')).toBeDisabled();
  await several.row('person 003').click({ force: true });
  await expect(several.labels).toHaveCount(3);
  await axe();
  await several.row('person 001').click();
  await expect(several.labels).toHaveText([/person 000/, /person 002/]);
  await expect(several.row('person 003')).toBeEnabled();
  await several.row('person 003').click();
  await expect(several.labels).toHaveText([/person 000/, /person 002/, /person 003/]);
  await several.cancel.click();

  const single = await openPicker(page, panel, world, 'author');
  await expect(single.selected.getByRole('heading')).toHaveText('Selected (0)');
  await single.row('person 000').click();
  await expect(single.labels).toHaveText([/person 000/]);
  await expect(single.row('person 001')).toBeEnabled();
  await single.row('person 001').click();
  await expect(single.labels).toHaveText([/person 001/]);
  await expect(single.selected.getByRole('heading')).toHaveText('Selected (1)');
  await single.cancel.click();

  const unlimited = await openPicker(page, panel, world, 'readers');
  await unlimited.row('person 000').click();
  await expect(unlimited.selected.getByRole('heading')).toHaveText('Selected (1)');
  await unlimited.cancel.click();
  await expect(save(panel)).toBeDisabled();
});

test('[PK-06] [PK-08] [API-10] labels are removed and put in order; set writes the ids, cancel nothing', async ({
  page,
  admin,
  backend,
}) => {
  const world = await makeWorld(backend, 60);
  const ids = world.persons.slice(0, 55).map(({ id }) => id);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x', readers: ids });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { filter, fields } = queryOf(request);
    if (!request.url().includes(`/${world.people.id}/records?`) || !filter) return;
    expect(fields).toBe('*:excerpt(200)');
    asked.push(filter);
  });
  const first = await openPicker(page, panel, world, 'readers');
  await expect(first.labels).toHaveCount(55);
  expect(asked).toEqual(
    [ids.slice(0, 50), ids.slice(50)].map((part) => part.map((id) => `id="${id}"`).join('||')),
  );
  await first.selected.getByRole('button', { name: 'Remove person 000' }).click();
  await expect(first.labels).toHaveCount(54);
  await first.cancel.click();
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  await expect(save(panel)).toBeDisabled();

  const second = await openPicker(page, panel, world, 'readers');
  await expect(second.labels).toHaveCount(55);
  await second.row('person 059').click();
  await second.selected.getByRole('button', { name: 'Remove person 001' }).click();
  const [from, to] = [
    await second.selected.getByRole('button', { name: 'Move person 000', exact: true }).boundingBox(),
    await second.labels.nth(1).boundingBox(),
  ];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 8, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2 + 6, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(second.labels.first()).toContainText('person 002');
  await expect(second.labels.nth(1)).toContainText('person 000');
  await second.set.click();
  await expect(second.dialog).toBeHidden();
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  const expected = [...idsOf(world.persons, 2, 0), ...ids.slice(3), ...idsOf(world.persons, 59)];
  const body = await bodyOfSave(page, panel, post);
  expect(body).not.toContain('name="title"');
  await expect(panel).toBeHidden();
  expect((await readBack(backend, world.posts, post))['readers']).toEqual(expected);
});

test('[PK-07] a record is edited and created on top of the picker; the new one is chosen', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const world = await makeWorld(backend, 2);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  const picker = await openPicker(page, panel, world, 'readers');
  const pencil = picker.dialog.getByRole('button', { name: 'Edit person 000' });
  await pencil.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Edit');
  await pencil.click();
  const edit = page.getByRole('dialog', { name: `Edit ${world.people.name} record` });
  await edit.getByRole('textbox', { name: 'nick' }).fill('person zero');
  await axe();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(picker.row('person zero')).toBeVisible();

  await picker.dialog.getByRole('button', { name: 'New record' }).click();
  const create = page.getByRole('dialog', { name: `New ${world.people.name} record` });
  await create.getByRole('textbox', { name: 'nick' }).fill('somebody new');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toBeHidden();
  await expect(picker.labels).toHaveText([/somebody new/]);
  await expect(picker.row('somebody new')).toHaveAttribute('aria-pressed', 'true');
  await picker.set.click();
  await expect(chosen(panel, 'readers')).toHaveText([/somebody new/]);
  await save(panel).click();
  await expect(panel).toBeHidden();
  const { items } = await backend.api.get<{ items: RecordRow[] }>(
    `/api/collections/${world.people.id}/records?filter=${encodeURIComponent('nick="somebody new"')}`,
  );
  expect((await readBack(backend, world.posts, post))['readers']).toEqual([items[0]?.id]);
});

test('by keyboard alone a relation is picked, put in order and saved', async ({ page, admin, backend }) => {
  const world = await makeWorld(backend, 4);
  const post = await createRecord(backend.api, world.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  const open = panel.getByRole('button', { name: 'Open picker: readers' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Select ${world.people.name} records` });
  const focused = page.locator(':focus');
  await expect(dialog.getByRole('button', { name: /^person 003 / })).toBeVisible();
  // Records made within the same millisecond stand in any order.
  const order = await dialog
    .locator('[data-index]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-record-id') ?? ''));
  const nick = (index: number) => String(world.persons.find(({ id }) => id === order[index])?.['nick']);
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 12; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(dialog.getByRole('button', { name: `${nick(0)} ${order[0]}` }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(`${nick(1)} ${order[1]}`);
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(focused).toHaveAccessibleName(`${nick(3)} ${order[3]}`);
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName(`Edit ${nick(3)}`);
  await tabTo(dialog.getByRole('button', { name: `Move ${nick(1)}`, exact: true }));
  await page.keyboard.press('Space');
  await expect(page.getByText(`${nick(1)} is at place 2 of 2.`)).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(`${nick(1)} is at place 1 of 2.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveText([nick(1), nick(0)]);
  await tabTo(dialog.getByRole('button', { name: 'Set selection' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toBeVisible();
  expect((await readBack(backend, world.posts, post))['readers']).toEqual([order[1], order[0]]);
});

test('until the current records are known, a selection cannot be set; a failure can be tried again', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const world = await makeWorld(backend, 3);
  const post = await createRecord(backend.api, world.posts.id, {
    title: 'x',
    readers: idsOf(world.persons, 0, 1),
  });
  await admin.signIn();
  const panel = await openRecord(page, world.posts, post);
  await expect(chosen(panel, 'readers')).toHaveCount(2);
  const held = gate();
  const byIds = (url: URL) =>
    url.pathname.endsWith(`/${world.people.id}/records`) && url.searchParams.has('filter');
  expectedProblems.allow(/response 500 .*perPage=50/);
  await page.route(byIds, async (route) => {
    if (!route.request().url().includes('perPage=50') || !route.request().url().includes('id%3D')) {
      await route.continue();
      return;
    }
    await held.opened;
    await route.fulfill({ status: 500, json: { code: 500, message: 'No.', data: {} } });
  });
  const picker = await openPicker(page, panel, world, 'readers');
  await expect(picker.set).toBeDisabled();
  held.open();
  await expect(picker.dialog.getByText('The selected records could not be loaded.')).toBeVisible();
  await expect(picker.set).toBeDisabled();
  await page.unroute(byIds);
  await picker.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(picker.labels).toHaveCount(2);
  await expect(picker.set).toBeEnabled();
});
