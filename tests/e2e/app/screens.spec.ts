/*
 * What each screen and overlay says and offers, compared with the files in `outlines`. After an intended change:
 * npm run test:e2e -- app/screens --update-snapshots, also on the newest PocketBase, and read the difference.
 */
import type { Locator, Page, Route } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { collectionEditor, openEditorOf, openNew } from '#tests/support/collections/editor.ts';
import { chooseTab, openDocs } from '#tests/support/docs/api-docs.ts';
import {
  createCollection,
  createRecord,
  everyFieldType,
  field,
  pngFile,
  seedRecords,
  textFile,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN, onLine } from '#tests/support/lines.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { logsHash } from '#tests/support/logs/page.ts';
import { openLog, openSettings } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
import { chooseMore, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openNew as openNewRecord, openRecord } from '#tests/support/records/panel.ts';
import { startEditor } from '#tests/support/records/rich-text.ts';
import {
  appSidebar,
  frame,
  goToHash,
  NOT_CLOSED,
  openAvatarMenu,
  visitSignInEnd,
} from '#tests/support/screens.ts';
import { makeBackup } from '#tests/support/settings/backups.ts';
import { ARTICLES, resetCollections, TAGS } from '#tests/support/settings/sync.ts';
import { checkState } from '#tests/support/walk.ts';

/** For a screen with a part that is still loading. */
const LOADING = { isLoading: true };

/** The collections of this file; names, ids and content are the same in each run. */
async function seed({ api }: Backend) {
  const people = await createCollection(api, {
    id: 'people000000000',
    name: 'people',
    type: 'auth',
    fields: [field('nick', 'text', { isPresentable: true })],
  });
  const password = 'userpassword1';
  const person = await createRecord(api, people.id, {
    ...{ id: 'person000000001', username: 'ada', nick: 'Ada', email: 'ada@example.com' },
    ...{ password, passwordConfirm: password },
  });
  const posts = await createCollection(api, {
    id: 'posts0000000000',
    name: 'posts',
    fields: everyFieldType(people.id),
  });
  const post = await createRecord(api, posts.id, {
    ...{
      id: 'post00000000001',
      title: 'First',
      amount: 3.5,
      active: true,
      contact: 'a@example.com',
      website: 'https://example.com',
    },
    ...{ body: '<p>Hello</p>', due: '2026-01-02 03:04:05.000Z', status: 'draft', tags: ['red', 'blue'] },
    ...{ meta: { a: [1, true] }, author: person.id, reviewers: [person.id] },
    ...{ cover: pngFile(), attachments: [textFile(), pngFile('second.png')] },
  });
  await createRecord(api, posts.id, { id: 'post00000000002' });
  const views = await createCollection(api, {
    id: 'titles000000000',
    name: 'titles',
    type: 'view',
    query: 'SELECT id, title, cover FROM posts',
  });
  return { people, person, posts, post, views };
}

let seeded: Awaited<ReturnType<typeof seed>> | undefined;

test.beforeEach(async ({ backend }) => {
  seeded ??= await seed(backend);
});

/** The seeded collections and records. */
function data(): NonNullable<typeof seeded> {
  if (!seeded) throw new Error('Nothing is seeded.');
  return seeded;
}

const dialogs = (page: Page): Locator => page.locator('[role=dialog]:visible, [role=alertdialog]:visible');

const menuOf = (page: Page, name: string): Locator => page.getByRole('menu', { name });

const closeTop = async (page: Page): Promise<void> => {
  const open = dialogs(page);
  const count = await open.count();
  // The first Escape leaves a field.
  if (await page.evaluate(() => document.activeElement?.matches('input, textarea')))
    await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(count - 1);
};

test('pages for visitors say and offer what they did', async ({ page, expectedProblems }) => {
  expectedProblems.allow(NOT_CLOSED);
  await page.goto('/#/login');
  await checkState(page, 'login');
  // An outline is about what is said: other icons, classes and elements that only look change nothing.
  await page.evaluate(() => {
    for (const icon of document.querySelectorAll('[class*="icon-["]')) icon.className = 'icon-[ri--other]';
    for (const element of document.querySelectorAll('[data-frame] *')) element.classList.add('other');
    const heading = document.querySelector('h1');
    heading?.replaceChildren(
      ...[...heading.childNodes].map((child) => {
        const wrapper = document.createElement('b');
        wrapper.append(child);
        return wrapper;
      }),
    );
  });
  await expectOutline(page, 'login');
  const claims = { email: 'ada@example.com', newEmail: 'new@example.com', exp: 1 };
  const token = forgedToken(claims);
  // The backend decides on a token that names its collection.
  const complete = forgedToken({ ...claims, collectionId: 'users' });
  const paths = {
    'request-reset': '/request-password-reset',
    'confirm-reset': `/confirm-password-reset/${token}`,
    'user-reset': `/auth/confirm-password-reset/${token}`,
    'user-email-change': `/auth/confirm-email-change/${token}`,
    'user-verification': `/auth/confirm-verification/${token}`,
    'user-password-reset-form': `/auth/confirm-password-reset/${complete}`,
    'user-email-change-form': `/auth/confirm-email-change/${complete}`,
    'not-found': '/nowhere',
    ...onLine({}, { 'first-link': '/pbinstall/start' }),
  };
  for (const [name, path] of Object.entries(paths)) {
    await goToHash(page, path);
    await checkState(page, name);
  }
  for (const name of ['oauth2-redirect-failure', 'oauth2-redirect-success']) {
    await visitSignInEnd(page, () => goToHash(page, `/auth/${name}`));
    await checkState(page, name);
  }
  await goToHash(page, '/request-password-reset');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await checkState(page, 'request-reset-sent');
  await page.goto('/?installer#/');
  // The first superuser gets a link instead.
  await checkState(page, onLine('installer', 'login'));
});

test('screens that load say so', async ({ page, admin }) => {
  await admin.signIn();
  await page.route('**/api/**', () => {});
  const { posts, post } = data();
  for (const [name, path] of Object.entries({
    collections: '/collections',
    logs: '/logs',
    'log-panel': '/logs?logId=log000000000001',
    application: '/settings',
    admins: '/settings/admins',
    backups: '/settings/backups',
    export: '/settings/export-collections',
    import: '/settings/import-collections',
    providers: '/settings/auth-providers',
  })) {
    await page.goto(`/#${path}`);
    // The logs' parts above the list arrive later than the page.
    const later = name.startsWith('log') ? ['[aria-label="Levels"]', '[aria-label="Top paths"]'] : [];
    for (const part of later) await expect(page.locator(part)).toBeAttached();
    if (name === 'log-panel') await expect(dialogs(page)).toBeVisible();
    await expectOutline(page, `loading-${name}`, LOADING);
  }
  await page.unroute('**/api/**');
  await page.route('**/records/**', () => {});
  await page.goto(recordsHash(posts.id, { recordId: post.id }));
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Edit posts record' })).toBeVisible();
  // The records it names are loaded: only their record is held back.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove Ada' })).toHaveCount(2);
  await expectOutline(page, 'loading-record', LOADING);
});

test('screens that could not be loaded say so', async ({ page, admin, expectedProblems }) => {
  expectedProblems.allow(/^response 500 GET \/api\/.*$/, /^console warning: Failed to load .*$/);
  await admin.signIn();
  const { posts } = data();
  const refuse = (route: Route) => failWith(route, 'The disk is full.');
  await page.route('**/api/**', refuse);
  for (const [name, path] of Object.entries({
    ...{ collections: '/collections', logs: '/logs' },
    ...{ application: '/settings', mail: '/settings/mail', storage: '/settings/storage' },
    ...{ tokens: '/settings/tokens', admins: '/settings/admins', backups: '/settings/backups' },
    ...{ export: '/settings/export-collections', import: '/settings/import-collections' },
    ...{ providers: '/settings/auth-providers', home: '/home', access: '/access', schema: '/schema' },
  })) {
    await page.goto(`/#${path}`);
    // Their content arrives later than their frame.
    if (['access', 'schema'].includes(name)) await frame(page, name).getByRole('alert').waitFor();
    await expectOutline(page, `failed-${name}`);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await frame(page, 'schema').getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('group', { name: /^Diagram of/ })).toBeVisible();
  await expect(frame(page, 'schema')).toBeFocused();
  await page.route('**/api/collections/*/records**', refuse);
  await page.goto(recordsHash(posts.id));
  await page.reload();
  await checkState(page, 'failed-records');
});

test('home, schema, access and what every screen has say and offer what they did', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await onlyLogs(backend, []);
  await page.goto('/#/home');
  await checkState(page, 'home');
  await page.goto('/#/schema');
  await expect(page.getByRole('group', { name: /^Diagram of/ })).toBeVisible();
  await checkState(page, 'schema');
  await page.goto('/#/access');
  await checkState(page, 'access');
  await page.getByRole('button', { name: 'Try as' }).click();
  const dialog = dialogs(page).last();
  await dialog.getByRole('combobox', { name: 'Collection' }).click();
  await page.getByRole('option', { name: 'posts', exact: true }).click();
  await dialog.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(dialog).toContainText(
    `${onLine('Admins', 'Superusers')} only: no user and no guest passes this rule.`,
  );
  await checkState(page, 'try-as');
  // A change of a user beside a guest: its values, and why it is tried or not.
  await dialog.getByRole('button', { name: 'Compare with a user' }).click();
  await dialog.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Update', exact: true }).click();
  await expect(dialog).toContainText(/^.*Nothing is sent: Atoll says what it makes of the rule.*$/s);
  await dialog.getByRole('button', { name: 'Try', exact: true }).click();
  await checkState(page, 'try-as-others');
  await closeTop(page);
  await page.keyboard.press('Control+k');
  await checkState(page, 'palette');
  await closeTop(page);
  await page.keyboard.press('?');
  await checkState(page, 'keyboard-shortcuts');
  await closeTop(page);
  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Shared arrangements' }).click();
  await checkState(page, 'shared-arrangements');
  await closeTop(page);
  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Times: UTC' }).click();
  await checkState(page, 'times');
});

test('the records screen and its overlays say and offer what they did', async ({ page, admin }) => {
  await admin.signIn();
  const { posts, post, views, people } = data();
  // With all columns and chips, whatever the font.
  await page.setViewportSize({ width: 3600, height: 800 });
  await page.goto(recordsHash(posts.id));
  await checkState(page, 'records');
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await checkState(page, 'records-columns', { root: menuOf(page, 'Toggle columns') });
  await page.keyboard.press('Escape');
  const { row } = recordsScreen(page);
  await row(post.id).getByRole('checkbox').check();
  await checkState(page, 'records-selected', { root: page.getByRole('toolbar', { name: 'Selection' }) });
  await page.goto(recordsHash(posts.id, { filter: 'title = "none"', sort: '-title' }));
  await checkState(page, 'records-none-found', {
    root: page.getByRole('status').filter({ hasText: 'No records found.' }),
  });
  await page.goto(recordsHash(views.id));
  await checkState(page, 'records-of-view');
  await row(post.id).click();
  await expect(dialogs(page)).toBeVisible();
  await checkState(page, 'view-record');
  await page.goto(recordsHash(people.id));
  await checkState(page, 'records-of-accounts');
});

/** A collection whose second record breaks a rule of its fields. */
async function seedNotes(backend: Backend, name: string) {
  const notes = await createCollection(backend.api, {
    ...{ id: `${name}0000000000`, name },
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('amount', 'number'),
      field('code', 'text', { pattern: '^c[0-9]+$' }),
    ],
  });
  const [first = '', second = ''] = await seedRecords(backend, notes, 2, (index) => ({
    ...{ title: `note ${index}`, amount: index, code: index ? 'bad' : 'c0' },
  }));
  return { notes, first, second };
}

test('the tools of a list say and offer what they did', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
  const { notes, first, second } = await seedNotes(backend, 'notes');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.signIn();
  await page.goto(recordsHash(notes.id, { sort: 'created' }));
  const { cell, row } = recordsScreen(page);
  const dialog = dialogs(page).last();
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).press('Enter');

  await chooseMore(page, 'Build a filter…');
  await press('Apply filter');
  await checkState(page, 'filter-refused');
  await closeTop(page);
  await chooseMore(page, 'Group and chart…');
  await expect(dialog.getByRole('table')).toBeVisible();
  await checkState(page, 'group-and-chart');
  await closeTop(page);
  await cell(first, 'title').click({ button: 'right' });
  await checkState(page, 'cell-menu', { root: menuOf(page, 'Filter by this cell') });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await page.getByRole('menuitem', { name: 'Arrange columns…' }).click();
  await checkState(page, 'arrange-columns');
  await closeTop(page);
  await chooseMore(page, 'Views…');
  await checkState(page, 'views');
  await closeTop(page);
  await chooseMore(page, 'Export records…');
  await checkState(page, 'export');
  await closeTop(page);

  for (const id of [first, second]) await row(id).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await dialog.getByRole('combobox', { name: 'Field to change' }).click();
  await page.getByRole('option', { name: 'title', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'New value of title' }).fill('same');
  await checkState(page, 'bulk-field');
  await press('Review changes');
  await checkState(page, 'bulk-review');
  await press('Change 2 records');
  await expect(dialog).toHaveAccessibleName('1 record was not changed');
  await checkState(page, 'bulk-refused');
  await closeTop(page);
  await chooseMore(page, 'Changes of this session');
  await checkState(page, 'session-changes');
  await closeTop(page);

  await chooseMore(page, 'Edit cells');
  const cells = page.getByRole('toolbar', { name: 'Changed cells' });
  await expect(cells).toBeVisible();
  await cell(first, 'amount').dblclick();
  await expect(page.getByRole('group', { name: 'Edit amount' }).getByRole('spinbutton')).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText('1,234'));
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1,234 can be read as 1234 or 1.234')).toBeVisible();
  await checkState(page, 'cell-editing');
  await page.keyboard.press('Escape');
  await cells.getByRole('button', { name: 'Done' }).click();
});

test('imports, templates and conflicts say and offer what they did', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const { notes, first } = await seedNotes(backend, 'texts');
  await admin.signIn();
  await page.goto(recordsHash(notes.id));
  const dialog = dialogs(page).last();
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).press('Enter');

  await chooseMore(page, 'Import records…');
  await checkState(page, 'import');
  const rows = Buffer.from('title,amount,code\nx,1,bad\ny,many,c1\n');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'rows.csv', mimeType: '', buffer: rows });
  await checkState(page, 'import-columns');
  await press('Check the rows');
  await checkState(page, 'import-check');
  await press('Import 1 row');
  await expect(dialog.getByText('Finished.')).toBeVisible();
  await checkState(page, 'import-refused');
  await press('Done');

  const { menu, panel, control, banner } = await openRecord(page, notes.id, first);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save as template…' }).click();
  await checkState(page, 'template-new');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Note');
  await page.keyboard.press('Enter');
  await menu.click();
  await page.getByRole('menuitem', { name: 'New from template…' }).click();
  await checkState(page, 'templates');
  await press(/^Use Note$/);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Default values…' }).click();
  await checkState(page, 'default-values');
  await press('Cancel');
  await press('Cancel');
  await openRecord(page, notes.id, first);
  await control('title').fill('mine');
  await backend.api.patch(`/api/collections/${notes.id}/records/${first}`, { title: 'theirs' });
  await expect(panel).toContainText('This record was changed elsewhere.');
  await checkState(page, 'record-changed-elsewhere');
  await press('Compare');
  await expect(dialog).toHaveAccessibleName('Changed by somebody else');
  await checkState(page, 'record-compare');
  await closeTop(page);
  await page.reload();
  await expect(banner).toBeVisible();
  await checkState(page, 'record-draft');
});

test('record panels and their overlays say and offer what they did', async ({ page, admin, step }) => {
  await admin.signIn();
  const { posts, post, people, person } = data();
  const { panel, menu } = await openRecord(page, posts.id, post.id);
  await expect(panel.getByText('Ada')).toHaveCount(2);
  await checkState(page, 'record', LOADING);
  await menu.click();
  await checkState(page, 'record-menu', { root: menuOf(page, 'More record options') });
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'pixel' }).first().click();
  await checkState(page, 'file-preview');
  await closeTop(page);
  for (const name of ['author', 'reviewers']) {
    await panel.locator(`[data-field=${name}]`).getByRole('button', { name: 'Open picker' }).click();
    await checkState(page, `picker-${name}`);
    await closeTop(page);
  }
  await startEditor(panel);
  await panel.getByRole('button', { name: 'Insert image' }).click();
  await page.getByRole('menuitem', { name: 'From collection' }).click();
  await dialogs(page).last().getByRole('button', { name: 'posts' }).click();
  await checkState(page, 'picker-image');
  await closeTop(page);
  await panel.getByRole('textbox', { name: /title/ }).fill('Changed');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await checkState(page, 'record-close-question');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(dialogs(page)).toHaveCount(0);
  await openRecord(page, people.id, person.id);
  await checkState(page, 'account');
  await page.getByRole('tab', { name: 'Authorized providers' }).click();
  await checkState(page, 'account-providers');
  const openSecurity = async () => {
    await page.getByRole('tab', { name: 'Security' }).click();
    await checkState(page, 'account-security');
  };
  await step('what is left of sign-ins', openSecurity, 'keepsSignIns');
  await closeTop(page);
  await openNewRecord(page, people.id);
  await checkState(page, 'account-new');
  await page.getByRole('button', { name: 'Generate' }).click();
  await checkState(page, 'account-password');
});

test('the collection editor, its overlays and the API docs say and offer what they did', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  const { posts, people, views } = data();
  const { panel, openField, fieldName, tab } = await openEditorOf(page, posts.id);
  await checkState(page, 'editor-fields');
  for (const { name } of posts.fields) {
    await expectOutline(page, `editor-field-${name}`, { root: await openField(name) });
  }
  await fieldName('title').fill('headline');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialogs(page)).toHaveCount(2);
  await checkState(page, 'editor-review');
  await closeTop(page);
  await fieldName('headline').fill('title');
  await panel.getByRole('button', { name: 'New field' }).click();
  await checkState(page, 'editor-new-field', { root: menuOf(page, 'New field') });
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'New index' }).click();
  await expect(page.locator('[role=dialog] .ace_editor')).toBeVisible();
  await checkState(page, 'editor-index');
  await closeTop(page);
  await tab('API Rules').click();
  await panel.getByRole('button', { name: /available fields/ }).click();
  await checkState(page, 'editor-rules');
  await closeTop(page);
  await openEditorOf(page, people.id);
  await collectionEditor(page).tab('Options').click();
  await checkState(page, 'editor-auth-options');
  await closeTop(page);
  await openEditorOf(page, views.id);
  await checkState(page, 'editor-query');
  await collectionEditor(page).menu.click();
  await checkState(page, 'editor-menu', { root: menuOf(page, 'More collection options') });
  await page.getByRole('menuitem', { name: 'Note…' }).click();
  await checkState(page, 'collection-note');
  await page.reload();
  await openNew(page);
  await checkState(page, 'editor-new');
  await closeTop(page);
  await openDocs(page, people as never);
  await chooseTab(page, 'Update');
  await checkState(page, 'docs-update');
});

test('the logs and their overlays say and offer what they did', async ({ page, admin, backend }) => {
  await admin.signIn();
  const [first = ''] = await onlyLogs(backend, [
    requestLog(
      { status: 404, error: 'Not found.', details: 'sql: no rows' },
      { id: 'log100000000001', level: 8 },
    ),
    requestLog({ duration: 250, method: 'POST' }, { id: 'log100000000002' }),
    { id: 'log100000000003', level: -4, message: 'Plain', data: { list: [1], text: 'a' } },
  ]);
  await page.goto(logsHash());
  await checkState(page, 'logs');
  await page.getByRole('button', { name: 'Slow lists…' }).click();
  await checkState(page, 'slow-lists');
  await closeTop(page);
  const live = page.getByRole('button', { name: 'Live', exact: true });
  await live.click();
  await checkState(page, 'logs-live', { root: live });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await checkState(page, 'logs-selected', { root: page.getByRole('toolbar', { name: 'Selection' }) });
  await live.click();
  await openSettings(page);
  await checkState(page, 'logs-settings');
  await closeTop(page);
  const { filter } = await openLog(page, first);
  await checkState(page, 'log');
  await filter('data.status').click();
  await checkState(page, 'log-condition', { root: menuOf(page, 'Filter by data.status') });
});

test('[SM-01][SM-08][TK-01][TK-02][SS-01][SS-02][AD-08] settings, their overlays and the app sidebar say and offer what they did', async ({
  page,
  admin,
  backend,
  step,
}) => {
  await admin.signIn();
  await makeBackup(backend, 'first.zip');
  const open = async (path: string) => {
    await page.goto(`/#/settings${path}`);
    await checkState(page, `settings${path.replace('/', '-')}`);
  };
  const openPopup = async (name: string | RegExp, outline: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(dialogs(page)).toBeVisible();
    await checkState(page, outline);
    await closeTop(page);
  };
  await open('');
  await open('/mail');
  for (const title of await page.locator('details summary').all()) {
    await title.click();
  }
  const smtp = page.getByRole('switch', { name: /^Use SMTP/ });
  await smtp.check();
  await page.getByRole('button', { name: 'Show more options' }).click();
  await checkState(page, 'settings-mail-smtp');
  await smtp.uncheck();
  await openPopup('Send test email', 'settings-mail-test');
  await open('/storage');
  const s3 = page.getByRole('switch', { name: 'Use S3 storage' });
  await s3.check();
  await checkState(page, 'settings-storage-s3');
  await s3.uncheck();
  await open('/tokens');
  await open('/admins');
  await openPopup(`New ${ADMIN}`, 'settings-admin-new');
  await page.getByRole('row').filter({ hasText: 'admin@example.com' }).click();
  await expect(dialogs(page)).toBeVisible();
  await checkState(page, 'settings-admin');
  await closeTop(page);
  // Without a log, as what it has differs each time.
  await backend.api.patch('/api/settings', { logs: { maxDays: 0 } });
  await open('/security');
  await backend.api.patch('/api/settings', { logs: { maxDays: 5 } });
  await step('the scheduled jobs', () => open('/crons'), 'hasCrons');
  const openSql = async () => {
    await page.goto('/#/settings/sql');
    const editor = page.getByRole('textbox', { name: 'SQL' });
    await expect(page.locator('.ace_editor')).toBeVisible();
    await editor.focus();
    await page.keyboard.insertText('SELECT 1; DELETE FROM posts; SELEC 3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await checkState(page, 'settings-sql');
    await openPopup('Saved queries', 'settings-sql-saved');
    await openPopup('History', 'settings-sql-history');
  };
  await step('the SQL console', openSql, 'hasSql');
  await open('/backups');
  await openPopup('Initialize new backup', 'settings-backup-new');
  await openPopup('Restore', 'settings-backup-restore');
  await page.getByRole('button', { name: 'Backups options' }).click();
  await checkState(page, 'settings-backups-options');
  await page.goto('/#/settings/auth-providers');
  await checkState(page, 'settings-auth-providers');
  const openProviders = async () => {
    for (const provider of ['google', 'microsoft', 'apple', 'oidc']) {
      await page.locator(`[data-provider-card=${provider}]`).getByRole('button').click();
      await checkState(page, `provider-${provider}`, { root: dialogs(page) });
      if (provider === 'apple') {
        await page.getByRole('button', { name: 'Generate secret' }).click();
        await checkState(page, 'provider-apple-secret', {
          root: page.getByRole('dialog', { name: 'Generate Apple client secret' }),
        });
        await closeTop(page);
      }
      await closeTop(page);
    }
  };
  await step('the options of providers', openProviders, 'hasSignInSettings');
  await page.goto('/#/settings');
  const menu = await openAvatarMenu(page);
  await checkState(page, 'rail', { root: appSidebar(page) });
  await checkState(page, 'avatar-menu', { root: menu });
  await menu.getByRole('menuitemcheckbox', { name: 'Read-only mode' }).click();
  await page.keyboard.press('Escape');
  const sign = page.getByRole('complementary', { name: 'Read-only mode' });
  await checkState(page, 'read-only', { root: sign });
  await sign.getByRole('button').click();
});

test('export and import say and offer what they did', async ({ page, admin, backend }) => {
  await admin.signIn();
  // Their ids are the same in each run. It is the last test, because it deletes the others.
  await resetCollections(backend.api, [TAGS, ARTICLES]);
  await page.goto('/#/settings/export-collections');
  await expect(page.getByRole('checkbox', { name: 'articles' })).toBeVisible();
  // What the backend's own collections are is not ours to say.
  for (const own of await page.getByRole('checkbox', { name: /^_/ }).all()) await own.uncheck();
  await checkState(page, 'settings-export');
  await page.goto('/#/settings/import-collections');
  await checkState(page, 'settings-import');
  await page.getByRole('textbox', { name: 'Collections' }).fill(JSON.stringify([TAGS]));
  await expect(page.getByRole('button', { name: 'Review' })).toBeEnabled();
  await checkState(page, 'settings-import-detected');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(dialogs(page)).toBeVisible();
  await checkState(page, 'settings-import-review');
});
