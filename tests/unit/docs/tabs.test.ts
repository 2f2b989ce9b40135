import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { renderDoc } from '#domain/docs/render.ts';
import { tabsOf } from '#domain/docs/tabs.ts';
import { readCollection } from '#wire/collections.ts';
import { contextOf } from './documented.ts';

const collection = (part: Record<string, unknown>): Collection =>
  readCollection({ id: 'abc', name: 'things', ...part });
const tabs = (part: Record<string, unknown>) => tabsOf(contextOf(collection(part)));
const titles = (part: Record<string, unknown>) => tabs(part).map(({ title }) => title);
const allowed = { allowUsernameAuth: true, allowEmailAuth: true, allowOAuth2Auth: true };
const RECORDS = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime'];
const AUTH = [
  'Auth with password',
  'Auth with OAuth2',
  'Auth refresh',
  'Request verification',
  'Confirm verification',
  'Request password reset',
  'Confirm password reset',
  'Request email change',
  'Confirm email change',
  'List auth methods',
  'List OAuth2 accounts',
  'Unlink OAuth2 account',
];

test('[DC-01] base collections have six tabs, views two', () => {
  expect(titles({ type: 'base' })).toEqual(RECORDS);
  expect(titles({ type: 'view' })).toEqual(['List/Search', 'View']);
});

test('[DC-02] auth collections add twelve', () => {
  expect(titles({ type: 'auth', options: allowed })).toEqual([...RECORDS, ...AUTH]);
});

test('[DC-02] a divider separates the tabs about records from those about accounts', () => {
  const divided = tabs({ type: 'auth', options: allowed }).filter((tab) => tab.divided);
  expect(divided.map(({ title }) => title)).toEqual(AUTH.slice(0, 1));
  const others = tabs({ type: 'auth' }).filter((tab) => tab.divided);
  expect(others.map(({ title }) => title)).toEqual(['Auth refresh']);
});

test.each([
  [{ allowUsernameAuth: false }, []],
  [{ allowEmailAuth: false }, []],
  [{ allowUsernameAuth: false, allowEmailAuth: false }, ['Auth with password']],
  [{ allowOAuth2Auth: false }, ['Auth with OAuth2']],
  [{}, []],
])('[DC-03] with %o the tabs %o are missing', (options, missing) => {
  const all = titles({ type: 'auth', options: { ...allowed, ...options } });
  expect(all).toEqual([...RECORDS, ...AUTH].filter((title) => !missing.some((one) => one === title)));
});

test('[DC-05] every tab has texts, samples, an endpoint and responses with distinct statuses', () => {
  const schema = [{ id: 'f', name: 'cover', type: 'file', options: { maxSelect: 1 } }];
  const things = collection({ type: 'auth', options: allowed, schema });
  const context = contextOf(things, { baseUrl: 'https://api.example.com/base/', authCollection: 'things' });
  for (const tab of tabsOf(context)) {
    const { id } = tab;
    const doc = renderDoc(context, tab);
    expect(doc.description.length, id).toBeGreaterThan(0);
    expect([tab.description].flat(), id).not.toContain('');
    for (const sample of Object.values(doc.samples)) {
      expect(sample, id).toContain("PocketBase('https://api.example.com/base')");
      expect(sample, id).toContain("collection('things')");
    }
    expect(doc.endpoints.length, id).toBeGreaterThan(0);
    const statuses = doc.responses.map(({ status }) => status);
    expect(statuses, id).toEqual([...new Set(statuses)].sort());
    // None is empty, and backticks come in pairs.
    const prose = [...doc.description, ...doc.responses.map(({ text }) => text)];
    expect(prose.filter((text) => !text || text.split('`').length % 2 === 0)).toEqual([]);
  }
});

const REFUSED = ['401', '403', '404'];

test.each<[title: string, endpoints: string[], body: string[], statuses: string[]]>([
  ['Auth with password', ['POST auth-with-password'], ['identity', 'password'], ['200', '400']],
  [
    'Auth with OAuth2',
    ['POST auth-with-oauth2'],
    ['provider', 'code', 'codeVerifier', 'redirectUrl', 'createData'],
    ['200', '400'],
  ],
  ['Auth refresh', ['POST auth-refresh'], [], ['200', '401', '403']],
  ['Request verification', ['POST request-verification'], ['email'], ['204', '400']],
  ['Confirm verification', ['POST confirm-verification'], ['token'], ['204', '400']],
  ['Request password reset', ['POST request-password-reset'], ['email'], ['204', '400']],
  [
    'Confirm password reset',
    ['POST confirm-password-reset'],
    ['token', 'password', 'passwordConfirm'],
    ['204', '400'],
  ],
  ['Request email change', ['POST request-email-change'], ['newEmail'], ['204', '400', '401', '403']],
  ['Confirm email change', ['POST confirm-email-change'], ['token', 'password'], ['204', '400']],
  ['List auth methods', ['GET auth-methods'], [], ['200', '404']],
  ['List OAuth2 accounts', ['GET records/:id/external-auths'], [], ['200', ...REFUSED]],
  ['Unlink OAuth2 account', ['DELETE records/:id/external-auths/:provider'], [], ['204', ...REFUSED]],
  [
    'Realtime',
    ['GET /api/realtime', 'POST /api/realtime'],
    ['clientId', 'subscriptions'],
    ['204', '400', '403', '404'],
  ],
])('[DC-10][DC-11] %s has %o, its body and statuses', (title, expected, body, statuses) => {
  const context = contextOf(collection({ type: 'auth', options: allowed }));
  const tab = tabsOf(context).find((one) => one.title === title);
  const { endpoints, responses } = renderDoc(context, tab ?? expect.unreachable());
  const shown = endpoints.map(
    ({ method, path }) => `${method} ${path.replace('/api/collections/things/', '')}`,
  );
  expect(shown).toEqual(expected);
  const tables = endpoints.flatMap((one) => one.tables).filter((table) => table.title === 'Body parameters');
  expect(tables.flatMap(({ params }) => params.map(({ name }) => name))).toEqual(body);
  expect(responses.map(({ status }) => String(status))).toEqual(statuses);
});
