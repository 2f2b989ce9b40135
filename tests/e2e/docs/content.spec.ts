import type { Locator } from '@playwright/test';
import { setRules } from '#tests/support/collections/saving.ts';
import { chooseTab, example, openDocs, sample, statuses } from '#tests/support/docs/api-docs.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const LOCKED = 'Requires admin Authorization:TOKEN header';

const table = (panel: Locator, name: string) => panel.getByRole('table', { name });
const row = (panel: Locator, tableName: string, param: string) =>
  table(panel, tableName)
    .getByRole('row')
    .filter({ has: panel.page().locator(`th code:text-is("${param}")`) });
const paramsOf = (panel: Locator, tableName: string) =>
  table(panel, tableName).locator('tbody th code').allInnerTexts();

test('[DC-05][DC-07][DC-08][DC-12] List/Search describes its parameters, with the names of the collection', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const { posts } = await createBlog(backend.api);
  await admin.signIn();
  await openDocs(page, posts);
  const panel = await chooseTab(page, 'List/Search');
  await expect(sample(panel)).toContainText(`new PocketBase('${new URL(atoll.url).origin}')`);
  await expect(sample(panel)).toContainText(`pb.collection('${posts.name}').getList(1, 50`);
  await expect(sample(panel)).toContainText('title = "test"');
  await expect(panel.locator('[data-endpoint]')).toHaveAttribute(
    'data-endpoint',
    `GET /api/collections/${posts.name}/records`,
  );
  await expect(panel.getByText(LOCKED)).toBeVisible();
  expect(await paramsOf(panel, 'Query parameters')).toEqual([
    'page',
    'perPage',
    'sort',
    'filter',
    'expand',
    'fields',
    'skipTotal',
  ]);
  const names = everyFieldType('').map(({ name }) => name);
  const supported = row(panel, 'Query parameters', 'sort').locator('p code');
  await expect(supported).toHaveText(['-', '+', '@random', 'id', 'created', 'updated', ...names]);

  const filter = row(panel, 'Query parameters', 'filter');
  await expect(filter.locator('dt')).toHaveCount(0);
  await filter.getByRole('button', { name: 'Show details' }).click();
  const plain = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'];
  const operators = [...plain, ...plain.map((one) => `?${one}`), '( ... )', '&&', '||'];
  await expect(filter.locator('dt')).toHaveText(operators);
  await filter.getByRole('button', { name: 'Hide details' }).click();
  await expect(filter.locator('dt')).toHaveCount(0);

  await expect(row(panel, 'Query parameters', 'expand')).toContainText('up to 6 levels');
  await expect(row(panel, 'Query parameters', 'fields')).toContainText(':excerpt(maxLength, withEllipsis?)');
  await expect(row(panel, 'Query parameters', 'skipTotal')).toContainText('totalItems');

  await expect(statuses(panel)).toHaveText(['200', '400', '403']);
  const page1 = await example(panel, 200);
  expect(page1).toMatchObject({
    page: 1,
    perPage: 30,
    items: [{ collectionId: posts.id, collectionName: posts.name, status: 'draft', tags: ['red'] }],
  });
  expect(await example(panel, 403)).toEqual({
    code: 403,
    message: 'Only admins can perform this action.',
    data: {},
  });
});

test('[DC-07] a rule is shown unchanged; a locked one requires an admin in every tab', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  const rule = '@request.auth.id != "" && active = true';
  await setRules(backend, posts, { listRule: rule, viewRule: '', createRule: rule, updateRule: '' });
  await admin.signIn();
  await openDocs(page, posts);
  for (const title of ['List/Search', 'Create']) {
    const panel = await chooseTab(page, title);
    await expect(panel.getByText(rule)).toBeVisible();
    await expect(panel.getByText(LOCKED)).toHaveCount(0);
    await expect(sample(panel)).toContainText("authWithPassword('YOUR_USERNAME_OR_EMAIL'");
  }
  for (const title of ['View', 'Update']) {
    const panel = await chooseTab(page, title);
    await expect(panel.getByText('Open to everyone')).toBeVisible();
    await expect(panel.getByText(LOCKED)).toHaveCount(0);
    await expect(sample(panel)).not.toContainText('authWithPassword');
    await expect(statuses(panel).filter({ hasText: '403' })).toHaveCount(0);
  }
  const panel = await chooseTab(page, 'Delete');
  await expect(panel.getByText(LOCKED)).toBeVisible();
  await expect(sample(panel)).toContainText('pb.admins.authWithPassword');
  await expect(statuses(panel)).toHaveText(['204', '400', '403', '404']);
  await statuses(panel).filter({ hasText: '204' }).click();
  await expect(panel.getByText('The response has no body.')).toBeVisible();
});

test('[DC-09] Create and Update list the fields with their accepted values, and the account fields', async ({
  page,
  admin,
  backend,
}) => {
  const { categories } = await createBlog(backend.api);
  const name = uniqueName('accounts');
  const accounts = await createCollection(backend.api, {
    name,
    type: 'auth',
    schema: [
      field('nick', 'text', { required: true, options: { min: 3, max: 9 } }),
      field('avatar', 'file', { options: { mimeTypes: ['image/png'], maxSize: 1048576 } }),
      field('likes', 'relation', { options: { collectionId: categories.id, maxSelect: 4 } }),
    ],
    options: { requireEmail: true, minPasswordLength: 11 },
  });
  const own = ['username', 'email', 'emailVisibility', 'password', 'passwordConfirm', 'verified'];
  await admin.signIn();
  await openDocs(page, accounts);

  const create = await chooseTab(page, 'Create');
  await expect(create.getByText('Files can only be sent as multipart/form-data.')).toBeVisible();
  expect(await paramsOf(create, 'Body parameters')).toEqual(['id', ...own, 'nick', 'avatar', 'likes']);
  for (const required of ['email', 'password', 'passwordConfirm', 'nick']) {
    await expect(row(create, 'Body parameters', required)).toContainText('Required');
  }
  for (const optional of ['id', 'username', 'emailVisibility', 'verified', 'avatar', 'likes']) {
    await expect(row(create, 'Body parameters', optional)).toContainText('Optional');
  }
  await expect(row(create, 'Body parameters', 'nick')).toContainText('from 3 to 9 characters');
  await expect(row(create, 'Body parameters', 'avatar')).toContainText('at most 1 MB, of type image/png');
  await expect(row(create, 'Body parameters', 'likes')).toContainText('Array<String>');
  await expect(row(create, 'Body parameters', 'password')).toContainText('from 11 to 72 characters');

  const update = await chooseTab(page, 'Update');
  const changed = [...own.slice(0, 3), 'oldPassword', ...own.slice(3), 'nick', 'avatar', 'likes'];
  expect(await paramsOf(update, 'Body parameters')).toEqual(changed);
  await expect(table(update, 'Body parameters').getByText('Required')).toHaveCount(0);
  await expect(row(update, 'Body parameters', 'likes')).toContainText('likes+');
});

test('[DC-10][DC-11] every auth tab names its endpoint, its body and its statuses', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  const path = `/api/collections/${users.name}`;
  const refused = ['401', '403', '404'];
  const expected: [title: string, endpoints: string[], body: string[], statuses: string[]][] = [
    ['Auth with password', [`POST ${path}/auth-with-password`], ['identity', 'password'], ['200', '400']],
    [
      'Auth with OAuth2',
      [`POST ${path}/auth-with-oauth2`],
      ['provider', 'code', 'codeVerifier', 'redirectUrl', 'createData'],
      ['200', '400'],
    ],
    ['Auth refresh', [`POST ${path}/auth-refresh`], [], ['200', '401', '403']],
    ['Request verification', [`POST ${path}/request-verification`], ['email'], ['204', '400']],
    ['Confirm verification', [`POST ${path}/confirm-verification`], ['token'], ['204', '400']],
    ['Request password reset', [`POST ${path}/request-password-reset`], ['email'], ['204', '400']],
    [
      'Confirm password reset',
      [`POST ${path}/confirm-password-reset`],
      ['token', 'password', 'passwordConfirm'],
      ['204', '400'],
    ],
    [
      'Request email change',
      [`POST ${path}/request-email-change`],
      ['newEmail'],
      ['204', '400', '401', '403'],
    ],
    ['Confirm email change', [`POST ${path}/confirm-email-change`], ['token', 'password'], ['204', '400']],
    ['List auth methods', [`GET ${path}/auth-methods`], [], ['200', '404']],
    ['List OAuth2 accounts', [`GET ${path}/records/:id/external-auths`], [], ['200', ...refused]],
    [
      'Unlink OAuth2 account',
      [`DELETE ${path}/records/:id/external-auths/:provider`],
      [],
      ['204', ...refused],
    ],
    [
      'Realtime',
      ['GET /api/realtime', 'POST /api/realtime'],
      ['clientId', 'subscriptions'],
      ['204', '400', '403', '404'],
    ],
  ];
  await admin.signIn();
  await openDocs(page, users);
  for (const [title, endpoints, body, codes] of expected) {
    const panel = await chooseTab(page, title);
    await expect(panel.getByRole('heading', { name: `${title} (${users.name})` })).toBeVisible();
    const shown = await panel
      .locator('[data-endpoint]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-endpoint')));
    expect(shown, title).toEqual(endpoints);
    if (body.length > 0) expect(await paramsOf(panel, 'Body parameters'), title).toEqual(body);
    else await expect(table(panel, 'Body parameters')).toHaveCount(0);
    await expect(statuses(panel)).toHaveText(codes);
  }
});

test("[RT-11] the backend's own page for OAuth2 is not intercepted, and the docs name it as the redirect address", async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const path = '/api/oauth2-redirect?state=x&code=y';
  const [own, through] = await Promise.all(
    [backend.url, atoll.url].map((url) => fetch(url + path, { redirect: 'manual' })),
  );
  expect(own?.status).toBe(307);
  expect(through?.status).toBe(own?.status);
  expect(through?.headers.get('location')).toBe(own?.headers.get('location'));

  const users = await backend.api.get<Collection>('/api/collections/users');
  await admin.signIn();
  await openDocs(page, users);
  const panel = await chooseTab(page, 'Auth with OAuth2');
  await expect(panel.getByText('/api/oauth2-redirect')).toBeVisible();
});
