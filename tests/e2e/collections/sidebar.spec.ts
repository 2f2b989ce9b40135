import type { Locator, Page } from '@playwright/test';
import {
  collectionEditor,
  collectionTitle,
  openEditorOf,
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
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { expectOutline } from '#tests/support/outline.ts';
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
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const searchBox = (page: Page) => collectionsSidebar(page).getByPlaceholder('Search collections...');
const group = (page: Page, name: string) =>
  collectionsSidebar(page).getByRole('region', { name }).getByRole('link');
const headings = (page: Page) => collectionsSidebar(page).getByRole('heading');
const storedPins = (page: Page) => page.evaluate(() => localStorage.getItem('@pinnedCollections'));

/** Expects a list of so many collections, of which the page has only those in sight. */
async function expectListed(page: Page, count: number): Promise<void> {
  const links = collectionLinks(page);
  await expect(collectionsSidebar(page).locator('li').last()).toHaveAttribute('aria-setsize', String(count));
  await expect.poll(() => links.count()).toBeLessThan(60);
  expect(await links.count()).toBeGreaterThan(10);
}

test.beforeEach(({ admin }) => admin.signIn());

test('[CS-01][CS-02][CS-06][CS-07][CS-10][CS-12] groups with links, addresses, pins, defaults, the drawer', async ({
  page,
  backend,
  checkScreen,
}) => {
  const users = await onlyUsers(backend.api);
  const zebra = await createBase(backend.api, 'zebra');
  const apple = await createBase(backend.api, 'apple');
  await backend.api.patch(`/api/collections/${zebra.id}`, { createRule: '' });
  const members = await createCollection(backend.api, { name: 'members', type: 'auth' });
  const view = await createCollection(backend.api, {
    name: 'a_view',
    type: 'view',
    options: { query: 'select id, title from apple' },
  });
  const record = await createRecord(backend.api, 'apple', { title: 'kept' });
  const query = { filter: 'kept', sort: '-title', recordId: record.id };
  const current = collectionsSidebar(page).locator('[aria-current]');

  await test.step('an unknown address becomes that of the first one, without a history entry', async () => {
    const before = await page.evaluate(() => history.length);
    const listed = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/collections');
    await page.goto(recordsHash('gone', { filter: 'a', sort: '-title', recordId: 'x' }));
    expect(queryOf(await listed)).toEqual({ page: '1', perPage: '200', skipTotal: '1', sort: '+name' });
    expect((await listed).method()).toBe('GET');
    await expect(page.getByRole('heading', { level: 1, name: 'members' })).toBeVisible();
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: members.id });
    expect(await page.evaluate(() => history.length)).toBe(before + 1);

    // The same later.
    await goToHash(page, `#/collections?collectionId=${apple.id}`);
    await expect(current).toHaveText(['apple']);
    await goToHash(page, '#/collections?collectionId=gone&filter=a');
    // Reads the address in the page: the test runner learns of it later, when it is already corrected.
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toBe(`#/collections?collectionId=${members.id}`);
    await page.goBack();
    await expect(current).toHaveText(['apple']);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: apple.id });
  });

  await test.step('a collection to which anyone can write is marked', async () => {
    await expect(
      collectionsSidebar(page).getByRole('img', { name: 'Anyone can write to zebra' }),
    ).toBeVisible();
    await expect(
      collectionsSidebar(page).getByRole('img', { name: 'Anyone can write to apple' }),
    ).toHaveCount(0);
  });

  await test.step('groups with links, icons and titles, the active one marked', async () => {
    await expect(collectionLinks(page)).toHaveText(['members', 'users', 'apple', 'zebra', 'a_view']);
    for (const [{ name, id }, icon] of [
      [members, 'group'],
      [users, 'group'],
      [apple, 'folder-2'],
      [view, 'table'],
    ] as const) {
      const link = collectionsSidebar(page).getByRole('link', { name });
      await expect(link).toHaveAttribute('href', `#/collections?collectionId=${id}`);
      await expect(link).toHaveAttribute('title', name);
      await expect(link.locator(`[class*="ri--${icon}-line"]`)).toBeVisible();
    }
    await collectionsSidebar(page).getByRole('link', { name: 'members' }).click();
    await expect(current).toHaveText(['members']);
    await expect(page.getByRole('heading', { level: 1, name: 'members' })).toBeVisible();
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: members.id });
  });

  await test.step('a pin that is set or removed by keyboard keeps the focus in its new place', async () => {
    await expect(headings(page)).toHaveCount(0);
    await collectionsSidebar(page).getByRole('button', { name: 'Pin collection apple' }).focus();
    await page.keyboard.press('Enter');
    const unpin = collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('button');
    await expect(unpin).toHaveAccessibleName('Unpin collection apple');
    await expect(unpin).toBeFocused();
    await page.keyboard.press('Space');
    await expect(headings(page)).toHaveCount(0);
    await expect(
      collectionsSidebar(page).getByRole('button', { name: 'Pin collection apple' }),
    ).toBeFocused();
  });

  await test.step('a pin appears under the pointer and moves its collection under Pinned', async () => {
    const pin = collectionsSidebar(page).getByRole('button', { name: 'Pin collection zebra', exact: true });
    await expect(pin).toHaveCSS('opacity', '0');
    await collectionsSidebar(page).getByRole('link', { name: 'zebra' }).hover();
    await expect(pin).toHaveCSS('opacity', '1');
    await pin.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Pin collection');
    await pin.click();
    await expect(headings(page)).toHaveText(['Pinned', 'Others']);
    await expect(group(page, 'Pinned')).toHaveText(['zebra']);
    await expect(group(page, 'Others')).toHaveText(['members', 'users', 'apple', 'a_view']);
    expect(hashQuery(page)['collectionId']).toBe(members.id);
    expect(await storedPins(page)).toBe(JSON.stringify([zebra.id]));
  });

  await test.step('pins, filter, sort and record survive a reload', async () => {
    await goToHash(page, recordsHash(apple.id, query).slice(1));
    await expect(recordsScreen(page).row(record.id)).toBeVisible();
    const again = page.waitForRequest((request) => isListRequest(request, apple.id));
    await page.reload();
    expect(queryOf(await again)).toMatchObject({ sort: '-title', filter: expect.stringContaining('kept') });
    await expect(group(page, 'Pinned')).toHaveText(['zebra']);
    await expect.poll(() => recordsScreen(page).searchText()).toBe('kept');
    expect(hashQuery(page)).toEqual({ collectionId: apple.id, ...query });
    const panel = page.getByRole('dialog', { name: 'Edit apple record' });
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toBeHidden();
    await expect
      .poll(() => hashQuery(page))
      .toEqual({ collectionId: apple.id, filter: query.filter, sort: query.sort });
  });

  await test.step('another collection starts with its own defaults', async () => {
    const first = page.waitForRequest((request) => isListRequest(request, zebra.id));
    await collectionsSidebar(page).getByRole('link', { name: 'zebra' }).click();
    expect(queryOf(await first)).toMatchObject({ sort: '-created', filter: '' });
    await expect.poll(() => recordsScreen(page).searchText()).toBe('');
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: zebra.id });
    const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
    await collectionsSidebar(page).getByRole('link', { name: 'view' }).click();
    expect(queryOf(await viewed)).toMatchObject({ sort: '', filter: '' });
  });

  await test.step('the drawer of small screens opens, follows a link and returns the focus', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(collectionLinks(page).first()).toBeHidden();
    const opener = page.getByRole('button', { name: 'Show collections' });
    await opener.press('Enter');
    await expect(collectionLinks(page)).toHaveText(['zebra', 'members', 'users', 'apple', 'a_view']);
    await checkScreen();
    await page.keyboard.press('Escape');
    await expect(collectionLinks(page).first()).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await collectionLinks(page).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'zebra' })).toBeVisible();
    await expect(collectionLinks(page).first()).toBeHidden();
  });
});

test('[CE-20][CS-06][CS-13][ST-02] other tabs follow: created, renamed, pinned and deleted collections', async ({
  page,
  backend,
  secondTab,
  expectedProblems,
}) => {
  const users = await onlyUsers(backend.api);
  const target = await createBase(backend.api, 'target');
  await createCollection(backend.api, {
    name: 'pointing',
    schema: [field('to', 'relation', { options: { collectionId: target.id } })],
  });
  const other = await secondTab(recordsHash(users.id));
  await expect(collectionLinks(other)).toHaveText(['users', 'pointing', 'target']);
  await other.evaluate(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    new BroadcastChannel('collections').onmessage = ({ data }) => received.push(data);
  });
  const received = () => other.evaluate(() => Reflect.get(window, 'received'));
  const editor = collectionEditor(page);

  await test.step('creating and renaming notify the other tabs with the message "reload"', async () => {
    await page.goto(recordsHash(users.id));
    await openNew(page);
    await editor.name.fill('told');
    await editor.addField('Plain text', 'title');
    await editor.save.click();
    await expect(collectionLinks(other)).toHaveText(['users', 'pointing', 'target', 'told']);
    await expect(editor.panel).toBeHidden();
    await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
    await editor.name.fill('told_again');
    await editor.save.click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(collectionLinks(other)).toHaveText(['users', 'pointing', 'target', 'told_again']);
    await expect(editor.panel).toBeHidden();
    expect(await received()).toEqual(['reload', 'reload']);
  });

  await test.step('pins reach other tabs', async () => {
    await collectionsSidebar(page).getByRole('button', { name: 'Pin collection target' }).click();
    await expect(group(other, 'Pinned')).toHaveText(['target']);
    const unpin = collectionsSidebar(other).getByRole('button', { name: 'Unpin collection target' });
    await unpin.hover();
    await expect(other.getByRole('tooltip')).toHaveText('Unpin collection');
    await unpin.click();
    await expect(headings(other)).toHaveCount(0);
    await expect(headings(page)).toHaveCount(0);
    expect(await storedPins(page)).toBe('[]');
  });

  await test.step('a refused deletion keeps the panel', async () => {
    // Another collection refers to this one.
    expectedProblems.allow(`response 400 DELETE /api/collections/${target.id}`);
    await openEditorOf(page, target.id);
    await editor.menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await answer(page, 'Do you really want to delete collection "target" and all its records?', true);
    await expect(toasts(page, 'error')).toContainText(
      'Failed to delete collection due to existing dependency.',
    );
    await expect(editor.panel).toBeVisible();
    await editor.cancel.click();
    await expect(editor.panel).toBeHidden();
  });

  await test.step('a deletion asks, and opens the first collection in every tab', async () => {
    const { id } = await backend.api.get<{ id: string }>('/api/collections/told_again');
    await collectionsSidebar(other).getByRole('link', { name: 'told_again' }).click();
    await expect(collectionTitle(other)).toHaveText('told_again');
    await openEditorOf(page, id);
    await editor.menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const sent = page.waitForRequest((request) => isWrite(request, 'DELETE', `/api/collections/${id}`));
    await answer(page, 'Do you really want to delete collection "told_again" and all its records?', true);
    await sent;
    await expect(toasts(page, 'success').last()).toHaveText('Successfully deleted collection "told_again".');
    await expect(editor.panel).toBeHidden();
    for (const tab of [page, other]) {
      await expect(collectionLinks(tab)).toHaveText(['users', 'pointing', 'target']);
      await expect(collectionLinks(tab).first()).toHaveAttribute('aria-current', 'page');
      await expect(collectionTitle(tab)).toHaveText('users');
      await expect.poll(() => hashQuery(tab)).toEqual({ collectionId: users.id });
    }
  });
});

test('[API-01][CS-03][CS-04][CS-05][CS-10][OP-02] a growing list: search, compact lines, several pages', async ({
  page,
  backend,
  checkScreen,
}) => {
  const users = await onlyUsers(backend.api);
  await importCollections(backend.api, 3, 'alpha');
  await createBase(backend.api, 'beta_000');
  const clear = collectionsSidebar(page).getByRole('button', { name: 'Clear search' });

  await test.step('foreign pins in local storage cause no errors', async () => {
    await page.evaluate(() => localStorage.setItem('@pinnedCollections', '[1,null,"gone"]'));
    await page.goto('/#/collections');
    await expect(collectionLinks(page)).toHaveCount(5);
    await expect(headings(page)).toHaveCount(0);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: users.id });
  });

  await test.step('the search box appears for more than 5 collections and can be cleared', async () => {
    await expect(searchBox(page)).toHaveCount(0);
    await createBase(backend.api, 'beta_001');
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(6);
    await searchBox(page).fill('ta_001');
    await expect(collectionLinks(page)).toHaveText(['beta_001']);
    await clear.click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(collectionLinks(page)).toHaveCount(6);
    await expect(searchBox(page)).toBeFocused();
    await expect(clear).toHaveCount(0);
  });

  await test.step('search filters by name inside the groups, and says when nothing matches', async () => {
    await collectionsSidebar(page).getByRole('button', { name: 'Pin collection alpha_001' }).click();
    await collectionsSidebar(page).getByRole('button', { name: 'Pin collection beta_000' }).click();
    await searchBox(page).fill(' ALPHA');
    await expect(group(page, 'Pinned')).toHaveText(['alpha_001']);
    await expect(group(page, 'Others')).toHaveText(['alpha_000', 'alpha_002']);
    await searchBox(page).fill('nothing like it');
    await expect(collectionsSidebar(page).getByText('No collections found.')).toBeVisible();
    await expect(collectionLinks(page)).toHaveCount(0);
    await checkScreen();
    await searchBox(page).press('Escape');
    await expect(collectionLinks(page)).toHaveCount(6);
    for (const name of ['alpha_001', 'beta_000'])
      await collectionsSidebar(page)
        .getByRole('button', { name: `Unpin collection ${name}` })
        .click();
    await expect(headings(page)).toHaveCount(0);
  });

  await test.step('Escape during a composition keeps the search, Escape after it clears the search', async () => {
    await searchBox(page).fill('isle');
    await compose(page, 'に');
    await expect(searchBox(page)).toHaveValue('isleに');
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toHaveValue('isleに');
    await searchBox(page).blur();
    await searchBox(page).press('Escape');
    await expect(searchBox(page)).toHaveValue('');
  });

  await test.step('the list is compact for more than 20 collections', async () => {
    await importCollections(backend.api, 14);
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(20);
    const height = async () => (await collectionLinks(page).first().boundingBox())?.height ?? 0;
    const roomy = await height();
    await createCollection(backend.api, {
      name: 'posts',
      schema: [field('body', 'editor'), field('ref', 'relation', { options: { collectionId: users.id } })],
    });
    await announceChange(page);
    await expect(collectionLinks(page)).toHaveCount(21);
    await expect.poll(height).toBeLessThan(roomy);
  });

  await test.step('a full list loads pages until one is not full', async () => {
    await importCollections(backend.api, 179, 'more');
    await createBase(backend.api, 'zz_last');
    const requested: Record<string, string>[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/collections') requested.push(queryOf(request));
    });
    await announceChange(page);
    await expectListed(page, 201);
    const full = { perPage: '200', skipTotal: '1', sort: '+name' };
    expect(requested).toEqual([
      { page: '1', ...full },
      { page: '2', ...full },
    ]);
    await searchBox(page).pressSequentially('more_17');
    await expect(collectionLinks(page)).toHaveCount(9);
    await searchBox(page).fill('');
    await expectListed(page, 201);
  });

  await test.step('a list of records sends its own parameters', async () => {
    const { id } = await backend.api.get<{ id: string }>('/api/collections/posts');
    const listed = page.waitForRequest((request) => isListRequest(request, id));
    await goToHash(page, recordsHash(id, { filter: 'body ~ "x"', sort: '-body' }).slice(1));
    expect(queryOf(await listed)).toEqual({
      page: '1',
      perPage: '40',
      skipTotal: '1',
      sort: '-body',
      filter: 'body ~ "x"',
      expand: 'ref',
      fields: '*,body:excerpt(200),expand.ref.*:excerpt(200)',
    });
  });

  await test.step('the active collection of a long list is visible', async () => {
    const first = collectionsSidebar(page).getByRole('link', { name: 'users' });
    const last = collectionsSidebar(page).getByRole('link', { name: 'zz_last' });
    const { id } = await backend.api.get<{ id: string }>('/api/collections/zz_last');
    await goToHash(page, recordsHash(id).slice(1));
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.reload();
    await expect(last).toBeInViewport({ ratio: 1 });
    // Out of sight, it is not in the page.
    await expect(first).toHaveCount(0);
    await searchBox(page).fill('users');
    await first.click();
    await clear.click();
    await expectListed(page, 201);
    await expect(first).toBeInViewport({ ratio: 1 });
    await page.goBack();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
});

test('[CS-04][CS-06] folders: by prefix, by menu, keys and drag, for all tabs; a long list has few elements', async ({
  page,
  backend,
  secondTab,
  checkScreen,
}) => {
  await onlyUsers(backend.api);
  await importCollections(backend.api, 3, 'order');
  await importCollections(backend.api, 3, 'blog');
  const sidebar = collectionsSidebar(page);
  const link = (name: string) => sidebar.getByRole('link', { name, exact: true });
  const folder = (name: string, on = page) =>
    collectionsSidebar(on).getByRole('button', { name: new RegExp(`^${name} \\d+ collection`) });
  const inside = (name: string, on = page) =>
    collectionsSidebar(on).getByRole('list', { name, exact: true }).getByRole('link');
  const said = page.locator('[data-announcer]');
  const openMenu = (name: string) => sidebar.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
  const center = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  await page.goto('/#/collections');
  const elements = () => sidebar.locator('*').count();

  await test.step('by prefix: folders fold by click and keys, and a search unfolds them', async () => {
    await openMenu('Folders');
    await expect(page.getByRole('menuitemradio', { name: 'No folders' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'By name prefix' }).click();
    await expect(inside('order')).toHaveText(['order_000', 'order_001', 'order_002']);
    await checkScreen();
    await page.keyboard.press('Escape');
    await folder('order').click();
    await expect(folder('order')).toHaveAttribute('aria-expanded', 'false');
    await expect(inside('order')).toHaveCount(0);
    await searchBox(page).fill('nothing like it');
    await expect(sidebar.getByText('No collections found.')).toBeVisible();
    await searchBox(page).fill('1');
    await expect(sidebar.getByText('No collections found.')).toHaveCount(0);
    await expect(collectionLinks(page)).toHaveText(['blog_001', 'order_001']);
    await link('order_001').click();
    await page.keyboard.press('Escape');
    await searchBox(page).fill('');
    // The active one stays in sight.
    await expect(inside('order')).toHaveText(['order_001']);
    await folder('order').focus();
    await presses(page, 'ArrowRight');
    await expect(inside('order')).toHaveCount(3);
    await presses(page, 'ArrowLeft');
    await expect(inside('order')).toHaveCount(1);
    await presses(page, 'ArrowDown');
    await expect(link('order_001')).toBeFocused();
  });

  await test.step('by hand: a new folder is named at once; collections move by menu', async () => {
    await openMenu('Folders');
    await choose('New folder…');
    await expect(sidebar.getByRole('textbox', { name: 'Name of the folder' })).toBeFocused();
    await page.keyboard.type('Shop & <b>more</b>');
    await page.keyboard.press('Enter');
    await expect(folder('Shop & <b>more</b>')).toBeFocused();
    await openMenu('Change folder Shop & <b>more</b>');
    await expectOutline(page, 'folder-menu', { root: page.getByRole('menu') });
    await choose('Rename');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Enter');
    await expect(folder('Shop')).toBeFocused();
    await link('order_000').hover();
    await openMenu('Move order_000');
    await expectOutline(page, 'folder-moves', { root: page.getByRole('menu') });
    await checkScreen();
    await choose('Shop');
    await expect(inside('Shop')).toHaveText(['order_000']);
    await expect(link('order_000')).toBeFocused();
    await expect(said).toHaveText('Moved order_000 to folder Shop.');
  });

  await test.step('by keys: menu, order, and out of the folder again', async () => {
    await link('order_002').focus();
    await presses(page, 'Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Shop' })).toBeFocused();
    await presses(page, 'Enter');
    await expect(inside('Shop')).toHaveText(['order_000', 'order_002']);
    await expect(link('order_002')).toBeFocused();
    await presses(page, 'Alt+ArrowUp');
    await expect(inside('Shop')).toHaveText(['order_002', 'order_000']);
    await expect(link('order_002')).toBeFocused();
    await expect(said).toHaveText('Moved order_002 to place 1 of 2.');
    await presses(page, 'Shift+F10 End Enter');
    await expect(inside('Shop')).toHaveText(['order_000']);
    await expect(link('order_002')).toBeFocused();
    await expect(said).toHaveText('Moved order_002 out of its folder.');
    // Outside of folders, the order is that of the names.
    await presses(page, 'Alt+ArrowUp');
    await expect(said).toHaveText('Moved order_002 out of its folder.');
    await expect(link('order_002')).toBeFocused();
  });

  await test.step('by menu: a new folder with a collection, the order in folders and of folders', async () => {
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await openMenu('Move order_002');
    await choose('New folder…');
    await page.keyboard.type('Extra');
    await page.keyboard.press('Tab');
    await expect(inside('Extra')).toHaveText(['order_002']);
    await openMenu('Move blog_002');
    await choose('Extra');
    await expect(inside('Extra')).toHaveText(['order_002', 'blog_002']);
    await openMenu('Move blog_002');
    await expect(item('Move down')).toHaveAttribute('aria-disabled', 'true');
    await choose('Move up');
    await expect(inside('Extra')).toHaveText(['blog_002', 'order_002']);
    await expect(said).toHaveText('Moved blog_002 to place 1 of 2.');
    await openMenu('Move blog_002');
    await expect(item('Move up')).toHaveAttribute('aria-disabled', 'true');
    await choose('Move down');
    await expect(said).toHaveText('Moved blog_002 to place 2 of 2.');
    await presses(page, 'Alt+ArrowDown');
    await expect(inside('Extra')).toHaveText(['order_002', 'blog_002']);
    await openMenu('Change folder Extra');
    await choose('Move up');
    await expect(said).toHaveText('Moved folder Extra to place 1 of 2.');
    const folders = sidebar.getByRole('button', { name: /^\w+ \d+ collection/ });
    await expect(folders).toHaveText([/^Extra/, /^Shop/]);
    await expect(folder('Extra')).toBeFocused();
    await presses(page, 'Alt+ArrowDown');
    await expect(folders).toHaveText([/^Shop/, /^Extra/]);
    // In a folded folder, a collection has no line that could have the focus.
    await presses(page, 'ArrowLeft');
    await openMenu('Move blog_000');
    await choose('Extra');
    await expect(folder('Extra')).toHaveAccessibleName('Extra 3 collections');
    await expect(folder('Extra')).toBeFocused();
    await openMenu('Change folder Extra');
    await choose('Remove folder');
    await answer(page, 'Do you really want to remove folder "Extra"? Its collections stay.', true);
    await expect(folders).toHaveText([/^Shop/]);
  });

  await test.step('by drag: before another one; Escape puts it back', async () => {
    const from = await center(link('blog_001'));
    const to = await center(link('order_000'));
    for (const isDropped of [false, true]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y - 10);
      await page.mouse.move(to.x, to.y - 8, { steps: 3 });
      const mark = page.locator('body > [style*="border-width: 2px 0px 0px"]');
      const target = (await link('order_000').boundingBox())?.y ?? 0;
      // It follows in the next frame.
      const distance = async () => Math.abs(((await mark.boundingBox())?.y ?? 0) - target);
      await expect.poll(distance, 'from the mark to the upper edge of the target').toBeLessThan(6);
      if (!isDropped) await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(inside('Shop')).toHaveText(isDropped ? ['blog_001', 'order_000'] : ['order_000']);
    }
    // A press that moves nothing is a click.
    await link('blog_002').click();
    await expect(collectionTitle(page)).toHaveText('blog_002');
  });

  await test.step('a reload and other tabs have the same folders, pins stand above', async () => {
    await page.reload();
    await expect(inside('Shop')).toHaveText(['blog_001', 'order_000']);
    const other = await secondTab('/#/collections');
    await expect(inside('Shop', other)).toHaveText(['blog_001', 'order_000']);
    await sidebar.getByRole('button', { name: 'Pin collection order_000' }).click();
    await expect(inside('Shop', other)).toHaveText(['blog_001']);
    await expect(group(other, 'Pinned')).toHaveText(['order_000']);
    await folder('Shop', other).click();
    await expect(folder('Shop')).toHaveAttribute('aria-expanded', 'false');
    await folder('Shop', other).click();
    await other.close();
  });

  await test.step('300 collections more: few elements, every row by keys and by drag', async () => {
    await expect(folder('Shop')).toHaveAttribute('aria-expanded', 'true');
    const before = await elements();
    await importCollections(backend.api, 300);
    await announceChange(page);
    await expect(sidebar.locator('ul > [aria-setsize="306"]').first()).toBeAttached();
    expect(before).toBeLessThan(150);
    await expect.poll(elements).toBeLessThan(400);
    await folder('Shop').focus();
    await presses(page, 'End');
    await expect(link('users')).toHaveCount(0);
    await expect(link('order_002')).toBeFocused();
    await expect(link('order_002')).toBeInViewport({ ratio: 1 });
    await presses(page, 'ArrowUp ArrowUp');
    await expect(link('item_299')).toBeFocused();
    await presses(page, 'Home ArrowDown');
    await expect(folder('Shop')).toBeFocused();
    expect(await elements()).toBeLessThan(400);
    await checkScreen();
  });

  await test.step('by finger in the drawer, with large targets', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Show collections' }).click();
    await expect(link('blog_001')).toBeInViewport({ ratio: 1 });
    await expectFitsSmall(page, sidebar);
    const handle = sidebar.getByRole('button', { name: 'Move blog_000' });
    const touch = async (type: string, { x, y }: { x: number; y: number }) =>
      handle.dispatchEvent(type, {
        ...{ pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0, bubbles: true },
        ...{ clientX: x, clientY: y },
      });
    const start = await center(handle);
    await touch('pointerdown', start);
    await touch('pointermove', { x: start.x, y: start.y - 20 });
    await touch('pointermove', await center(folder('Shop')));
    await touch('pointerup', await center(folder('Shop')));
    await expect(inside('Shop')).toHaveText(['blog_001', 'blog_000']);
  });

  await test.step('removing a folder asks and keeps its collections; the focus stays in the list', async () => {
    await openMenu('Change folder Shop');
    await choose('Remove folder');
    await answer(page, 'Do you really want to remove folder "Shop"? Its collections stay.', true);
    await expect(folder('Shop')).toHaveCount(0);
    await expect(link('blog_001')).toBeVisible();
    await expect(sidebar.locator(':focus')).toHaveCount(1);
  });
});

test('[CS-08][CS-09][CS-11][SH-13] loading, a failure, no collections; hide-controls hides the controls that edit', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  await onlyUsers(backend.api);
  const controls = (hideControls: boolean) => backend.api.patch('/api/settings', { meta: { hideControls } });
  const newCollection = page.getByRole('button', { name: 'New collection' });
  const edit = page.getByRole('button', { name: 'Edit collection' });

  await test.step('the page shows that collections are loading', async () => {
    expectedProblems.allow('response 500 GET /api/collections?page=1&perPage=200&skipTotal=1&sort=%2Bname');
    const held = gate();
    await page.route('**/api/collections?*', async (route) => {
      await held.opened;
      await failWith(route, 'The disk is full.');
    });
    await page.goto('/#/collections');
    await expect(
      page.locator('[data-frame=collections] .page-content').getByText('Loading collections...'),
    ).toBeVisible();
    await checkScreen();
    held.open();
  });

  await test.step('a failed first load offers a retry', async () => {
    await expect(collectionsSidebar(page).getByText('The collections could not be loaded.')).toBeVisible();
    await expect(collectionsSidebar(page).getByText('The disk is full.')).toBeVisible();
    await checkScreen();
    await page.unroute('**/api/collections?*');
    await collectionsSidebar(page)
      .getByRole('button', { name: /again|retry/i })
      .click();
    await expect(collectionLinks(page)).toHaveText(['users']);
    await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
    await expect(newCollection).toBeVisible();
    await expect(edit).toBeVisible();
  });

  await test.step('hide-controls hides the controls that edit collections', async () => {
    await controls(true);
    await page.reload();
    await expect(page.getByRole('button', { name: 'New record' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(newCollection).toHaveCount(0);
    await expect(edit).toHaveCount(0);
  });

  await test.step('without collections there is nothing to do', async () => {
    // The records of the collection that the tab remembers are requested before it is known to be deleted.
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\?.*$/);
    await backend.api.delete('/api/collections/users');
    await page.reload();
    await expect(page.getByText("You don't have any collections yet.")).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('listed_collection'))).toBeNull();
    await expect(page.getByText('Create your first collection to add records!')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create new collection' })).toHaveCount(0);
    await goToHash(page, '#/schema');
    await expect(frame(page, 'schema').getByText('No collections yet.')).toBeVisible();
    await expect(newCollection).toHaveCount(0);
    await goToHash(page, '#/collections');
  });

  await test.step('with the controls, the first collection can be created', async () => {
    await controls(false);
    await page.reload();
    await expect(page.getByText('Create your first collection to add records!')).toBeVisible();
    await checkScreen();
    await page.getByRole('button', { name: 'Create new collection' }).click();
    const editor = collectionEditor(page);
    const name = uniqueName('first');
    await editor.name.fill(name);
    await editor.addField('Plain text', 'title');
    await editor.save.click();
    await expect(collectionTitle(page)).toHaveText(name);
    await expect(page.getByText('Total found: 0')).toBeVisible();
  });
});
