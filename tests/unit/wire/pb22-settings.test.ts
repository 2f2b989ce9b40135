import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, ownOf } from '#domain/app/lenient.ts';
import { textField } from '#domain/app/settings-fields.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { SettingPath, Settings } from '#domain/backend/settings.ts';
import { MAIL_FIELDS } from '#domain/settings/mail.ts';
import { TOKEN_FIELDS } from '#domain/settings/tokens.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { rawSettings, SETTING_FIELDS, settingsOf } from '#tests/support/settings/stored.ts';
import { settingsBody, sharedSettings } from '#wire/save-settings.ts';
import { readSettings, settingPathOf } from '#wire/setting-values.ts';
import { readAppSettings, settingsIn } from '#wire/settings.ts';

/** What it does not have. */
const NEWER = /^(batch|proxy|rateLimits|administrators)\.|\.(accent|hasAccounts|maxDataSize)$/;
/** All that screens show. */
const FIELDS = Object.fromEntries(Object.entries(SETTING_FIELDS).filter(([path]) => !NEWER.test(path)));
const PATHS = Object.keys(FIELDS) as SettingPath[];

const FOLDER = inRoot('tests', 'wire', 'answers');
/** The settings of each version of 0.22, as it has answered. */
const ANSWERS = readdirSync(FOLDER)
  .filter((name) => name.startsWith('0.22.'))
  .map((name) => {
    const answers: Record<string, { body: Record<string, Record<string, unknown>> }> = JSON.parse(
      readFileSync(`${FOLDER}/${name}`, 'utf8'),
    );
    return { name, json: answers['settings | GET settings']?.body ?? {} };
  });
const KEPT = { kept: 'set' } as const;
const MASK = '******';

const word = fc.oneof(fc.constantFrom('', 'a', MASK, '__proto__', 'constructor', '“”\n'), fc.string());
const count = fc.option(fc.nat(), { nil: undefined });

/** A value for each path: of the type that its field has. */
const values: fc.Arbitrary<Settings> = fc.record(
  Object.fromEntries(
    PATHS.map((path) => {
      if (path.endsWith('.pkce')) return [path, fc.option(fc.boolean(), { nil: null })];
      const { read, isSecret } = ownOf(SETTING_FIELDS, path) ?? textField(path);
      // What looks like a mask can't be stored as a secret: a form refuses it.
      if (isSecret) return [path, word.filter((text) => text !== MASK)];
      return [path, read(true) === true ? fc.boolean() : read(1) === 1 ? count : word];
    }),
  ),
) as unknown as fc.Arbitrary<Settings>;

const withoutMasks = (json: object) =>
  JSON.parse(JSON.stringify(json, (_key, value) => (value === MASK ? undefined : value)));
const copy = (json: unknown): Raw => JSON.parse(JSON.stringify(json));
const read = (json: unknown) => readSettings(FIELDS, json as Raw) as unknown as Settings;

describe.each(ANSWERS)('the answer of $name', ({ json }) => {
  const stored = rawSettings(json);

  test('says every setting that a screen shows, and goes back as it came', () => {
    const shown = read(json);
    expect(shown).toMatchObject({
      'application.name': 'Acme',
      'application.url': 'https://app.example.com',
      'smtp.port': 587,
      'smtp.password': KEPT,
      'storage.secret': '',
      'backups.keep': 3,
      'logs.hasAddresses': true,
      'templates.passwordReset.subject': 'Reset your {APP_NAME} password',
      'tokens.adminFile.duration': 120,
      'tokens.recordAuth.secret': KEPT,
      'providers.github.isEnabled': true,
      'providers.github.pkce': null,
    });
    // All sections but one, which no screen shows.
    const { emailAuth: _, ...sections } = json;
    expect(settingsBody(shown, stored)).toEqual(withoutMasks(sections));
  });

  test('only the sections of the values are sent, each whole but for its secrets', () => {
    const { password: _, ...smtp } = json['smtp'] ?? {};
    const shown = readSettings(MAIL_FIELDS, stored);
    expect(settingsBody(shown, stored)).toEqual({ meta: json['meta'], smtp });
    expect(settingsBody({ ...shown, 'smtp.host': 'mail.example.com' }, stored)).toEqual({
      meta: json['meta'],
      smtp: { ...smtp, host: 'mail.example.com' },
    });
    expect(settingsBody({ 'smtp.password': 'new' }, stored)).toEqual({ smtp: { ...smtp, password: 'new' } });
    // The order of the page, and of the members as the backend has them.
    const tokens = Object.keys(settingsBody(readSettings(TOKEN_FIELDS, stored), stored));
    expect(tokens.map((name) => name.replace(/Token$/, ''))).toEqual([
      ...['recordAuth', 'recordVerification', 'recordPasswordReset', 'recordEmailChange', 'recordFile'],
      ...['adminAuth', 'adminPasswordReset', 'adminFile'],
    ]);
    const sent = settingsBody({ 'tokens.adminAuth.duration': 9, 'application.name': 'Other' }, stored);
    expect(sent).toEqual({
      adminAuthToken: { duration: 9 },
      meta: { ...json['meta'], appName: 'Other' },
    });
    // As the backend sends its members.
    expect(Object.keys(Object(sent['meta']))).toEqual(Object.keys(json['meta'] ?? {}));
  });

  test('its keys are those of messages and of drafts that older versions have stored', () => {
    const known = (key: string) => settingPathOf(PATHS, key);
    expect(known('meta.appUrl')).toBe('application.url');
    expect(known('backups.s3.forcePathStyle')).toBe('backups.storage.usesPaths');
    expect(known('recordEmailChangeToken.duration')).toBe('tokens.recordEmailChange.duration');
    expect(known('oidc2Auth.userApiUrl')).toBe('providers.oidc2.userInfoUrl');
    expect(known('meta')).toBeUndefined();
    expect(settingPathOf(['smtp.port'], 'meta.appUrl')).toBeUndefined();
  });

  test('a path of today is never the key of another setting', () => {
    for (const path of PATHS) expect([path, undefined]).toContain(settingPathOf(PATHS, path));
  });

  test('what two backends may share has no secret', () => {
    const shared = sharedSettings(stored);
    expect(Object.keys(shared)).toEqual(Object.keys(json));
    expect(shared['meta']).toEqual(json['meta']);
    expect(shared['adminAuthToken']).toEqual({ duration: 1_209_600 });
    expect(JSON.stringify(shared)).not.toMatch(/\*{6}|"secret"|"password"|"clientSecret"/);
  });
});

test('[API-02] what was stored is read as it was written', () => {
  fc.assert(
    fc.property(values, fc.constantFrom({}, ...ANSWERS.map(({ json }) => json)), (model, json) => {
      const before = JSON.stringify(json);
      expect(read(copy({ ...json, ...settingsBody(model, rawSettings(json)) }))).toEqual(model);
      expect(JSON.stringify(json)).toBe(before);
    }),
  );
});

test('[API-02] unknown members stay in their place, masks are left out', () => {
  const json = {
    later: { secret: MASK },
    smtp: { hosts: [{ name: 'a', password: MASK }, 'b'], port: 1, constructor: MASK, deep: { a: null } },
  };
  expect(settingsBody({ 'smtp.port': 2 }, rawSettings(json))).toEqual({
    smtp: { hosts: [{ name: 'a' }, 'b'], port: 2, deep: { a: null } },
  });
});

test('missing and foreign values are empty, and are not written', () => {
  const foreign = {
    meta: { appName: 1, hideControls: 'yes', verificationTemplate: null },
    smtp: 'x',
    s3: [],
  };
  for (const json of [{}, foreign]) {
    const shown = read(json);
    expect(shown).toMatchObject({
      'application.name': '',
      'application.hidesControls': false,
      'smtp.port': undefined,
      'smtp.password': '',
      'templates.verification.body': '',
      'providers.google.pkce': null,
    });
    // Sections that are not stored are left out, too.
    const empty = { smtp: {}, s3: {} };
    expect(settingsBody(shown, rawSettings(json), SETTING_FIELDS)).toEqual(
      'meta' in json ? { ...empty, meta: json.meta } : {},
    );
  }
  expect(settingsBody({ 'smtp.port': 0, 'application.hidesControls': true }, rawSettings({}))).toEqual({
    smtp: { port: 0 },
    meta: { hideControls: true },
  });
});

test('what the backend has is emptied; a secret that was kept is not, whatever is stored by now', () => {
  const json = rawSettings({ meta: { appName: 'a', hideControls: true }, smtp: { password: MASK } });
  expect(
    settingsBody({ 'application.name': '', 'application.hidesControls': false, 'smtp.password': '' }, json),
  ).toEqual({ meta: { appName: '', hideControls: false }, smtp: { password: '' } });
  expect(settingsBody({ 'smtp.password': KEPT }, rawSettings({ smtp: { password: '' } }))).toEqual({
    smtp: { password: '' },
  });
});

test('a text that looks like a mask is stored in what is no secret', () => {
  const stored = rawSettings({ meta: { appName: 'a', appUrl: MASK } });
  expect(settingsOf(['application.url'], stored)).toEqual({ 'application.url': MASK });
  expect(settingsBody({ 'application.name': MASK }, stored)).toEqual({ meta: { appName: MASK } });
});

const leaves = (value: unknown, path = ''): readonly string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}.${name}`))
    : [path];

test.each(ANSWERS)('$name has each setting of a screen, none of them twice', ({ json }) => {
  const bodies = PATHS.map((path) => settingsBody({ [path]: 'changed' } as object, rawSettings(json)));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(PATHS.length);
  const known = leaves(json);
  for (const body of bodies) for (const leaf of leaves(body)) expect(known).toContain(leaf);
});

test.each([
  [{ meta: { appName: 'Acme', hideControls: true } }, { name: 'Acme', hidesControls: true, isLogOff: false }],
  [{ meta: { appName: 1, hideControls: 'true' } }, { name: '', hidesControls: false, isLogOff: false }],
  [{ logs: { maxDays: 0 } }, { name: '', hidesControls: false, isLogOff: true }],
  [{}, { name: '', hidesControls: false, isLogOff: false }],
])('every page reads %j as %j', (json, shown) => {
  const { atLeast, ...read } = readAppSettings(rawSettings(json));
  expect({ ...read, atLeast: atLeast?.() }).toEqual(shown);
});

test.each([[null], [[]], ['html'], [{}], [{ meta: [] }]])('%j is no answer with settings', (answer) => {
  expect(settingsIn(answer)).toBeUndefined();
});
