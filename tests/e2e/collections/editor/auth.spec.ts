import { collectionHash, openEditorOf, openNew } from '#tests/support/collections/editor.ts';
import { createBlog, createUser, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

interface Stored {
  options: Record<string, unknown>;
}

test.beforeEach(({ admin }) => admin.signIn());

test('[AO-01][AO-02][AO-05][AO-08][CE-05] the options of a new auth collection and their defaults', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('people');
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
  const length = editor.panel.getByLabel('Minimum password length');
  await expect(length).toHaveValue('8');
  await expect(length).toHaveAttribute('required');
  await expect(length).toHaveAttribute('min', '6');
  await expect(length).toHaveAttribute('max', '72');
  await expect(length).toHaveAttribute('type', 'number');
  await expect(editor.panel.getByRole('switch', { name: 'Always require email' })).not.toBeChecked();
  await expect(
    editor.panel.getByRole('switch', { name: 'Forbid authentication for unverified users' }),
  ).not.toBeChecked();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/collections'),
  );
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

test('[AO-01][AO-03][AO-04][AO-05][AO-06][AO-07][AO-08] every option is changed, saved and read again', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+$/);
  const { users } = await createBlog(backend.api);
  const editor = await openEditorOf(page, users.id);
  await editor.tab('Options').click();
  const section = (title: string) =>
    editor.panel.locator('details').filter({ has: page.locator('summary', { hasText: title }) });

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

  const tooltip = async (label: string) => {
    const line = editor.panel.locator('div:has(> [role=switch])', { hasText: label });
    await line.getByRole('button', { name: 'More about this' }).hover();
    return page.getByRole('tooltip');
  };
  await editor.panel.getByRole('switch', { name: 'Always require email' }).check();
  const required = await tooltip('Always require email');
  await expect(required).toContainText('only for new records');
  await expect(required).toContainText('some OAuth2 providers (like Twitter)');
  await expect(required).toContainText('authentication may fail');
  await editor.panel.getByRole('switch', { name: 'Forbid authentication for unverified users' }).check();
  await expect(await tooltip('Forbid authentication')).toContainText('403 for new authentication');

  const length = editor.panel.getByLabel('Minimum password length');
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
  const { options } = await backend.api.get<Stored>(`/api/collections/${users.id}`);
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

  // The options take effect in the backend.
  const refused = await fetch(`${backend.url}/api/collections/${users.name}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await backend.adminToken() },
    body: JSON.stringify({ email: 'x@other.com', password: 'longenough11', passwordConfirm: 'longenough11' }),
  });
  expect(refused.status).toBe(400);
  const password = 'longenough11';
  await createUser(backend.api, users.id, { email: 'x@a.org', password, passwordConfirm: password });
  const unverified = await fetch(`${backend.url}/api/collections/${users.name}/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'x@a.org', password }),
  });
  expect(unverified.status).toBe(403);
});
