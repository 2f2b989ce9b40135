import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { Doc, DocsContext } from '#domain/docs/doc.ts';
import { loadTab } from '#domain/docs/load-tab.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import type { DocTabId } from '#domain/docs/tabs.ts';
import { completeCollection, type FieldInput, field } from '#scripts/lib/schema.ts';
import { everyFieldType } from '#tests/support/factories.ts';
import { narrowFields } from './docs-fixture.ts';

type Rules = Partial<
  Record<'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule', string | null>
>;

interface Sketch extends Rules {
  readonly name?: string;
  readonly type?: Collection['type'];
  readonly schema?: FieldInput[];
  readonly options?: Record<string, unknown>;
}

/** A collection as parsed from the backend. The default name is `things`. */
export function collectionOf({ name = 'things', ...rest }: Sketch = {}): Collection {
  return parseCollection({ id: `c_${name}`, ...completeCollection({ name, ...rest }) });
}

/** The content of a tab with placeholders. */
export async function docFor(
  tab: DocTabId,
  collection: Collection,
  context: Partial<DocsContext> = {},
): Promise<Doc> {
  const build = await loadTab(tab);
  return build({
    collection,
    baseUrl: 'https://api.example.com',
    authCollection: 'users',
    placeholders,
    ...context,
  });
}

/** A base collection with a field of every type and a rule of every kind. */
export const posts = collectionOf({
  name: 'posts',
  schema: everyFieldType('c_people'),
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
  schema: narrowFields('c_people'),
  listRule: null,
  viewRule: null,
  createRule: '',
  updateRule: 'id = @request.auth.id',
  deleteRule: 'id = @request.auth.id',
  options: {
    manageRule: '@request.auth.role = "staff"',
    onlyVerified: true,
    onlyEmailDomains: ['corp.test'],
    minPasswordLength: 12,
    requireEmail: true,
  },
});

/** A view with only one of the dates. */
export const totals = collectionOf({
  name: 'totals',
  type: 'view',
  schema: [field('title'), field('sum', 'number')],
  listRule: '',
  viewRule: 'sum > 0',
  options: { query: 'select id, title, sum, created from sales' },
});
