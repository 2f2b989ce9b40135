import { expect, test } from 'vitest';
import { accessRow } from '#domain/access/risks.ts';
import { secondFactorOf } from '#wire/accounts.ts';
import { readCollection } from '#wire/collections.ts';
import { readCollection as readNewer } from '#wire/pb23/collections.ts';

const LOCKED = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const row = (input: object, emails?: number) => accessRow(readCollection({ ...LOCKED, ...input }), emails);
const risksOf = (input: object, emails?: number) => [...row(input, emails).risks];

test.each([
  [{}, []],
  [{ listRule: '', viewRule: '' }, []],
  [{ createRule: '' }, ['create']],
  [{ updateRule: '' }, ['change']],
  [{ deleteRule: '' }, ['change']],
  [{ type: 'auth', options: { manageRule: '' } }, ['change']],
  // Only auth collections have it.
  [{ options: { manageRule: '' } }, []],
  [{ listRule: 'published = true' }, ['noAuth']],
  [{ listRule: 'title = "@request.auth.id"' }, ['noAuth']],
  [{ listRule: 'public = true // or @request.auth.id' }, ['noAuth']],
  [{ listRule: '@request.auth.id != ""', updateRule: 'a = 1 && @request.auth.x = 2' }, []],
])('%j has the risks %j', (input, expected) => {
  expect(risksOf(input)).toEqual(expected);
});

test('visible emails count as soon as somebody else can see a record', () => {
  expect(risksOf({ type: 'auth', viewRule: 'id = @request.auth.id' }, 3)).toEqual(['emails']);
  expect(risksOf({ type: 'auth', listRule: '' }, 0)).toEqual([]);
  expect(risksOf({ type: 'auth' }, 3)).toEqual([]);
});

test('files are public unless their field is protected or their records are public anyway', () => {
  const schema = [
    { name: 'avatar', type: 'file', options: {} },
    { name: 'pass', type: 'file', options: { protected: true } },
    { name: 'title', type: 'text' },
  ];
  expect(row({ schema, viewRule: null })).toMatchObject({ files: ['avatar'], risks: new Set(['files']) });
  expect(row({ schema, viewRule: '' }).files).toEqual([]);
});

test('a view has only rules for reading', () => {
  expect(Object.keys(row({ type: 'view', createRule: '' }).rules)).toEqual(['listRule', 'viewRule']);
  expect(risksOf({ type: 'view', createRule: '' })).toEqual([]);
});

test('[NC-50] who may sign in is a rule of its own, which says nothing of users who are not there', () => {
  const row = accessRow(readNewer({ ...LOCKED, type: 'auth', authRule: 'verified = true' }), undefined);
  expect(row.rules).toMatchObject({ listRule: null, manageRule: null, authRule: 'verified = true' });
  expect([...row.risks]).toEqual([]);
  expect('authRule' in accessRow(readNewer({ ...LOCKED, type: 'base' }), undefined).rules).toBe(false);
});

test('[NC-50] what is hidden is no leak, and is named', () => {
  const fields = [
    { name: 'email', type: 'email', system: true, hidden: true },
    { name: 'scan', type: 'file', hidden: true },
    { name: 'code', type: 'password', hidden: true },
    { name: 'photo', type: 'file' },
  ];
  const row = accessRow(readNewer({ ...LOCKED, type: 'auth', listRule: '', fields }), 3);
  expect(row).toMatchObject({ files: ['photo'], hidden: ['scan'], risks: new Set(['files']) });
});

test('[BY-08] who can sign in without a second factor is found, unless nobody can sign in', () => {
  const rowOf = (mfa: object, authRule: string | null = '') => {
    const collection = readNewer({ ...LOCKED, type: 'auth', authRule, mfa });
    return accessRow(collection, undefined, secondFactorOf(collection));
  };
  const some = rowOf({ enabled: true, rule: 'a = 1' });
  expect(some.rules.secondFactor).toBe('a = 1');
  expect([...some.risks]).toEqual(['oneFactor']);
  expect([...rowOf({ enabled: true, rule: '' }).risks]).toEqual([]);
  expect(rowOf({ enabled: false, rule: 'a = 1' })).toMatchObject({ rules: { secondFactor: null } });
  expect([...rowOf({}, null).risks]).toEqual([]);
  const older = readCollection({ ...LOCKED, type: 'auth' });
  expect(secondFactorOf(older)).toBeUndefined();
});
