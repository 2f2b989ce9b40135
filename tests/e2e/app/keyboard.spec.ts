import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { storedCollection } from '#tests/support/collections/saving.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { avatarButton, goToHash, hashOf, loginScreen, toasts } from '#tests/support/screens.ts';
import { storedSettings } from '#tests/support/settings/stored.ts';

async function signInAndChoose(page: Page, backend: Backend, { name }: Collection): Promise<void> {
  await page.goto('/#/login');
  const { email, password } = loginScreen(page);
  await expect(email).toBeFocused();
  await page.keyboard.type(backend.adminEmail);
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.type(backend.adminPassword);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  await reach(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await reach(page, page.getByRole('button', { name: 'title', exact: true }));
  await page.keyboard.press('Enter');
  await expect.poll(() => new URLSearchParams(hashOf(page).split('?')[1]).get('sort')).toContain('title');
}

async function reachFirstRow(page: Page, hash: string): Promise<void> {
  const { rows, search } = hash === logsHash() ? logsScreen(page) : recordsScreen(page);
  await page.goto('about:blank');
  await page.goto(hash);
  await expect(rows.first()).toHaveAttribute('tabindex', '0');
  await expect(page.locator('.rail a[tabindex="-1"]')).toHaveCount(3);
  const before = hashOf(page);
  const skip = page.getByRole('button', { name: 'Skip to content' });
  await presses(page, 'Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await presses(page, 'Enter Tab');
  await expect(search).toBeFocused();
  await expect(page.locator('.ace_editor')).toBeVisible();
  await expect(search).toBeFocused();
  await presses(page, hash === logsHash() ? 'Tab Tab Tab' : 'Tab Tab');
  await expect(rows.first()).toBeFocused();
  await presses(page, '/');
  await expect(search).toBeFocused();
  // There it is a character.
  await presses(page, '/');
  await expect(search).toBeFocused();
  expect(hashOf(page)).toBe(before);
}

async function expectStops(page: Page, posts: Collection): Promise<void> {
  await page.goto('about:blank');
  await page.goto(recordsHash(posts.id));
  await expect(recordsScreen(page).rows.first()).toHaveAttribute('tabindex', '0');
  // The sidebar follows when the browser is idle.
  await expect(page.getByRole('separator', { name: 'Resize sidebar' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Pin collection ${posts.name}` })).toHaveAttribute(
    'tabindex',
    '-1',
  );
  const stops: string[] = [];
  for (let stop = 0; stop < 10; stop++) {
    await presses(page, 'Tab');
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        const part = element?.closest(
          '[aria-label]:not(a, button, input, textarea, form), .list-head, .list-row',
        );
        return part?.ariaLabel ?? part?.className.trim() ?? element?.textContent ?? '';
      }),
    );
  }
  expect(stops).toEqual([
    'Skip to content',
    // The links and the avatar, the collections and the button for another one.
    'Main',
    'Main',
    'Collections',
    'Collections',
    'Resize sidebar',
    'Actions',
    // The search.
    'Collections',
    'list-head',
    'list-row',
  ]);
}

async function expectVisibleFocus(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/#/settings');
  await expect(page.getByRole('separator', { name: 'Resize sidebar' })).toBeVisible();
  const unseen: string[] = [];
  const visited = new Set<string>();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim()}`;
      return { name, isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    });
    if (!stop) break;
    if (!stop.isSeen) unseen.push(stop.name);
    visited.add(stop.name);
  }
  expect(unseen).toEqual([]);
  // The link to the content, two menus and the avatar, the sidebar's edge, the fields and buttons of the form, the
  // footer.
  expect(visited.size).toBeGreaterThanOrEqual(8);
}

async function signOut(page: Page): Promise<void> {
  // The app sidebar is the first part of the page, and the menu its last item.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await reach(page, avatarButton(page));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(loginScreen(page).email).toBeFocused();
  expect(hashOf(page)).toBe('#/login');
}

/** Presses keys, which it counts, and runs commands of the palette. */
function counting(page: Page) {
  let count = 0;
  const press = async (keys: string) => {
    count += keys.split(' ').length;
    await presses(page, keys);
  };
  return {
    press,
    focused: page.locator(':focus'),
    /** Runs a command of the palette: two keys beside the text. */
    run: async (text: string, title: string) => {
      await press('Control+k');
      await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused();
      await page.keyboard.type(text);
      await expect(page.getByRole('option').first()).toHaveText(title);
      await press('Enter');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
    },
    /** How many keys were pressed since the last time, without typed text. */
    since: () => {
      const keys = count;
      count = 0;
      return keys;
    },
  };
}

async function makeCollection(page: Page, backend: Backend): Promise<void> {
  const { press, focused, run, since } = counting(page);
  const name = uniqueName('books');
  await run('new coll', 'New collection');
  await expect(focused).toHaveAccessibleName('Name');
  await page.keyboard.type(name);
  await expect(page.getByRole('button', { name: 'New field' })).toBeVisible();
  await press('Tab');
  const openMenu = onLine(
    async () => {
      await expect(focused).toHaveAccessibleName('New field');
      await press('Enter');
    },
    // Fields that each collection has are before it.
    () => run('new f', 'New field'),
  );
  for (const [field, type] of Object.entries({ title: 'Plain', pages: 'Number', lent: 'Bool' })) {
    await openMenu();
    await expect(focused).toHaveRole('menuitem');
    await page.keyboard.type(type);
    await expect(focused).toContainText(type);
    await press('Enter');
    await expect(focused).toHaveAccessibleName('Field name');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.type(field);
    await press('Tab');
    await expect(focused).toHaveAccessibleName('Toggle field options');
    await press('Tab');
  }
  await run('api r', 'API Rules');
  await expect(focused).toHaveRole('tab');
  // Past its type, its name and two offers of help.
  await press('Tab Tab Tab Tab Tab');
  await expect(focused).toHaveAccessibleName('Unlock and set custom rule');
  await press('Enter');
  await expect(focused).toHaveRole('textbox');
  await page.keyboard.type("@request.auth.id != ''");
  await press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await storedCollection(backend.api, name)).toMatchObject({
    listRule: "@request.auth.id != ''",
    fields: [
      { name: 'title', type: 'text' },
      { name: 'pages', type: 'number' },
      { name: 'lent', type: 'bool' },
    ],
  });
  expect(since()).toBeLessThanOrEqual(38);
}

async function setAndBackUp(page: Page, backend: Backend): Promise<void> {
  const { press, focused, run, since } = counting(page);
  await run('mail s', 'Mail settings');
  await expect(page.getByLabel('Sender name')).toBeVisible();
  await press('Tab');
  await expect(focused).toHaveAccessibleName('Sender name');
  await press('Control+a');
  await page.keyboard.type('Few keys');
  await press('Control+s');
  await expect(toasts(page, 'success').last()).toHaveText('Successfully saved mail settings.');
  expect(await storedSettings(backend.api, ['mail.sender.name'])).toEqual({ 'mail.sender.name': 'Few keys' });
  expect(since()).toBeLessThanOrEqual(8);

  await run('backups', 'Backups');
  await expect(page.getByRole('button', { name: 'Initialize new backup' })).toBeVisible();
  await run('new b', 'Initialize new backup');
  await expect(focused).toHaveAccessibleName('Backup name');
  await press('Enter');
  await expect(toasts(page, 'success').last()).toHaveText('Successfully generated new backup.');
  expect(await backend.api.get('/api/backups')).toHaveLength(1);
  expect(since()).toBeLessThanOrEqual(13);
}

async function openLog(page: Page): Promise<void> {
  const { press, run, since } = counting(page);
  const { rows, search } = logsScreen(page);
  await run('logs', 'Logs');
  await expect(rows.first()).toHaveAttribute('tabindex', '0');
  await press('/');
  await expect(search).toBeFocused();
  await expect(page.locator('[data-frame=logs] .ace_editor')).toBeVisible();
  await press('Tab Tab Tab');
  await expect(rows.first()).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(since()).toBeLessThanOrEqual(9);
  await press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const COUNT = 10;

/** Presses a button with the keyboard. */
async function press(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

const yes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Yes' });

async function deleteInPanel(page: Page, id: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('button', { name: 'More record options' })).toBeVisible();
  await press(page, 'More record options');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await yes(page).press('Enter');
  await expect(recordsScreen(page).row(id)).toHaveCount(0);
}

async function deleteSelected(page: Page, ids: readonly string[]): Promise<void> {
  const { row } = recordsScreen(page);
  const [two = '', three = '', five = ''] = [ids[2], ids[3], ids[5]];
  const tick = (id: string) => page.getByRole('checkbox', { name: `Select ${id}` }).press('Space');
  await tick(three);
  await press(page, 'Reset');
  await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  await expect(row(three)).toBeFocused();
  await tick(two);
  await tick(three);
  await press(page, 'Delete selected');
  await yes(page).press('Enter');
  await expect(row(three)).toHaveCount(0);
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0);
  await expect(row(five)).toBeFocused();
}

async function searchAndClear(page: Page): Promise<void> {
  const { rows, search: box, scroller } = recordsScreen(page);
  await expect(rows).toHaveCount(COUNT - 5);
  const search = page.locator('[data-frame=collections] .page-content form[role=search]');
  await search.locator('input').click();
  await page.keyboard.type('nothing like it');
  await expect(box).toBeFocused();
  await press(page, 'Search');
  await expect(page.getByText('No records found.')).toBeVisible();
  await expect(search.locator(':focus')).toHaveCount(1);
  await press(page, 'Clear filters');
  await expect(rows).toHaveCount(COUNT - 5);
  await expect(scroller).toBeFocused();
}

async function scrollPreview(page: Page, id: string): Promise<void> {
  await recordsScreen(page)
    .row(id)
    .getByRole('button', { name: /^Preview paper/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^paper/ });
  await expect(dialog.locator('iframe')).toBeVisible();
  // Like a window of 1280 x 800 at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 300 });
  const content = dialog.getByRole('group', { name: 'Content' });
  await content.focus();
  await page.keyboard.press('End');
  await expect.poll(() => content.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function scrollLongText(page: Page): Promise<void> {
  await page.route('**/records/*', (route) =>
    route.request().method() === 'DELETE' ? failWith(route, 'It is still needed.', 400) : route.continue(),
  );
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await yes(page).click();
  const dialog = page.getByRole('dialog', { name: '30 records were not deleted' });
  const content = dialog.getByRole('group', { name: 'Content' });
  await expect(content).toBeVisible();
  await content.focus();
  await page.keyboard.press('End');
  await expect(dialog.getByText('row 0', { exact: true })).toBeInViewport();
  // When everything is visible there is nothing to scroll.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await expect(content).toHaveCount(0);
}

test('the focus stays near what disappears, and dialogs without controls are scrolled by keyboard', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 404 GET .*\/records\/missing00000000$/,
    /^response 400 DELETE \/api\/collections\/\w+\/records\/\w+$/,
  );
  const posts = await createCollection(backend.api, { name: uniqueName('posts'), fields: [field('title')] });
  // The newest record is first.
  const ids = (
    await seedRecords(backend, posts, COUNT, (index) => ({ title: `title ${index}` }))
  ).toReversed();
  const idAt = (index: number): string => ids[index] ?? '';
  const kept = await createCollection(backend.api, {
    name: uniqueName('kept'),
    fields: [field('title', 'text', { isPresentable: true }), field('paper', 'file')],
  });
  await seedRecords(backend, kept, 29, (index) => ({ title: `row ${index}` }));
  // Seeded dates are a millisecond apart, the last of them ahead: the next record has to be the newest, which is in sight.
  const seeded = Date.now();
  await expect.poll(() => Date.now() - seeded, { intervals: [10] }).toBeGreaterThan(29);
  const paper = new File(['%PDF-1.4\n'], 'paper.pdf', { type: 'application/pdf' });
  const record = await createRecord(backend.api, kept.id, { title: 'row 29', paper });
  await admin.signIn();
  const screen = recordsScreen(page);

  await step('after a delete from a panel that an address has opened, the list', async () => {
    await page.goto(recordsHash(posts.id, { recordId: idAt(4) }));
    await deleteInPanel(page, idAt(4));
    await expect(screen.scroller).toBeFocused();
  });
  await step('after a delete from the panel the next row, after the last one the previous row', async () => {
    for (const [removed, focused] of [
      [idAt(1), idAt(2)],
      [idAt(9), idAt(8)],
    ] as const) {
      await screen.row(removed).focus();
      await page.keyboard.press('Enter');
      await deleteInPanel(page, removed);
      await expect(screen.row(focused)).toBeFocused();
    }
  });
  await step('after Reset and after a bulk delete a row', () => deleteSelected(page, ids));
  await step('after Search the field, after Clear filters the list', () => searchAndClear(page));
  await step('after a toast what had it before', async () => {
    await goToHash(page, recordsHash(posts.id, { recordId: 'missing00000000' }).slice(1));
    await expect(toasts(page, 'error')).toHaveCount(1);
    // It returns the focus to the list when it closes.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await screen.refresh.focus();
    await expect(screen.refresh).toBeFocused();
    await toasts(page, 'error').getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page, 'error')).toHaveCount(0);
    await expect(screen.refresh).toBeFocused();
  });
  await goToHash(page, recordsHash(kept.id).slice(1));
  await expect(screen.total).toHaveText('Total found: 30');
  await step('a preview that is higher than a small window', () => scrollPreview(page, record.id));
  await step('a dialog that contains only a long text', () => scrollLongText(page));
});

// The last one: after a backup, PocketBase fails now and then to read its database.
test('with the keyboard only: sign in, go everywhere in few presses with a visible focus, and sign out', async ({
  page,
  backend,
  step,
}) => {
  const posts = await createCollection(backend.api, { name: uniqueName('posts'), fields: [field('title')] });
  await seedRecords(backend, posts, 3, (index) => ({ title: `title ${index}` }));
  // Saved settings remove entries below the level that is kept.
  await onlyLogs(
    backend,
    ['one', 'two'].map((message) => ({ level: 100, message })),
  );
  await step('sign in, choose a collection and sort', () => signInAndChoose(page, backend, posts));
  for (const hash of [recordsHash(posts.id), logsHash()])
    await step('[UI-11] the first row is six presses away, the search three; "/" goes there', () =>
      reachFirstRow(page, hash),
    );
  await step('each part of the page is one stop', () => expectStops(page, posts));
  await step('the focus is visible on every element of the shell', () => expectVisibleFocus(page));
  await step('a collection with three fields and a rule needs few keys', () => makeCollection(page, backend));
  await step('so do a mail setting and a backup', () => setAndBackUp(page, backend));
  await step('and a log entry', () => openLog(page));
  await step('sign out', () => signOut(page));
});
