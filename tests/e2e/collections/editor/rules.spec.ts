import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  codeText,
  type collectionEditor,
  confirmChanges,
  discardChanges,
  editCurrent,
  editListed,
  indexPopup,
  infoTexts,
  openEditorOf,
  openNew,
  suggestions,
  typeCode,
  typeRule,
} from '#tests/support/collections/editor.ts';
import { bodyOf, isWrite, storedCollection } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine, testedLine } from '#tests/support/lines.ts';
import { gate, recordsScreen } from '#tests/support/records/page.ts';
import { expectBelow } from '#tests/support/screens.ts';

type Editor = ReturnType<typeof collectionEditor>;

const UNLOCK = { name: 'Unlock and set custom rule' };
const ADMINS_ONLY = `${onLine('Admins', 'Superusers')} only`;
const REFUSED = onLine(/^Invalid filter rule\. Raw error: /, /^Invalid rule\. Raw error: /);
const LOCK = { name: `Set ${ADMINS_ONLY}` };

/** Types in two rules before the code editor, whose code `send` lets arrive, is there. */
async function typeEarly(page: Page, editor: Editor, send: () => void): Promise<void> {
  const rule = editor.rule('listRule');
  const box = rule.getByRole('textbox');
  await editor.tab('API Rules').click();
  await rule.getByRole('button', UNLOCK).click();
  // Another editor that had the focus first does not take it again.
  await editor.rule('viewRule').getByRole('button', UNLOCK).click();
  await expect(editor.rule('viewRule').getByRole('textbox')).toBeFocused();
  await box.focus();
  await page.keyboard.insertText('first = 1\n&& third = 3');
  for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  send();
  await expect(editor.panel.locator('.ace_editor')).toHaveCount(2);
  await page.keyboard.insertText('|| second = 2 ||');
  await expect.poll(() => codeText(rule)).toBe('first = 1\n|| second = 2 || third = 3');
  await expect(box).toBeFocused();
}

async function completeRule(page: Page, editor: Editor): Promise<void> {
  const rule = editor.rule('listRule');
  const box = rule.getByRole('textbox');
  const options = suggestions(page);
  for (const [text, expected] of [
    ['uns', 'unsaved_one'],
    // The next names appear directly after the dot.
    ['author.', 'author.created'],
    ['@request.au', '@request.auth'],
    ['@tod', '@todayStart'],
  ] as const) {
    await box.press('ControlOrMeta+a');
    await box.press('Delete');
    await page.keyboard.type(text);
    await expect(options.filter({ hasText: expected }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.ace_autocomplete')).toBeHidden();
  }
  await expect(editor.panel).toBeVisible();
  // A word that continues on the next line stays in sight.
  await box.press('ControlOrMeta+a');
  await page.keyboard.insertText('"'.padEnd(200, 'x'));
  await page.keyboard.insertText('" = ');
  await page.keyboard.type('tit');
  await expectBelow(page.locator('.ace_autocomplete'), rule.locator('.ace_cursor'));
  await page.keyboard.press('Escape');
  await box.press('ControlOrMeta+a');
  await page.keyboard.type('tit');
  // The list follows the typed text after a moment.
  await expect(options.first().locator('.ace_completion-highlight')).toHaveText('tit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => codeText(rule)).toBe('title');
}

async function showFields(editor: Editor): Promise<void> {
  const help = editor.panel.getByRole('region', { name: 'Available fields' });
  await editor.panel.getByRole('button', { name: 'Show available fields' }).click();
  for (const name of ['reviewers', 'unsaved_one', '@request.auth.*'])
    await expect(help.getByText(name, { exact: true })).toBeVisible();
  await editor.panel.getByRole('button', { name: 'Hide available fields' }).click();
  await expect(help).toHaveCount(0);
}

async function countRules(editor: Editor): Promise<void> {
  const labels = editor.panel.locator('[data-rule]').getByText(new RegExp(`^\\S+ rule - ${ADMINS_ONLY}$`));
  const all = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Manage'];
  const texts = all.map((name) => `${name} rule - ${ADMINS_ONLY}`);
  await expect(labels).toHaveText(texts.slice(0, 5));
  expect(await infoTexts(editor.rule('createRule'))).toContain('executed after a "dry save"');
  await editor.setType('Auth');
  await expect(labels).toHaveText(texts);
  const manage = await infoTexts(editor.rule('manageRule'));
  expect(manage).toContain(`${onLine('admin', 'superuser')}-like permissions`);
  expect(manage).toContain('in addition to the create and update API rules');
  await editor.setType('View');
  await expect(labels).toHaveText(texts.slice(0, 2));
}

/** Locks and unlocks rules of a collection that is open in the editor. */
async function unlockRules(page: Page, editor: Editor): Promise<void> {
  const marker = editor.tab('API Rules').getByRole('img', { name: 'Has rules' });
  await expect(marker).toHaveCount(0);
  await editor.tab('API Rules').click();
  const list = editor.rule('listRule');
  await list.getByRole('button', UNLOCK).click();
  const box = list.getByRole('textbox', { name: 'List/Search rule' });
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('placeholder', 'Leave empty to grant everyone access...');
  await expect(marker).toHaveCount(0);
  await page.keyboard.insertText('title = "a"');
  await expect(marker).toBeVisible();
  await list.getByRole('button', LOCK).click();
  await expect(list).toContainText(`List/Search rule - ${ADMINS_ONLY}`);
  await expect(list.getByRole('textbox')).toHaveCount(0);
  await expect(marker).toHaveCount(0);
  await list.getByRole('button', UNLOCK).click();
  await expect(box).toBeFocused();
  await expect.poll(() => codeText(list)).toBe('title = "a"');
  const view = editor.rule('viewRule');
  await view.getByRole('button', UNLOCK).click();
  await expect(view.getByRole('textbox')).toBeFocused();
  // Each state is in words, and the tab sums up what is open.
  await expect(list).toContainText('Custom rule');
  await expect(view).toContainText('Anyone can view records, without signing in.');
  await expect(editor.tab('API Rules')).toHaveText(/API Rules\s*· 1 open/);
}

/** Saves changed rules, about which newer lines ask: there a rule may end sessions and remove accounts. */
async function saveRules(page: Page, editor: Editor): Promise<void> {
  await editor.save.click();
  if (testedLine === 'pb23') await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
  else await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

async function refuseRules(page: Page, editor: Editor): Promise<void> {
  const [update, manage] = [editor.rule('updateRule'), editor.rule('manageRule')];
  await editor.tab('API Rules').click();
  for (const name of ['updateRule', 'manageRule']) await typeRule(page, name, 'missing_field = 1');
  await editor.tab('Fields').click();
  await saveRules(page, editor);
  // Opens the tab with the messages.
  await expect(editor.tab('API Rules')).toHaveAttribute('aria-selected', 'true');
  await expect(editor.tab('API Rules').getByRole('img', { name: 'Has errors' })).toBeVisible();
  for (const rule of [update, manage]) {
    await expect(rule.getByText(REFUSED)).toBeVisible();
    await expect(rule.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  }
  await update.getByRole('textbox').focus();
  await page.keyboard.type(' ');
  await expect(update.getByText(REFUSED)).toHaveCount(0);
  await expect(manage.getByText(REFUSED)).toBeVisible();
}

/** Changes the sign-in methods and options of an auth collection. */
async function changeMethods(editor: Editor): Promise<void> {
  const titles = ['Username/Password', 'Email/Password', 'OAuth2'];
  const sections = editor.panel.locator('details');
  for (const [index, title] of titles.entries()) {
    await expect(sections.nth(index).locator('summary')).toHaveText(`${title}Enabled`);
    await sections.nth(index).locator('summary').click();
    await expect(sections.nth(index).getByRole('switch', { name: 'Enable' })).toBeChecked();
    // The others have closed.
    await expect(editor.panel.locator('details[open]')).toHaveCount(1);
  }
  const [username, email, oauth] = [sections.nth(0), sections.nth(1), sections.nth(2)];
  const link = oauth.getByRole('link', { name: 'Manage OAuth2 providers' });
  await expect(link).toHaveAttribute('href', '#/settings/auth-providers');
  await oauth.getByRole('switch', { name: 'Enable' }).uncheck();
  await expect(link).toHaveCount(0);
  await username.locator('summary').click();
  await username.getByRole('switch', { name: 'Enable' }).uncheck();
  await expect(username.locator('summary')).toHaveText('Username/PasswordDisabled');

  await email.locator('summary').click();
  const [except, only] = [email.getByLabel('Except domains'), email.getByLabel('Only domains')];
  expect(await infoTexts(email)).toContain('Email domains that are NOT allowed to sign up.');
  await except.fill('bad.com');
  await expect(only).toBeDisabled();
  await except.fill('');
  await only.fill('a.org, b.org');
  await expect(except).toBeDisabled();
  await email.getByRole('switch', { name: 'Enable' }).uncheck();
  await expect(only).toHaveCount(0);
  await email.getByRole('switch', { name: 'Enable' }).check();
  await expect(only).toHaveValue('a.org, b.org');

  const infos = await infoTexts(editor.panel);
  expect(infos).toContain('applied only for new records.\nNote that some OAuth2 providers (like Twitter)');
  expect(infos).toContain('returns 403 for new authentication requests');
  for (const name of ['Always require email', 'Forbid authentication for unverified users'])
    await editor.panel.getByRole('switch', { name }).check();
}

/** Turns a new collection with an index and a rule for writing into a view, which has neither. */
async function turnIntoView(page: Page, editor: Editor): Promise<void> {
  await openNew(page);
  await editor.name.fill(uniqueName('view'));
  await editor.addField('Plain text', 'title');
  await editor.indexes.getByRole('button', { name: '+ New index' }).click();
  await indexPopup(page).preset('title').click();
  await indexPopup(page).set.click();
  await expect(editor.indexes).toContainText('(1)');
  await editor.tab('API Rules').click();
  await typeRule(page, 'createRule', 'id != ""');
  await editor.setType('View');
  await editor.tab('Query').click();
}

/** Types a query with completions of a table and of its columns. */
async function completeQuery(page: Page, editor: Editor, table: string): Promise<void> {
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  await expect(query).toHaveAttribute('placeholder', 'eg. SELECT id, name from posts');
  await expect(editor.panel.getByText('Wildcard columns (*) are not supported.')).toBeVisible();
  await expect(editor.indexes).toHaveCount(0);
  await expect(editor.newField).toHaveCount(0);
  await expect(editor.panel.locator('.ace_editor')).toBeVisible();
  await query.focus();
  await page.keyboard.type('select id from quar');
  await expect(suggestions(page).filter({ hasText: table }).first()).toBeVisible();
  await typeCode(query, `\nfrom ${table} p `);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('select p.tit');
  // The list follows the typed text after a moment.
  await expect(suggestions(page).first().locator('.ace_completion-highlight')).toHaveText('p.tit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(editor.panel.locator('.ace_line').first()).toHaveText('select p.title');
}

const WILDCARD = onLine(
  /^Invalid query - dynamic column names are not supported/,
  /^Invalid query - wildcard columns \(\*\) are not supported/,
);

/** Saves queries that the backend refuses, and then one of a view with a row. */
async function saveQuery(page: Page, editor: Editor, table: string): Promise<void> {
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  const mark = editor.tab('Query').getByRole('img', { name: 'Has errors' });
  for (const [text, message] of [
    [`select * from ${table}`, WILDCARD],
    [`select id, max(amount) from ${table}`, `${onLine(0, 1)}: Must be in a valid format.`],
  ] as const) {
    await typeCode(query, text);
    // The error about the previous query has disappeared.
    await expect(mark).toHaveCount(0);
    await editor.save.click();
    await expect(editor.panel.getByText(message)).toBeVisible();
    await expect(mark).toBeVisible();
  }
  const changed = `select id, title, (amount + 1) as more from ${table}`;
  await typeCode(query, changed);
  const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
  await editor.save.click();
  const dropped = { fields: [], indexes: [], createRule: null };
  expect(bodyOf(await sent)).toMatchObject({ type: 'view', ...dropped, query: changed });
  await expect(editor.panel).toBeHidden();
}

/** Changes the query of the current view, and then a rule. */
async function changeView(page: Page, editor: Editor, table: string): Promise<void> {
  const dialog = confirmChanges(page);
  await editCurrent(page);
  await expect(editor.panel.locator('.ace_editor')).toBeVisible();
  await typeCode(
    editor.panel.getByRole('textbox', { name: 'Select query' }),
    `select id, title, amount from ${table}`,
  );
  await editor.save.click();
  await expect(dialog.getByText(/you'll have to update it manually!/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.panel).toBeVisible();
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  await expect.poll(() => recordsScreen(page).columnNames()).toEqual(['id', 'title', 'amount']);
  await editCurrent(page);
  await editor.tab('API Rules').click();
  await editor.rule('listRule').getByRole('button', UNLOCK).click();
  await editor.save.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
}

/** Two rules of a collection, as they are stored. */
async function rulesOf({ api }: Backend, name: string) {
  const { listRule, viewRule } = await api.get<Record<string, unknown>>(`/api/collections/${name}`);
  return { listRule, viewRule };
}

test('rules, the options of an auth collection and the query of a view', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const { posts, users } = await createBlog(backend.api);
  const quarry = await createCollection(backend.api, {
    name: uniqueName('quarry'),
    fields: [field('title')],
  });
  const ruled = await createCollection(backend.api, { name: uniqueName('ruled'), fields: [field('title')] });
  const record = await createRecord(backend.api, posts.id, { title: 'seen', amount: 3 });
  const screen = recordsScreen(page);
  const code = gate();
  await page.route(/\/assets\/CodeEditor\.[^/]*\.js/, async (route) => {
    await code.opened;
    await route.continue();
  });
  await admin.signIn();
  const editor = await openEditorOf(page, posts.id);
  await editor.addField('Plain text', 'unsaved_one');

  await step('text typed before the code editor has loaded stays, and the caret keeps its position', () =>
    typeEarly(page, editor, code.open),
  );
  await step('[RU-05] a rule completes fields, related fields, @request and macros', () =>
    completeRule(page, editor),
  );
  await step('[RU-01] the intro and the available fields', async () => {
    await showFields(editor);
    await discardChanges(page);
  });
  await step('[RU-02][RU-06][RU-07][VQ-06] the rules of each type, with their explanations', async () => {
    await openNew(page);
    await editor.tab('API Rules').click();
    await countRules(editor);
    await discardChanges(page);
  });

  await step(
    '[CE-07][CE-14][OP-06][RU-03][RU-04] a rule is locked, for everyone or custom, and saved',
    async () => {
      await editListed(page, ruled);
      await unlockRules(page, editor);
      await saveRules(page, editor);
      await expect(editor.panel).toBeHidden();
      expect(await rulesOf(backend, ruled.name)).toEqual({ listRule: 'title = "a"', viewRule: '' });
      await editCurrent(page);
      await editor.tab('API Rules').click();
      const list = editor.rule('listRule');
      await expect.poll(() => codeText(list)).toBe('title = "a"');
      await expect(editor.rule('viewRule')).toContainText('Anyone');
      await expect(editor.rule('createRule').getByRole('button', UNLOCK)).toBeVisible();
      await list.getByRole('button', LOCK).click();
      await saveRules(page, editor);
      await expect(editor.panel).toBeHidden();
      expect(await rulesOf(backend, ruled.name)).toEqual({ listRule: null, viewRule: '' });
    },
  );

  await step(
    '[AO-08][CE-06][RU-02][RU-08] rules that the backend refuses have the reason, and mark the tab',
    async () => {
      expectedProblems.allow(`response 400 PATCH /api/collections/${users.id}`);
      await editListed(page, users);
      await refuseRules(page, editor);
      await discardChanges(page);
    },
  );

  await step(
    '[AO-01][AO-03][AO-04][AO-06][AO-07][CE-05] the options of an auth collection',
    async () => {
      await editCurrent(page);
      await editor.tab('Options').click();
      await changeMethods(editor);
    },
    'hasSignInSettings',
  );
  await step(
    '[AO-05][AO-08] a refused length is shown, a valid one is saved with the others',
    async () => {
      const length = editor.panel.getByLabel('Minimum password length');
      for (const [text, message] of [
        ['5', /^Must be no less than /],
        ['', 'Cannot be blank.'],
      ] as const) {
        await length.fill(text);
        await editor.save.click();
        await expect(editor.panel.getByText(message)).toBeVisible();
        await expect(editor.tab('Options').getByRole('img', { name: 'Has errors' })).toBeVisible();
      }
      await length.fill('11');
      await editor.save.click();
      await expect(editor.panel).toBeHidden();
      expect(await storedCollection(backend.api, users.id)).toMatchObject({
        auth: {
          ...{ identityFields: ['email'], minPassword: 11, hasOAuth2: false },
          ...{ isEmailRequired: true, exceptDomains: [], onlyDomains: ['a.org', 'b.org'] },
          isVerifiedOnly: true,
        },
        manageRule: null,
      });
    },
    'hasSignInSettings',
  );

  await step('[CE-08][VQ-01] the query of a new view: help and completions', async () => {
    await turnIntoView(page, editor);
    await completeQuery(page, editor, quarry.name);
  });
  await step(
    '[CE-06][CE-08][VQ-02][VQ-03][VQ-04][VQ-06] a view is refused, saved, and only read',
    async () => {
      expectedProblems.allow('response 400 POST /api/collections');
      await saveQuery(page, editor, posts.name);
      await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'more']);
      await expect(screen.cell(record.id, 'title')).toContainText('seen');
      await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
      await screen.row(record.id).click();
      const preview = page.getByRole('dialog', { name: /preview/i });
      await expect(preview).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(preview).toBeHidden();
    },
  );
  await step(
    '[CE-14][CE-15][VQ-04][VQ-05] every edit of a view asks; the columns follow the query',
    async () => {
      const name = (await page.locator('[data-frame="collections"] h1.page-title').textContent()) ?? '';
      await changeView(page, editor, posts.name);
      expect(await rulesOf(backend, name)).toEqual({ listRule: '', viewRule: null });
    },
  );
});
