import { expect, test } from 'vitest';
import '#wire/pb23/auth-options.ts';
import { ruleChanges } from '#domain/access/rule-changes.ts';
import { setCollectionOption, setRule, valuesOf } from '#domain/collections/editor/values.ts';
import { ruleNames } from '#domain/collections/rules.ts';
import { readCollection } from '#wire/collections.ts';
import { readCollection as readNewer } from '#wire/pb23/collections.ts';

test('only changed rules that decide about stored records count: not that of new ones', () => {
  const users = readCollection({ id: 'u', name: 'users', type: 'auth', listRule: 'id = "x"', viewRule: '' });
  const values = valuesOf(users);
  expect(ruleChanges(users, values)).toEqual([]);
  const changed = ruleNames.reduce((all, name) => setRule(all, name, ''), values);
  expect(ruleChanges(users, changed)).toEqual([
    { name: 'listRule', before: 'id = "x"', after: '' },
    { name: 'updateRule', before: null, after: '' },
    { name: 'deleteRule', before: null, after: '' },
    { name: 'manageRule', before: null, after: '' },
  ]);
});

test('[BY-07] rules about accounts count, too: who can sign in, and who needs a second factor', () => {
  const mfa = { enabled: false, rule: 'level > 1' };
  const staff = readNewer({ id: 's', name: 'staff', type: 'auth', authRule: '', fields: [], mfa });
  const values = setRule(valuesOf(staff), 'authRule', 'verified = true');
  expect(ruleChanges(staff, setCollectionOption(values, 'secondFactor.isEnabled', true))).toEqual([
    { name: 'authRule', before: '', after: 'verified = true' },
    { name: 'secondFactor', before: null, after: 'level > 1' },
  ]);
  // A rule of what is switched off decides nothing.
  expect(ruleChanges(staff, setCollectionOption(valuesOf(staff), 'secondFactor.rule', ''))).toEqual([]);
});
