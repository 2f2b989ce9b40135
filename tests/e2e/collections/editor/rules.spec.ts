import {
  codeText,
  discardChanges,
  editCurrent,
  editListed,
  openEditorOf,
  openNew,
  suggestions,
  typeRule,
} from '#tests/support/collections/editor.ts';
import { announceChange } from '#tests/support/collections/sidebar.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { expectBelow } from '#tests/support/screens.ts';

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
const UNLOCK = { name: 'Unlock and set custom rule' };

test.beforeEach(({ admin }) => admin.signIn());

test('[RU-01][RU-02][RU-05][RU-06][RU-07][VQ-06] the rules of each type, their fields and completions', async ({
  page,
  backend,
}) => {
  const { users, posts, categories } = await createBlog(backend.api);
  const { opened, open } = gate();
  await page.route(/\/assets\/CodeEditor\.[^/]*\.js/, async (route) => {
    await opened;
    await route.continue();
  });
  const editor = await openEditorOf(page, posts.id);
  const rule = editor.rule('listRule');
  const box = rule.getByRole('textbox');
  const options = suggestions(page);
  const offers = async (text: string, expected: string) => {
    await box.press('ControlOrMeta+a');
    await box.press('Delete');
    await page.keyboard.type(text);
    await expect(options.filter({ hasText: expected }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.ace_autocomplete')).toBeHidden();
  };

  await test.step('text typed before the code editor has loaded stays, and the caret keeps its position', async () => {
    await editor.addField('Plain text', 'unsaved_one');
    await editor.tab('API Rules').click();
    await rule.getByRole('button', UNLOCK).click();
    // Another editor that had the focus first does not take it again.
    await editor.rule('viewRule').getByRole('button', UNLOCK).click();
    await expect(editor.rule('viewRule').getByRole('textbox')).toBeFocused();
    await box.focus();
    await page.keyboard.insertText('first = 1\n&& third = 3');
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
    open();
    await expect(editor.panel.locator('.ace_editor')).toHaveCount(2);
    await page.keyboard.insertText('|| second = 2 ||');
    await expect.poll(() => codeText(rule)).toBe('first = 1\n|| second = 2 || third = 3');
    await expect(box).toBeFocused();
  });

  await test.step('a rule completes fields, related fields, @request, @collection and macros', async () => {
    await offers('tit', 'title');
    await offers('uns', 'unsaved_one');
    await offers('author.na', 'author.name');
    // The next names appear directly after the dot.
    await offers('author.', 'author.created');
    await offers('tags:', 'tags:length');
    await offers('@request.au', '@request.auth');
    await offers('@request.auth.em', '@request.auth.email');
    await offers(`@collection.${categories.name.slice(0, -1)}`, `@collection.${categories.name}`);
    await offers(`@collection.${categories.name}.na`, `@collection.${categories.name}.name`);
    await offers('@tod', '@todayStart');
    await expect(editor.panel).toBeVisible();
    await box.press('ControlOrMeta+a');
    // A word that continues on the next line stays in sight.
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
  });

  await test.step('completions keep up with 200 collections of 30 fields', async () => {
    const fields = Array.from({ length: 30 }, (_, index) => ({ ...field(`f${index}`), options: {} }));
    const big = Array.from({ length: 200 }, (_, index) => ({
      ...posts,
      id: `big${String(index).padStart(12, '0')}`,
      name: `big_${index}`,
      schema: [
        ...fields,
        field('parent', 'relation', {
          options: { collectionId: `big${String(index - 1).padStart(12, '0')}` },
        }),
      ],
    }));
    // Without tables: nothing opens them.
    await page.route('**/api/collections?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const isFirst = new URL(route.request().url()).searchParams.get('page') === '1';
      await route.fulfill({ response, json: isFirst ? { ...body, items: [...body.items, ...big] } : body });
    });
    await announceChange(page);
    await offers(
      '@collection.big_199.parent.parent.parent.f2',
      '@collection.big_199.parent.parent.parent.f20',
    );
    await page.unroute('**/api/collections?*');
    await discardChanges(page);
    await announceChange(page);
    await expect(page.getByRole('link', { name: 'big_199' })).toHaveCount(0);
  });

  await test.step('the intro and the available fields', async () => {
    await editListed(page, users);
    await editor.addField('Plain text', 'nickname');
    await editor.tab('API Rules').click();
    await expect(
      editor.panel.getByText('All rules follow the PocketBase filter syntax and operators.'),
    ).toBeVisible();
    await expect(
      editor.panel.getByRole('link', { name: 'PocketBase filter syntax and operators' }),
    ).toHaveAttribute('href', /^https:\/\/pocketbase\.io\/docs\//);
    const help = editor.panel.getByRole('region', { name: 'Available fields' });
    await expect(help).toHaveCount(0);
    await editor.panel.getByRole('button', { name: 'Show available fields' }).click();
    for (const name of [
      'id',
      'created',
      'updated',
      'username',
      'email',
      'emailVisibility',
      'verified',
      'nickname',
      '@request.headers.*',
      '@request.query.*',
      '@request.data.*',
      '@request.auth.*',
      '@collection.ANY_COLLECTION_NAME.*',
    ]) {
      await expect(help.getByText(name, { exact: true })).toBeVisible();
    }
    await expect(help.getByText('Example rule:')).toContainText('@request.auth.id != ""');
    await editor.panel.getByRole('button', { name: 'Hide available fields' }).click();
    await expect(help).toHaveCount(0);
    await discardChanges(page);
  });

  await test.step('the rules of each type, with their explanations', async () => {
    await openNew(page);
    await editor.tab('API Rules').click();
    const rules = editor.panel.locator('[data-rule]');
    const labels = ['List/Search', 'View', 'Create', 'Update', 'Delete'];
    await expect(rules).toHaveCount(5);
    for (const [index, label] of labels.entries()) {
      await expect(rules.nth(index)).toContainText(`${label} rule - Admins only`);
    }
    await editor.rule('createRule').getByRole('button', { name: 'More about this' }).hover();
    await expect(page.getByRole('tooltip')).toContainText(
      'executed after a "dry save" of the submitted data',
    );

    await editor.setType('Auth');
    await expect(rules).toHaveCount(6);
    await expect(rules.nth(5)).toContainText('Manage rule - Admins only');
    await editor.rule('manageRule').getByRole('button', { name: 'More about this' }).hover();
    await expect(page.getByRole('tooltip')).toContainText('admin-like permissions');
    await expect(page.getByRole('tooltip')).toContainText('in addition to the create and update API rules');

    await editor.setType('View');
    await expect(rules).toHaveCount(2);
    await expect(rules.nth(0)).toContainText('List/Search rule - Admins only');
    await expect(rules.nth(1)).toContainText('View rule - Admins only');
  });
});

test('[AO-08][CE-06][CE-07][CE-14][OP-06][RU-02][RU-03][RU-04][RU-08] three states of a rule are saved; refused rules show the reason', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const { users } = await createBlog(backend.api);
  const ruled = await createCollection(backend.api, {
    name: uniqueName('ruled'),
    schema: [field('title', 'text')],
  });
  const editor = await openEditorOf(page, ruled.id);

  await test.step('a rule has three states, which are saved: locked, for everyone, custom', async () => {
    const marker = editor.tab('API Rules').getByRole('img', { name: 'Has rules' });
    await expect(marker).toHaveCount(0);
    await editor.tab('API Rules').click();
    const list = editor.rule('listRule');
    await expect(list).toContainText('List/Search rule - Admins only');
    await list.getByRole('button', UNLOCK).click();
    const box = list.getByRole('textbox', { name: 'List/Search rule' });
    await expect(box).toBeFocused();
    await expect(list).not.toContainText('Admins only for everyone');
    await expect(box).toHaveAttribute('placeholder', 'Leave empty to grant everyone access...');
    await expect(marker).toHaveCount(0);
    await page.keyboard.insertText('title = "a"');
    await expect(marker).toBeVisible();
    await list.getByRole('button', { name: 'Set Admins only' }).click();
    await expect(list).toContainText('List/Search rule - Admins only');
    await expect(list.getByRole('textbox')).toHaveCount(0);
    await expect(marker).toHaveCount(0);
    await list.getByRole('button', UNLOCK).click();
    await expect(box).toBeFocused();
    await expect.poll(() => codeText(list)).toBe('title = "a"');

    await editor.rule('viewRule').getByRole('button', UNLOCK).click();
    await expect(editor.rule('viewRule').getByRole('textbox')).toBeFocused();
    // Each state is in words, and the tab sums up what is open.
    await expect(list).toContainText('Custom rule');
    await expect(editor.rule('viewRule')).toContainText('View rule Anyone');
    await expect(editor.rule('viewRule')).toContainText('Anyone can view records, without signing in.');
    await expect(editor.tab('API Rules')).toHaveText(/API Rules\s*· 1 open/);
    await editor.save.click();
    // A change of rules only is saved without a question.
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${ruled.id}`)).toMatchObject({
      listRule: 'title = "a"',
      viewRule: '',
      createRule: null,
      updateRule: null,
      deleteRule: null,
    });

    await editCurrent(page);
    await expect(marker).toBeVisible();
    await editor.tab('API Rules').click();
    await expect.poll(() => codeText(list)).toBe('title = "a"');
    await expect(editor.rule('viewRule').getByRole('textbox')).toHaveAttribute(
      'placeholder',
      'Leave empty to grant everyone access...',
    );
    await expect(editor.rule('createRule').getByRole('button', UNLOCK)).toBeVisible();
    await list.getByRole('button', { name: 'Set Admins only' }).click();
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${ruled.id}`)).toMatchObject({
      listRule: null,
      viewRule: '',
    });
  });

  await test.step('rules that the backend refuses show the reason, and mark the tab', async () => {
    expectedProblems.allow(`response 400 PATCH /api/collections/${users.id}`);
    await editListed(page, users);
    await editor.tab('API Rules').click();
    for (const name of ['updateRule', 'manageRule']) await typeRule(page, name, 'missing_field = 1');
    await editor.tab('Fields').click();
    await editor.save.click();
    // Opens the tab with the messages.
    await expect(editor.tab('API Rules')).toHaveAttribute('aria-selected', 'true');
    await expect(editor.tab('API Rules').getByRole('img', { name: 'Has errors' })).toBeVisible();
    for (const name of ['updateRule', 'manageRule']) {
      await expect(editor.rule(name).getByText(/^Invalid filter rule\. Raw error: /)).toBeVisible();
      await expect(editor.rule(name).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    }
    await editor.rule('updateRule').getByRole('textbox').focus();
    await page.keyboard.type(' ');
    await expect(editor.rule('updateRule').getByText(/^Invalid filter rule/)).toHaveCount(0);
    await expect(editor.rule('manageRule').getByText(/^Invalid filter rule/)).toBeVisible();
    await discardChanges(page);
  });

  await test.step('every rule is saved, the manage rule in the options', async () => {
    await editCurrent(page);
    await editor.tab('API Rules').click();
    for (const name of [...RULES, 'manageRule']) await typeRule(page, name, `id != "${name}"`);
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const stored = await backend.api.get<Record<string, unknown>>(`/api/collections/${users.id}`);
    for (const name of RULES) expect(stored[name]).toBe(`id != "${name}"`);
    expect(stored['options']).toMatchObject({ manageRule: 'id != "manageRule"' });
  });
});
