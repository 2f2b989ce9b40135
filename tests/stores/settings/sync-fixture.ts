import { afterEach, beforeAll, beforeEach } from 'vitest';
import { go, startRouting } from '#stores/app/route.ts';
import { $collections } from '#stores/collections/list.ts';
import {
  $canReview,
  $existing,
  $review,
  openReview,
  setImportText,
  startImport,
} from '#stores/settings/import.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { field } from '#tests/support/factories.ts';
import { type Entry, rawOf as rawCollection } from '#tests/support/settings/entries.ts';
import { backend, browser, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

export { answerQuestion, backend, browser, toasts, until } from '../records/record-fixture.ts';

const list = async (api: AdminApi) =>
  (await api.get<{ items: Record<string, unknown>[] }>('/api/collections?perPage=500&sort=%2Bname')).items;

/** The collections in a backend, without their dates. */
export const storedIn = async (api: AdminApi): Promise<Record<string, unknown>[]> =>
  (await list(api)).map(({ created: _created, updated: _updated, ...rest }) => rest);

export const stored = () => storedIn(backend().api);
export const storedNames = async () => (await stored()).map(({ name }) => name);

/** Replaces all collections like another administrator. */
export const replaceCollections = (collections: readonly object[]): Promise<unknown> =>
  backend().api.request('PUT', '/api/collections/import', { collections, deleteMissing: true });

const text = (id: string, name: string) => ({
  ...field(name),
  id,
  options: { min: null, max: null, pattern: '' },
});

/** A collection with text fields, given as `id name`, in the shape of the API. */
export const rawOf = (id: string, name: string, fields: readonly string[], rest: object = {}): Entry => {
  const schema = fields.map((each) => {
    const [fieldId = '', fieldName = ''] = each.split(' ');
    return { system: false, ...text(fieldId, fieldName), required: false, presentable: false, unique: false };
  });
  return rawCollection(id, name, schema, rest);
};

export const posts = rawOf('posts0000000000', 'posts', ['title001 title', 'body0001 body']);
export const notes = rawOf('notes0000000000', 'notes', ['text0001 text']);

/** Gives each test a backend with {@link posts} and {@link notes}; leaves the page after it. */
export function startSyncTests() {
  const stops: (() => void)[] = [];
  // The sidebar shows the collections while other screens are open.
  startStores(() => [startRouting(), $collections.listen(() => {})]);
  beforeAll(async () => {
    await until($collections, ({ state }) => state === 'ready');
  });
  beforeEach(async () => {
    await replaceCollections([posts, notes]);
    for (const kept of [browser.storage, browser.tabStorage])
      for (const key of kept.keys()) if (key.startsWith('settings_draft_')) kept.delete(key);
    go('settingsImport');
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    go('collections');
  });
  const start = () => {
    const stop = startImport();
    stops.push(stop);
    return stop;
  };
  /** Opens the page and waits for the existing collections. Returns a function that leaves the page. */
  const open = async () => {
    const stop = start();
    await until($existing, ({ state }) => state === 'ready');
    return stop;
  };
  /** Opens the page, types collections and opens the review. */
  const review = async (...collections: readonly object[]) => {
    await open();
    setImportText(JSON.stringify(collections));
    await until($canReview, (canReview) => canReview);
    openReview();
    return $review.get();
  };
  return { start, open, review };
}
