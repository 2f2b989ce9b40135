import process from 'node:process';
import PocketBase from 'pocketbase-newer';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { members, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Placeholders, placeholders } from '#domain/docs/placeholders.ts';
import { tabsOf } from '#domain/docs/tabs.ts';
import { line } from '#domain/docs/v0.23/line.ts';
import type { ProgramVersion } from '#scripts/download/versions.ts';
import { programOf } from '#scripts/test/programs.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, everyFieldType, field, pngFile } from '#tests/support/factories.ts';
import { startOpenIdProvider } from '#tests/support/openid-provider.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp.ts';
import { setLine } from '#wire/choose.ts';
import { chooseEscapes } from '#wire/escapes.ts';
import { allRules, docOf, fakeWindow, storedCollectionOf } from './docs-fixture.ts';
import { contextOf } from './documented.ts';
import {
  callerOf,
  compareFailures,
  type Known,
  mailFailures,
  type Provoke,
  recordFailures,
  seedRefusing,
  tokenOf,
} from './provoke.ts';
import { expectDocumented, recordCalls, runSample, type Surroundings } from './run-sample.ts';

// Read how people sign in.
import '#wire/save-collection.ts';

const VERSIONS: readonly ProgramVersion[] = [
  ...(process.env['ALL_CASES'] ? (['0.23.12'] as const) : []),
  '0.40.6',
];

describe.each(VERSIONS)('what the docs say of %s', (version) => {
  let backend: Backend;
  let mail: SmtpSink;
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let relatedIds: readonly string[] = [];
  const ids: Record<string, string> = {};
  const tokens: Record<string, string> = {};

  const call = callerOf(() => backend);

  const providers = (url: string) => [
    {
      ...{ name: 'oidc', clientId: 'client', clientSecret: 'secret', displayName: 'Test' },
      ...{ authURL: `${url}/authorize`, tokenURL: `${url}/token`, userInfoURL: `${url}/user` },
    },
  ];

  beforeAll(async () => {
    backend = await startPocketBase({ bin: programOf(version) });
    mail = await startSmtpSink();
    provider = await startOpenIdProvider();
    const { api } = backend;
    const smtp = { enabled: true, host: '127.0.0.1', port: mail.port, authMethod: 'PLAIN' };
    await api.patch('/api/settings', { smtp, batch: { enabled: true, maxRequests: 50, timeout: 3 } });
    const related = await createCollection(api, { name: 'related', fields: [field('name')] });
    relatedIds = await Promise.all(
      ['1', '2'].map(async (name) => (await createRecord(api, related.id, { name })).id),
    );
    const more = [
      { name: 'places', type: 'geoPoint' },
      { name: 'code', type: 'password', hidden: true },
      { name: 'secret', type: 'text', hidden: true },
      { name: 'slug', type: 'text', required: true, autogeneratePattern: '[a-z]{8}' },
    ].filter(({ type }) => type !== 'geoPoint' || version !== '0.23.12');
    const every = await createCollection(api, {
      name: 'every',
      fields: everyFieldType(related.id),
      ...allRules(''),
    });
    const { fields } = await api.get<{ fields: object[] }>(`/api/collections/${every.id}`);
    await api.patch(`/api/collections/${every.id}`, { fields: [...fields, ...more] });
    Object.assign(ids, await seedRefusing(api));
    for (const name of ['members', 'other', 'careful'])
      await createCollection(api, { name, type: 'auth', fields: [field('bio', 'editor')], ...allRules('') });
    await api.patch('/api/collections/members', {
      otp: { enabled: true, duration: 180, length: 8 },
      oauth2: { enabled: true, providers: providers(provider.url) },
      authAlert: { enabled: false },
    });
    ids['members'] = (await createUser(backend, 'members')).id;
    for (const name of ['members', 'other', 'careful']) tokens[name] = await tokenOf(backend, call, name);
    tokens['superuser'] = await backend.adminToken();
    await api.patch('/api/collections/careful', {
      ...{ authRule: 'verified = true', otp: { enabled: true, duration: 180, length: 8 } },
      mfa: { enabled: true, duration: 600 },
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  afterAll(async () => {
    await backend.stop();
    await mail.stop();
    await provider.stop();
    setLine(undefined);
    chooseEscapes(undefined);
  });

  /** Runs the sample of a tab and compares the real requests and responses with the documented ones. */
  async function tryTab(
    tab: string,
    name: string,
    more: Partial<Placeholders> = {},
    around: Surroundings = {},
  ) {
    const collection = await storedCollectionOf(backend, name);
    const relationIds = (count: number) => relatedIds.slice(0, count);
    const doc = docOf(backend, tab, collection, { password: PASSWORD, relationIds, ...more });
    const recorder = recordCalls();
    try {
      const files = [pngFile()];
      const printed = await runSample(doc.samples.javascript, { files, client: PocketBase, ...around });
      expectDocumented(doc, recorder.calls, ['meta', 'rawUser', 'places', 'roles']);
      return { doc, printed, calls: recorder.calls };
    } finally {
      recorder.stop();
    }
  }

  const first = async (name: string) => {
    const { items } = await backend.api.get<{ items: Record<string, unknown>[] }>(
      `/api/collections/${name}/records`,
    );
    return items[0] ?? {};
  };

  test('[NR-50] the samples of records run, and their answers are as documented', async () => {
    await tryTab('create', 'every');
    const created = await first('every');
    const recordId = String(created['id']);
    expect(created).toMatchObject({ title: 'test', secret: '', slug: expect.stringMatching(/^[a-z]{8}$/) });
    const listed = await tryTab('list', 'every');
    expect(listed.calls.filter(({ path }) => path.endsWith('/every/records'))).toHaveLength(3);
    await tryTab('view', 'every', { recordId });
    await tryTab('update', 'every', { recordId });
    // Added, not replaced.
    expect((await first('every'))['attachments']).toHaveLength(2);
    const path = `/api/collections/every/records/${recordId}`;
    const received = await tryTab(
      'realtime',
      'every',
      { recordId },
      {
        whileListening: async (printed) => {
          await backend.api.patch(path, { title: 'new' });
          await expect.poll(() => printed.length, { timeout: 5000 }).toBe(2);
        },
      },
    );
    expect(received.doc.event).toEqual({ action: 'create', record: expect.anything() });
    await tryTab('delete', 'every', { recordId });
    expect(await first('every')).toEqual({});
    const { id } = await createRecord(backend.api, 'free', { note: 'x' });
    const { printed } = await tryTab('batch', 'free', { recordId: id });
    expect(printed).toEqual([[[204, 200]]]);
  });

  test('[NR-50] a sample of a locked collection signs in as a superuser, one of a rule as a user', async () => {
    await tryTab('create', 'locked');
    await tryTab('list', 'locked');
    const { email } = await createUser(backend, 'members', { emailVisibility: 1 });
    await backend.api.patch('/api/collections/free', { listRule: '@request.auth.id != ""' });
    const doc = docOf(backend, 'list', await storedCollectionOf(backend, 'free'), {}, 'members');
    await backend.api.patch('/api/collections/free', { listRule: '' });
    expect(doc.samples.javascript).toContain("pb.collection('members').authWithPassword(");
    expect(email).toContain('@');
  });

  const record = (id: string) =>
    backend.api.get<Record<string, unknown>>(`/api/collections/members/records/${id}`);

  async function newUser() {
    const { id, email } = await createUser(backend, 'members', { emailVisibility: 1 });
    return { id, email: String(email) };
  }

  const canSignIn = async (identity: string, password: string) =>
    (await call('POST', '/api/collections/members/auth-with-password', { identity, password })).status ===
    200;

  const mailed = async (to: string, pattern: RegExp) => {
    const fits = ({ text, html }: { text?: string; html?: string }) => pattern.test(`${text} ${html}`);
    const message = await mail.nextMessage((one) => one.to?.[0]?.address === to && fits(one));
    return pattern.exec(`${message.text} ${message.html}`)?.[1] ?? '';
  };
  const mailedToken = (to: string, path: string) => mailed(to, new RegExp(`/auth/${path}/([\\w.-]+)`));

  test('[NR-51] the samples of accounts sign in, and change accounts', async () => {
    const created = 'created-password';
    await tryTab('create', 'members', { email: 'new@example.com', newPassword: () => created });
    expect(await canSignIn('new@example.com', created)).toBe(true);
    const user = await newUser();
    await tryTab('update', 'members', { recordId: user.id, newPassword: () => 'changed-password' });
    expect(await canSignIn(user.email, 'changed-password')).toBe(true);
    const { id, email } = await newUser();
    const { printed } = await tryTab('auth-with-password', 'members', { identity: email });
    expect(printed).toEqual([[true], [expect.stringMatching(/^ey/)], [id]]);
    const refreshed = await tryTab('auth-refresh', 'members', { identity: email });
    expect(refreshed.printed).toEqual([[expect.stringMatching(/^ey/)]]);
    const impersonated = await tryTab('impersonate', 'members', { recordId: id });
    expect(impersonated.printed).toEqual([[expect.stringMatching(/^ey/)]]);
    const requested = await tryTab('request-otp', 'members', { email });
    const otpId = text(members(requested.calls[0]?.body)['otpId']);
    const oneTimePassword = await mailed(email, /<strong>(\w{8})<\/strong>/);
    const signedIn = await tryTab('auth-with-otp', 'members', { otpId, oneTimePassword });
    expect(signedIn.printed[0]).toEqual([true]);
  });

  test('[NR-51] the samples of a provider and of the ways to sign in', async () => {
    vi.stubGlobal('window', fakeWindow(backend));
    const { printed } = await tryTab('auth-with-oauth2', 'members', { provider: 'oidc' });
    expect(printed[0]).toEqual([true]);
    vi.unstubAllGlobals();
    const collection = await storedCollectionOf(backend, 'careful');
    const methods = await call('GET', '/api/collections/careful/auth-methods');
    const { body } = docOf(backend, 'auth-methods', collection).responses[0] ?? {};
    expect(methods.body).toMatchObject(members(body));
    // Earlier ones have no logo.
    if (version !== '0.23.12') await tryTab('auth-methods', 'members');
  });

  test('[NR-51] the samples of mails', async () => {
    const { id, email } = await newUser();
    await tryTab('request-verification', 'members', { email });
    await tryTab('confirm-verification', 'members', {
      verificationToken: await mailedToken(email, 'confirm-verification'),
    });
    expect(await record(id)).toMatchObject({ verified: true });
    await tryTab('request-password-reset', 'members', { email });
    const passwordResetToken = await mailedToken(email, 'confirm-password-reset');
    await tryTab('confirm-password-reset', 'members', {
      passwordResetToken,
      newPassword: () => 'new-password',
    });
    expect(await canSignIn(email, 'new-password')).toBe(true);
    const newEmail = `new-${email}`;
    await tryTab('request-email-change', 'members', { identity: email, password: 'new-password', newEmail });
    const emailChangeToken = await mailedToken(newEmail, 'confirm-email-change');
    await tryTab('confirm-email-change', 'members', { emailChangeToken, password: 'new-password' });
    expect(await record(id)).toMatchObject({ email: newEmail });
  });

  test('[NR-50] [NR-51] the tabs are those of this line', async () => {
    const titles = async (name: string) => {
      const collection = await storedCollectionOf(backend, name);
      return tabsOf(contextOf(collection, { line })).map(({ title }) => title);
    };
    const records = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime', 'Batch'];
    expect(await titles('open')).toEqual(records);
    const signIns = [
      'Auth with password',
      'Auth with OAuth2',
      'Request OTP',
      'Auth with OTP',
      'Auth refresh',
    ];
    const reset = ['Request password reset', 'Confirm password reset'];
    const others = ['List auth methods', 'Impersonate'];
    expect(await titles('members')).toEqual([
      ...[...records, ...signIns],
      ...['Request verification', 'Confirm verification', ...reset],
      ...['Request email change', 'Confirm email change', ...others],
    ]);
    const ofSuperusers = ['Auth with password', 'Auth refresh', ...reset, ...others];
    expect(await titles('_superusers')).toEqual([...records, ...ofSuperusers]);
  });

  function ofRecords(name: string, token?: string): Known {
    const body = { requests: [{ method: 'DELETE', url: '/api/collections/open/records/xxxxxxxxxxxxxxx' }] };
    return {
      ...recordFailures({ call, ids, url: backend.url, adminToken: tokens['superuser'] ?? '' }, name, token),
      batch: {
        400: () => call('POST', '/api/batch', body),
        403: async () => {
          const { api } = backend;
          await api.patch('/api/settings', { batch: { enabled: false } });
          const answer = await call('POST', '/api/batch', body);
          await api.patch('/api/settings', { batch: { enabled: true } });
          return answer;
        },
      },
    };
  }

  function accountFailures(name: string): Known {
    const path = `/api/collections/${name}`;
    const blank =
      (action: string): Provoke =>
      () =>
        call('POST', `${path}/${action}`, {});
    const off: Provoke = () => call('POST', '/api/collections/other/request-otp', {});
    const act = (token?: string, body: object = {}, id = ids[name]): Provoke => {
      return () => call('POST', `${path}/impersonate/${id}`, body, token);
    };
    return {
      ...mailFailures(call, name, tokens[name], tokens['other']),
      'auth-with-password': { 400: blank('auth-with-password') },
      'request-otp': { 400: blank('request-otp'), 403: off },
      'auth-with-otp': { 400: blank('auth-with-otp'), 403: off },
      impersonate: {
        400: act(tokens['superuser'], { duration: -1 }),
        401: act(),
        403: act(tokens[name]),
        404: act(tokens['superuser'], {}, 'xxxxxxxxxxxxxxx'),
      },
    };
  }

  const tabIds = (collection: Collection) =>
    tabsOf(contextOf(collection, { line, placeholders: { ...placeholders, ...line.placeholders } })).map(
      ({ id }) => id,
    );

  const docsOf = async (name: string) => {
    const collection = await storedCollectionOf(backend, name);
    return tabIds(collection).map((id) => [id, docOf(backend, id, collection)] as const);
  };

  // Which of several requests has failed is not known before.
  const ofBatch = ['batch 400'];

  test.each([
    ['open', 12, false],
    ['free', 12, false],
    ['ruled', 11, false],
    ['locked', 16, true],
  ])(
    '[NR-50] all documented failures of a collection %s match the real ones',
    async (name, all, isLocked) => {
      const known = ofRecords(name, isLocked ? tokens['superuser'] : undefined);
      // Without the values of a request that a rule refuses; the text says so.
      const skipped = name === 'ruled' ? [...ofBatch, 'create 400'] : ofBatch;
      expect(await compareFailures(await docsOf(name), known, skipped)).toBe(all);
      if (name !== 'ruled') return;
      const refused = { data: {}, message: 'Failed to create record.', status: 400 };
      expect(await known['create']?.[400]?.()).toEqual({ status: 400, body: refused });
    },
  );

  test('[NR-51] all documented failures of an auth collection match the real ones', async () => {
    const known = { ...ofRecords('members'), ...accountFailures('members') };
    const skipped = [...ofBatch, 'delete 400', ...(version === '0.23.12' ? ['auth-with-oauth2 400'] : [])];
    expect(await compareFailures(await docsOf('members'), known, skipped)).toBeGreaterThan(28);
  });

  test('[NR-51] where a rule or a second factor stands before the sign-in, it is as documented', async () => {
    const collection = await storedCollectionOf(backend, 'careful');
    const { responses } = docOf(backend, 'auth-with-password', collection);
    const signIn = async (verified: boolean) => {
      const { email } = await createUser(backend, 'careful', { verified: Number(verified) });
      return call('POST', '/api/collections/careful/auth-with-password', {
        identity: email,
        password: PASSWORD,
      });
    };
    const documented = (status: number) => responses.find((one) => one.status === status)?.body;
    expect(await signIn(false)).toEqual({ status: 403, body: documented(403) });
    expect(documented(401)).toEqual({ mfaId: 'MFA_ID' });
    expect(await signIn(true)).toEqual({ status: 401, body: { mfaId: expect.stringMatching(/^\w{15}$/) } });
  });
});
