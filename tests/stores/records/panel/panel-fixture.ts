import { vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { createRecordPanel, type RecordPanel } from '#stores/records/panel/panel.ts';
import type { Json } from '#tests/support/admin-api.ts';
import { createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection, until } from '../record-fixture.ts';

/** Creates a collection with a field of every type; returns it as the stores have it and as the backend returned it. */
export async function createPostsCollection() {
  const { api } = backend();
  const related = await createCollection(api, { name: uniqueName('cats'), fields: [field('name')] });
  const created = await createCollection(api, {
    name: uniqueName('posts'),
    fields: everyFieldType(related.id),
  });
  return { collection: toCollection(created), created, related };
}

/** Opens the panel of a record and waits until the record has loaded. */
export async function openPanel(collection: Collection, recordId: string): Promise<RecordPanel> {
  const panel = createRecordPanel({ collection, recordId });
  await until(panel.$record, (load) => load.state === 'ready');
  return panel;
}

/** A record as stored in the backend. */
export const stored = (collection: string, id: string): Promise<Json> =>
  backend().api.get(`/api/collections/${collection}/records/${id}`);

/** Collects the parts of each multipart request until it is stopped. */
export function spyOnForms() {
  const forms: [string, unknown][][] = [];
  const originalFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.body instanceof FormData) forms.push([...init.body.entries()]);
    return originalFetch(url, init);
  });
  return { forms, stop: () => spy.mockRestore() };
}
