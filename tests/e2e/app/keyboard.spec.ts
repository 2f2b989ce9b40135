import type { Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { goToHash, hashOf, loginScreen, toasts } from '#tests/support/screens.ts';

/** Presses Tab and arrow keys until the element with this accessible name has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'link' | 'button' | 'textbox') {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await reach(page, target);
}

test('with the keyboard only: sign in, choose a collection, sort, filter, open the menu, sign out; the focus is visible everywhere', async ({
  page,
  backend,
}) => {
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    schema: [field('title', 'text')],
  });
  await createRecords(backend.api, id, 3, (index) => ({ title: `title ${index}` }));
  await page.goto('/#/login');
  const { email, password } = loginScreen(page);
  await expect(email).toBeFocused();
  await page.keyboard.type(backend.adminEmail);
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.type(backend.adminPassword);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await tabTo(page, name, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Total found: 3')).toBeVisible();

  await tabTo(page, `Search ${name} records`, 'textbox');
  await expect(page.locator('.ace_editor')).toBeVisible();
  await page.keyboard.type('title ~ "1"');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Total found: 1')).toBeVisible();

  await tabTo(page, 'title', 'button');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URLSearchParams(hashOf(page).split('?')[1]).get('sort')).toContain('title');

  // The focus is visible on every element of the shell.
  await goToHash(page, '/settings');
  // Tab begins at the top again.
  await page.reload();
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
  // The link to the content, two menus and the avatar, the sidebar's edge, the fields and buttons of the form, the footer.
  expect(visited.size).toBeGreaterThanOrEqual(8);

  // The app sidebar is the first part of the page, and the menu its last item.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, 'Logged admin menu', 'button');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  expect(hashOf(page)).toBe('#/login');
});

test('[UI-11] from a fresh page the first row is six presses away, the search three; "/" goes to the search, a link to the content', async ({
  page,
  admin,
  backend,
}) => {
  const posts = await createCollection(backend.api, { name: uniqueName('posts'), schema: [field('title')] });
  await createRecords(backend.api, posts.id, 3, (index) => ({ title: `title ${index}` }));
  await onlyLogs(backend, [{ message: 'one' }, { message: 'two' }]);
  await admin.signIn();
  for (const [hash, { rows, search }] of [
    [recordsHash(posts.id), recordsScreen(page)],
    [logsHash(), logsScreen(page)],
  ] as const) {
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

  // Each part of the page is one stop.
  await page.goto(recordsHash(posts.id));
  await page.reload();
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
});

const COUNT = 10;

/** Presses a button with the keyboard. */
async function press(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

test('what disappears when it is used gives the focus to something near', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const posts = await createCollection(backend.api, { name: uniqueName('posts'), schema: [field('title')] });
  const created = await seedRecords(backend, posts, COUNT, (index) => ({ title: `title ${index}` }));
  // The newest record is first.
  const ids = created.toReversed();
  const idAt = (index: number): string => ids[index] ?? '';
  await admin.signIn();
  const screen = recordsScreen(page);
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Yes' });
  const deleteInPanel = async (id: string) => {
    await expect(page.getByRole('dialog').getByRole('button', { name: 'More record options' })).toBeVisible();
    await press(page, 'More record options');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await confirm.press('Enter');
    await expect(screen.row(id)).toHaveCount(0);
  };

  await test.step('after a delete from a panel that an address has opened, the list', async () => {
    await page.goto(recordsHash(posts.id, { recordId: idAt(4) }));
    await deleteInPanel(idAt(4));
    await expect(screen.scroller).toBeFocused();
  });

  await test.step('after a delete from the panel the next row, after the last one the previous row', async () => {
    for (const [removed, focused] of [
      [idAt(1), idAt(2)],
      [idAt(9), idAt(8)],
    ] as const) {
      await screen.row(removed).focus();
      await page.keyboard.press('Enter');
      await deleteInPanel(removed);
      await expect(screen.row(focused)).toBeFocused();
    }
  });

  await test.step('after Reset and after a bulk delete a row', async () => {
    const tick = (id: string) => page.getByRole('checkbox', { name: `Select ${id}` }).press('Space');
    await tick(idAt(3));
    await press(page, 'Reset');
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await expect(screen.row(idAt(3))).toBeFocused();

    await tick(idAt(2));
    await tick(idAt(3));
    await press(page, 'Delete selected');
    await confirm.press('Enter');
    await expect(screen.row(idAt(3))).toHaveCount(0);
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0);
    await expect(screen.row(idAt(5))).toBeFocused();
  });

  await test.step('after Search the field, after Clear filters the list', async () => {
    await expect(screen.rows).toHaveCount(COUNT - 5);
    const search = page.locator('[data-frame=collections] .page-content form[role=search]');
    await search.locator('input').click();
    await page.keyboard.type('nothing like it');
    await expect(screen.search).toBeFocused();
    await press(page, 'Search');
    await expect(page.getByText('No records found.')).toBeVisible();
    await expect(search.locator(':focus')).toHaveCount(1);

    await press(page, 'Clear filters');
    await expect(screen.rows).toHaveCount(COUNT - 5);
    await expect(screen.scroller).toBeFocused();
  });

  await test.step('after a toast what had it before', async () => {
    expectedProblems.allow(/^response 404 GET .*\/records\/missing00000000$/);
    await page.goto(recordsHash(posts.id, { recordId: 'missing00000000' }));
    await expect(toasts(page, 'error')).toHaveCount(1);
    // It returns the focus to the list when it closes.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await screen.refresh.focus();
    await expect(screen.refresh).toBeFocused();
    await toasts(page, 'error').getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page, 'error')).toHaveCount(0);
    await expect(screen.refresh).toBeFocused();
  });
});

test('dialogs without controls are scrolled by keyboard: a preview in a small window, a long text', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('kept'),
    schema: [field('title', 'text', { presentable: true }), field('paper', 'file')],
  });
  await createRecords(backend.api, id, 29, (index) => ({ title: `row ${index}` }));
  const paper = new File(['%PDF-1.4\n'], 'paper.pdf', { type: 'application/pdf' });
  const record = await createRecord(backend.api, id, { title: 'row 29', paper });
  await admin.signIn();
  await page.goto(recordsHash(id));
  await expect(recordsScreen(page).total).toHaveText('Total found: 30');

  await test.step('a preview that is higher than a small window', async () => {
    const preview = recordsScreen(page)
      .row(record.id)
      .getByRole('button', { name: /^Preview paper/ });
    await preview.click();
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
  });

  await test.step('a dialog that contains only a long text', async () => {
    expectedProblems.allow(/^response 400 DELETE \/api\/collections\/\w+\/records\/\w+$/);
    await page.route('**/records/*', (route) =>
      route.request().method() === 'DELETE' ? failWith(route, 'It is still needed.', 400) : route.continue(),
    );
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    const dialog = page.getByRole('dialog', { name: '30 records were not deleted' });
    const content = dialog.getByRole('group', { name: 'Content' });
    await expect(content).toBeVisible();
    await checkScreen('[role=dialog]');
    await content.focus();
    await page.keyboard.press('End');
    await expect(dialog.getByText('row 0', { exact: true })).toBeInViewport();

    // When everything is visible there is nothing to scroll.
    await page.setViewportSize({ width: 1280, height: 2000 });
    await expect(content).toHaveCount(0);
  });
});

test('a collection with three fields and a rule, a mail setting, a backup and a log entry need few keys', async ({
  page,
  admin,
  backend,
}) => {
  let count = 0;
  const press = async (keys: string) => {
    count += keys.split(' ').length;
    await presses(page, keys);
  };
  const focused = page.locator(':focus');
  /** Runs a command of the palette: two keys beside the text. */
  const run = async (text: string, title: string | RegExp) => {
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByRole('option').first()).toHaveText(title);
    await press('Enter');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  };
  /** How many keys were pressed since the last time, without typed text. */
  const since = () => {
    const keys = count;
    count = 0;
    return keys;
  };
  await admin.signIn();

  const name = uniqueName('books');
  await page.goto('/#/logs');
  await expect(page.locator('.rail a[tabindex="-1"]')).toHaveCount(3);
  await run('new coll', 'New collection');
  await expect(focused).toHaveAccessibleName('Name');
  await page.keyboard.type(name);
  await expect(page.getByRole('button', { name: 'New field' })).toBeVisible();
  await press('Tab');
  for (const [field, type] of Object.entries({ title: 'Plain', pages: 'Number', lent: 'Bool' })) {
    await expect(focused).toHaveAccessibleName('New field');
    await press('Enter');
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
  const made = await backend.api.get(`/api/collections/${name}`);
  expect(made).toMatchObject({
    listRule: "@request.auth.id != ''",
    schema: [
      { name: 'title', type: 'text' },
      { name: 'pages', type: 'number' },
      { name: 'lent', type: 'bool' },
    ],
  });
  expect(since()).toBeLessThanOrEqual(38);

  await run('mail s', 'Mail settings');
  await expect(page.getByLabel('Sender name')).toBeVisible();
  await press('Tab');
  await expect(focused).toHaveAccessibleName('Sender name');
  await press('Control+a');
  await page.keyboard.type('Few keys');
  await press('Control+s');
  await expect(toasts(page, 'success').last()).toHaveText('Successfully saved mail settings.');
  expect(await backend.api.get('/api/settings')).toMatchObject({ meta: { senderName: 'Few keys' } });
  expect(since()).toBeLessThanOrEqual(8);

  await run('backups', 'Backups');
  await expect(page.getByRole('button', { name: 'Initialize new backup' })).toBeVisible();
  await run('new b', 'Initialize new backup');
  await expect(focused).toHaveAccessibleName('Backup name');
  await press('Enter');
  await expect(toasts(page, 'success').last()).toHaveText('Successfully generated new backup.');
  expect(await backend.api.get('/api/backups')).toHaveLength(1);
  expect(since()).toBeLessThanOrEqual(13);

  await onlyLogs(backend, [{ message: 'one' }]);
  await run('logs', 'Logs');
  await expect(logsScreen(page).rows).toHaveCount(1);
  await press('/');
  await expect(logsScreen(page).search).toBeFocused();
  await expect(page.locator('[data-frame=logs] .ace_editor')).toBeVisible();
  await press('Tab Tab Tab');
  await expect(logsScreen(page).rows).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(since()).toBeLessThanOrEqual(9);
});
