import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { ownFields } from '#domain/backend/collection.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { writeCollection, writeEntry } from '#wire/pb23/save-collection.ts';
import { answersOf } from './answers.ts';

const NEWER = [...answersOf('0.2'), ...answersOf('0.4')].filter(([version]) => !version.startsWith('0.22.'));
type Answer = (typeof NEWER)[number][1];

const stored = (answer: Answer) => list(members(answer('collections').body)['items'], members);
const named = (answer: Answer, name: string) =>
  readCollection(stored(answer).find((collection) => collection['name'] === name));

test('three of its versions were recorded', () =>
  expect(NEWER.map(([version]) => version)).toEqual(['0.23.1', '0.28.4', '0.40.6']));

test.each(NEWER)('collections of %s go into the model and back unchanged', (_version, answer) => {
  const collections = stored(answer);
  expect(collections.length).toBeGreaterThan(8);
  expect(collections.map((collection) => writeEntry(readCollection(collection)))).toEqual(collections);
});

test.each(NEWER)('every type of field of %s has its words, none is unknown', (version, answer) => {
  const fields = stored(answer).flatMap((collection) => readCollection(collection).fields);
  const types = new Set(fields.map(({ type }) => type));
  expect(types.has('unknown')).toBe(false);
  // It has no points on a map yet.
  expect(types.size).toBe(version === '0.23.1' ? 13 : 14);
});

test.each(NEWER)('limits of %s are said by what they mean', (_version, answer) => {
  const member = (name: string, field: string) => {
    const found = named(answer, name).fields.find((one) => one.name === field);
    return found && 'max' in found ? found.max : undefined;
  };
  // Nothing said: the default of texts, one value of lists. Everything said: no end.
  expect([member('bare', 'words'), member('bare', 'kind'), member('bare', 'one')]).toEqual(['default', 1, 1]);
  expect(member('bare', 'every')).toBeNull();
});

test.each(NEWER)('how people sign in to a collection of %s has its words', (_version, answer) => {
  const people = named(answer, 'people');
  expect(people).toMatchObject({ manageRule: 'id = "x"', authRule: 'verified = true' });
  expect(people.auth).toMatchObject({
    ...{ identityFields: ['email'], hasOAuth2: true, minPassword: 8, isVerifiedOnly: true },
  });
  expect(people.auth?.own).toMatchObject({
    ...{ 'oneTimePassword.isEnabled': true, 'oneTimePassword.length': 8 },
    ...{ 'secondFactor.isEnabled': true, 'secondFactor.rule': 'verified = true' },
    'tokens.file.secret': { kept: 'unknown' },
    providers: [
      { name: 'github', clientId: 'id', clientSecret: { kept: 'unknown' }, pkce: null },
      { name: 'google', pkce: true },
    ],
  });
});

test.each(NEWER)('a changed member of %s changes its key alone', (_version, answer) => {
  const collection = named(answer, 'bare');
  const longer = collection.fields.map((field) =>
    field.name === 'words' && field.type === 'text' ? { ...field, max: 70 } : field,
  );
  const written = writeEntry({ ...collection, fields: longer });
  const before = members(collection.raw);
  const changed = list(before['fields'], members).map((field) =>
    field['name'] === 'words' ? { ...field, max: 70 } : field,
  );
  expect(written).toEqual({ ...before, fields: changed });
  expect(written).not.toEqual(before);
});

test.each(NEWER)('records of %s have dates only where fields say so', (_version, answer) => {
  const roles = (name: string) => named(answer, name).fields.flatMap(({ role }) => role ?? []);
  expect(roles('target')).toEqual(['id']);
  expect(roles('users')).toEqual(expect.arrayContaining(['id', 'created', 'updated', 'email', 'verified']));
});

test.each(NEWER)(
  '[NC-54] a view of %s that was saved again has the same fields, and sends none',
  (_version, answer) => {
    const views = stored(answer).filter(({ type }) => type === 'view');
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) {
      const fields = list(view['fields'], members);
      const again = { ...view, fields: fields.map((field) => ({ ...field, id: `${field['id']}2` })) };
      const own = ownFields(readCollection(view)).map(({ id }) => id);
      expect(ownFields(readCollection(again)).map(({ id }) => id)).toEqual(own);
      expect(new Set(own).size).toBe(own.length);
      expect(writeCollection({ ...readCollection(view), listRule: 'id = 1' })).toEqual({
        listRule: 'id = 1',
      });
    }
  },
);
