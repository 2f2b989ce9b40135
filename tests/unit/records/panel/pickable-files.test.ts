import { expect, test } from 'vitest';
import {
  collectionsWithFiles,
  fileFilter,
  filesIn,
  unprotectedFileFields,
} from '#domain/records/pickable-files.ts';
import { readCollection } from '#wire/collections.ts';
import { readField } from '#wire/pb22/collections.ts';
import { PB22 } from '#wire/pb22/dialect.ts';

const posts = readCollection({
  id: 'c_posts',
  name: 'posts',
  type: 'base',
  schema: [
    { name: 'title', type: 'text' },
    { name: 'cover', type: 'file', options: { thumbs: ['50x50', '100x100', 7] } },
    { name: 'secret', type: 'file', options: { protected: true } },
    { name: 'files', type: 'file', options: { thumbs: null } },
  ],
});
const record = (values: Record<string, unknown>) => ({
  id: 'r',
  collectionId: 'c_posts',
  collectionName: 'posts',
  ...values,
});

test('[FP-02] only unprotected files of base and auth collections can be picked', () => {
  const closed = {
    ...posts,
    fields: posts.fields.filter(({ name }) => name === 'secret' || name === 'title'),
  };
  expect(unprotectedFileFields(posts).map(({ name }) => name)).toEqual(['cover', 'files']);
  expect(collectionsWithFiles([closed, posts, { ...posts, type: 'view' }])).toEqual([posts]);
  expect(collectionsWithFiles([{ ...posts, type: 'auth' }])).toHaveLength(1);
});

test('[FP-04] the filter requires a file and the search', () => {
  expect(fileFilter(posts, '', PB22.limits)).toBe('(cover:length>0||files:length>0)');
  expect(fileFilter(posts, 'title = "a"', PB22.limits)).toBe('title = "a"&&(cover:length>0||files:length>0)');
  // The backend refuses it, so it must not become valid.
  expect(fileFilter(posts, 'id=1) || (id=2', PB22.limits)).toBe(
    'id=1) || (id=2&&(cover:length>0||files:length>0)',
  );
  expect(fileFilter(posts, 'id=1 || id=2', PB22.limits)).toBe(
    '(id=1 || id=2)&&(cover:length>0||files:length>0)',
  );
  const model = { ...posts, fields: [...posts.fields, readField({ name: '3d_model', type: 'file' })] };
  expect(fileFilter(model, '', PB22.limits)).toBe('');
  expect(fileFilter(model, 'title = "a"', PB22.limits)).toBe('title = "a"');
});

test('[FP-06] offers each unprotected file, and images in their thumb sizes', () => {
  const one = record({ cover: 'a.PNG', secret: 'hidden.png', files: ['b.txt', 'c.gif'] });
  expect(filesIn(posts, [one, record({ cover: '', files: [] })], false)).toEqual([
    { record: one, name: 'a.PNG', sizes: ['100x100', '50x50'] },
    { record: one, name: 'b.txt', sizes: [] },
    { record: one, name: 'c.gif', sizes: ['100x100'] },
  ]);
});

test('[FP-01] offers only images when only images are requested', () => {
  const one = record({ cover: 'a.mp4', files: ['b.txt', 'c.gif'] });
  expect(filesIn(posts, [one], true).map(({ name }) => name)).toEqual(['c.gif']);
});
