import { expect, test } from 'vitest';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { loadTab } from '#domain/docs/load-tab.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import { tabsOf } from '#domain/docs/tabs.ts';

const collection = (part: Record<string, unknown>): Collection =>
  parseCollection({ id: 'abc', name: 'things', ...part });
const titles = (part: Record<string, unknown>) => tabsOf(collection(part)).map(({ title }) => title);
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
  const groups = tabsOf(collection({ type: 'auth', options: allowed })).map(({ group }) => group);
  expect(groups).toEqual([...RECORDS.map(() => 'records'), ...AUTH.map(() => 'auth')]);
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

test('[DC-05] every tab has texts, samples, an endpoint and responses with distinct statuses', async () => {
  const schema = [{ id: 'f', name: 'cover', type: 'file', options: { maxSelect: 1 } }];
  const things = collection({ type: 'auth', options: allowed, schema });
  for (const { id } of tabsOf(things)) {
    const build = await loadTab(id);
    const baseUrl = 'https://api.example.com/base/';
    const doc = build({ collection: things, baseUrl, authCollection: 'things', placeholders });
    expect(doc.description.length, id).toBeGreaterThan(0);
    for (const sample of Object.values(doc.samples)) {
      expect(sample, id).toContain("PocketBase('https://api.example.com/base')");
      expect(sample, id).toContain("collection('things')");
    }
    expect(doc.endpoints.length, id).toBeGreaterThan(0);
    const statuses = doc.responses.map(({ status }) => status);
    expect(statuses, id).toEqual([...new Set(statuses)].sort());
    // Backticks come in pairs.
    const prose = [...doc.description, ...doc.responses.map(({ text }) => text)];
    expect(prose.filter((text) => text.split('`').length % 2 === 0)).toEqual([]);
  }
});
