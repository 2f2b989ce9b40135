import type { Locator, Page } from '@playwright/test';
import {
  collectionEditor,
  collectionHash,
  collectionTitle,
  editListed,
  openNew,
} from '#tests/support/collections/editor.ts';
import { isWrite } from '#tests/support/collections/saving.ts';
import {
  announceChange,
  collectionLinks,
  collectionsSidebar,
  createBase,
  importCollections,
  onlyUsers,
} from '#tests/support/collections/sidebar.ts';
import { compose } from '#tests/support/composing.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import {
  gate,
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { frame, goToHash, toasts } from '#tests/support/screens.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { newest } from '#wire/newest.ts';
import { ADMINISTRATOR } from '#wire/sign-in.ts';

const searchBox = (page: Page) => collectionsSidebar(page).getByPlaceholder('Search collections...');
const group = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('region', { name }).getByRole('link');
const headings = (page: Page) => collectionsSidebar(page).getByRole('heading');
const pinOf = (page: Page, name: string, action: 'Pin' | 'Unpin' = 'Pin') =>
  collectionsSidebar(page).getByRole('button', { name: `${action} collection ${name}`, exact: true });
const linkOf = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('link', { name, exact: true });
const folder = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('button', { name: new RegExp(`^${name} \\d+ collection`) });
/** Those that people make. */
const folders = (page: Page) =>
  collectionsSidebar(page)
    .getByRole('button', { name: /^\w+ \d+ collection/ })
    .and(page.locator(':not([title="System"])'));
const inside = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('list', { name, exact: true }).getByRole('link');
const says = (page: Page, text: string) => expect(page.locator('[data-announcer]')).toHaveText(text);
const openMenu = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('button', { name, exact: true }).click();
/** Of the menu of one line: that of another may still fade out. */
const menuItem = (page: Page, menu: string, name: string) =>
  page.getByRole('menu', { name: menu, exact: true }).getByRole('menuitem', { name, exact: true });

/** Chooses an item of a menu in the sidebar. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await openMenu(page, menu);
  await menuItem(page, menu, item).click();
}

async function centerOf(target: Locator) {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** The rows of so many collections: where the backend has its own, a folder of those is the last one. */
const rowsOf = (count: number) => count + onLine(0, 1);

/** Expects a list of so many collections, of which the page has only those in sight. */
async function expectListed(page: Page, count: number): Promise<void> {
  const links = collectionLinks(page);
  const rows = String(rowsOf(count));
  await expect(collectionsSidebar(page).locator('li').last()).toHaveAttribute('aria-setsize', rows);
  await expect.poll(() => links.count()).toBeLessThan(60);
  expect(await links.count()).toBeGreaterThan(10);
}

/** Opens the address of a collection that is not there. */
async function openUnknown(page: Page, first: Collection): Promise<void> {
  const before = await page.evaluate(() => history.length);
  const listed = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/collections');
  await page.goto(recordsHash('gone', { filter: 'a', sort: '-title', recordId: 'x' }));
  expect(queryOf(await listed)).toEqual({ page: '1', perPage: '200', skipTotal: '1', sort: '+name' });
  expect((await listed).method()).toBe('GET');
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: first.id });
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
}

async function pinByKeysAndPointer(page: Page, pinned: Collection, current: string): Promise<void> {
  await expect(headings(page)).toHaveCount(0);
  await pinOf(page, 'apple').focus();
  await page.keyboard.press('Enter');
  // The focus goes with it.
  const unpin = collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('button');
  await expect(unpin).toHaveAccessibleName('Unpin collection apple');
  await expect(unpin).toBeFocused();
  await page.keyboard.press('Space');
  await expect(headings(page)).toHaveCount(0);
  await expect(pinOf(page, 'apple')).toBeFocused();

  const pin = pinOf(page, 'zebra');
  await expect(pin).toHaveCSS('opacity', '0');
  await linkOf(page, 'zebra').hover();
  await expect(pin).toHaveCSS('opacity', '1');
  await pin.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Pin collection');
  await pin.click();
  await expect(headings(page)).toHaveText(['Pinned', 'Others']);
  await expect(group(page, 'Pinned')).toHaveText(['zebra']);
  await expect(group(page, 'Others')).toHaveText(['members', 'users', 'apple', 'a_view']);
  expect(hashQuery(page)['collectionId']).toBe(current);
  const stored = await page.evaluate(() => localStorage.getItem('@pinnedCollections'));
  expect(stored).toBe(JSON.stringify([pinned.id]));
}

/** Reloads with a filter, a sort and a record, which another collection does not keep. */
async function reloadAddress(page: Page, { id }: Collection, recordId: string, others: Collection[]) {
  const query = { filter: 'kept', sort: '-title', recordId };
  await goToHash(page, recordsHash(id, query).slice(1));
  await expect(recordsScreen(page).row(recordId)).toBeVisible();
  const again = page.waitForRequest((request) => isListRequest(request, id));
  await page.reload();
  expect(queryOf(await again)).toMatchObject({ sort: '-title', filter: expect.stringContaining('kept') });
  await expect(group(page, 'Pinned')).toHaveText(['zebra']);
  await expect.poll(() => recordsScreen(page).searchText()).toBe('kept');
  expect(hashQuery(page)).toEqual({ collectionId: id, ...query });
  const panel = page.getByRole('dialog', { name: 'Edit apple record' });
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeHidden();
  await expect
    .poll(() => hashQuery(page))
    .toEqual({ collectionId: id, filter: query.filter, sort: query.sort });
  for (const other of others) {
    const first = page.waitForRequest((request) => isListRequest(request, other.id));
    await linkOf(page, other.name).click();
    const sort = other.type === 'view' ? '' : newest();
    expect(queryOf(await first)).toMatchObject({ sort, filter: '' });
    await expect.poll(() => recordsScreen(page).searchText()).toBe('');
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: other.id });
  }
}

async function searchList(page: Page): Promise<void> {
  const clear = collectionsSidebar(page).getByRole('button', { name: 'Clear search' });
  await searchBox(page).fill('pp');
  await expect(collectionLinks(page)).toHaveText(['apple']);
  await clear.click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(collectionLinks(page)).toHaveCount(6);
  await expect(searchBox(page)).toBeFocused();
  await expect(clear).toHaveCount(0);
  await searchBox(page).fill(' E');
  await expect(group(page, 'Pinned')).toHaveText(['zebra']);
  await expect(group(page, 'Others')).toHaveText([
    ...['members', 'users', 'apple', 'beta', 'a_view'],
    // Those of the backend are found, too.
    ...onLine([], [ADMINISTRATOR, '_externalAuths']),
  ]);
  await searchBox(page).fill('nothing like it');
  await expect(collectionsSidebar(page).getByText('No collections found.')).toBeVisible();
  await expect(collectionLinks(page)).toHaveCount(0);
  await searchBox(page).press('Escape');
  await expect(collectionLinks(page)).toHaveCount(6);
  // Escape during a composition keeps the search.
  await searchBox(page).fill('isle');
  await compose(page, 'に');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveValue('isleに');
  await searchBox(page).blur();
  await searchBox(page).press('Escape');
  await expect(searchBox(page)).toHaveValue('');
}

/** The active collection of a list that is longer than the window, also after a reload and a search. */
async function findActive(page: Page, { id }: Collection): Promise<void> {
  const [first, last] = [linkOf(page, 'users'), linkOf(page, 'zz_last')];
  await goToHash(page, recordsHash(id).slice(1));
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(last).toBeInViewport({ ratio: 1 });
  // Out of sight, it is not in the page.
  await expect(first).toHaveCount(0);
  await searchBox(page).fill('users');
  await first.click();
  await collectionsSidebar(page).getByRole('button', { name: 'Clear search' }).click();
  await expectListed(page, 101);
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(last).toBeInViewport({ ratio: 1 });
}

async function foldPrefixes(page: Page): Promise<void> {
  await openMenu(page, 'Folders');
  await expect(page.getByRole('menuitemradio', { name: 'No folders' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'By name prefix' }).click();
  await expect(inside(page, 'order')).toHaveText(['order_000', 'order_001', 'order_002']);
  await page.keyboard.press('Escape');
  await folder(page, 'order').click();
  await expect(folder(page, 'order')).toHaveAttribute('aria-expanded', 'false');
  await expect(inside(page, 'order')).toHaveCount(0);
  await searchBox(page).fill('1');
  await expect(collectionLinks(page)).toHaveText(['blog_001', 'order_001']);
  await linkOf(page, 'order_001').click();
  await page.keyboard.press('Escape');
  await searchBox(page).fill('');
  // The active one stays in sight.
  await expect(inside(page, 'order')).toHaveText(['order_001']);
  await folder(page, 'order').focus();
  await presses(page, 'ArrowRight');
  await expect(inside(page, 'order')).toHaveCount(3);
  await presses(page, 'ArrowLeft');
  await expect(inside(page, 'order')).toHaveCount(1);
  await presses(page, 'ArrowDown');
  await expect(linkOf(page, 'order_001')).toBeFocused();
}

/** Makes a folder of one's own, and moves collections into it and out of it, by menu and by keys. */
async function moveIntoFolder(page: Page): Promise<void> {
  await choose(page, 'Folders', 'New folder…');
  const name = collectionsSidebar(page).getByRole('textbox', { name: 'Name of the folder' });
  await expect(name).toBeFocused();
  await page.keyboard.type('Shop & <b>more</b>');
  await page.keyboard.press('Enter');
  await expect(folder(page, 'Shop & <b>more</b>')).toBeFocused();
  await choose(page, 'Change folder Shop & <b>more</b>', 'Rename');
  await page.keyboard.type('Shop');
  await page.keyboard.press('Enter');
  await expect(folder(page, 'Shop')).toBeFocused();
  await linkOf(page, 'order_000').hover();
  await choose(page, 'Move order_000', 'Shop');
  await expect(inside(page, 'Shop')).toHaveText(['order_000']);
  await expect(linkOf(page, 'order_000')).toBeFocused();
  await says(page, 'Moved order_000 to folder Shop.');

  const moved = linkOf(page, 'order_002');
  await moved.focus();
  await presses(page, 'Shift+F10');
  await expect(menuItem(page, 'Move order_002', 'Shop')).toBeFocused();
  await presses(page, 'Enter');
  await expect(inside(page, 'Shop')).toHaveText(['order_000', 'order_002']);
  await expect(moved).toBeFocused();
  await presses(page, 'Alt+ArrowUp');
  await expect(inside(page, 'Shop')).toHaveText(['order_002', 'order_000']);
  await expect(moved).toBeFocused();
  await says(page, 'Moved order_002 to place 1 of 2.');
  await presses(page, 'Shift+F10 End Enter');
  await expect(inside(page, 'Shop')).toHaveText(['order_000']);
  await expect(moved).toBeFocused();
  await says(page, 'Moved order_002 out of its folder.');
  // Outside of folders, the order is that of the names.
  await presses(page, 'Alt+ArrowUp');
  await says(page, 'Moved order_002 out of its folder.');
  await expect(moved).toBeFocused();
}

/** A second folder: by menu made, ordered and removed. */
async function orderByMenu(page: Page): Promise<void> {
  await choose(page, 'Move order_002', 'New folder…');
  await page.keyboard.type('Extra');
  await page.keyboard.press('Tab');
  await expect(inside(page, 'Extra')).toHaveText(['order_002']);
  await choose(page, 'Move blog_002', 'Extra');
  await openMenu(page, 'Move blog_002');
  await expect(menuItem(page, 'Move blog_002', 'Move down')).toHaveAttribute('aria-disabled', 'true');
  await menuItem(page, 'Move blog_002', 'Move up').click();
  await expect(inside(page, 'Extra')).toHaveText(['blog_002', 'order_002']);
  await says(page, 'Moved blog_002 to place 1 of 2.');
  await choose(page, 'Change folder Extra', 'Move up');
  await says(page, 'Moved folder Extra to place 1 of 2.');
  await expect(folder(page, 'Extra')).toBeFocused();
  // The folder of the backend stands below the last one.
  await presses(page, 'Alt+ArrowDown Alt+ArrowDown');
  await expect(folders(page)).toHaveText([/^Shop/, /^Extra/]);
  await says(page, 'Moved folder Extra to place 2 of 2.');
  // In a folded folder, a collection has no line that could have the focus.
  await presses(page, 'ArrowLeft');
  await choose(page, 'Move blog_000', 'Extra');
  await expect(folder(page, 'Extra')).toHaveAccessibleName('Extra 3 collections');
  await expect(folder(page, 'Extra')).toBeFocused();
  await choose(page, 'Change folder Extra', 'Remove folder');
  await answer(page, 'Do you really want to remove folder "Extra"? Its collections stay.', true);
  await expect(folders(page)).toHaveText([/^Shop/]);
}

/** Drags a collection before another one, first in vain. */
async function dragIntoFolder(page: Page): Promise<void> {
  const from = await centerOf(linkOf(page, 'blog_001'));
  const to = await centerOf(linkOf(page, 'order_000'));
  for (const isDropped of [false, true]) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 10);
    await page.mouse.move(to.x, to.y - 8, { steps: 3 });
    const mark = page.locator('body > [style*="border-width: 2px 0px 0px"]');
    const target = (await linkOf(page, 'order_000').boundingBox())?.y ?? 0;
    // It follows in the next frame.
    const distance = async () => Math.abs(((await mark.boundingBox())?.y ?? 0) - target);
    await expect.poll(distance, 'from the mark to the upper edge of the target').toBeLessThan(6);
    if (!isDropped) await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(inside(page, 'Shop')).toHaveText(isDropped ? ['blog_001', 'order_000'] : ['order_000']);
  }
  // A press that moves nothing is a click.
  await linkOf(page, 'blog_002').click();
  await expect(collectionTitle(page)).toHaveText('blog_002');
}

/** By finger in the drawer of a phone, which Escape and a link close. */
async function useDrawer(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const opener = page.getByRole('button', { name: 'Show collections' });
  await expect(linkOf(page, 'blog_001')).toBeHidden();
  await opener.press('Enter');
  await expect(linkOf(page, 'blog_001')).toBeInViewport({ ratio: 1 });
  const handle = collectionsSidebar(page).getByRole('button', { name: 'Move blog_000' });
  const touch = async (type: string, { x, y }: { x: number; y: number }) =>
    handle.dispatchEvent(type, {
      ...{ pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0, bubbles: true },
      ...{ clientX: x, clientY: y },
    });
  const start = await centerOf(handle);
  await touch('pointerdown', start);
  await touch('pointermove', { x: start.x, y: start.y - 20 });
  await touch('pointermove', await centerOf(folder(page, 'Shop')));
  await touch('pointerup', await centerOf(folder(page, 'Shop')));
  await expect(inside(page, 'Shop')).toHaveText(['blog_001', 'blog_000']);
  await choose(page, 'Change folder Shop', 'Remove folder');
  await answer(page, 'Do you really want to remove folder "Shop"? Its collections stay.', true);
  await expect(folder(page, 'Shop')).toHaveCount(0);
  await expect(linkOf(page, 'blog_001')).toBeVisible();
  await expect(collectionsSidebar(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(linkOf(page, 'blog_001')).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await linkOf(page, 'blog_001').click();
  await expect(page.getByRole('heading', { level: 1, name: 'blog_001' })).toBeVisible();
  await expect(linkOf(page, 'blog_001')).toBeHidden();
}

test('the list of collections: addresses, pins, search, many collections, folders, the drawer', async ({
  page,
  admin,
  backend: { api },
  secondTab,
  step,
}) => {
  const users = await onlyUsers(api);
  const zebra = await createBase(api, 'zebra');
  const apple = await createBase(api, 'apple');
  await api.patch(`/api/collections/${zebra.id}`, { createRule: '' });
  const members = await createCollection(api, { name: 'members', type: 'auth' });
  const view = await createCollection(api, {
    name: 'a_view',
    type: 'view',
    query: 'select id, title from apple',
  });
  const record = await createRecord(api, 'apple', { title: 'kept' });
  const sidebar = collectionsSidebar(page);
  await admin.signIn();

  await step('[API-01][CS-10] an unknown address becomes the first one, without a history entry', () =>
    openUnknown(page, members),
  );

  await step('[CS-01][CS-02] links with icons and titles, the active one and open ones marked', async () => {
    await expect(collectionLinks(page)).toHaveText(['members', 'users', 'apple', 'zebra', 'a_view']);
    for (const [{ name, id }, icon] of [
      [users, 'group'],
      [apple, 'folder-2'],
      [view, 'table'],
    ] as const) {
      const link = linkOf(page, name);
      await expect(link).toHaveAttribute('href', `#/collections?collectionId=${id}`);
      await expect(link).toHaveAttribute('title', name);
      await expect(link.locator(`[class*="ri--${icon}-line"]`)).toBeVisible();
    }
    await expect(sidebar.getByRole('img', { name: /^Anyone can write to/ })).toHaveAccessibleName(
      'Anyone can write to zebra',
    );
    await linkOf(page, 'members').click();
    await expect(sidebar.locator('[aria-current]')).toHaveText(['members']);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: members.id });
  });

  await step('[CS-06][CS-07] pins by keyboard and pointer, under a heading of their own', () =>
    pinByKeysAndPointer(page, zebra, members.id),
  );
  await step(
    '[CS-07][CS-12] pins, filter, sort and record survive a reload, another collection has its own',
    () => reloadAddress(page, apple, record.id, [zebra, view]),
  );

  await step('[CS-03][CS-04][OP-02] more than 5 collections can be searched', async () => {
    await expect(searchBox(page)).toHaveCount(0);
    await createBase(api, 'beta');
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(6);
    await searchList(page);
    await pinOf(page, 'zebra', 'Unpin').click();
  });

  await step('[CS-05] the list is compact for more than 20 collections', async () => {
    await onlyUsers(api);
    await importCollections(api, 19);
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(20);
    const height = async () => (await collectionLinks(page).first().boundingBox())?.height ?? 0;
    const roomy = await height();
    await createBase(api, 'zz_last');
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(21);
    await expect.poll(height).toBeLessThan(roomy);
  });

  await step(
    '[CS-01][CS-10] of many collections those in sight are in the page, among them the active one',
    async () => {
      await importCollections(api, 80, 'more');
      await announceChange(page);
      await expectListed(page, 101);
      await searchBox(page).pressSequentially('more_05');
      await expect(collectionLinks(page)).toHaveCount(10);
      await searchBox(page).fill('');
      await findActive(page, await api.get<Collection>('/api/collections/zz_last'));
    },
  );

  await step('[CS-04] folders by prefix fold by click and keys, and a search unfolds them', async () => {
    await onlyUsers(api);
    for (const prefix of ['order', 'blog']) await importCollections(api, 3, prefix);
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(7);
    await foldPrefixes(page);
  });
  await step('folders of one’s own: collections move by menu and by keys', () => moveIntoFolder(page));
  await step('collections and folders are ordered by menu', () => orderByMenu(page));
  await step('by drag: before another one; Escape puts it back', () => dragIntoFolder(page));

  await step('[CS-06] a reload and other tabs have the same folders, pins stand above', async () => {
    await page.reload();
    await expect(inside(page, 'Shop')).toHaveText(['blog_001', 'order_000']);
    const other = await secondTab('/#/collections');
    await expect(inside(other, 'Shop')).toHaveText(['blog_001', 'order_000']);
    await pinOf(page, 'order_000').click();
    await expect(inside(other, 'Shop')).toHaveText(['blog_001']);
    await expect(group(other, 'Pinned')).toHaveText(['order_000']);
    await folder(other, 'Shop').click();
    await expect(folder(page, 'Shop')).toHaveAttribute('aria-expanded', 'false');
    await folder(other, 'Shop').click();
    await other.close();
  });

  await step('every row of a long list is reached by keys', async () => {
    await importCollections(api, 100);
    await announceChange(page);
    await expect(sidebar.locator(`ul > [aria-setsize="${rowsOf(106)}"]`).first()).toBeAttached();
    await expect.poll(() => collectionLinks(page).count()).toBeLessThan(60);
    await folder(page, 'Shop').focus();
    await presses(page, onLine('End', 'End ArrowUp'));
    await expect(linkOf(page, 'users')).toHaveCount(0);
    await expect(linkOf(page, 'order_002')).toBeFocused();
    await expect(linkOf(page, 'order_002')).toBeInViewport({ ratio: 1 });
    await presses(page, 'ArrowUp ArrowUp');
    await expect(linkOf(page, 'item_099')).toBeFocused();
    await presses(page, 'Home ArrowDown');
    await expect(folder(page, 'Shop')).toBeFocused();
  });

  await step('by finger in the drawer of a small screen, which closes by Escape and a link', () =>
    useDrawer(page),
  );
});

/** Creates and renames a collection. */
async function createAndRename(page: Page): Promise<void> {
  const editor = await openNew(page);
  await editor.name.fill('told');
  await editor.addField('Plain text', 'title');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  await editor.name.fill('told_again');
  await editor.save.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
}

/** Deletes the collection of the editor, after a question. */
async function deleteEdited(page: Page, name: string): Promise<void> {
  await collectionEditor(page).menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, `Do you really want to delete collection "${name}" and all its records?`, true);
}

test('the list of collections in several tabs, while it loads, fails and is empty, and without controls', {
  tag: '@newer',
}, async ({ page, admin, backend: { api }, secondTab, step, expectedProblems }) => {
  const users = await onlyUsers(api);
  const target = await createBase(api, 'target');
  await createCollection(api, {
    name: 'pointing',
    fields: [field('to', 'relation', { collectionId: target.id })],
  });
  const editor = collectionEditor(page);
  const controls = (isHidden: boolean) => storeSettings(api, { 'application.hidesControls': isHidden });
  const newCollection = page.getByRole('button', { name: 'New collection' });
  const edit = page.getByRole('button', { name: 'Edit collection' });
  const content = page.locator('[data-frame=collections] .page-content');
  await admin.signIn();

  await step(
    '[CS-09] the page shows that collections are loading, and a failure, which can be tried again',
    async () => {
      expectedProblems.allow('response 500 GET /api/collections?page=1&perPage=200&skipTotal=1&sort=%2Bname');
      const held = gate();
      await page.route('**/api/collections?*', async (route) => {
        await held.opened;
        await failWith(route, 'The disk is full.');
      });
      await page.goto(collectionHash(users.id));
      await expect(content.getByText('Loading collections...')).toBeVisible();
      held.open();
      const sidebar = collectionsSidebar(page);
      await expect(sidebar.getByText('The collections could not be loaded.')).toBeVisible();
      await expect(sidebar.getByText('The disk is full.')).toBeVisible();
      await expect(toasts(page, 'error')).toContainText('The disk is full.');
      await toasts(page, 'error').getByRole('button', { name: 'Close' }).click();
      await page.unroute('**/api/collections?*');
      await sidebar.getByRole('button', { name: 'Try again' }).click();
      await expect(collectionLinks(page)).toHaveText(['users', 'pointing', 'target']);
      await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
      await expect(newCollection).toBeVisible();
      await expect(edit).toBeVisible();
    },
  );

  const other = await secondTab(recordsHash(users.id));
  await step('[CS-13] creating and renaming notify the other tabs with the message "reload"', async () => {
    await expect(collectionLinks(other)).toHaveText(['users', 'pointing', 'target']);
    await other.evaluate(() => {
      const received: unknown[] = [];
      Object.assign(window, { received });
      new BroadcastChannel('collections').onmessage = ({ data }) => received.push(data);
    });
    await createAndRename(page);
    await expect(collectionLinks(other)).toHaveText(['users', 'pointing', 'target', 'told_again']);
    expect(await other.evaluate(() => Reflect.get(window, 'received'))).toEqual(['reload', 'reload']);
  });

  await step('[CS-06][ST-02] pins reach other tabs', async () => {
    await pinOf(page, 'target').click();
    await expect(group(other, 'Pinned')).toHaveText(['target']);
    await pinOf(other, 'target', 'Unpin').hover();
    await expect(other.getByRole('tooltip')).toHaveText('Unpin collection');
    await pinOf(other, 'target', 'Unpin').click();
    for (const tab of [other, page]) await expect(headings(tab)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('@pinnedCollections'))).toBe('[]');
  });

  await step('[CE-20] a refused deletion keeps the panel', async () => {
    // Another collection refers to this one.
    expectedProblems.allow(`response 400 DELETE /api/collections/${target.id}`);
    await editListed(page, target);
    await deleteEdited(page, 'target');
    await expect(toasts(page, 'error')).toContainText(
      onLine(
        'Failed to delete collection due to existing dependency.',
        'Failed to delete collection probably due to existing reference in pointing.',
      ),
    );
    await expect(editor.panel).toBeVisible();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await step('[CE-20][CS-13] a deletion asks, and opens the first collection in every tab', async () => {
    const told = await api.get<Collection>('/api/collections/told_again');
    await linkOf(other, 'told_again').click();
    await expect(collectionTitle(other)).toHaveText('told_again');
    await editListed(page, told);
    const path = `/api/collections/${told.id}`;
    const sent = page.waitForRequest((request) => isWrite(request, 'DELETE', path));
    await deleteEdited(page, 'told_again');
    await sent;
    await expect(toasts(page, 'success').last()).toHaveText('Successfully deleted collection "told_again".');
    await expect(editor.panel).toBeHidden();
    for (const tab of [page, other]) {
      await expect(collectionLinks(tab)).toHaveText(['users', 'pointing', 'target']);
      await expect(collectionLinks(tab).first()).toHaveAttribute('aria-current', 'page');
      await expect(collectionTitle(tab)).toHaveText('users');
      await expect.poll(() => hashQuery(tab)).toEqual({ collectionId: users.id });
    }
    await other.close();
  });

  await step('[CS-08][CS-11][SH-13] hide-controls hides the controls that edit collections', async () => {
    await controls(true);
    await page.reload();
    await expect(page.getByRole('button', { name: 'New record' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(newCollection).toHaveCount(0);
    await expect(edit).toHaveCount(0);
  });

  await step(
    '[CS-09] without collections there is nothing to do',
    async () => {
      // The records of the collection that the tab remembers are requested before it is known to be deleted.
      expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\?.*$/);
      for (const name of ['pointing', 'target', 'users']) await api.delete(`/api/collections/${name}`);
      await page.reload();
      await expect(page.getByText("You don't have any collections yet.")).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('listed_collection'))).toBeNull();
      await expect(page.getByText('Create your first collection to add records!')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Create new collection' })).toHaveCount(0);
      await goToHash(page, '#/schema');
      await expect(frame(page, 'schema').getByText('No collections yet.')).toBeVisible();
      await expect(newCollection).toHaveCount(0);
      await goToHash(page, '#/collections');
    },
    'hasNoSystemCollections',
  );

  await step(
    '[CS-09][CS-11] with the controls, the first collection can be created',
    async () => {
      await controls(false);
      await page.reload();
      await expect(page.getByText('Create your first collection to add records!')).toBeVisible();
      await page.getByRole('button', { name: 'Create new collection' }).click();
      const name = uniqueName('first');
      await editor.name.fill(name);
      await editor.addField('Plain text', 'title');
      await editor.save.click();
      await expect(collectionTitle(page)).toHaveText(name);
      await expect(page.getByText('Total found: 0')).toBeVisible();
    },
    'hasNoSystemCollections',
  );
});
