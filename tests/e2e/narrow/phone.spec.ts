import type { Page } from '@playwright/test';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import {
  collectionEditor,
  collectionTitle,
  confirmChanges,
  indexPopup,
  leaveCode,
} from '#tests/support/collections/editor.ts';
import { storedCollection } from '#tests/support/collections/saving.ts';
import { collectionsSidebar, importCollections } from '#tests/support/collections/sidebar.ts';
import { docs, sample } from '#tests/support/docs/api-docs.ts';
import {
  type Collection,
  createCollection,
  createPosts,
  field,
  pngFile,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { onLine, testedLine } from '#tests/support/lines.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { expectShown, logPanel, openSettings } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { panelScreen, question } from '#tests/support/records/panel.ts';
import { contentOf, editorOf, shownText } from '#tests/support/records/rich-text.ts';
import { rowBox, selectionBar } from '#tests/support/records/selection.ts';
import { appSidebar, avatarButton, frame, goToHash, loginScreen, toasts } from '#tests/support/screens.ts';
import { SESSION_KEY } from '#tests/support/session.ts';
import { applicationPage, settingsSidebar } from '#tests/support/settings/application.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';

test.use(PHONE);

/** Presses the page beside an open drawer. */
const tapBeside = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Close menu' }).tap({ position: { x: 340, y: 300 } });

async function useCollectionsDrawer(page: Page, first: Collection, other: Collection): Promise<void> {
  const drawer = collectionsSidebar(page);
  const opener = frame(page, 'collections').getByRole('button', { name: 'Show collections' });
  const current = drawer.locator('[aria-current]');
  await expect(drawer).toBeHidden();
  await opener.tap();
  await expect(current).toBeFocused();
  await expect(current).toHaveText(first.name);
  await expectReachable(drawer);
  const search = drawer.getByRole('textbox', { name: 'Search collections' });
  await search.fill(other.name);
  await drawer.getByRole('button', { name: `Pin collection ${other.name}`, exact: true }).tap();
  const pinned = drawer.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link')).toHaveText([other.name]);
  // Escape first clears the search, then closes the drawer.
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await search.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.tap();
  await pinned.getByRole('link').tap();
  await expect(drawer).toBeHidden();
  await expect(collectionTitle(page)).toHaveText(other.name);
  await page.goBack();
  await expect(collectionTitle(page)).toHaveText(first.name);
  await opener.tap();
  await expect(current).toHaveText(first.name);
  await tapBeside(page);
  await expect(drawer).toBeHidden();
}

/** The name of the collection has its space beside a sidebar and between the buttons. */
async function expectWholeName(page: Page, { name }: Collection): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name });
  const create = page.locator('.page-header').getByRole('button', { name: 'New record' });
  for (const width of [1280, 800, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => heading.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
    await expect(create).toBeInViewport({ ratio: 1 });
  }
}

async function useList(page: Page, ids: readonly string[]): Promise<void> {
  const [oldest = '', second = ''] = ids;
  const screen = recordsScreen(page);
  const main = frame(page, 'collections').locator('.page-content');
  // A line of the menu 'More actions' instead.
  await expectSameControls(main, ['API Preview']);
  await screen.header('title').getByRole('button').tap();
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'descending');
  await screen.header('title').getByRole('button').tap();
  await expect(screen.rows.first()).toHaveAttribute('data-row-id', oldest);
  const columns = await expectOpener(page.getByRole('button', { name: 'Toggle columns' }), { popup: 'menu' });
  await columns.getByRole('menuitemcheckbox', { name: 'note' }).tap();
  await page.keyboard.press('Escape');
  await expect(screen.header('note')).toHaveCount(0);

  await screen.search.tap();
  await expect(main.locator('.ace_editor')).toBeVisible();
  await page.keyboard.insertText('title = nothing');
  await expectReachable(main.getByRole('search'));
  await main.getByRole('button', { name: 'Search', exact: true }).tap();
  await expect(main.getByRole('status').filter({ hasText: 'No records found.' })).toBeInViewport();
  await expectReachable(main);
  await main.getByRole('button', { name: 'Clear', exact: true }).tap();
  await expect(screen.total).toHaveText('Total found: 6');

  const bar = selectionBar(page);
  await rowBox(page, oldest).tap();
  await rowBox(page, second).tap();
  await expectReachable(bar);
  await bar.getByRole('button', { name: 'Delete selected' }).tap();
  await expectReachable(question(page));
  await question(page).getByRole('button', { name: 'Yes' }).tap();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Successfully deleted' })).toBeInViewport();
  await expect(screen.total).toHaveText('Total found: 4');
}

async function readFileAndDocs(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Preview pixel/ });
  await opener.tap();
  const preview = page.getByRole('dialog', { name: /^pixel/ });
  await expect(preview.getByRole('img', { name: /^Preview of/ })).toBeInViewport({ ratio: 1 });
  await expectSameControls(preview);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await frame(page, 'collections').getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'API Preview' }).tap();
  const panel = docs(page);
  // The tabs of a wide window are a list to choose from.
  await panel.getByRole('combobox', { name: 'Section' }).selectOption('Create');
  await expect(panel.getByRole('tablist', { name: 'API', exact: true })).toBeHidden();
  await expect(panel.getByRole('heading', { name: /^Create/ })).toBeVisible();
  await panel.getByRole('tab', { name: 'Dart' }).tap();
  await expect(sample(panel, 'dart')).toBeVisible();
  await expectReachable(panel);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

async function makeRecord(page: Page, { backend }: Pick<Site, 'backend'>, name: string): Promise<void> {
  await frame(page, 'collections').getByRole('button', { name: 'New record' }).first().tap();
  const { panel, save, field, control } = panelScreen(page);
  await expect(panel).not.toHaveAttribute('aria-busy');
  await control('title').fill('Made by touch');
  await field('active').locator('label').tap();
  await field('due').getByRole('textbox').fill('2026-03-05 10:00:00');
  const calendar = await expectOpener(field('due').getByRole('button', { name: 'Choose due' }), {
    popup: 'dialog',
  });
  await calendar.getByRole('button', { name: /^Next/ }).tap();
  await calendar.getByRole('button', { name: '9 April', exact: true }).tap();
  await expect(calendar).toBeHidden();
  const options = await expectOpener(field('status').getByRole('combobox'), { popup: 'listbox' });
  await options.getByRole('option', { name: 'published' }).tap();
  // A list for several values stays open.
  await field('tags').getByRole('combobox').tap();
  const list = page.getByRole('listbox', { name: 'tags' });
  for (const tag of ['red', 'blue']) await list.getByRole('option', { name: tag }).tap();
  await page.keyboard.press('Escape');
  await field('tags').getByRole('button', { name: 'Remove red' }).tap();

  // Where its buttons need most lines, the editor pushes nothing away when it comes.
  await page.setViewportSize({ ...PHONE.viewport, width: 320 });
  const height = () => editorOf(panel).evaluate((element) => element.getBoundingClientRect().height);
  const early = await height();
  await shownText(panel).tap();
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  expect(await height()).toBe(early);
  await page.setViewportSize(PHONE.viewport);
  await contentOf(panel).fill('Some text');

  await control('contact').fill('no address');
  await save.tap();
  await expectMessage(control('contact'), /./);
  await expect(control('contact')).toBeFocused();
  for (const part of [...['title', 'contact', 'due', 'tags', 'meta', 'cover', 'author'].map(field)])
    await expectReachable(part);
  await expectReachable(panel.locator('footer'));
  await control('contact').fill('a@example.com');
  await save.tap();
  await expect(panel).toHaveCount(0);
  expect(backend.sql(`select title, active, contact, body, due, status, tags from ${name}`)).toEqual([
    {
      title: 'Made by touch',
      active: 1,
      contact: 'a@example.com',
      body: '<p>Some text</p>',
      due: '2026-04-09 10:00:00.000Z',
      status: 'published',
      tags: '["blue"]',
    },
  ]);
}

async function changeCollection(page: Page, { backend }: Pick<Site, 'backend'>, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit collection', exact: true }).tap();
  const editor = collectionEditor(page);
  await expectOpener(editor.menu, { popup: 'menu' });
  await page.keyboard.press('Escape');
  await editor.addField('Select', 'tags');
  // It needs choices, so its options are open; those of another field close them.
  await editor.field('tags').getByRole('textbox', { name: 'Choices' }).fill('red, green');
  const details = await expectOpenOptions(page, 'note');
  await details.getByRole('switch', { name: 'Nonempty' }).tap();
  await expect(editor.gear('tags')).toHaveAttribute('aria-expanded', 'false');
  await expectSameControls(editor.panel);

  await editor.indexes.getByRole('button', { name: '+ New index' }).tap();
  const popup = indexPopup(page);
  await expect(popup.panel.locator('.ace_editor')).toBeVisible();
  await popup.preset('title').tap();
  await expectReachable(popup.panel);
  await popup.set.tap();

  await editor.tab('API Rules').tap();
  const list = editor.rule('listRule');
  await expectOpener(editor.panel.getByRole('button', { name: /available fields$/ }), { closeBy: 'press' });
  await list.getByRole('button', { name: 'Unlock and set custom rule' }).tap();
  await expect(list.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText('title = 1');
  await leaveCode(list.getByRole('textbox'));
  await expectReachable(editor.panel);
  await editor.save.tap();
  // Newer backends' rules are asked about.
  if (testedLine === 'pb23') await confirmChanges(page).getByRole('button', { name: 'Confirm' }).tap();
  await expect(editor.panel).toBeHidden();
  expect(await storedCollection(backend.api, name)).toMatchObject({
    listRule: 'title = 1',
    indexes: [expect.stringMatching(/title/)],
    fields: [{ name: 'title' }, { name: 'note', isRequired: true }, {}, { name: 'tags' }],
  });
}

/** Opens the options of a field of the editor, closes and opens them again. */
const expectOpenOptions = (page: Page, name: string) =>
  expectOpener(collectionEditor(page).gear(name), { closeBy: 'press' });

test('on a phone collections and records are found, read, made, changed and deleted', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 (GET|POST) \/api\/collections\/\w+\/records(\?.*)?$/);
  const listed = await createCollection(backend.api, {
    name: uniqueName('listed'),
    fields: [field('title', 'text', { isPresentable: true }), field('note'), field('cover', 'file')],
  });
  const ids = await seedRecords(backend, listed, 5, (index) => ({ title: `row ${index}` }));
  const { collection } = await createPosts(backend.api);
  // So many that they can be searched.
  await importCollections(backend.api, 6);
  await admin.signIn();
  await page.goto(recordsHash(listed.id));
  await expect(recordsScreen(page).total).toHaveText('Total found: 5');

  await step('the drawer finds, pins and opens collections', () =>
    useCollectionsDrawer(page, listed, collection),
  );
  await step('the name of the collection is whole', () => expectWholeName(page, listed));
  const form = new FormData();
  form.append('title', 'row 9');
  form.append('cover', pngFile());
  await backend.api.post(`/api/collections/${listed.id}/records`, form);
  await recordsScreen(page).refresh.tap();
  await step('a list is sorted, searched, selected and shortened', () => useList(page, ids));
  await step('a file is previewed, and the docs are read', () => readFileAndDocs(page));
  await step('a collection is changed', () => changeCollection(page, { backend }, listed.name));
  await goToHash(page, recordsHash(collection.id).slice(1));
  await expect(recordsScreen(page).total).toHaveText('Total found: 0');
  await step('a record with every type of field is made', () =>
    makeRecord(page, { backend }, collection.name),
  );
});

async function signInAfterRefusals(page: Page, { backend }: Pick<Site, 'backend'>): Promise<void> {
  await goToHash(page, `/confirm-password-reset/${forgedToken({ email: 'a@example.com', exp: 1 })}`);
  const confirm = frame(page, 'confirm-reset');
  await confirm.getByLabel('New password', { exact: true }).fill('a-brand-new-password');
  const again = confirm.getByLabel('New password confirm');
  await again.fill('another-password-1');
  await confirm.getByRole('button', { name: 'Set new password' }).tap();
  await expectMessage(again, "Values don't match.");
  // The toast covers none of the controls.
  const back = confirm.getByRole('link', { name: 'Back to login' });
  const [link, toast] = [await back.boundingBox(), await toasts(page, 'error').boundingBox()];
  expect(toast?.y).toBeGreaterThan((link?.y ?? Number.NaN) + (link?.height ?? 0));
  await expectReachable(confirm);
  await back.tap();

  const login = loginScreen(page);
  await login.email.fill(backend.adminEmail);
  await login.password.fill('not the password');
  await login.button.tap();
  await expect(login.error).toBeInViewport({ ratio: 1 });
  await expectReachable(login.screen);
  await login.password.fill(backend.adminPassword);
  await login.button.tap();
  await expect(frame(page, 'collections')).toBeVisible();
  // The address of the first collection comes later.
  await expect(page).toHaveURL(/collectionId=/);
}

/** The targets in the logs, which have most of all screens, are large. */
async function useLogs(page: Page, [, middle = '', newest = '']: readonly string[]): Promise<void> {
  const list = logsScreen(page);
  // Counted after the entries; its name has the count.
  await expect(list.frame.getByRole('button', { name: '3 errors' })).toBeAttached();
  await expectSameControls(list.frame);
  // What went wrong is in sight, in a wide window with its details.
  await list.row(newest).scrollIntoViewIfNeeded();
  await expect(list.labels(newest).filter({ hasText: /^error:/ })).toBeInViewport({ ratio: 1 });
  await list.selectAll.tap();
  await expectReachable(list.bar);
  await list.bar.getByRole('button', { name: 'Reset' }).tap();

  await list.row(newest).tap();
  await expectShown(page, newest);
  const { panel, older, filter } = logPanel(page);
  await expectSameControls(panel);
  await older.tap();
  await expectShown(page, middle);
  const menu = await expectOpener(filter('data.status'), { popup: 'menu' });
  await menu.getByRole('menuitem', { name: 'is not', exact: true }).tap();
  await expect(panel).toHaveCount(0);
  await list.tokens.getByRole('button', { name: /^Remove status is not/ }).tap();
  await expect(list.rows).toHaveCount(3);

  const { popup, days } = await openSettings(page);
  await expectSameControls(popup);
  // The screen below does not scroll to what is typed.
  await days.fill('300');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
}

/** In a low window, what is above the list of logs is folded. */
async function useLowWindow(page: Page): Promise<void> {
  const { frame: screen, chart } = logsScreen(page);
  const picture = chart.getByRole('img');
  await expect(picture).toBeVisible();
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(picture).toBeHidden();
  await expect(screen.getByRole('button', { name: '7 days', exact: true })).toBeHidden();
  const unfold = screen.getByRole('button', { name: 'Show overview' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await unfold.tap();
  await expect(picture).toBeVisible();
  await screen.getByRole('button', { name: 'Hide overview' }).tap();
  await expect(picture).toBeHidden();
  await page.setViewportSize(PHONE.viewport);
  await expect(picture).toBeVisible();
}

async function useSettings(page: Page): Promise<void> {
  const { screen, url, save } = applicationPage(page);
  const drawer = settingsSidebar(page);
  const opener = screen.getByRole('button', { name: 'Show menu' });
  await expect(drawer).toBeHidden();
  await opener.tap();
  await expect(drawer.locator('[aria-current=page]')).toBeFocused();
  await expect(screen.locator('xpath=ancestor-or-self::*[contains(@class,"page-content")]')).toHaveAttribute(
    'inert',
    '',
  );
  await expectReachable(drawer);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.tap();
  await tapBeside(page);
  await expect(drawer).toBeHidden();
  await opener.tap();
  await drawer.getByRole('link', { name: onLine('Token options', 'Crons') }).tap();
  await expect(drawer).toBeHidden();
  await expect(frame(page, onLine('settings-tokens', 'settings-crons'))).toBeVisible();
  await expect(page.locator('.page-content[inert]')).toHaveCount(0);
  await page.goBack();

  // What only the wide page has: its list of pages.
  await expectSameControls(screen, [/^Resize/]);
  await url.fill('no address');
  await save.tap();
  await expectMessage(url, /./);
  await expect(url).toBeFocused();
  await expectReachable(screen);
  await screen.getByRole('button', { name: 'Cancel' }).tap();
}

/** The app sidebar is a bar at the bottom, whose menu opens above it. */
async function useBar(page: Page, email: string): Promise<void> {
  const bar = appSidebar(page);
  expect(await bar.boundingBox()).toMatchObject({ x: 0, width: 360 });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expectReachable(bar);
  for (const name of ['Collections', 'Logs']) {
    await bar.getByRole('link', { name }).tap();
    await expect(bar.locator('[aria-current=page]')).toHaveAccessibleName(name);
  }
  const opener = avatarButton(page);
  const menu = await expectOpener(opener, { popup: 'menu' });
  const top = (await opener.boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      const box = await menu.boundingBox();
      return box && box.y + box.height <= top && box.x + box.width <= 360;
    })
    .toBe(true);
  await expect(menu.getByText(email)).toBeVisible();
  expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await menu.getByRole('menuitemradio', { name: 'Dark' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'atoll-dark');
  await page.keyboard.press('Escape');
}

test('on a phone visitors sign in, and the logs, the settings and the bar are within reach of a finger', async ({
  page,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    `response 400 POST ${ADMIN_CALLS.reset}`,
    `response 400 POST ${ADMIN_CALLS.signIn}`,
    'response 400 PATCH /api/settings',
  );
  const failed = {
    status: 500,
    error: 'Something went wrong.',
    referer: `https://a.example/${'x'.repeat(300)}`,
  };
  const ids = await onlyLogs(
    backend,
    [1, 2, 3].map((index) =>
      requestLog({ address: `/api/${index}${'x'.repeat(500)}`, ...failed }, { level: 8 }),
    ),
  );
  await page.goto('/#/login');
  await expectReachable(loginScreen(page).screen);
  await step('the sign-in, after refusals', () => signInAfterRefusals(page, { backend }));
  const email = `${'long'.repeat(16)}@example.com`;
  await page.evaluate(
    ([key, text]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '');
      session.model.email = text;
      localStorage.setItem(key, JSON.stringify(session));
    },
    [SESSION_KEY, email] as const,
  );
  await page.goto('about:blank');
  await page.goto(logsHash());
  await step('the logs', () => useLogs(page, ids));
  await step('the logs in a low window', () => useLowWindow(page));
  await step('the bar with a long address', () => useBar(page, email));
  await goToHash(page, '/settings');
  await step('the drawer and a form of the settings', () => useSettings(page));
  await step('an unknown address shows a way back, and the end of the session closes a drawer', async () => {
    await goToHash(page, '/nowhere');
    await frame(page, 'not-found').getByRole('link').first().tap();
    await expect(frame(page, 'collections')).toBeVisible();
    await goToHash(page, '/settings');
    const opener = applicationPage(page).screen.getByRole('button', { name: 'Show menu' });
    await opener.tap();
    await expect(page.locator('html')).toHaveAttribute('data-drawer', 'open');
    // In another tab.
    await page.evaluate((key) => {
      localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    }, SESSION_KEY);
    await expect(loginScreen(page).email).toBeVisible();
    await expect(appSidebar(page)).toBeHidden();
    await expect(page.locator('html')).not.toHaveAttribute('data-drawer');
  });
});
