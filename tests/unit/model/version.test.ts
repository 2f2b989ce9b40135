import { expect, test } from 'vitest';
import type { Field } from '#domain/backend/field.ts';
import { hasChanged, newerOf, stampOf, versionFields, versionOf } from '#domain/model/version.ts';
import { collection, view } from '../collections/collection-fixture.ts';

const [OLD, NEW] = ['2026-01-01 10:00:00.000Z', '2026-01-01 10:00:00.001Z'];
const posts = collection('posts', []);
const autodate = (name: string, onUpdate: boolean, role?: 'updated') =>
  ({ ...posts.fields[0], type: 'autodate', name, role, onCreate: true, onUpdate }) as Field;
const other = (...fields: Field[]) => ({ fields });

test.each([
  ['the date of 0.22', posts, 'updated', 'id,updated'],
  ['a date of another name', other(autodate('saved', true, 'updated')), 'saved', 'id,saved'],
  [
    'an autodate that every save sets',
    other(autodate('made', false), autodate('seen', true)),
    'seen',
    'id,seen',
  ],
  ['none that only the creation sets', other(autodate('made', false)), undefined, ''],
  ['none', other(), undefined, ''],
  ['what the query of a view selects', view('v', 'select id from posts'), undefined, ''],
])('the version is %s', (_, shape, stamp, fields) => {
  expect(stampOf(shape)).toBe(stamp);
  expect(versionFields(shape)).toBe(fields);
});

test('with a date, values and the order of the requests say nothing', () => {
  const [before, after] = [
    versionOf(posts, { id: 'a', title: 'x', updated: OLD }),
    versionOf(posts, { id: 'a', title: 'x', updated: NEW }),
  ];
  expect(hasChanged(before, after)).toBe(true);
  expect(hasChanged(before, versionOf(posts, { id: 'a', title: 'y', updated: OLD }))).toBe(false);
  expect([newerOf(before, after), newerOf(after, before)]).toEqual([NEW, NEW]);
});

test('without one, the values tell a change, and what was requested later is newer', () => {
  const [one, same, changed] = [
    { id: 'a', n: [1] },
    { n: [1], id: 'a' },
    { id: 'a', n: [2] },
  ].map((record) => versionOf(other(), record));
  expect([hasChanged(one, same), hasChanged(one, changed)]).toEqual([false, true]);
  expect(newerOf(one, changed)).toBe(changed);
  expect(newerOf(changed, one)).toBe(one);
});
