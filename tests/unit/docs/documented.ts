import type { Collection } from '#domain/backend/collection.ts';
import type { DocsContext } from '#domain/docs/doc.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import type { Doc } from '#domain/docs/render.ts';
import { line } from '#domain/docs/v0.22/line.ts';
import { type CollectionInput, completeCollection, field } from '#scripts/lib/schema.ts';
import { everyFieldType } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { docIn, narrowFields } from './docs-fixture.ts';

/** A collection as parsed from the backend. The default name is `things`. */
export function collectionOf({ name = 'things', ...rest }: Partial<CollectionInput> = {}): Collection {
  return readCollection(completeCollection({ id: `c_${name}`, name, ...rest }));
}

/** What the docs of a collection are built from, with placeholders. */
export const contextOf = (collection: Collection, context: Partial<DocsContext> = {}): DocsContext => ({
  collection,
  baseUrl: 'https://api.example.com',
  authCollection: 'users',
  placeholders,
  line,
  ...context,
});

/** The content of a tab with placeholders. */
export const docFor = (tab: string, collection: Collection, context: Partial<DocsContext> = {}): Doc =>
  docIn(contextOf(collection, context), tab);

/** A base collection with a field of every type and a rule of every kind. */
export const posts = collectionOf({
  name: 'posts',
  fields: everyFieldType('c_people'),
  listRule: 'active = true',
  viewRule: '@request.auth.id != ""',
  createRule: '@request.auth.verified = true',
  updateRule: '',
  deleteRule: null,
});

/** An auth collection that accepts only verified accounts of some domains. */
export const members = collectionOf({
  name: 'members',
  type: 'auth',
  fields: narrowFields('c_people'),
  listRule: null,
  viewRule: null,
  createRule: '',
  updateRule: 'id = @request.auth.id',
  deleteRule: 'id = @request.auth.id',
  manageRule: '@request.auth.role = "staff"',
  auth: {
    ...{ isVerifiedOnly: true, minPassword: 12 },
    isEmailRequired: true,
    onlyDomains: ['corp.test'],
  },
});

/** A view with only one of the dates. */
export const totals = collectionOf({
  name: 'totals',
  type: 'view',
  fields: [field('title'), field('sum', 'number')],
  listRule: '',
  viewRule: 'sum > 0',
  query: 'select id, title, sum, created from sales',
});
