import { expect, test } from 'vitest';
import { noFiles } from '#domain/field-types/file-value.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { restoredForm } from '#domain/records/undo/merge.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const relation = (name: string, target: string) =>
  field(name, 'relation', { options: { collectionId: target, maxSelect: 2 } });
const schema = [
  field('title'),
  field('old'),
  field('tags', 'select', { options: { maxSelect: 3, values: ['a', 'b'] } }),
  field('photo', 'file'),
  field('scans', 'file'),
  relation('posts', 'c_posts'),
  relation('notes', 'c_notes'),
];
const people = collection('people', schema, { type: 'auth' });
const source = parseRecordSource(
  '{"id":"r","username":"ann","email":"a@b.c","verified":true,"title":"Tent","old":"x","tags":["a"],' +
    '"photo":"p_1.png","scans":"s.png","posts":["a","b"],"notes":["a","b"]}',
);
const photo = new File(['x'], 'p.png');
const kept = { collection: people, label: 'Tent', source, files: new Map([['photo', [photo]]]) };

test('a deleted record comes back without references to what is missing, and with what its fields are now', () => {
  const renamed = { ...field('name'), id: 'f_title' };
  const current = collection('people', [renamed, field('added', 'number'), ...schema.slice(2)], {
    type: 'auth',
  });
  const missing = new Set(['c_posts a', 'c_other b']);
  const { fields, values, lost } = restoredForm(kept, current, { missing, password: 'secret' });
  expect(values).toEqual({
    ...{ id: 'r', username: 'ann', email: 'a@b.c', emailVisibility: false, verified: true },
    ...{ password: 'secret', passwordConfirm: 'secret' },
    ...{ name: 'Tent', added: '', tags: ['a'], posts: ['b'], notes: ['a', 'b'] },
    ...{ photo: { ...noFiles, added: [photo] }, scans: noFiles },
  });
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(values));
  expect(lost).toEqual(['old']);
});
