import { expect, test } from 'vitest';
import type { FormValue, FormValues } from '#domain/field-types/form-value.ts';
import {
  changeableFields,
  changeBody,
  changeProblems,
  type How,
  howLabel,
  howsOf,
  howVerb,
  newChange,
  valuesAfter,
} from '#domain/records/bulk/field-change.ts';
import { readCollection } from '#wire/collections.ts';
import { collection, fieldNamed, fields } from '../panel/fixtures.ts';

const change = (name: string, how: How, value: FormValue = '') => ({ field: fieldNamed(name), how, value });
const body = (one: ReturnType<typeof change>, before: FormValues) =>
  changeBody([one], before).map(({ name, value }) => [name, value]);

test('every field of the schema can be changed, and of users only what they may share', () => {
  expect(changeableFields(collection).map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
  const users = readCollection({ ...collection, type: 'auth' });
  const system = changeableFields(users).map(({ name }) => name);
  expect(system.slice(0, 2)).toEqual(['emailVisibility', 'verified']);
  for (const name of ['id', 'username', 'email', 'password', 'passwordConfirm', 'created', 'updated'])
    expect(system).not.toContain(name);
});

test('a field named as a system field of users can be changed where it is an ordinary one', () => {
  const base = readCollection({ ...collection, schema: [{ name: 'email', type: 'email' }] });
  expect(changeableFields(base).map(({ name }) => name)).toEqual(['email']);
  const required = { ...base, schema: [{ name: 'cover', type: 'file', required: true }] };
  expect(changeableFields(readCollection(required))).toEqual([]);
});

test.each([
  ['title', ['set', 'clear']],
  ['amount', ['set', 'clear', 'add', 'remove']],
  ['active', ['set']],
  ['status', ['set', 'clear']],
  ['tags', ['set', 'clear', 'add', 'remove']],
  ['cover', ['clear']],
  ['author', ['set', 'clear']],
  ['others', ['set', 'clear', 'add', 'remove']],
])('%s offers %j, and no clearing when it is required', (name, hows) => {
  const field = fieldNamed(name);
  expect(howsOf(field)).toEqual(hows);
  expect(howsOf({ ...field, required: true })).toEqual(hows.filter((how) => how !== 'clear'));
  expect(newChange(field).how).toBe(hows[0]);
});

test.each([
  [change('title', 'set', 'new'), { title: 'old' }, [['title', 'new']]],
  [change('title', 'set', 'same'), { title: 'same' }, []],
  [change('title', 'clear'), { title: 'old' }, [['title', '']]],
  [change('title', 'set', 'a\nb'), { title: '' }, [['@jsonPayload', '{"title":"a\\nb"}']]],
  [change('amount', 'add', ' 5 '), { amount: '1' }, [['amount+', '5']]],
  [change('amount', 'remove', '0.5'), { amount: '1' }, [['amount-', '0.5']]],
  [change('amount', 'add', '1,5'), { amount: '1' }, [['amount+', '1.5']]],
  [change('amount', 'add', '0'), { amount: '1' }, []],
  [change('amount', 'clear'), { amount: '1' }, [['amount', '0']]],
  [change('amount', 'clear'), { amount: '0' }, []],
  [change('meta', 'clear'), { meta: '{}' }, [['meta', 'null']]],
  [change('meta', 'clear'), { meta: 'null' }, []],
  [change('meta', 'set', '[9007199254740993, 1.10]'), { meta: '' }, [['meta', '[9007199254740993,1.10]']]],
  [change('tags', 'add', ['a', 'b']), { tags: ['a'] }, [['@jsonPayload', '{"tags+":["a","b"]}']]],
  [change('tags', 'add', ['a']), { tags: ['a', 'c'] }, []],
  [change('tags', 'remove', ['c']), { tags: ['a'] }, []],
  [change('tags', 'remove', ['a']), { tags: ['a'] }, [['@jsonPayload', '{"tags-":["a"]}']]],
  [change('tags', 'clear'), { tags: ['a'] }, [['tags', '']]],
  [change('active', 'set', true), { active: false }, [['active', 'true']]],
  [
    change('files', 'clear'),
    { files: { names: ['a', 'b'], deleted: [], added: [] } },
    [
      ['files.a', ''],
      ['files.b', ''],
    ],
  ],
  [change('files', 'clear'), { files: { names: [], deleted: [], added: [] } }, []],
  [change('others', 'set', ['x']), { others: ['y'] }, [['others', 'x']]],
])('%# sends only what differs', (one, before, expected) => {
  expect(body(one, before)).toEqual(expected);
});

test('several changes of one record are one body', () => {
  const changes = [
    change('title', 'set', 'x'),
    change('tags', 'add', ['b']),
    change('amount', 'remove', '2'),
  ];
  const before = { title: 'old', tags: ['a'], amount: '5' };
  expect(valuesAfter(changes, before)).toEqual({ title: 'x', tags: ['a', 'b'], amount: '3' });
  expect(valuesAfter([change('amount', 'add', '2')], before)).toEqual({ amount: '7' });
  expect(valuesAfter([change('amount', 'add', '1,5')], before)).toEqual({ amount: '6.5' });
  expect(changeBody(changes, before).map(({ name }) => name)).toEqual(['title', '@jsonPayload', 'amount-']);
});

test('finds values that cannot be sent, but not in fields that are cleared', () => {
  const codes = (one: ReturnType<typeof change>) =>
    Object.values(changeProblems([one])).map(({ code }) => code);
  expect(codes(change('amount', 'add'))).toEqual(['missing_value']);
  expect(codes(change('amount', 'set'))).toEqual([]);
  expect(codes(change('amount', 'remove', '1e'))).toEqual(['invalid_number']);
  expect(codes(change('tags', 'remove', []))).toEqual(['missing_value']);
  expect(codes(change('due', 'set', 'soon'))).toEqual(['invalid_date']);
  expect(codes(change('meta', 'set', '{'))).toEqual(['invalid_json']);
  expect(codes(change('meta', 'clear', '{'))).toEqual([]);
  expect(codes(change('tags', 'add', ['a']))).toEqual([]);
  const both = changeProblems([change('amount', 'add', ' '), change('tags', 'add', [])]);
  expect(Object.values(both).map(({ message }) => message)).toEqual([
    'Enter a number.',
    'Choose at least one value.',
  ]);
});

test('[TR-17] a new value of 0 for a Nonzero field is not sent; 0 may be added', () => {
  const field = { ...fieldNamed('amount'), required: true };
  const message = '0 counts as empty, because the field is Nonzero.';
  const problems = (how: How, value: string) => changeProblems([{ field, how, value }]);
  expect(problems('set', '0,00')).toMatchObject({ amount: { message } });
  expect([problems('set', '0.1'), problems('add', '0')]).toEqual([{}, {}]);
});

test('names each change in words', () => {
  const words = (name: string, how: How) => [howLabel(fieldNamed(name), how), howVerb(change(name, how))];
  expect(words('title', 'set')).toEqual(['Set to a new value', 'set to']);
  expect(words('title', 'clear')).toEqual(['Clear', 'clear']);
  expect(words('amount', 'add')).toEqual(['Add', 'add']);
  expect(words('amount', 'remove')).toEqual(['Subtract', 'subtract']);
  expect(words('tags', 'add')).toEqual(['Add values', 'add']);
  expect(words('tags', 'remove')).toEqual(['Remove values', 'remove']);
  expect(words('files', 'clear')).toEqual(['Delete all files', 'delete all files']);
});
