import { expect, test } from 'vitest';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { describePath, offeredPaths } from '#domain/records/filter-builder/path.ts';
import { createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { backend, toCollection } from '../record-fixture.ts';

test('the backend refuses a path exactly if it has a problem, which is said', async () => {
  const { api } = backend();
  const authors = await createCollection(api, { name: uniqueName('authors'), fields: [field('name')] });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [...everyFieldType(authors.id), field('2023', 'number')],
  });
  const notes = await createCollection(api, {
    name: uniqueName('notes'),
    fields: [field('post', 'relation', { collectionId: posts.id })],
  });
  const collections = [authors, posts, notes].map(toCollection);
  for (const collection of collections) {
    const scope = scopeOf(collection, collections);
    const offered = offeredPaths(scope);
    expect(offered.filter((path) => describePath(path, scope).problem)).toEqual([]);
    const incomplete = ['nope', `@collection.${collection.name}`, `@collection.${collection.name}.id`];
    const refused = ['id.', '@collection.nowhere.id', 'reviewers:each.name', 'post:length.title'];
    const below = offered.filter((path) => !path.includes(':')).map((path) => `${path}.name`);
    for (const path of [...offered, ...incomplete, ...refused, ...below]) {
      const filter = `${path} = "a"`;
      const { problem } = describePath(path, scope);
      const list = `/api/collections/${collection.id}/records?filter=${encodeURIComponent(filter)}`;
      const isAccepted = await api.get(list).then(
        () => true,
        () => false,
      );
      expect([path, isAccepted]).toEqual([path, problem === undefined]);
      expect(filterProblem(filter, (one) => unknownField(one, scope), scope.dialect)).toBe(problem);
    }
  }
});
