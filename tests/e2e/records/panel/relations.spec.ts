import type { Locator, Page } from '@playwright/test';
import { createRecord, type RecordRow } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { reach } from '#tests/support/keys.ts';
import { withDates } from '#tests/support/lines.ts';
import { gate, queryOf } from '#tests/support/records/page.ts';
import {
  openRecord,
  partNames,
  saveAndWait,
  saveButton,
  storedRecord,
} from '#tests/support/records/panel.ts';
import {
  chosen,
  fieldOf,
  idsOf,
  openPicker,
  openPost,
  type PeopleAndPosts,
  seedPeopleAndPosts,
} from '#tests/support/records/relations.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';
import { newest } from '#wire/newest.ts';

/** The query of the first page of a picker's list. */
const first = () => ({
  ...{ page: '1', perPage: '50', sort: newest() },
  ...{ fields: '*:excerpt(200)', skipTotal: '1' },
});

/** The filters of requests by ids: at most 50 ids each, as long as 0.22.25 takes. */
const filtersOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / 50) }, (_, index) =>
    ids
      .slice(index * 50, index * 50 + 50)
      .map((id) => `id="${id}"`)
      .join('||'),
  );

/** The queries that ask for people from now on. */
function watchPeople(page: Page, { people }: PeopleAndPosts): Record<string, string>[] {
  const queries: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${people.id}/records?`)) queries.push(queryOf(request));
  });
  return queries;
}

const filters = (queries: readonly Record<string, string>[]) =>
  queries.flatMap(({ filter }) => (filter?.startsWith('id="') ? [filter] : []));

/** Drags the handle of an item to a point of another one, as fractions of its size. */
async function dragTo(page: Page, handle: Locator, target: Locator, [right, down]: [number, number]) {
  // Waits until the panel has stopped moving, because positions change until then.
  await handle.hover();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 14, from.y + 14, { steps: 3 });
  await page.mouse.move(to.x + to.width * right, to.y + to.height * down, { steps: 8 });
  await page.mouse.up();
}

test('a relation lists its records, and they are removed, ordered and loaded again', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const created = await seedPeopleAndPosts(backend, 60);
  const { posts, people, persons } = created;
  const create = (readers: string[]) => createRecord(backend.api, posts.id, { title: 'x', readers });
  const ids = persons.map(({ id }) => id).toReversed();
  const [a = '', b = '', c = '', x = '', y = '', z = ''] = idsOf(persons, 0, 1, 2, 3, 4, 5);
  const many = await create(ids);
  const three = await create([a, b, c]);
  const two = await create([a, b]);
  const broken = await create([x, y, z]);
  await admin.signIn();
  const queries = watchPeople(page, created);
  const panel = await openPost(page, posts, many);
  const rows = chosen(panel, 'readers');
  const readers = fieldOf(panel, 'readers');
  const title = fieldOf(panel, 'title').locator('textarea');

  await step('[RF-16][API-10] they are listed by their presentable fields, loaded by their ids', async () => {
    await expect(rows).toHaveCount(60);
    await expect(rows.first()).toContainText('person 059');
    await expect(rows.last()).toContainText('person 000');
    expect(filters(queries)).toEqual(filtersOf(ids));
    for (const query of queries) expect(query).toMatchObject({ fields: '*:excerpt(200)', skipTotal: '1' });
    await rows.first().getByRole('img', { name: 'Show record' }).hover();
    await expect(tooltip(page)).toContainText(`"id": "${ids[0]}"`);
    await panel.getByRole('button', { name: 'Remove person 059' }).click();
    await expect(rows).toHaveCount(59);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect((await storedRecord(backend, posts, many.id))['readers']).toEqual(ids.slice(1));
  });
  await step('[RF-16] they are ordered by dragging, and a press elsewhere puts one back', async () => {
    await openRecord(page, posts.id, three.id);
    const handle = panel.getByRole('button', { name: 'Move person 000', exact: true });
    const order = [/person 001/, /person 002/, /person 000/];
    await dragTo(page, handle, rows.last(), [0.1, 0.6]);
    await expect(rows).toHaveText(order);
    // What is typed then is for the field.
    await handle.press('Space');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('person 000 is over place 2 of 3.')).toBeAttached();
    await title.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' y z');
    await expect(title).toHaveValue('x y z');
    await expect(rows).toHaveText(order);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect(await storedRecord(backend, posts, three.id)).toMatchObject({ readers: [b, c, a] });
  });
  await step('those that could not be loaded can be requested again without leaving the panel', async () => {
    expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?page=1&perPage=50&.*$/);
    const isLookup = (url: URL) => url.pathname.endsWith(`/${people.id}/records`);
    await page.route(isLookup, (route) => failWith(route, 'Nobody there.', 502));
    await openRecord(page, posts.id, two.id);
    await title.fill('typed meanwhile');
    await expect(readers.getByText('The records could not be loaded.')).toBeVisible();
    await expect(rows).toHaveText([a, b]);
    await page.unroute(isLookup);
    await readers.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(rows).toHaveText(['person 000', 'person 001']);
    await expect(readers.getByText('The records could not be loaded.')).toBeHidden();
    await expect(readers.locator(':focus')).toHaveCount(1);
    expect(partNames(await saveAndWait(page, posts.id))).toEqual(['title']);
    await expect(panel).toBeHidden();
  });
  await step(
    '[RF-17] ids of missing records leave the list with a message, and the value with the next change',
    async () => {
      // The backend cleans up relations itself: only a change in the database leaves such ids.
      backend.write('data', (db) => {
        db.prepare(`DELETE FROM ${people.name} WHERE id IN (?, ?)`).run(x, z);
      });
      await openRecord(page, posts.id, broken.id);
      await expect(rows).toHaveText([/person 004/]);
      await readers.getByRole('button', { name: 'Some relations are missing' }).hover();
      await expect(tooltip(page)).toHaveText(
        `The following relation ids were removed from the list because they are missing or invalid: ${x}, ${z}.`,
      );
      await expect(saveButton(panel)).toBeDisabled();
      await title.fill('y');
      // With such ids, the backend refuses every update of the record.
      await saveAndWait(page, posts.id);
      await expect(panel).toBeHidden();
      expect(await storedRecord(backend, posts, broken.id)).toMatchObject({ title: 'y', readers: [y] });
    },
  );
});

/** The parts of a picker, and more rows near the end of its list. */
async function listsAndLoadsMore(page: Page, panel: Locator, data: PeopleAndPosts) {
  const queries = watchPeople(page, data);
  const { dialog, scroller, selected, set, row } = await openPicker(page, panel, data, 'readers');
  await expect(dialog.getByRole('heading', { name: `Select ${data.people.name} records` })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'New record' })).toBeVisible();
  await expect(selected.getByRole('heading')).toHaveText('Selected (0)');
  await expect(selected).toContainText('No selected records.');
  await expect(set).toBeEnabled();
  expect(queries).toEqual([expect.objectContaining(first())]);
  // Only visible records are in the page.
  expect(await dialog.locator('[data-pick]').count()).toBeLessThan(40);
  const toEnd = (distance: number) =>
    scroller.evaluate((element, left) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - left;
    }, distance);
  await toEnd(160);
  await expect(dialog.locator('[aria-setsize="50"]').first()).toBeAttached();
  expect(queries).toHaveLength(1);
  await toEnd(90);
  await expect(dialog.locator('[aria-setsize="60"]').first()).toBeAttached();
  await toEnd(0);
  await expect(row('person 000')).toBeVisible();
  expect(queries.map((query) => query['page'])).toEqual(['1', '2']);

  await dialog.getByRole('textbox', { name: /^Search/ }).click();
  await page.keyboard.type('son 05');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-pick]')).toHaveCount(10);
  await expect(panel).toBeVisible();
  expect(queries.at(-1)).toMatchObject({
    ...first(),
    filter: withDates('nick', 'note')
      .map((name) => `${name}~"son 05"`)
      .join('||'),
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nothing like it');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No records found.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row('person 059')).toBeVisible();
}

/** Edits a record and creates one in panels above the open picker. */
async function editsAndCreates(page: Page, data: PeopleAndPosts) {
  const { name } = data.people;
  const picker = page.getByRole('dialog', { name: `Select ${name} records` });
  const pencil = picker.getByRole('button', { name: 'Edit person 059' });
  await pencil.hover();
  await expect(tooltip(page)).toHaveText('Edit');
  await pencil.click();
  const edit = page.getByRole('dialog', { name: `Edit ${name} record` });
  await edit.getByRole('textbox', { name: 'nick' }).fill('person last');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(picker.getByRole('button', { name: /^person last \w+$/ })).toBeVisible();
  await picker.getByRole('button', { name: 'New record' }).click();
  const create = page.getByRole('dialog', { name: `New ${name} record` });
  await create.getByRole('textbox', { name: 'nick' }).fill('somebody new');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toBeHidden();
  await expect(picker.getByRole('button', { name: /^somebody new \w+$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await picker.getByRole('button', { name: 'Set selection' }).click();
  await expect(picker).toBeHidden();
}

/** Selects up to the maximum, and one in place of another. */
async function respectsMaximum(page: Page, panel: Locator, data: PeopleAndPosts) {
  const several = await openPicker(page, panel, data, 'reviewers');
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (0 of MAX 3)');
  for (const name of ['person 058', 'person 057', 'person 056']) await several.row(name).click();
  await expect(several.selected.getByRole('heading')).toHaveText('Selected (3 of MAX 3)');
  await expect(several.row('person 055')).toBeDisabled();
  await several.row('person 057').click();
  await expect(several.labels).toHaveText([/person 058/, /person 056/]);
  await several.row('person 055').click();
  await expect(several.labels).toHaveText([/person 058/, /person 056/, /person 055/]);
  await several.cancel.click();
  const single = await openPicker(page, panel, data, 'author');
  for (const name of ['person 058', 'person 057']) await single.row(name).click();
  await expect(single.labels).toHaveText([/person 057/]);
  await expect(single.selected.getByRole('heading')).toHaveText('Selected (1)');
  await single.cancel.click();
  await expect(saveButton(panel)).toBeDisabled();
}

/** Keys directly after one another, faster than the next frame; the last row is not in the page before. */
async function pressesAtOnce(page: Page, panel: Locator, data: PeopleAndPosts) {
  const { dialog, labels, cancel } = await openPicker(page, panel, data, 'readers');
  await dialog.locator('[data-pick]').first().focus();
  const gone = await page.evaluate(() => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const choose = () => {
      const active = document.activeElement;
      if (active instanceof HTMLElement) active.click();
      return active?.closest('[data-index]')?.getAttribute('data-index');
    };
    press('ArrowDown');
    press('ArrowDown');
    const third = choose();
    press('End');
    return [third, choose()];
  });
  expect(gone).toEqual(['2', '49']);
  await expect(labels).toHaveCount(2);
  const last = dialog.locator('[data-index="49"]');
  await expect(last.locator('[data-pick]')).toHaveAttribute('aria-pressed', 'true');
  await expect(last.locator('[data-pick]')).toBeFocused();
  await expect(last).toBeInViewport();
  await cancel.click();
  await expect(dialog).toBeHidden();
}

/** With the keyboard only: picks two records, orders them and sets them, which gives the focus back. */
async function picksByKeyboard(page: Page, panel: Locator, data: PeopleAndPosts) {
  const { keyboard } = page;
  const open = panel.getByRole('button', { name: 'Open picker: readers' });
  const dialog = page.getByRole('dialog', { name: `Select ${data.people.name} records` });
  const focused = page.locator(':focus');
  await open.press('Enter');
  const first = dialog.locator('[data-pick]').first();
  await expect(first).toHaveAccessibleName(/^somebody new /);
  await reach(page, first);
  for (const name of [/^person last /, /^person 058 /]) {
    await keyboard.press('ArrowDown');
    await expect(focused).toHaveAccessibleName(name);
  }
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(/^person 057 /);
  await keyboard.press('Enter');
  await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveCount(2);
  await keyboard.press('ArrowRight');
  await expect(focused).toHaveAccessibleName('Edit person 057');
  await keyboard.press('ArrowLeft');
  await keyboard.press('PageDown');
  await expect(focused).toHaveAccessibleName(/^person 0(4\d|5[0-4]) /);
  await reach(page, dialog.getByRole('button', { name: 'Move person 057', exact: true }));
  await keyboard.press('Space');
  await expect(page.getByText('person 057 is over place 2 of 2.')).toBeAttached();
  await keyboard.press('ArrowLeft');
  await expect(page.getByText('person 057 is over place 1 of 2.')).toBeAttached();
  await keyboard.press('Space');
  await reach(page, dialog.getByRole('button', { name: 'Set selection' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(chosen(panel, 'readers')).toHaveText([/person 057/, /person 058/]);
  await keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success').last()).toBeVisible();
}

/** After a removal the neighbour has the focus, after the last one the next button; in the dialog and in the form. */
async function keepsFocus(page: Page, panel: Locator, data: PeopleAndPosts) {
  const { keyboard } = page;
  const open = panel.getByRole('button', { name: 'Open picker: readers' });
  const remove = (part: Locator, name: string) => part.getByRole('button', { name: `Remove ${name}` });
  const readers = fieldOf(panel, 'readers');
  const { dialog, selected, cancel } = await openPicker(page, panel, data, 'readers');
  // It gets the focus a moment after it appears, and returns it a moment after it closes.
  await expect(dialog.getByRole('textbox', { name: /^Search/ })).toBeFocused();
  await remove(selected, 'person 001').press('Enter');
  await expect(remove(selected, 'person 000')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.locator('[data-pick]').first()).toBeFocused();
  await cancel.click();
  await expect(open).toBeFocused();
  await remove(readers, 'person 001').press('Enter');
  await expect(remove(readers, 'person 000')).toBeFocused();
  await keyboard.press('Enter');
  await expect(open).toBeFocused();
}

test('records are picked: found, edited, created, ordered and set, by pointer and by keyboard', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const data = await seedPeopleAndPosts(backend, 60);
  const { posts, people, persons } = data;
  const create = (readers: string[] = []) => createRecord(backend.api, posts.id, { title: 'x', readers });
  const post = await create();
  const keyed = await create();
  const pair = await create(idsOf(persons, 0, 1));
  const ids = persons.slice(0, 55).map(({ id }) => id);
  const full = await create(ids);
  await admin.signIn();
  const panel = await openPost(page, posts, post);
  const readersOf = async ({ id }: RecordRow) => (await storedRecord(backend, posts, id))['readers'];

  await step('[PK-01][PK-02][PK-03] the picker lists 50 at a time, more near the end, and searches', () =>
    listsAndLoadsMore(page, panel, data),
  );
  await step('[PK-07] records are edited and created on top of it, and a new one is selected', async () => {
    await editsAndCreates(page, data);
    await expect(chosen(panel, 'readers')).toHaveText([/somebody new/]);
    await saveAndWait(page, posts.id);
    await expect(panel).toBeHidden();
    expect(await readersOf(post)).toHaveLength(1);
  });
  await step('[PK-04][PK-05] the maximum cannot be exceeded; a single relation is replaced', async () => {
    await openRecord(page, posts.id, keyed.id);
    await respectsMaximum(page, panel, data);
  });
  await step('a key directly after an arrow key applies to the new row', () =>
    pressesAtOnce(page, panel, data),
  );
  await step('with the keyboard only, relations are picked, ordered and saved', async () => {
    await picksByKeyboard(page, panel, data);
    await expect.poll(() => readersOf(keyed)).toEqual(idsOf(persons, 57, 58));
  });
  await step('after a removal the focus stays near', async () => {
    await openRecord(page, posts.id, pair.id);
    await keepsFocus(page, panel, data);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(panel).toBeHidden();
  });
  await step(
    '[PK-08][API-10] the current records are loaded by their ids; cancel writes nothing',
    async () => {
      await openRecord(page, posts.id, full.id);
      await expect(chosen(panel, 'readers')).toHaveCount(55);
      const queries = watchPeople(page, data);
      const { labels, selected, cancel } = await openPicker(page, panel, data, 'readers');
      await expect(labels).toHaveCount(55);
      expect(filters(queries)).toEqual(filtersOf(ids));
      await selected.getByRole('button', { name: 'Remove person 000' }).click();
      await expect(labels).toHaveCount(54);
      await cancel.click();
      await expect(chosen(panel, 'readers')).toHaveCount(55);
      await expect(saveButton(panel)).toBeDisabled();
    },
  );
  await step(
    '[PK-06][PK-08] labels are removed and ordered; set writes the ids, and nothing else',
    async () => {
      const { labels, selected, set, row, dialog } = await openPicker(page, panel, data, 'readers');
      await expect(labels).toHaveCount(55);
      await row('person 058').click();
      await selected.getByRole('button', { name: 'Remove person 001' }).click();
      await expect(labels.nth(1)).toContainText('person 002');
      const handle = selected.getByRole('button', { name: 'Move person 000', exact: true });
      await dragTo(page, handle, labels.nth(1), [0.52, 0.5]);
      await expect(labels.first()).toContainText('person 002');
      await set.click();
      await expect(dialog).toBeHidden();
      expect(new Set(partNames(await saveAndWait(page, posts.id)))).toEqual(new Set(['readers']));
      await expect(panel).toBeHidden();
      expect(await readersOf(full)).toEqual([
        ...idsOf(persons, 2, 0),
        ...ids.slice(3),
        ...idsOf(persons, 58),
      ]);
    },
  );
  await step(
    'nothing can be set before the current records are loaded; a failure can be retried',
    async () => {
      await openRecord(page, posts.id, pair.id);
      await expect(chosen(panel, 'readers')).toHaveCount(2);
      const held = gate();
      const byIds = (url: URL) =>
        url.pathname.endsWith(`/${people.id}/records`) && url.searchParams.get('filter')?.startsWith('id="');
      expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=1&perPage=50&.*$/);
      await page.route(
        (url) => byIds(url) === true,
        async (route) => {
          await held.opened;
          await failWith(route, 'No.');
        },
      );
      const { dialog, labels, set } = await openPicker(page, panel, data, 'readers');
      await expect(set).toBeDisabled();
      held.open();
      await expect(dialog.getByText('The selected records could not be loaded.')).toBeVisible();
      await expect(set).toBeDisabled();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(labels).toHaveCount(2);
      await expect(set).toBeEnabled();
    },
  );
});
