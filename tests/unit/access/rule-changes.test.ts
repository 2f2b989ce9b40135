import { expect, test } from 'vitest';
import { ruleChanges } from '#domain/access/rule-changes.ts';
import { setRule, valuesOf } from '#domain/collections/editor/values.ts';
import { ruleNames } from '#domain/collections/rules.ts';
import { readCollection } from '#wire/collections.ts';

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
