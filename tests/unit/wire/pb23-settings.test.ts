import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#domain/app/lenient.ts';
import type { Settings } from '#domain/backend/settings.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { MAIL_FIELDS } from '#domain/settings/mail.ts';
import { rawSettings, SETTING_FIELDS } from '#tests/support/settings/stored.ts';
import { capabilities } from '#wire/capabilities.ts';
import { setLine } from '#wire/choose.ts';
import { settingsBody, sharedSettings } from '#wire/save-settings.ts';
import { readSettings, settingPathOf } from '#wire/setting-values.ts';
import { readAppSettings } from '#wire/settings.ts';
import { answersOf } from './answers.ts';

beforeAll(() => setLine('pb23'));
afterAll(() => setLine(undefined));

const NEWER = [...answersOf('0.2'), ...answersOf('0.4')].filter(([version]) => !version.startsWith('0.22.'));
const ANSWERS = NEWER.map(([version, answer]) => [version, members(answer('settings').body)] as const);
const isNewest = (version: string) => version === '0.40.6';
const read = (json: object) => readSettings(APPLICATION_FIELDS, rawSettings(json));

test.each(ANSWERS)('the settings of %s are read, and go back as they came', (version, json) => {
  const stored = rawSettings(json);
  const shown = read(json);
  expect(shown['batch.maxRequests']).toBeTypeOf('number');
  expect(shown['proxy.headers']).toBeInstanceOf(Array);
  expect(shown['rateLimits.rules']?.[0]).toEqual({
    ...{ label: '*:auth', audience: 'everybody', requests: 2, seconds: 3, more: {} },
  });
  expect(shown['administrators.addresses']).toEqual(isNewest(version) ? [] : undefined);
  expect(shown['application.accent']).toEqual(isNewest(version) ? '#1055c9' : undefined);
  expect(settingsBody(shown as Partial<Settings>, stored, APPLICATION_FIELDS)).toEqual(
    Object.fromEntries(
      ['meta', 'batch', 'trustedProxy', 'rateLimits', 'superuserIPs'].flatMap((name) =>
        name in json ? [[name, json[name]]] : [],
      ),
    ),
  );
});

test.each(ANSWERS)(
  'what %s does not have is not sent, and no page has more sections than its own',
  (_version, json) => {
    const stored = rawSettings(json);
    const mail = readSettings(MAIL_FIELDS, stored);
    expect(mail['smtp.password']).toEqual({ kept: 'unknown' });
    const sent = settingsBody(mail as Partial<Settings>, stored, MAIL_FIELDS);
    expect(sent).toEqual({ meta: json['meta'], smtp: json['smtp'] });
    const all = readSettings(SETTING_FIELDS, stored);
    const { superuserIPs: _, ...sections } = json;
    expect(Object.keys(settingsBody(all as Partial<Settings>, stored, SETTING_FIELDS)).toSorted()).toEqual(
      Object.keys('superuserIPs' in json ? json : sections).toSorted(),
    );
  },
);

test.each(ANSWERS)(
  'rules of %s are sent with all four keys, and what nobody knows of them',
  (_version, json) => {
    const limits = members(json['rateLimits']);
    const rules = [{ label: 'a:list', audience: '@guest', duration: 5, maxRequests: 9, later: 1 }];
    const stored = rawSettings({ ...json, rateLimits: { ...limits, rules } });
    const [rule] = readSettings(APPLICATION_FIELDS, stored)['rateLimits.rules'] ?? [];
    expect(rule).toEqual({
      label: 'a:list',
      audience: 'guests',
      requests: 9,
      seconds: 5,
      more: { later: 1 },
    });
    if (!rule) throw new Error('No rule.');
    const changed = [
      { ...rule, audience: 'users' as const, requests: 10 },
      { ...rule, audience: 'everybody' as const },
    ];
    const body = settingsBody({ 'rateLimits.rules': changed }, stored, APPLICATION_FIELDS);
    expect(body).toEqual({
      rateLimits: {
        ...limits,
        rules: [
          { label: 'a:list', audience: '@auth', duration: 5, maxRequests: 10, later: 1 },
          { label: 'a:list', audience: '', duration: 5, maxRequests: 9, later: 1 },
        ],
      },
    });
  },
);

test('an emptied secret is sent where it may be stored, an untouched one never', () => {
  const stored = rawSettings({ smtp: { host: 'a' } });
  const body = (password: Settings['smtp.password']) =>
    settingsBody({ 'smtp.password': password }, stored, MAIL_FIELDS);
  expect(body({ kept: 'unknown' })).toEqual({ smtp: { host: 'a' } });
  expect(body('')).toEqual({ smtp: { host: 'a', password: '' } });
  expect(body('new')).toEqual({ smtp: { host: 'a', password: 'new' } });
});

test.each([
  ['meta.appURL', 'application.url'],
  ['superuserIPs.0', 'administrators.addresses.0'],
  ['rateLimits.excludedIPs.1', 'rateLimits.exempt.1'],
  ['rateLimits.rules.1.label', 'rateLimits.rules.1.label'],
  ['rateLimits.rules.0.duration', 'rateLimits.rules.0.seconds'],
  ['rateLimits.rules.0.maxRequests', 'rateLimits.rules.0.requests'],
  ['trustedProxy.headers', 'proxy.headers'],
  ['batch.maxBodySize', 'batch.maxBodySize'],
  ['rateLimitsMore', undefined],
])('a message at %s belongs to %s', (key, path) => {
  expect(settingPathOf(Object.keys(APPLICATION_FIELDS), key)).toBe(path);
});

test.each(ANSWERS)('the settings of %s say at least which version it is', (version, json) => {
  const atLeast = readAppSettings(rawSettings(json)).atLeast?.();
  expect(atLeast).toBe(isNewest(version) ? '0.40.0' : undefined);
  expect(capabilities(undefined, atLeast).hasCrons).toBe(isNewest(version));
  expect(capabilities(version).hasCrons).toBe(!version.startsWith('0.23.'));
  expect(capabilities(version).deletesLogs).toBe(isNewest(version));
});

test('signs of versions between', () => {
  const atLeast = (json: object) => readAppSettings(rawSettings(json)).atLeast?.();
  expect(atLeast({ meta: { accentColor: '' } })).toBe('0.37.0');
  expect(atLeast({ meta: { accentColor: '' }, superuserIPs: [] })).toBe('0.38.0');
  expect([...['0.36.8', '0.36.9', '0.37.0']].map((one) => capabilities(one).emptiesMailPassword)).toEqual([
    ...[false, true, true],
  ]);
});

test.each(ANSWERS)(
  'what two backends may share of %s has no secret, and no list of addresses that may lock out',
  (_version, json) => {
    const { superuserIPs: _, ...rest } = json;
    expect(
      sharedSettings(rawSettings({ ...json, smtp: { ...members(json['smtp']), password: 'x' } })),
    ).toEqual(rest);
  },
);
