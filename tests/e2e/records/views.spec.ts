import type { Page } from '@playwright/test';
import { collectionsSidebar, importCollections } from '#tests/support/collections/sidebar.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const more = (page: Page) => page.getByRole('button', { name: 'More actions' });

async function choose(page: Page, item: string | RegExp): Promise<void> {
  await more(page).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

test('a list is saved as a view, changed, opened by default, found and deleted; its filter is offered again', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('goods'),
    schema: [field('title', 'text'), field('price', 'number')],
  });
  // No random id has a dot.
  for (const price of [1, 5]) await createRecord(backend.api, collection.id, { title: `T.${price}`, price });
  // The search of the sidebar needs more than five collections.
  await importCollections(backend.api, 5);
  await admin.signIn();
  const filter = 'price > 2';
  await page.goto(recordsHash(collection.id, { filter, sort: '-title' }));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(1);
  const panel = page.getByRole('dialog', { name: `Views of ${collection.name}` });
  const link = collectionsSidebar(page).getByRole('link', { name: 'View Dear' });

  await test.step('saved with the columns in another order, by keyboard', async () => {
    await page.getByRole('button', { name: 'Toggle columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Arrange columns…' }).press('Enter');
    const columns = page.getByRole('dialog', { name: 'Arrange columns' });
    await checkScreen('[role=dialog]');
    await columns.getByRole('button', { name: 'Move price' }).press('Space');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('price is over place 1 of 4.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'price', 'title', 'created', 'updated']);
    const shown = columns.getByRole('switch', { name: 'price' });
    await shown.press('Space');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);
    await shown.press('Space');
    const reset = columns.getByRole('button', { name: 'Order of the fields' });
    await reset.press('Enter');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'price', 'created', 'updated']);
    await expect(reset).toBeDisabled();
    await expect(reset).toBeFocused();
    await columns.getByRole('button', { name: 'Move price' }).press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await columns.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'price', 'title', 'created', 'updated']);
    await choose(page, 'Views…');
    await panel.getByRole('textbox', { name: 'Name of a new view' }).focus();
    await page.keyboard.type('Dear');
    await panel.getByRole('switch', { name: 'Use when the collection is opened' }).press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toContainText('The list shows “Dear”.');
    await expect(panel.getByRole('button', { name: 'Save as view' })).toBeFocused();
    await checkScreen('[role=dialog]');
    await expectFitsSmall(page, panel);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await expect(more(page)).toBeFocused();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await checkScreen();
  });

  await test.step('a change is said, and saved', async () => {
    await screen.header('price').getByRole('button', { name: 'price', exact: true }).click();
    await expect(more(page)).toHaveAccessibleName(/The list differs from the view “Dear”/);
    await expect(link).toContainText('(changed)');
    await choose(page, 'Update view “Dear” (sort)');
    await expect(link).not.toContainText('(changed)');
  });

  await test.step('the collection opens with it; cleared and reloaded in another tab, its own list is there', async () => {
    await page.goto(recordsHash(collection.id));
    await page.reload();
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: collection.id, filter, sort: '-price' });
    await expect(screen.rows).toHaveCount(1);
    await choose(page, 'Views…');
    await panel.getByRole('button', { name: 'Show all records' }).press('Enter');
    await panel.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(screen.rows).toHaveCount(2);
    await expect(link).not.toHaveAttribute('aria-current');
    await link.press('Enter');
    await expect(screen.rows).toHaveCount(1);
  });

  await test.step('it is found from another collection', async () => {
    await collectionsSidebar(page).getByRole('link', { name: 'users', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
    const search = collectionsSidebar(page).getByRole('textbox', { name: 'Search collections' });
    await search.fill('dea');
    await link.click();
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: collection.id, filter, sort: '-price' });
    await expect(screen.rows).toHaveCount(1);
    await search.fill('');
  });

  await test.step('its filter is offered in the empty field, and can be forgotten', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    const recent = page.getByRole('list', { name: 'Recent filters' });
    await expect(recent.getByRole('listitem')).toHaveText([filter, 'Clear recent filters']);
    // The editor has keys of its own.
    await expect(page.locator('[data-frame=collections] .ace_editor')).toBeVisible();
    const line = recent.getByRole('button', { name: filter, exact: true });
    for (const [key, focused] of [
      ['ArrowDown', line],
      ['ArrowRight', recent.getByRole('button', { name: `Forget ${filter}` })],
      ['ArrowLeft', line],
      ['ArrowUp', screen.search],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused).toBeFocused();
    }
    await checkScreen();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(recent).toBeHidden();
    await expect.poll(() => hashQuery(page)['filter']).toBe(filter);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(recent).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(recent).toBeHidden();
    await page.keyboard.type('T.1');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashQuery(page)['filter']).toBe('T.1');
    await expect(link).toContainText('(changed)');
    await expect(screen.rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.locator('[data-announcer]')).toHaveText(
      'Recent filters are below. Press the down arrow.',
    );
    await page.keyboard.type('T.2');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashQuery(page)['filter']).toBe('T.2');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(recent.getByRole('listitem')).toHaveText(['T.2', 'T.1', 'Clear recent filters']);
    const older = recent.getByRole('button', { name: 'T.1', exact: true });
    await presses(page, 'ArrowDown ArrowDown');
    await expect(older).toBeFocused();
    await recent.getByRole('button', { name: 'Forget T.2' }).click();
    await expect(older).toBeFocused();
    await expect(recent.getByRole('listitem')).toHaveText(['T.1', 'Clear recent filters']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await expect(recent).toBeHidden();
    await expect(screen.search).toBeFocused();
    await page.reload();
    await screen.search.focus();
    await recent.getByRole('button', { name: 'Clear recent filters' }).click();
    await expect(recent).toBeHidden();
    await expect(screen.search).toBeFocused();
    await expect(page.locator('[data-line]')).toHaveText(['Clear recent filters']);
  });

  await test.step('it is shown from the list of views, and no other one gets its name by mistake', async () => {
    await choose(page, 'Views…');
    const added = panel.getByRole('textbox', { name: 'Name of a new view' });
    await added.fill('Dear');
    await expect(added).toHaveAccessibleDescription('Replaces the view with this name.');
    await added.fill('Other');
    await expect(added).toHaveAccessibleDescription(
      'It keeps the filter, the sort and the columns of this list.',
    );
    await added.press('Enter');
    await panel.getByRole('button', { name: 'Rename Other' }).press('Enter');
    const name = panel.getByRole('textbox', { name: 'Name of the view' });
    await name.fill('Dear');
    await expect(name).toHaveAccessibleDescription('Another view has this name.');
    await expect(panel.getByRole('button', { name: 'Rename', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: 'Show Other' })).toBeFocused();
    await panel.getByRole('button', { name: 'Delete Other' }).press('Enter');
    await answer(page, 'Do you really want to delete the view “Other”?', true);
    await panel.getByRole('button', { name: 'Show Dear' }).press('Enter');
    await expect(panel).toBeHidden();
    await expect.poll(() => hashQuery(page)['filter']).toBe(filter);
    await expect(link).toHaveAttribute('aria-current', 'true');
  });

  await test.step('it is renamed and deleted', async () => {
    await choose(page, 'Views…');
    await panel.getByRole('button', { name: 'Rename Dear' }).press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
    await page.keyboard.type('est');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: 'Show Dearest' })).toBeFocused();
    await panel.getByRole('button', { name: 'Delete Dearest' }).press('Enter');
    await answer(page, 'Do you really want to delete the view “Dearest”?', true);
    await expect(panel).toContainText('No views yet.');
    await expect(link).toHaveCount(0);
  });
});
