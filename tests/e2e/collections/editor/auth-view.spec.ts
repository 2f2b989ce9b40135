import {
  collectionHash,
  confirmChanges,
  editCurrent,
  editListed,
  openNew,
  suggestions,
  typeCode,
} from '#tests/support/collections/editor.ts';
import { isWrite } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsScreen } from '#tests/support/records/page.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[AO-01][AO-02][AO-03][AO-04][AO-05][AO-06][AO-07][AO-08][CE-05] the options of an auth collection: defaults, changed, read again', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('people');
  const section = (title: string) =>
    editor.panel.locator('details').filter({ has: page.locator('summary', { hasText: title }) });
  const length = editor.panel.getByLabel('Minimum password length');
  const requireEmail = editor.panel.getByRole('switch', { name: 'Always require email' });
  const onlyVerified = editor.panel.getByRole('switch', {
    name: 'Forbid authentication for unverified users',
  });

  await test.step('the defaults of a new collection', async () => {
    await editor.name.fill(name);
    await editor.setType('Auth');
    await editor.addField('Plain text', 'nickname');
    await editor.tab('Options').click();
    const sections = editor.panel.locator('details');
    await expect(sections).toHaveCount(3);
    for (const [index, title] of ['Username/Password', 'Email/Password', 'OAuth2'].entries()) {
      await expect(sections.nth(index).locator('summary')).toHaveText(`${title}Enabled`);
      await sections.nth(index).locator('summary').click();
      await expect(sections.nth(index).getByRole('switch', { name: 'Enable' })).toBeChecked();
      // The others have closed.
      await expect(editor.panel.locator('details[open]')).toHaveCount(1);
    }
    await expect(length).toHaveValue('8');
    await expect(length).toHaveAttribute('required');
    await expect(length).toHaveAttribute('aria-valuemin', '6');
    await expect(length).toHaveAttribute('aria-valuemax', '72');
    await expect(length).toHaveRole('spinbutton');
    await expect(requireEmail).not.toBeChecked();
    await expect(onlyVerified).not.toBeChecked();
    const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
    await editor.save.click();
    expect((await sent).postDataJSON().options).toEqual({
      allowUsernameAuth: true,
      allowEmailAuth: true,
      allowOAuth2Auth: true,
      exceptEmailDomains: [],
      onlyEmailDomains: [],
      minPasswordLength: 8,
      requireEmail: false,
      onlyVerified: false,
      manageRule: null,
    });
    await expect(editor.panel).toBeHidden();
  });

  await test.step('sign-in methods', async () => {
    await editCurrent(page);
    await editor.tab('Options').click();
    const username = section('Username/Password');
    await username.locator('summary').click();
    await username.getByRole('switch', { name: 'Enable' }).uncheck();
    await expect(username.locator('summary')).toHaveText('Username/PasswordDisabled');

    const email = section('Email/Password');
    await email.locator('summary').click();
    await expect(username.getByRole('switch')).toBeHidden();
    const except = email.getByLabel('Except domains');
    const only = email.getByLabel('Only domains');
    await expect(email.getByText('Use comma as separator.')).toHaveCount(2);
    const infos = await email
      .getByRole('button', { name: 'More about this' })
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tooltip')));
    expect(infos[0]).toMatch(/^Email domains that are NOT allowed to sign up\./);
    expect(infos[1]).toMatch(/^Email domains that are ONLY allowed to sign up\./);
    await except.fill('bad.com');
    await expect(only).toBeDisabled();
    await except.fill('');
    await only.fill('a.org, b.org');
    await expect(except).toBeDisabled();
    await email.getByRole('switch', { name: 'Enable' }).uncheck();
    await expect(except).toHaveCount(0);
    await expect(only).toHaveCount(0);
    await email.getByRole('switch', { name: 'Enable' }).check();
    await expect(only).toHaveValue('a.org, b.org');

    const oauth = section('OAuth2');
    await oauth.locator('summary').click();
    const link = oauth.getByRole('link', { name: 'Manage OAuth2 providers' });
    await expect(link).toHaveAttribute('href', '#/settings/auth-providers');
    await oauth.getByRole('switch', { name: 'Enable' }).uncheck();
    await expect(link).toHaveCount(0);
  });

  await test.step('general options, with explanations', async () => {
    const tooltip = async (label: string) => {
      const line = editor.panel.locator('div:has(> [role=switch])', { hasText: label });
      await line.getByRole('button', { name: 'More about this' }).hover();
      return page.getByRole('tooltip');
    };
    await requireEmail.check();
    const required = await tooltip('Always require email');
    await expect(required).toContainText('only for new records');
    await expect(required).toContainText('some OAuth2 providers (like Twitter)');
    await expect(required).toContainText('authentication may fail');
    await onlyVerified.check();
    await expect(await tooltip('Forbid authentication')).toContainText('403 for new authentication');
  });

  await test.step('a refused length is shown, a valid one is saved with the others', async () => {
    expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+$/);
    await length.fill('5');
    await editor.save.click();
    await expect(editor.panel.getByText(/^Must be no less than /)).toBeVisible();
    await expect(editor.tab('Options').getByRole('img', { name: 'Has errors' })).toBeVisible();
    await length.fill('');
    await editor.save.click();
    await expect(editor.panel.getByText('Cannot be blank.')).toBeVisible();
    await length.fill('11');
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const { options } = await backend.api.get<{ options: object }>(`/api/collections/${name}`);
    expect(options).toEqual({
      allowUsernameAuth: false,
      allowEmailAuth: true,
      allowOAuth2Auth: false,
      exceptEmailDomains: [],
      onlyEmailDomains: ['a.org', 'b.org'],
      minPasswordLength: 11,
      requireEmail: true,
      onlyVerified: true,
      manageRule: null,
    });
  });

  await test.step('the options take effect in the backend', async () => {
    const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${backend.url}/api/collections/${name}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return response.status;
    };
    const password = 'longenough11';
    const other = { email: 'x@other.com', password, passwordConfirm: password };
    expect(await send('records', other, { authorization: await backend.adminToken() })).toBe(400);
    await createRecord(backend.api, name, { email: 'x@a.org', password, passwordConfirm: password });
    expect(await send('auth-with-password', { identity: 'x@a.org', password })).toBe(403);
  });
});

test('[CE-06][CE-14][CE-15][VQ-01][VQ-02][VQ-03][VQ-04][VQ-05][VQ-06] a view: help, completions, refusals, columns, edits', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const { posts } = await createBlog(backend.api);
  const quarry = await createCollection(backend.api, {
    name: uniqueName('quarry'),
    schema: [field('title')],
  });
  const requested = await createCollection(backend.api, {
    name: uniqueName('requested'),
    type: 'view',
    options: { query: `select id, title from ${posts.name}` },
  });
  const record = await createRecord(backend.api, posts.id, { title: 'seen', amount: 3 });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const screen = recordsScreen(page);
  const dialog = confirmChanges(page);
  const query = editor.panel.getByRole('textbox', { name: 'Select query' });
  const name = uniqueName('view');

  await test.step('the help', async () => {
    await editor.name.fill(name);
    await editor.setType('View');
    await expect(query).toHaveAttribute('placeholder', 'eg. SELECT id, name from posts');
    await expect(editor.panel.getByText('Wildcard columns (*) are not supported.')).toBeVisible();
    await expect(editor.panel.getByText(/must have a unique id column/)).toContainText(
      '(ROW_NUMBER() OVER()) as id',
    );
    await expect(
      editor.panel.getByText(/^Expressions must be aliased with a valid formatted field name/),
    ).toBeVisible();
    await expect(editor.indexes).toHaveCount(0);
    await expect(editor.newField).toHaveCount(0);
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
  });

  await test.step('the query completes tables and their columns', async () => {
    await query.focus();
    await page.keyboard.type('select id from quar');
    await expect(suggestions(page).filter({ hasText: quarry.name }).first()).toBeVisible();
    await typeCode(query, `\nfrom ${quarry.name} p `);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('select p.');
    await expect(suggestions(page).filter({ hasText: 'p.title' }).first()).toBeVisible();
    await page.keyboard.type('tit');
    // The list follows the typed text after a moment.
    await expect(suggestions(page).first().locator('.ace_completion-highlight')).toHaveText('p.tit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(editor.panel.locator('.ace_line').first()).toHaveText('select p.title');
  });

  await test.step('refused queries, with the reason', async () => {
    expectedProblems.allow('response 400 POST /api/collections');
    const mark = editor.tab('Query').getByRole('img', { name: 'Has errors' });
    const refuse = async (text: string, message: RegExp) => {
      await typeCode(query, text);
      // The error about the previous query has disappeared.
      await expect(mark).toHaveCount(0);
      await editor.save.click();
      await expect(editor.panel.getByText(message)).toBeVisible();
      await expect(mark).toBeVisible();
    };
    await refuse(`select * from ${posts.name}`, /^Invalid query - dynamic column names are not supported/);
    await refuse(`select title from ${posts.name}`, /^Invalid query - .*id/);
    await refuse(`select id from nowhere_${name}`, /^Invalid query - .*no such table/i);
    await refuse(`select id, max(amount) from ${posts.name}`, /^0: Must be in a valid format\.$/);
  });

  await test.step('a saved view shows its columns and rows, which can only be read', async () => {
    await typeCode(query, `select id, title, (amount + 1) as more from ${posts.name}`);
    const sent = page.waitForRequest((request) => isWrite(request, 'POST'));
    await editor.save.click();
    expect((await sent).postDataJSON()).toMatchObject({
      type: 'view',
      schema: [],
      options: { query: `select id, title, (amount + 1) as more from ${posts.name}` },
    });
    await expect(editor.panel).toBeHidden();
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'more']);
    await expect(screen.cell(record.id, 'title')).toContainText('seen');
    await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
    const stored = await backend.api.get<{ schema: { name: string }[] }>(`/api/collections/${name}`);
    expect(stored.schema.map((one) => one.name)).toEqual(['title', 'more']);
    await screen.row(record.id).click();
    const preview = page.getByRole('dialog', { name: /preview/i });
    await expect(preview).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  });

  await test.step('every edit of a view asks first; the columns follow the query', async () => {
    await editListed(page, requested);
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
    await typeCode(query, `select id, title, amount from ${posts.name}`);
    await editor.save.click();
    await expect(
      dialog.getByText(
        "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!",
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(editor.panel).toBeVisible();
    await editor.save.click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'amount']);

    // Also for a rule of a view.
    await editCurrent(page);
    await editor.tab('API Rules').click();
    await editor.rule('listRule').getByRole('button', { name: 'Unlock and set custom rule' }).click();
    await editor.save.click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    expect(await backend.api.get(`/api/collections/${requested.id}`)).toMatchObject({
      listRule: '',
      viewRule: null,
    });
  });
});
