import type { Locator } from '@playwright/test';
import { createRecord, type RecordRow } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, queryOf } from '#tests/support/records/page.ts';
import {
  openRecord,
  partNames,
  saveAndWait,
  saveButton,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { chosen, idsOf, openPicker, openPost, seedPeopleAndPosts } from '#tests/support/records/relations.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

/** The query of the first page of the list. */
const FIRST = { page: '1', perPage: '50', sort: '-created', fields: '*:excerpt(200)', skipTotal: '1' };

test('[PK-01][PK-02][PK-03][PK-07] the picker lists and searches records, which are edited and created on top of it', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const created = await seedPeopleAndPosts(backend, 120);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${created.people.id}/records?`)) requested.push(queryOf(request));
  });
  const picker = await openPicker(page, panel, created, 'readers');
  const { dialog, scroller } = picker;
  await test.step('its parts', async () => {
    const title = `Select ${created.people.name} records`;
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(dialog.getByRole('search')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'New record' })).toBeVisible();
    await expect(picker.selected).toContainText('Selected (0)');
    await expect(picker.cancel).toBeVisible();
    await expect(picker.set).toBeEnabled();
    expect(requested).toEqual([expect.objectContaining(FIRST)]);
    expect(requested[0]?.['filter'] ?? '').toBe('');
    await checkScreen('[role=dialog]');
  });
  await test.step('50 records at a time, and more near the end', async () => {
    // Only visible records are in the page.
    expect(await dialog.locator('[data-pick]').count()).toBeLessThan(40);
    const toEnd = (distance: number) =>
      scroller.evaluate((element, left) => {
        element.scrollTop = element.scrollHeight - element.clientHeight - left;
      }, distance);
    await toEnd(160);
    await expect(dialog.locator('[aria-setsize="50"]').first()).toBeAttached();
    expect(requested).toHaveLength(1);
    await toEnd(90);
    await expect(dialog.locator('[aria-setsize="100"]').first()).toBeAttached();
    await toEnd(0);
    await expect(dialog.locator('[aria-setsize="120"]').first()).toBeAttached();
    expect(requested.map((query) => query['page'])).toEqual(['1', '2', '3']);
    await toEnd(0);
    await expect(picker.row('person 000')).toBeVisible();
  });
  await test.step('a term is searched in all fields; a search without results shows a message', async () => {
    await dialog.getByRole('textbox', { name: /^Search/ }).click();
    await page.keyboard.type('son 11');
    await page.keyboard.press('Enter');
    await expect(dialog.locator('[data-pick]')).toHaveCount(10);
    await expect(panel).toBeVisible();
    expect(requested.at(-1)).toMatchObject({
      ...FIRST,
      filter: 'id~"son 11"||created~"son 11"||updated~"son 11"||nick~"son 11"||note~"son 11"',
    });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('nothing like it');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('No records found.')).toBeVisible();
    await checkScreen('[role=dialog]');
    await dialog.getByRole('button', { name: 'Clear filters' }).click();
    await expect(picker.row('person 119')).toBeVisible();
  });
  await test.step('a record is edited on top of the picker', async () => {
    const pencil = dialog.getByRole('button', { name: 'Edit person 119' });
    await pencil.hover();
    await expect(tooltip(page)).toHaveText('Edit');
    await pencil.click();
    const edit = page.getByRole('dialog', { name: `Edit ${created.people.name} record` });
    await edit.getByRole('textbox', { name: 'nick' }).fill('person last');
    await checkScreen('[role=dialog]');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(edit).toBeHidden();
    await expect(picker.row('person last')).toBeVisible();
  });
  await test.step('one is created on top of it, and selected', async () => {
    await dialog.getByRole('button', { name: 'New record' }).click();
    const create = page.getByRole('dialog', { name: `New ${created.people.name} record` });
    await create.getByRole('textbox', { name: 'nick' }).fill('somebody new');
    await create.getByRole('button', { name: 'Create' }).click();
    await expect(create).toBeHidden();
    await expect(picker.labels).toHaveText([/somebody new/]);
    await expect(picker.row('somebody new')).toHaveAttribute('aria-pressed', 'true');
    await picker.set.click();
    await expect(chosen(panel, 'readers')).toHaveText([/somebody new/]);
    await saveAndWait(page, created.posts.id);
    await expect(panel).toBeHidden();
    const { items } = await backend.api.get<{ items: RecordRow[] }>(
      `/api/collections/${created.people.id}/records?filter=${encodeURIComponent('nick="somebody new"')}`,
    );
    expect((await storedRecord(backend, created.posts, post.id))['readers']).toEqual([items[0]?.id]);
  });
});

test('[PK-04][PK-05][PK-06][PK-08][API-10] records are selected up to the maximum, removed, reordered and set', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const created = await seedPeopleAndPosts(backend, 60);
  const { posts, people, persons } = created;
  const post = await createRecord(backend.api, posts.id, { title: 'x' });
  const ids = persons.slice(0, 55).map(({ id }) => id);
  const full = await createRecord(backend.api, posts.id, { title: 'x', readers: ids });
  const failing = await createRecord(backend.api, posts.id, {
    title: 'x',
    readers: idsOf(persons, 0, 1),
  });
  await admin.signIn();
  const panel = await openPost(page, posts, post);

  await test.step('the count, and the maximum that cannot be exceeded', async () => {
    const several = await openPicker(page, panel, created, 'reviewers');
    await expect(several.selected.getByRole('heading')).toHaveText('Selected (0 of MAX 3)');
    await expect(several.selected).toContainText('No selected records.');
    for (const name of ['person 059', 'person 058', 'person 057']) await several.row(name).click();
    await expect(several.selected.getByRole('heading')).toHaveText('Selected (3 of MAX 3)');
    await expect(several.labels).toHaveText([/person 059/, /person 058/, /person 057/]);
    await expect(several.selected).not.toContainText('No selected records.');
    await expect(several.row('person 056')).toBeDisabled();
    await several.row('person 056').hover();
    await several.row('person 056').click({ force: true });
    await expect(several.labels).toHaveCount(3);
    await checkScreen('[role=dialog]');
    await several.row('person 058').click();
    await expect(several.labels).toHaveText([/person 059/, /person 057/]);
    await expect(several.row('person 056')).toBeEnabled();
    await several.row('person 056').click();
    await expect(several.labels).toHaveText([/person 059/, /person 057/, /person 056/]);
    await several.cancel.click();
    await expect(saveButton(panel)).toBeDisabled();
  });
  await test.step('a single relation is replaced; without a maximum the count shows none', async () => {
    const single = await openPicker(page, panel, created, 'author');
    await expect(single.selected.getByRole('heading')).toHaveText('Selected (0)');
    await single.row('person 059').click();
    await expect(single.labels).toHaveText([/person 059/]);
    await expect(single.row('person 058')).toBeEnabled();
    await single.row('person 058').click();
    await expect(single.labels).toHaveText([/person 058/]);
    await expect(single.selected.getByRole('heading')).toHaveText('Selected (1)');
    await single.cancel.click();
    const unlimited = await openPicker(page, panel, created, 'readers');
    await unlimited.row('person 059').click();
    await expect(unlimited.selected.getByRole('heading')).toHaveText('Selected (1)');
    await unlimited.cancel.click();
    await expect(saveButton(panel)).toBeDisabled();
  });

  const requested: string[] = [];
  page.on('request', (request) => {
    const { filter, fields } = queryOf(request);
    if (!request.url().includes(`/${people.id}/records?`) || !filter) return;
    expect(fields).toBe('*:excerpt(200)');
    requested.push(filter);
  });
  await openRecord(page, posts.id, full.id);
  await expect(chosen(panel, 'readers')).toHaveCount(55);
  requested.length = 0;
  await test.step('the current records are loaded 50 at a time; cancel writes nothing', async () => {
    const first = await openPicker(page, panel, created, 'readers');
    await expect(first.labels).toHaveCount(55);
    expect(requested).toEqual(
      [ids.slice(0, 50), ids.slice(50)].map((part) => part.map((id) => `id="${id}"`).join('||')),
    );
    await first.selected.getByRole('button', { name: 'Remove person 000' }).click();
    await expect(first.labels).toHaveCount(54);
    await first.cancel.click();
    await expect(chosen(panel, 'readers')).toHaveCount(55);
    await expect(saveButton(panel)).toBeDisabled();
  });
  const expected = [...idsOf(persons, 2, 0), ...ids.slice(3), ...idsOf(persons, 59)];
  await test.step('labels are removed and reordered; set writes the ids', async () => {
    const second = await openPicker(page, panel, created, 'readers');
    await expect(second.labels).toHaveCount(55);
    await second.row('person 059').click();
    await second.selected.getByRole('button', { name: 'Remove person 001' }).click();
    await expect(second.labels.nth(1)).toContainText('person 002');
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
    const request = await saveAndWait(page, posts.id);
    expect(request.method()).toBe('PATCH');
    expect(new Set(partNames(request))).toEqual(new Set(['readers']));
    await expect(panel).toBeHidden();
    expect((await storedRecord(backend, posts, full.id))['readers']).toEqual(expected);
  });
  await test.step('the ids are kept when another field is saved', async () => {
    await openRecord(page, posts.id, full.id);
    await panel.getByRole('textbox', { name: 'title' }).fill('y');
    expect(partNames(await saveAndWait(page, posts.id))).toEqual(['title']);
    await expect(panel).toBeHidden();
    expect(await storedRecord(backend, posts, full.id)).toMatchObject({ title: 'y', readers: expected });
  });
  await test.step('nothing can be set before the current records are loaded; a failure can be retried', async () => {
    await openRecord(page, posts.id, failing.id);
    await expect(chosen(panel, 'readers')).toHaveCount(2);
    const held = gate();
    const byIds = (url: URL) =>
      url.pathname.endsWith(`/${people.id}/records`) && url.searchParams.has('filter');
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=1&perPage=50&.*$/);
    await page.route(byIds, async (route) => {
      if (!route.request().url().includes('perPage=50') || !route.request().url().includes('id%3D')) {
        await route.continue();
        return;
      }
      await held.opened;
      await failWith(route, 'No.');
    });
    const picker = await openPicker(page, panel, created, 'readers');
    await expect(picker.set).toBeDisabled();
    held.open();
    await expect(picker.dialog.getByText('The selected records could not be loaded.')).toBeVisible();
    await expect(picker.set).toBeDisabled();
    await page.unroute(byIds);
    await picker.dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(picker.labels).toHaveCount(2);
    await expect(picker.set).toBeEnabled();
  });
});

test('with the keyboard only: relations are picked, reordered, saved and removed', async ({
  page,
  admin,
  backend,
}) => {
  const created = await seedPeopleAndPosts(backend, 40);
  const { posts, people, persons } = created;
  const post = await createRecord(backend.api, posts.id, { title: 'x' });
  const three = await createRecord(backend.api, posts.id, { title: 'x', readers: idsOf(persons, 0, 1, 2) });
  await admin.signIn();
  const { keyboard } = page;
  const panel = await openPost(page, posts, post);
  const open = panel.getByRole('button', { name: 'Open picker: readers' });
  const dialog = page.getByRole('dialog', { name: `Select ${people.name} records` });
  const rows = dialog.locator('[data-pick]');
  const focused = page.locator(':focus');

  await test.step('a key directly after an arrow key applies to the new row', async () => {
    const picker = await openPicker(page, panel, created, 'readers');
    await rows.first().focus();
    await expect(rows.first()).toBeFocused();
    // Faster than the next frame, as on a slow machine; the last row is not in the page before.
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
    expect(gone).toEqual(['2', '39']);
    await expect(picker.labels).toHaveCount(2);
    const last = dialog.locator('[data-index="39"]');
    await expect(last.locator('[data-pick]')).toHaveAttribute('aria-pressed', 'true');
    await expect(last.locator('[data-pick]')).toBeFocused();
    await expect(last).toBeInViewport();
    await picker.cancel.click();
    await expect(dialog).toBeHidden();
  });
  await test.step('a relation is picked, reordered and saved', async () => {
    await open.focus();
    await keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: /^person 039 / })).toBeVisible();
    const tabTo = async (target: Locator) => {
      for (let step = 0; step < 12; step++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await keyboard.press('Tab');
      }
      await expect(target).toBeFocused();
    };
    await tabTo(dialog.getByRole('button', { name: /^person 039 / }));
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await expect(focused).toHaveAccessibleName(/^person 038 /);
    await keyboard.press('Enter');
    await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveCount(2);
    await keyboard.press('End');
    await expect(focused).toHaveAccessibleName(/^person 000 /);
    await keyboard.press('ArrowRight');
    await expect(focused).toHaveAccessibleName('Edit person 000');
    await keyboard.press('ArrowLeft');
    await keyboard.press('PageUp');
    await expect(focused).toHaveAccessibleName(/^person 00[5-9] /);
    await keyboard.press('j');
    await keyboard.press('k');
    await expect(focused).toHaveAccessibleName(/^person 00[5-9] /);
    await tabTo(dialog.getByRole('button', { name: 'Move person 038', exact: true }));
    await keyboard.press('Space');
    await expect(page.getByText('person 038 is over place 2 of 2.')).toBeAttached();
    await keyboard.press('ArrowLeft');
    await expect(page.getByText('person 038 is over place 1 of 2.')).toBeAttached();
    await keyboard.press('Space');
    await expect(dialog.locator('[data-selected]').getByRole('listitem')).toHaveText([
      'person 038',
      'person 039',
    ]);
    await tabTo(dialog.getByRole('button', { name: 'Set selection' }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await keyboard.press('ControlOrMeta+s');
    await expect(toasts(page, 'success')).toBeVisible();
    const stored = await storedRecord(backend, posts, post.id);
    expect(stored['readers']).toEqual(idsOf(persons, 38, 39));
  });
  await test.step('after a removal the neighbour has the focus, after the last one the next button', async () => {
    await openRecord(page, posts.id, three.id);
    const remove = (name: string) =>
      panel.locator('[data-field="readers"]').getByRole('button', { name: `Remove ${name}` });
    await remove('person 001').focus();
    await keyboard.press('Enter');
    await expect(remove('person 002')).toBeFocused();
    await open.click();
    const selected = dialog.getByRole('region', { name: 'Selected records' });
    // It gets the focus a moment after it appears, and returns it a moment after it closes.
    await expect(dialog.getByRole('textbox', { name: /^Search/ })).toBeFocused();
    await selected.getByRole('button', { name: 'Remove person 002' }).focus();
    await keyboard.press('Enter');
    await expect(selected.getByRole('button', { name: 'Remove person 000' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(rows.first()).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(open).toBeFocused();
    await remove('person 002').focus();
    await keyboard.press('Enter');
    await expect(remove('person 000')).toBeFocused();
    await keyboard.press('Enter');
    await expect(open).toBeFocused();
  });
});
