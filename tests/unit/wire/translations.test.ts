import fc from 'fast-check';
import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { configuration as older } from '#wire/pb22/configuration.ts';
import { fromNewer } from '#wire/pb22/from-newer.ts';
import { configuration as newer } from '#wire/pb23/configuration.ts';
import { fromOlder } from '#wire/pb23/from-older.ts';
import { answersOf } from './answers.ts';
import { meaningOf, olderCollections } from './older-collections.ts';

const withoutDisplay = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (key, value) => (key === 'displayFields' || key === 'unique' ? undefined : value)),
  );

test('[NS-21][NS-22] what 0.22 says is the same after it was translated there and back', () => {
  fc.assert(
    fc.property(olderCollections('gen'), (collections) => {
      const there = fromOlder(collections);
      expect(there.refusals).toEqual([]);
      expect(there.entries.some(newer.isForeign)).toBe(false);
      const back = fromNewer(there.entries);
      expect(back.refusals).toEqual([]);
      expect(back.entries.map(meaningOf)).toEqual(collections.map(meaningOf));
      expect(withoutDisplay(back.entries.map(meaningOf))).toEqual(withoutDisplay(collections.map(meaningOf)));
    }),
  );
});

test('[NS-21] a file of 0.22 is known by its fields, whatever the case of its keys', () => {
  const entry = { id: 'posts0000000000', name: 'posts', type: 'base', Schema: [], options: {} };
  expect(newer.isForeign(newer.spelled(entry))).toBe(true);
  expect(newer.isForeign({ name: 'seen', type: 'view', viewQuery: 'SELECT 1' })).toBe(false);
  expect(newer.isForeign({ name: 'both', schema: [], fields: [] })).toBe(false);
  expect(older.isForeign({ name: 'posts', fields: [] })).toBe(true);
});

const textField = (name: string, more: object = {}) => ({
  ...{ id: `id_${name}`, name, type: 'text', system: false, required: false, presentable: false },
  ...{ options: { min: null, max: null, pattern: '' }, ...more },
});

test('[NS-21] what the newer line can’t have is named', () => {
  const base = { id: 'posts0000000000', name: 'posts', type: 'base', indexes: [], options: {} };
  const refusals = (entry: object) => fromOlder([{ ...base, ...entry }]).refusals;
  expect(refusals({ schema: [textField('title')] })).toEqual([]);
  expect(refusals({ schema: [textField('title', { type: 'vector' })] })).toEqual([
    'posts.title (a field of the type “vector”)',
  ]);
  expect(refusals({ schema: [textField('password')], type: 'auth' })).toEqual([
    'posts.password (a built-in field has this name)',
  ]);
  expect(refusals({ schema: [textField('title', { unique: true })], indexes: undefined })).toEqual([
    expect.stringMatching(/^posts\.title \(unique in the way of PocketBase before 0\.14/),
  ]);
  expect(
    refusals({ type: 'view', schema: [], options: { query: 'SELECT id, passwordHash FROM users' } }),
  ).toEqual(['posts (its query or an index has the column passwordHash)']);
  expect(refusals({ schema: undefined, fields: [textField('title')] })).toEqual([
    'posts (it is in the format of another line than the others)',
  ]);
});

const newerField = (name: string, type: string, more: object = {}) => ({
  id: `id_${name}`,
  name,
  type,
  ...more,
});

test('[NS-22] what 0.22 can’t have is named by collection and field', () => {
  const refusals = (entry: object) =>
    fromNewer([{ id: 'posts0000000000', name: 'posts', type: 'base', ...entry }]).refusals;
  const title = newerField('title', 'text');
  expect(refusals({ fields: [title] })).toEqual([]);
  expect(
    refusals({
      fields: [
        newerField('at', 'geoPoint'),
        newerField('key', 'password'),
        newerField('made', 'autodate', { onCreate: true }),
        newerField('hush', 'text', { hidden: true }),
        newerField('made_up', 'text', { autogeneratePattern: '[a-z]{5}' }),
        newerField('told', 'bool', { help: 'Tick it.' }),
        newerField('created', 'date'),
        newerField('big', 'editor', { maxSize: 9 }),
      ],
    }),
  ).toEqual([
    'posts.at (a point on the map)',
    'posts.key (a password of its own)',
    'posts.made (a date that is set by itself)',
    'posts.hush (it is hidden, and would be shown)',
    'posts.made_up (its values are generated)',
    'posts.told (it has a help text)',
    'posts.created (a column of 0.22 has its name)',
    'posts.big (it has a largest size)',
  ]);
  expect(refusals({ fields: [title], listRule: 'title:lower = "a" // :changed' })).toEqual([
    'posts (its listRule has :lower)',
  ]);
  expect(refusals({ fields: [title], listRule: 'title = ":lower"' })).toEqual([]);
  expect(refusals({ fields: [newerField('id', 'text', { system: true, min: 36, max: 36 }), title] })).toEqual(
    ['posts (its ids have a form of their own)'],
  );
  const account = newerField('password', 'password', { system: true, min: 8 });
  expect(
    refusals({
      ...{ type: 'auth', authRule: 'banned = false', fields: [account] },
      ...{ passwordAuth: { enabled: true, identityFields: ['email', 'phone'] }, mfa: { enabled: true } },
      otp: { enabled: true },
    }),
  ).toEqual([
    'posts (its rule of who may sign in says more than “verified”)',
    'posts (accounts sign in by phone)',
    'posts (it asks for a second factor)',
    'posts (accounts sign in with a one-time password)',
  ]);
});

const NEWER = [...answersOf('0.2'), ...answersOf('0.4')].filter(([version]) => !version.startsWith('0.22.'));

test.each(NEWER)(
  '[NS-22] what %s exports is translated or named, and its own collections are left out',
  (_version, answer) => {
    const stored = list(members(answer('collections').body)['items'], members);
    const { entries, notes, refusals } = fromNewer(stored);
    expect(entries.map((one) => members(one)['name'])).not.toContain('_superusers');
    expect(notes.join(' ')).toMatch(
      /^This configuration is of PocketBase 0\.23 or newer\..* Left out, .*_superusers/,
    );
    const ids = entries.map((one) => String(members(one)['id']));
    expect(ids.every((id) => id.length === 15)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const refusal of refusals) expect(refusal).toMatch(/^\w+(?:\.\w+)? \(.+\)$/);
  },
);
