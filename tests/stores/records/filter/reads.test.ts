import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { tokensOf } from '#domain/model/filter/walk.ts';
import { describePath, offeredPaths } from '#domain/records/filter-builder/path.ts';
import { casesOf } from '#tests/support/cases.ts';
import { createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { FILTER_CASES, FILTER_PARTS } from '#tests/support/filter-cases.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { dialect } from '#wire/dialect.ts';
import { backend, toCollection } from '../record-fixture.ts';

let collection: Collection;

beforeAll(async () => {
  const fields = [field('title')];
  const created = await createCollection(backend().api, { name: uniqueName('filters'), fields });
  collection = toCollection(created);
});

const isAccepted = (filter: string): Promise<boolean> =>
  backend()
    .api.get(`/api/collections/${collection.id}/records?filter=${encodeURIComponent(filter)}`)
    .then(
      () => true,
      () => false,
    );

const isRead = (filter: string): boolean =>
  filterProblem(filter, (path) => unknownField(path, scopeOf(collection, [collection])), dialect()) ===
  undefined;

/** The backend leaves out half a comparison before a group, which nobody means. */
function hasHalf(filter: string): boolean {
  const tokens = tokensOf(filter);
  return tokens.some(
    ({ kind }, index) =>
      kind === 'open' && /^(?:text|name|number|operator)$/.test(tokens[index - 1]?.kind ?? ''),
  );
}

test('the backend reads the cases on which readers disagreed', async () => {
  const found = await Promise.all(
    FILTER_CASES.map(async ([filter]) => [filter, await isAccepted(filter)] as const),
  );
  expect(found).toEqual(FILTER_CASES);
});

test('the backend has the macros of its dialect, and no other', async () => {
  const { macros } = dialect();
  const accepted = await Promise.all(
    [...Object.keys(macros), '@yesterday', '@nows'].map(async (macro) => [
      macro,
      await isAccepted(`created > ${macro}`),
    ]),
  );
  expect(accepted.flatMap(([macro, isKnown]) => (isKnown ? [macro] : []))).toEqual(Object.keys(macros));
});

test('a filter is read exactly if the backend reads it', async () => {
  const text = fc.array(fc.constantFrom(...FILTER_PARTS), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      const filter = parts.join('');
      fc.pre(filter !== '' && !hasHalf(filter));
      expect([filter, isRead(filter)]).toEqual([filter, await isAccepted(filter)]);
    }),
    { numRuns: casesOf(3000) },
  );
});

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
