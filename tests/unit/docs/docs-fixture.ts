import type { Collection } from '#domain/backend/collection.ts';
import type { DocsContext } from '#domain/docs/doc.ts';
import { type Placeholders, placeholders } from '#domain/docs/placeholders.ts';
import { type Doc, renderDoc } from '#domain/docs/render.ts';
import { tabsOf } from '#domain/docs/tabs.ts';
import { line as pb22 } from '#domain/docs/v0.22/line.ts';
import { line as pb23 } from '#domain/docs/v0.23/line.ts';
import type { Backend } from '#tests/support/backend.ts';
import { type FieldInput, field } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';

const LINES = { pb22, pb23 };

/** A collection's rules, all with the same value. */
export function allRules(rule: string | null) {
  return { listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule };
}

/** Fields whose options allow few example values. */
export function narrowFields(relatedId: string): FieldInput[] {
  const relation = { collectionId: relatedId };
  return [
    field('class', 'text', { isRequired: true, min: 10, max: 12 }),
    field('tiny', 'text', { max: 2 }),
    field('few', 'number', { isRequired: true, min: 1.5, max: 5, isWhole: false }),
    field('whole', 'number', { min: 200, max: 300, isWhole: true }),
    field('active', 'bool', { isRequired: true }),
    field('contact', 'email', { onlyDomains: ['corp.test'] }),
    field('website', 'url', { exceptDomains: ['example.com'] }),
    field('body', 'editor', { isRequired: true }),
    field('late', 'date', { min: '2030-01-01 00:00:00.000Z' }),
    field('early', 'date', { max: '2001-01-01 00:00:00.000Z' }),
    field('status', 'select', { isRequired: true, choices: ["it's", '$a "b" \\c'] }),
    field('tags', 'select', { isRequired: true, choices: ["it's", 'b'], max: 2 }),
    field('meta', 'json', { isRequired: true }),
    field('cover', 'file', { isRequired: true, mimeTypes: ['image/png'] }),
    field('photos', 'file', { max: 3, mimeTypes: ['image/png'] }),
    field('author', 'relation', { isRequired: true, ...relation }),
    field('reviewers', 'relation', { isRequired: true, ...relation, min: 2, max: 3 }),
  ];
}

/** Reads and parses a collection. */
export async function storedCollectionOf(backend: Backend, name: string): Promise<Collection> {
  return readCollection(await backend.api.get(`/api/collections/${name}`));
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
    line: LINES[backend.line],
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
