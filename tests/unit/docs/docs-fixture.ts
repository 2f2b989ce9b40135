import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { DocsContext } from '#domain/docs/doc.ts';
import { type Placeholders, placeholders } from '#domain/docs/placeholders.ts';
import { type Doc, renderDoc } from '#domain/docs/render.ts';
import { tabsOf } from '#domain/docs/v0.22/tabs.ts';
import type { Backend } from '#tests/support/backend.ts';
import { type FieldInput, field } from '#tests/support/factories.ts';

/** A collection's rules, all with the same value. */
export function allRules(rule: string | null) {
  return { listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule };
}

/** Fields whose options allow few example values. */
export function narrowFields(relatedId: string): FieldInput[] {
  const relation = { collectionId: relatedId, cascadeDelete: false };
  return [
    field('class', 'text', { required: true, options: { min: 10, max: 12 } }),
    field('tiny', 'text', { options: { max: 2 } }),
    field('few', 'number', { required: true, options: { min: 1.5, max: 5, noDecimal: false } }),
    field('whole', 'number', { options: { min: 200, max: 300, noDecimal: true } }),
    field('active', 'bool', { required: true }),
    field('contact', 'email', { options: { onlyDomains: ['corp.test'] } }),
    field('website', 'url', { options: { exceptDomains: ['example.com'] } }),
    field('body', 'editor', { required: true }),
    field('late', 'date', { options: { min: '2030-01-01 00:00:00.000Z' } }),
    field('early', 'date', { options: { max: '2001-01-01 00:00:00.000Z' } }),
    field('status', 'select', { required: true, options: { values: ["it's", '$a "b" \\c'], maxSelect: 1 } }),
    field('tags', 'select', { required: true, options: { values: ["it's", 'b'], maxSelect: 2 } }),
    field('meta', 'json', { required: true }),
    field('cover', 'file', { required: true, options: { mimeTypes: ['image/png'] } }),
    field('photos', 'file', { options: { maxSelect: 3, mimeTypes: ['image/png'] } }),
    field('author', 'relation', { required: true, options: { ...relation, maxSelect: 1 } }),
    field('reviewers', 'relation', { required: true, options: { ...relation, minSelect: 2, maxSelect: 3 } }),
  ];
}

/** Reads and parses a collection. */
export async function readCollection(backend: Backend, name: string): Promise<Collection> {
  return parseCollection(await backend.api.get(`/api/collections/${name}`));
}

/** The content of a tab. */
export function docIn(context: DocsContext, id: string): Doc {
  const tab = tabsOf(context).find((one) => one.id === id);
  if (!tab) throw new Error(`${context.collection.name} has no tab ${id}.`);
  return renderDoc(context, tab);
}

/** The content of a tab for a collection, with real values instead of placeholders. */
export function docOf(
  backend: Backend,
  tab: string,
  collection: Collection,
  known: Partial<Placeholders> = {},
  authCollection = collection.name,
): Doc {
  const context: DocsContext = {
    collection,
    baseUrl: `${backend.url}/`,
    authCollection,
    placeholders: {
      ...placeholders,
      adminEmail: backend.adminEmail,
      adminPassword: backend.adminPassword,
      ...known,
    },
  };
  return docIn(context, tab);
}

/** The parts of a browser window that the client library uses: follows an opened address to the backend at once. */
export function fakeWindow(backend: Backend): { open: () => unknown } {
  return {
    open: () => ({
      close() {},
      location: {
        set href(address: string) {
          const state = new URL(address).searchParams.get('state') ?? '';
          const query = new URLSearchParams({ state, code: 'any-code' });
          // The service redirects the browser back with a code.
          void fetch(`${backend.url}/api/oauth2-redirect?${query}`, { redirect: 'manual' });
        },
      },
    }),
  };
}
