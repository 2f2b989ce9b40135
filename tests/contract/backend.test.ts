import { expect, test } from 'vitest';
import type { Settings } from '#domain/backend/settings.ts';
import { type FieldInput, field } from '#scripts/lib/schema.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { rawSettings, SETTING_FIELDS, settingsOf } from '#tests/support/settings/stored.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { linksRequest, readLinks, readUserToken, unlinkRequest, userSignInRequest } from '#wire/accounts.ts';
import {
  adminRequest,
  createAdminRequest,
  deleteAdminRequest,
  updateAdminRequest,
} from '#wire/administrators.ts';
import { adminsRequest } from '#wire/admins-request.ts';
import {
  backupsRequest,
  createBackupRequest,
  deleteBackupRequest,
  readBackups,
  readCanBackup,
  uploadBackupRequest,
} from '#wire/backups.ts';
import { capabilities, lineNow } from '#wire/capabilities.ts';
import { dialect } from '#wire/dialect.ts';
import { healthRequest, lineOfHealth } from '#wire/health.ts';
import {
  checkRequest,
  isValidAdminToken,
  readIdentity,
  readSession,
  refreshRequest,
  signInRequest,
} from '#wire/identities.ts';
import {
  FAILURES,
  LOG_PATHS,
  logCountRequest,
  logRequest,
  logStatsRequest,
  logsRequest,
  newestLogs,
  REQUESTS,
  readLog,
  readLogStats,
  SLOWEST_LOGS,
  TOP_FIELDS,
} from '#wire/logs.ts';
import { recordsRequest, saveRecordRequest } from '#wire/records.ts';
import { settingsBody, sharedSettings } from '#wire/save-settings.ts';
import { settingPathOf } from '#wire/setting-values.ts';
import { saveSettingsRequest, settingsIn, settingsRequest } from '#wire/settings.ts';
import type { FactName } from './facts.ts';
import { onEach } from './port.ts';

const PASSWORD = '1234567890';

/** Sections that only some backends have among their settings. */
const OF_SIGN_IN = ['a template', 'a token', 'a provider'];

/** Which version has what else. */
const MORE: readonly [fact: FactName, what: string, values: Partial<Settings>][] = [
  [
    'hasBatch',
    'several requests in one',
    { 'batch.isEnabled': true, 'batch.maxRequests': 9, 'batch.timeout': 8, 'batch.maxBodySize': 7000 },
  ],
  [
    'hasTrustedProxy',
    'the proxy that is trusted',
    { 'proxy.headers': ['X-Real-IP', 'X-Other'], 'proxy.usesFirst': true },
  ],
  [
    'hasRateLimits',
    'rate limits',
    {
      'rateLimits.isEnabled': true,
      'rateLimits.rules': [
        { label: '*:auth', audience: 'guests', requests: 900, seconds: 4, more: {} },
        { label: '/api/', audience: 'everybody', requests: 9000, seconds: 1, more: {} },
        { label: '*:auth', audience: 'users', requests: 900, seconds: 5, more: {} },
      ],
    },
  ],
  ['hasAdminAddresses', 'addresses without limits', { 'rateLimits.exempt': ['10.0.0.0/8', '::1'] }],
  [
    'hasAdminAddresses',
    'addresses of administrators',
    { 'administrators.addresses': ['127.0.0.0/8', '::1'] },
  ],
  ['hasAccentColour', 'the accent', { 'application.accent': '#123456' }],
  ['hasBatch', 'accounts in the log', { 'logs.hasAccounts': true }],
  ['limitsLogData', 'the size of an entry', { 'logs.maxDataSize': 20_000 }],
];

onEach((port) => {
  const loaded = async () => {
    const stored = settingsIn(await port.send(settingsRequest));
    if (!stored) throw new Error('No settings.');
    return stored;
  };
  const store = async (values: Partial<Settings>) =>
    port.send(saveSettingsRequest(settingsBody(values, await loaded())));
  const adminOf = async (email: string) =>
    readIdentity(
      await port.send(
        createAdminRequest({
          email,
          avatar: 3,
          changePassword: true,
          password: PASSWORD,
          passwordConfirm: PASSWORD,
        }),
      ),
    );

  const sections: [string, Partial<Settings>][] = [
    [
      'the application',
      {
        'application.name': 'A "b"',
        'application.url': 'https://a.example',
        'application.hidesControls': true,
      },
    ],
    ['the sender', { 'mail.sender.name': 'Ann', 'mail.sender.address': 'ann@a.example' }],
    ['a template', { 'templates.verification.subject': 'Hello', 'templates.verification.isHidden': true }],
    [
      'the mail server',
      {
        'smtp.isEnabled': true,
        'smtp.host': 'mail.a.example',
        'smtp.port': 2525,
        'smtp.username': 'ann',
        'smtp.isTlsOnly': true,
        'smtp.authMethod': 'LOGIN',
        'smtp.localName': 'a.example',
      },
    ],
    [
      'the storage',
      {
        'storage.bucket': 'b',
        'storage.region': 'r',
        'storage.endpoint': 'https://s3.example',
        'storage.usesPaths': true,
      },
    ],
    ['backups', { 'backups.schedule': '0 0 * * 0', 'backups.keep': 5 }],
    ['the log', { 'logs.days': 9, 'logs.minLevel': 4, 'logs.hasAddresses': false }],
    ['a token', { 'tokens.recordAuth.duration': 3600 }],
    [
      'a provider',
      {
        'providers.github.isEnabled': true,
        'providers.github.clientId': 'id',
        'providers.github.clientSecret': 'secret',
      },
    ],
  ];

  test.each(sections.filter(([name]) => port.has('hasSignInSettings') || !OF_SIGN_IN.includes(name)))(
    'settings of %s are stored, and the others stay',
    async (_what, values) => {
      const before = await loaded();
      const paths = Object.keys(values) as (keyof Settings)[];
      await store(values);
      const shown = { ...values };
      if ('providers.github.clientSecret' in shown) shown['providers.github.clientSecret'] = { kept: 'set' };
      expect(settingsOf(paths, await loaded())).toEqual(shown);
      // What is the same again changes nothing.
      const again = await loaded();
      await store(settingsOf(paths, again));
      expect(await loaded()).toEqual(again);
      await port.send(saveSettingsRequest(settingsBody(settingsOf(paths, before), again)));
    },
  );

  test.each(MORE)(
    'with %s: settings of %s are stored, and the others stay; without, nothing is sent',
    async (fact, _what, values) => {
      const before = await loaded();
      const paths = Object.keys(values) as (keyof Settings)[];
      const shown = settingsOf(paths, before);
      if (!port.has(fact)) {
        expect(Object.values(shown).filter((value) => value !== undefined)).toEqual([]);
        // What it has of the section goes back as it came.
        expect(before).toMatchObject(settingsBody(shown, before, SETTING_FIELDS));
        return;
      }
      await store(values);
      expect(settingsOf(paths, await loaded())).toEqual(values);
      await store(shown);
      expect(await loaded()).toEqual(before);
    },
  );

  test('only the sections of what is saved are sent, with members that nobody knows', async () => {
    const before = await loaded();
    const [smtp] = Object.values(settingsBody({ 'smtp.port': 0 }, before));
    const unknown = { ...before, smtp: { ...Object(smtp), later: { a: null } } };
    const body = settingsBody({ 'smtp.port': 26 }, unknown);
    expect(Object.keys(body)).toHaveLength(1);
    expect(JSON.stringify(body)).toContain('"later":{"a":null}');
    const after = await port.send(saveSettingsRequest(body));
    expect(settingsOf(['smtp.port'], await loaded())).toEqual({ 'smtp.port': 26 });
    expect(sharedSettings(rawSettings(Object(after)))).toEqual({
      ...sharedSettings(before),
      smtp: { ...Object(sharedSettings(before)['smtp']), port: 26 },
    });
    await store(settingsOf(['smtp.port'], before));
  });

  test('a secret is never told, stays when something beside it changes, and can be emptied', async () => {
    const kept = port.has('tellsSecrets') ? 'set' : 'unknown';
    const password = async () => settingsOf(['smtp.password'], await loaded())['smtp.password'];
    await store({ 'smtp.password': 'secret' });
    expect(await password()).toEqual({ kept });
    expect(JSON.stringify(await loaded())).not.toContain('"secret":"secret"');
    await store({ 'smtp.host': 'other.example', 'smtp.password': { kept } });
    expect(await password()).toEqual({ kept });
    await store({ 'smtp.password': '' });
    expect(await password()).toEqual(port.has('tellsSecrets') ? '' : { kept });
  });

  test('a problem with a setting is beside its path', async () => {
    const values = { 'logs.days': -1, 'logs.minLevel': 0 } as const;
    const { problems } = await port.refusal(saveSettingsRequest(settingsBody(values, await loaded())));
    const paths = Object.keys(values) as (keyof typeof values)[];
    expect(problems.map(({ path }) => settingPathOf(paths, path))).toEqual(['logs.days']);
  });

  test('a guest may not read settings', async () => {
    expect(await port.refusal(settingsRequest, '')).toMatchObject({ status: 401 });
  });

  test('an administrator signs in, and the token is refreshed', async () => {
    const { token = '', model } = readSession(
      await port.send(signInRequest(ADMIN_EMAIL, ADMIN_PASSWORD), ''),
    );
    expect(readIdentity(model).email).toBe(ADMIN_EMAIL);
    expect(isValidAdminToken(token, Date.now())).toBe(true);
    expect(isValidAdminToken(token, Date.now() + 1e12)).toBe(false);
    const next = readSession(await port.send(refreshRequest(), token));
    expect(isValidAdminToken(next.token ?? '', Date.now())).toBe(true);
    const check = checkRequest(readIdentity(model).id);
    // An account, or a list that may be empty yet.
    expect(JSON.stringify(await port.send(check, next.token))).toMatch(/"(id|items)":/);
    for (const none of ['', 'a.b.c']) expect(await port.refusal(check, none)).toMatchObject({ status: 401 });
  });

  test('a wrong password and a wrong token are refused', async () => {
    expect(await port.refusal(signInRequest(ADMIN_EMAIL, 'wrong-password'), '')).toMatchObject({
      status: 400,
    });
    expect(await port.refusal(refreshRequest(), 'a.b.c')).toMatchObject({ status: 401 });
  });

  test('an administrator is made, changed, listed and removed', async () => {
    const email = `${uniqueName('admin')}@example.com`;
    const made = await adminOf(email);
    const avatar = (chosen: number) => (capabilities().hasAvatars ? chosen : undefined);
    expect(made).toMatchObject({ email, avatar: avatar(3), id: expect.stringMatching(/^\w{15}$/) });
    const changed = await port.send(updateAdminRequest(made.id, { email: `x${email}`, avatar: 5 }));
    expect(readIdentity(changed)).toMatchObject({ id: made.id, email: `x${email}`, avatar: avatar(5) });
    await port.send(signInRequest(`x${email}`, PASSWORD), '');
    const page = { page: 1, perPage: 30, sort: '-email', filter: `email~"x${email}"` };
    const { items } = await port.send<{ items: unknown[] }>(adminsRequest(page));
    expect(items.map(readIdentity)).toEqual([readIdentity(changed)]);
    await port.send(deleteAdminRequest(made.id));
    expect(await port.refusal(adminRequest(made.id))).toMatchObject({ status: 404 });
  });

  test('a taken address and a short password of an administrator are refused beside them', async () => {
    const input = {
      email: ADMIN_EMAIL,
      avatar: 0,
      changePassword: true,
      password: 'short',
      passwordConfirm: 'other',
    };
    const pathsOf = async (more: object) =>
      (await port.refusal(createAdminRequest({ ...input, ...more }))).problems.map(({ path }) => path).sort();
    const others = port.has('tellsAllProblems') ? ['email', 'password'] : [];
    expect(await pathsOf({})).toEqual([...others, 'passwordConfirm']);
    const rest = { password: PASSWORD, passwordConfirm: PASSWORD };
    expect(await pathsOf({ ...rest, email: 'a@example.com', password: 'a', passwordConfirm: 'a' })).toEqual([
      'password',
    ]);
    expect(await pathsOf(rest)).toEqual(['email']);
  });

  test('the log has a page, a number, the hours, and each entry as it is read', async () => {
    const asked = {
      collection: 'missing',
      page: 1,
      perPage: 1,
      sort: '',
      filter: '',
      expand: '',
      fields: '',
    };
    expect(await port.refusal(recordsRequest(asked))).toMatchObject({ status: 404 });
    interface Entries {
      readonly items: readonly unknown[];
      readonly totalItems: number;
    }
    const filter = `${REQUESTS}&&${LOG_PATHS.status}=404&&${LOG_PATHS.address}~"/missing/"&&${FAILURES}`;
    const query = { page: 1, perPage: 5, sort: newestLogs(), filter };
    const found = async () => (await port.send<Entries>(logsRequest(query))).items.map(readLog);
    await expect.poll(found, { timeout: 20_000 }).not.toEqual([]);
    const [first] = await found();
    expect(first?.request).toEqual({
      ...{ method: 'GET', address: expect.stringMatching(/^\/api\/collections\/missing\/records\?page=1&/) },
      ...{ status: 404, duration: expect.any(Number), isByAdmin: true },
    });
    expect(readLog(await port.send(logRequest(first?.id ?? '')))).toEqual(first);
    expect((await port.send<Entries>(logCountRequest(filter))).totalItems).toBeGreaterThan(0);
    const hours = readLogStats(await port.send<unknown[]>(logStatsRequest(filter))) ?? [];
    expect(hours.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(0);
    for (const sort of [newestLogs(), SLOWEST_LOGS])
      expect(
        (await port.send<Entries>(logsRequest({ ...query, sort, fields: TOP_FIELDS }))).items,
      ).toMatchObject([{ message: first?.message }]);
  });

  test('a filter of the log that can not be read is refused', async () => {
    expect(await port.refusal(logCountRequest('nope ='))).toMatchObject({ status: 400 });
  });

  test('a backup is made, listed and removed; what is none is refused', async () => {
    await port.send(createBackupRequest('contract.zip'));
    const keys = async () =>
      (readBackups(await port.send<unknown[]>(backupsRequest)) ?? []).map(({ key }) => key);
    expect(await keys()).toEqual(['contract.zip']);
    const taken = await port.refusal(createBackupRequest('contract.zip'));
    expect(taken.problems).toMatchObject([{ path: 'name' }]);
    expect(await port.refusal(uploadBackupRequest(new File(['text'], 'a.zip')))).toMatchObject({
      status: 400,
    });
    await port.send(deleteBackupRequest('contract.zip'));
    expect(await keys()).toEqual([]);
  });

  test('the health says whether a backup can be made, and that the line is this one', async () => {
    const health = await port.send(healthRequest);
    expect([readCanBackup(health), lineOfHealth(health)]).toEqual([true, lineNow()]);
    expect(lineOfHealth(await port.send(healthRequest, ''))).toBe(lineNow());
  });

  test('an account needs its password twice, never shows it, and signs in by what identifies it', async () => {
    const users = await port.create({ name: uniqueName('users'), type: 'auth', listRule: '' });
    const names = { username: 'ann_lee', email: 'ann@example.com' };
    const identities = users.auth?.identityFields ?? [];
    expect(identities.toSorted()).toEqual(port.has('hasUsernames') ? ['email', 'username'] : ['email']);
    const body = { ...names, password: PASSWORD };
    const { problems } = await port.refusal(saveRecordRequest(users.id, undefined, body));
    expect(problems).toMatchObject([{ path: 'passwordConfirm' }]);
    const made = await port.save(users.id, { ...body, passwordConfirm: PASSWORD });
    const shown = users.fields.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
    expect(new Set(Object.keys(made))).toEqual(new Set([...shown, 'collectionId', 'collectionName']));
    const query = { collection: users.id, page: 1, perPage: 1, sort: '', filter: '', expand: '', fields: '' };
    const { items } = await port.send<{ items: object[] }>(recordsRequest(query), '');
    expect(items).toMatchObject([{ id: made.id }]);
    expect(items[0]).not.toHaveProperty('email');
    for (const identity of identities)
      expect(
        readUserToken(
          await port.send(userSignInRequest(users.name, names[identity as keyof typeof names], PASSWORD), ''),
        ),
      ).toBeTruthy();
    expect(readLinks(await port.send<unknown[]>(linksRequest(users.id, made.id)))).toEqual([]);
    const link = { id: 'missing', provider: 'github' };
    expect(await port.refusal(unlinkRequest(users.id, made.id, link))).toMatchObject({ status: 404 });
  });

  test('the backend takes every macro and every modifier of the dialect', async () => {
    const fields: FieldInput[] = [
      ...[field('title'), field('due', 'date'), field('amount', 'number'), field('open', 'bool')],
      field('tags', 'select', { choices: ['a', 'b'], max: 2 }),
    ];
    const { id, name } = await port.create({ name: uniqueName('words'), fields });
    const accepts = async (filter: string) =>
      port
        .send(
          recordsRequest({ collection: id, page: 1, perPage: 1, sort: '', filter, expand: '', fields: '' }),
        )
        .then(
          () => true,
          () => false,
        );
    for (const macro of Object.keys(dialect().macros))
      expect([macro, await accepts(`due != ${macro}`)]).toEqual([macro, true]);
    for (const { name: modifier, fits, isForStored } of dialect().modifiers.filter((one) => one.isForStored))
      expect([modifier, await accepts(`${fits === 'lists' ? 'tags' : 'title'}:${modifier} != "a"`)]).toEqual([
        modifier,
        // Of what not every version takes, the table says which do.
        isForStored === true || port.has('hasLower'),
      ]);
    expect(
      await port.create({
        name: `${name}_ruled`,
        fields,
        createRule: `@request.${dialect().body}.title != ""`,
      }),
    ).toBeDefined();
  });
});
