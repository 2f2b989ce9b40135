import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { deleteBackup, listBackups } from '#api/settings/backups.ts';
import { can } from '#stores/app/capabilities.ts';
import { $question } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { $settings } from '#stores/app/settings.ts';
import { $toasts } from '#stores/app/toasts.ts';
import '#tests/support/browser-stub.ts';
import { isObject, type JsonObject, members } from '#domain/app/lenient.ts';
import { pathsOf, type SettingFields } from '#domain/app/settings-fields.ts';
import type { RateRule, Settings } from '#domain/backend/settings.ts';
import { LOG_SETTINGS } from '#domain/logs/settings.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { BACKUP_FIELDS } from '#domain/settings/backup-fields.ts';
import { LOCK_OUT_TEXTS } from '#domain/settings/lock-out.ts';
import { MAIL_FIELDS } from '#domain/settings/mail.ts';
import { STORAGE_FIELDS } from '#domain/settings/storage.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { deleteAllLogs } from '#stores/logs/settings.ts';
import { applicationForm } from '#stores/settings/application.ts';
import {
  $cronRuns,
  $crons,
  $startingCrons,
  forgetCronRuns,
  loadCrons,
  startCron,
  startCrons,
} from '#stores/settings/crons.ts';
import { mailForm } from '#stores/settings/mail.ts';
import { setRules } from '#stores/settings/rate-rules.ts';
import { $storageConnection, storageForm } from '#stores/settings/storage.ts';
import { testEmailForm } from '#stores/settings/test-email.ts';
import type { Backend } from '#tests/support/backend.ts';
import { startSmtpSink } from '#tests/support/smtp.ts';
import { capabilitiesOf } from '#wire/pb23/capabilities.ts';
import { isFrom } from '#wire/versions.ts';
import { answerQuestion } from '../answer-question.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { onNewer } from '../newer-backends.ts';
import { until } from '../until.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type AnyForm = ReturnType<typeof createSettingsForm<SettingFields>>;

async function open<Form extends Pick<AnyForm, 'start' | '$state'>>(form: Form): Promise<Form> {
  stops.push(form.start());
  await until(form.$state, (state) => state === 'ready');
  return form;
}
const formOf = (fields: SettingFields) => open(createSettingsForm({ fields, isPage: false }));

/** The stored settings, with all secrets. */
function inDatabase(backend: Backend): JsonObject {
  const [row] = backend.sql("SELECT CAST(value AS TEXT) AS value FROM _params WHERE id = 'settings'");
  return JSON.parse(String(row?.['value']));
}

/** The paths at which two stored settings differ. */
const differences = (before: unknown, after: unknown, path = ''): readonly string[] =>
  isObject(before) && isObject(after)
    ? [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
        differences(before[name], after[name], path ? `${path}.${name}` : name),
      )
    : JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [path];

const rule: RateRule = { label: 'users:list', audience: 'guests', requests: 7, seconds: 9, more: {} };

/** A new value for each setting of a screen, by the path at which it is stored. */
const CHANGES: readonly [fields: SettingFields, values: Partial<Settings>, stored: string][] = [
  [APPLICATION_FIELDS, { 'application.name': 'Other' }, 'meta.appName'],
  [APPLICATION_FIELDS, { 'application.url': 'https://other.example' }, 'meta.appURL'],
  [APPLICATION_FIELDS, { 'application.hidesControls': true }, 'meta.hideControls'],
  [APPLICATION_FIELDS, { 'application.accent': '#123456' }, 'meta.accentColor'],
  [APPLICATION_FIELDS, { 'batch.isEnabled': true }, 'batch.enabled'],
  [APPLICATION_FIELDS, { 'batch.maxRequests': 9 }, 'batch.maxRequests'],
  [APPLICATION_FIELDS, { 'batch.timeout': 8 }, 'batch.timeout'],
  [APPLICATION_FIELDS, { 'batch.maxBodySize': 7000 }, 'batch.maxBodySize'],
  [APPLICATION_FIELDS, { 'proxy.headers': ['X-Real-IP', 'X-A'] }, 'trustedProxy.headers'],
  [APPLICATION_FIELDS, { 'proxy.usesFirst': true }, 'trustedProxy.useLeftmostIP'],
  [APPLICATION_FIELDS, { 'rateLimits.isEnabled': true }, 'rateLimits.enabled'],
  [APPLICATION_FIELDS, { 'rateLimits.rules': [rule] }, 'rateLimits.rules'],
  [APPLICATION_FIELDS, { 'rateLimits.rules': [] }, 'rateLimits.rules'],
  [APPLICATION_FIELDS, { 'rateLimits.exempt': ['10.0.0.0/8'] }, 'rateLimits.excludedIPs'],
  [APPLICATION_FIELDS, { 'administrators.addresses': ['127.0.0.1', '::1'] }, 'superuserIPs'],
  [MAIL_FIELDS, { 'mail.sender.name': 'Other' }, 'meta.senderName'],
  [MAIL_FIELDS, { 'mail.sender.address': 'other@example.com' }, 'meta.senderAddress'],
  [MAIL_FIELDS, { 'smtp.isEnabled': true }, 'smtp.enabled'],
  [MAIL_FIELDS, { 'smtp.host': 'other.example' }, 'smtp.host'],
  [MAIL_FIELDS, { 'smtp.port': 26 }, 'smtp.port'],
  [MAIL_FIELDS, { 'smtp.username': 'other' }, 'smtp.username'],
  [MAIL_FIELDS, { 'smtp.password': 'other' }, 'smtp.password'],
  [MAIL_FIELDS, { 'smtp.isTlsOnly': true }, 'smtp.tls'],
  [MAIL_FIELDS, { 'smtp.authMethod': 'LOGIN' }, 'smtp.authMethod'],
  [MAIL_FIELDS, { 'smtp.localName': 'other.example' }, 'smtp.localName'],
  [STORAGE_FIELDS, { 'storage.isEnabled': true }, 's3.enabled'],
  [STORAGE_FIELDS, { 'storage.bucket': 'other' }, 's3.bucket'],
  [STORAGE_FIELDS, { 'storage.region': 'other' }, 's3.region'],
  [STORAGE_FIELDS, { 'storage.endpoint': 'https://other.example' }, 's3.endpoint'],
  [STORAGE_FIELDS, { 'storage.accessKey': 'other' }, 's3.accessKey'],
  [STORAGE_FIELDS, { 'storage.secret': 'other' }, 's3.secret'],
  [STORAGE_FIELDS, { 'storage.usesPaths': true }, 's3.forcePathStyle'],
  [BACKUP_FIELDS, { 'backups.schedule': '0 0 * * 1' }, 'backups.cron'],
  [BACKUP_FIELDS, { 'backups.keep': 5 }, 'backups.cronMaxKeep'],
  [BACKUP_FIELDS, { 'backups.storage.bucket': 'other' }, 'backups.s3.bucket'],
  [BACKUP_FIELDS, { 'backups.storage.secret': 'other' }, 'backups.s3.secret'],
  [LOG_SETTINGS, { 'logs.days': 6 }, 'logs.maxDays'],
  [LOG_SETTINGS, { 'logs.minLevel': 1 }, 'logs.minLevel'],
  [LOG_SETTINGS, { 'logs.hasAddresses': false }, 'logs.logIP'],
  [LOG_SETTINGS, { 'logs.hasAccounts': true }, 'logs.logAuthId'],
  [LOG_SETTINGS, { 'logs.maxDataSize': 20_000 }, 'logs.maxDataSize'],
];

onNewer((backend, version) => {
  const { hasCrons, emptiesMailPassword, deletesLogs } = capabilitiesOf(version);
  const hasAddresses = isFrom(version, 38);
  const change = (settings: object) => backend().api.patch('/api/settings', settings);
  const s3 = {
    ...{ bucket: 'b', region: 'r', endpoint: 'https://s3.example', accessKey: 'k', secret: 's3-secret' },
  };
  const start = () =>
    change({
      smtp: { password: 'mail-secret', username: 'u' },
      s3,
      backups: { s3: { ...s3, secret: 'backup-secret' } },
      rateLimits: { rules: [{ label: '/api/', audience: '@auth', duration: 10, maxRequests: 300 }] },
    });

  test('[NS-01] each setting is saved alone: in the database nothing else changes, no secret either', async () => {
    await start();
    const original = inDatabase(backend());
    for (const [fields, values, path] of CHANGES) {
      const form = await formOf(fields);
      const [name = ''] = Object.keys(values);
      // Older versions don't have it: nothing of it is shown.
      const isThere = form.$base.get()[name] !== undefined;
      const [section = ''] = path.split('.');
      expect([path, isThere]).toEqual([
        path,
        Object.hasOwn(original, section) &&
          (!path.includes('.') || Object.hasOwn(members(original[section]), path.split('.')[1] ?? '')),
      ]);
      if (isThere) {
        form.edit((shown) => ({ ...shown, ...values }) as typeof shown);
        expect([path, await form.save()]).toEqual([path, true]);
        const after = inDatabase(backend());
        expect(differences(original, after)).toEqual([path]);
        await change(original);
        expect(differences(original, inDatabase(backend()))).toEqual([]);
      }
      for (const stop of stops.splice(0)) stop();
    }
  });

  test('[NS-02] what another administrator saves meanwhile in the same section stays', async () => {
    const form = await open(applicationForm);
    form.set('application.name', 'Mine');
    form.set('batch.timeout', 9);
    await change({
      meta: { senderName: 'Theirs' },
      batch: { maxRequests: 77 },
      trustedProxy: { headers: ['X-T'] },
    });
    const before = inDatabase(backend());
    expect(await form.save()).toBe(true);
    expect(differences(before, inDatabase(backend()))).toEqual(['meta.appName', 'batch.timeout']);
    expect(form.$values.get()).toMatchObject({ 'batch.maxRequests': 77, 'proxy.headers': ['X-T'] });
    await change({ trustedProxy: { headers: [] } });
  });

  test('[NS-02] rules that both have changed ask, and stay as they are stored after “No”', async () => {
    await start();
    const form = await open(applicationForm);
    setRules(() => [rule], '');
    await change({
      rateLimits: { rules: [{ label: '/theirs', audience: '', duration: 1, maxRequests: 1 }] },
    });
    const before = inDatabase(backend());
    const saved = form.save();
    expect(await answerQuestion(false)).toContain('Rules: Another administrator changed this too');
    expect(await saved).toBe(false);
    expect(differences(before, inDatabase(backend()))).toEqual([]);
    expect(await form.save()).toBe(true);
    expect(members(inDatabase(backend())['rateLimits'])['rules']).toEqual([
      { label: 'users:list', audience: '@guest', duration: 9, maxRequests: 7 },
    ]);
  });

  test('[NS-03] a rule that the backend would refuse has its message beside its field, and nothing is sent', async () => {
    const form = await open(applicationForm);
    const before = inDatabase(backend());
    setRules(
      () => [rule, { ...rule, audience: 'everybody', requests: undefined }, { ...rule, label: 'a b' }],
      '',
    );
    expect(await form.save()).toBe(false);
    expect(Object.keys(form.$errors.get())).toEqual([
      ...['rateLimits.rules.1.label', 'rateLimits.rules.1.requests', 'rateLimits.rules.2.label'],
    ]);
    setRules((rules) => rules.slice(0, 1), '');
    expect(form.$errors.get()).toEqual({});
    expect(differences(before, inDatabase(backend()))).toEqual([]);
  });

  test('[NS-03] a refusal of an item of a list belongs to its place', async () => {
    const form = await open(applicationForm);
    const data = { rateLimits: { rules: { 0: { maxRequests: { code: 'x', message: 'Refused.' } } } } };
    rejectRequests(({ method }) => method === 'PATCH', 'Failed.', 400, data);
    setRules(() => [{ ...rule, requests: 3 }], '');
    expect(await form.save()).toBe(false);
    expect(form.$errors.get()).toEqual({ 'rateLimits.rules.0.requests': 'Refused.' });
  });

  test.runIf(hasAddresses)(
    '[NS-04] a list of addresses without the own one asks before it is saved, with the way back',
    async () => {
      const form = await open(applicationForm);
      const before = inDatabase(backend());
      form.set('administrators.addresses', ['10.9.8.7']);
      const saved = form.save();
      const question = await until($question, (shown) => shown !== undefined);
      expect(question?.text).toBe(LOCK_OUT_TEXTS.question(['10.9.8.7']));
      expect(question?.loss).toContain('127.0.0.1');
      expect(question?.loss).toContain('pocketbase superuser ips');
      question?.answer(false);
      expect(await saved).toBe(false);
      expect(differences(before, inDatabase(backend()))).toEqual([]);
      // With the own one nothing is asked.
      form.set('administrators.addresses', ['10.9.8.7', '127.0.0.0/8']);
      expect(await form.save()).toBe(true);
      expect($question.get()).toBeUndefined();
      // By which address the backend knows this page then is not known before.
      form.set('proxy.headers', ['X-Forwarded-For']);
      const again = form.save();
      const other = await until($question, (shown) => shown !== undefined);
      expect(other?.loss).toContain(LOCK_OUT_TEXTS.proxy);
      other?.answer(false);
      expect(await again).toBe(false);
      form.cancel();
      form.set('administrators.addresses', []);
      expect(await form.save()).toBe(true);
    },
  );

  test.runIf(hasAddresses)(
    '[NS-04] an entry that is no address has its message, and nothing is asked or sent',
    async () => {
      const form = await open(applicationForm);
      form.set('administrators.addresses', ['127.0.0.1', 'nothing']);
      expect(await form.save()).toBe(false);
      expect(pathsOf(form.$errors.get())).toEqual(['administrators.addresses.1']);
    },
  );

  test('[NS-05] a typed secret stays in the form after a save that fails, an untouched one in the backend', async () => {
    await start();
    const form = await open(mailForm);
    form.set('smtp.password', 'typed');
    form.set('mail.sender.address', 'no address');
    expect(await form.save()).toBe(false);
    expect(form.$values.get()['smtp.password']).toBe('typed');
    expect(form.$errors.get()).toHaveProperty(['mail.sender.address']);
    expect(inDatabase(backend())['smtp']).toMatchObject({ password: 'mail-secret' });
    form.set('mail.sender.address', 'a@example.com');
    expect(await form.save()).toBe(true);
    expect(inDatabase(backend())['smtp']).toMatchObject({ password: 'typed' });
    expect(form.$values.get()['smtp.password']).toEqual({ kept: 'unknown' });
  });

  test('[NS-06] the password of the mail server is removed after a question, and stays so where that is offered', async () => {
    await start();
    const form = await open(mailForm);
    form.set('smtp.password', '');
    const saved = form.save();
    expect(await answerQuestion(true)).toContain('“Password”');
    expect(await saved).toBe(true);
    await change({ meta: { senderName: 'Unrelated' } });
    // Where it comes back, the page does not offer it.
    expect(members(inDatabase(backend())['smtp'])['password']).toBe(emptiesMailPassword ? '' : 'mail-secret');
    await start();
  });

  test.runIf(hasCrons)('[NS-07] jobs are listed and started, and the page says when', async () => {
    stops.push(startCrons());
    const ready = await until($crons, ({ state }) => state === 'ready');
    const jobs = ready.state === 'ready' ? ready.value : [];
    expect(jobs.map(({ id }) => id)).toContain('__pbLogsCleanup__');
    expect(jobs.find(({ id }) => id === '__pbLogsCleanup__')).toMatchObject({
      expression: '0 */6 * * *',
      isOwn: true,
    });
    const started = startCron('__pbLogsCleanup__');
    await answerQuestion(true);
    await started;
    expect($startingCrons.get().size).toBe(0);
    expect($cronRuns.get()).toEqual([{ id: '__pbLogsCleanup__', at: expect.stringMatching(/^\d{4}-/) }]);
    forgetCronRuns();
    expect($toasts.get().at(-1)).toMatchObject({ type: 'success', action: { label: 'Show the log' } });
  });

  test('[NS-08] a test mail is sent with the template of the chosen collection', async () => {
    const sink = await startSmtpSink();
    try {
      await change({
        smtp: { enabled: true, host: '127.0.0.1', port: sink.port, username: 'u', password: 'p' },
      });
      stops.push(testEmailForm.start());
      testEmailForm.set('email', 'to@example.com');
      testEmailForm.set('template', 'login-alert');
      testEmailForm.set('collection', 'users');
      expect([await testEmailForm.send(), $toasts.get().at(-1)?.message]).toEqual([
        true,
        'Successfully sent test email.',
      ]);
      expect((await sink.nextMessage()).subject).toContain('Login from a new location');
    } finally {
      await sink.stop();
      await change({ smtp: { enabled: false } });
    }
  });

  test('[NS-07] a backend that is not known to list its jobs is not asked for them', async () => {
    const [known, settings] = [$backend.get(), $settings.get()];
    $backend.set({ line: 'pb23', version: '0.23.12' });
    const { sent } = watchRequests();
    const stop = startCrons();
    await loadCrons();
    stop();
    expect(sent).toEqual([]);
    // Settings that have come with a later version tell that it is no older.
    $backend.set({ line: 'pb23', version: undefined });
    expect(can().hasCrons).toBe(settings?.atLeast?.() !== undefined);
    $backend.set(known);
  });

  test.runIf(hasCrons)('[NS-07] a job that could not be started says so', async () => {
    rejectRequests(({ method }) => method === 'POST', 'Missing or invalid cron job.', 404);
    const started = startCron('gone');
    await answerQuestion(true);
    await started;
    expect($toasts.get().map(({ type, message }) => [type, message])).toContainEqual([
      ...['error', 'Missing or invalid cron job.'],
    ]);
    expect($startingCrons.get().size).toBe(0);
    expect($cronRuns.get()).toEqual([
      { id: 'gone', at: expect.stringMatching(/^\d{4}-/), error: 'Missing or invalid cron job.' },
    ]);
    forgetCronRuns();
    expect($cronRuns.get()).toEqual([]);
  });

  test('[NS-13] a storage that can’t be reached is saved, and said to have failed by the backend’s own test', async () => {
    await change({ s3: { ...s3, endpoint: 'http://127.0.0.1:9', enabled: true } });
    await open(storageForm);
    const tested = await until($storageConnection, ({ state }) => state === 'failed');
    expect(tested).toMatchObject({ message: expect.stringContaining('Failed to test the S3 filesystem') });
    await change({ s3: { enabled: false } });
  });

  test('[NS-12] a name with a percent sign is found as it is', async () => {
    const name = 'a%20b.zip';
    mkdirSync(`${backend().dir}/backups`, { recursive: true });
    writeFileSync(`${backend().dir}/backups/${name}`, 'any');
    const keys = async () => (await listBackups()).map(({ key }) => key);
    expect(await keys()).toContain(name);
    await deleteBackup(name);
    expect(await keys()).not.toContain(name);
  });

  test.runIf(deletesLogs)('[NS-09] the whole log is deleted at once after a question', async () => {
    const count = async () => (await backend().api.get<{ totalItems: number }>('/api/logs')).totalItems;
    await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(0);
    const deleted = deleteAllLogs();
    await answerQuestion(true);
    await deleted;
    expect($toasts.get().map(({ message }) => message)).toContain('Successfully deleted all logs.');
  });
});
