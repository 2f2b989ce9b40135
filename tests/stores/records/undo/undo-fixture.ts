import { deleteRecord } from '#api/records/delete.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { $journal, type JournalEntry } from '#stores/records/journal.ts';
import { keepForUndo } from '#stores/records/undo/delete.ts';
import { createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { backend } from '../record-fixture.ts';

export const signal = new AbortController().signal;

/** The latest entry of the journal. */
export function lastEntry(): JournalEntry {
  const [entry] = $journal.get();
  if (!entry) throw new Error('Nothing was noted.');
  return entry;
}

/** Every record of a collection by its id, as the backend sends it. */
export async function storedRecords(collection: string): Promise<Record<string, Record<string, unknown>>> {
  const { items } = await backend().api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${collection}/records?perPage=500&sort=id`,
  );
  return Object.fromEntries(items.map((item) => [String(item['id']), item]));
}

/** What an undo of a delete does not bring back, replaced by what it says of it. */
export const withoutTimes = (records: Record<string, Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(records).map(([id, record]) => [id, { ...record, created: '', updated: '' }]),
  );

/** Deletes records of a collection as the dashboard does after the question. */
export async function deleteNoted(collection: { id: string; name: string }, ids: readonly string[]) {
  const reading = new AbortController();
  const copies = await keepForUndo(collection, ids, { signal: reading.signal });
  // The delete of many records ends what has read them.
  reading.abort();
  for (const id of ids) await deleteRecord(collection.id, id);
  await copies?.note(ids);
}

/**
 * Projects with every type of field, tasks that are deleted with theirs, notes that are deleted with their last task,
 * and people who refer to projects.
 */
export async function createProjects() {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('name')] });
  const projects = await createCollection(api, {
    name: uniqueName('projects'),
    fields: everyFieldType(cats.id),
  });
  const tasks = await createCollection(api, {
    name: uniqueName('tasks'),
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('project', 'relation', { isRequired: true, collectionId: projects.id, cascades: true }),
      field('proof', 'file'),
    ],
  });
  const notes = await createCollection(api, {
    name: uniqueName('notes'),
    fields: [field('tasks', 'relation', { collectionId: tasks.id, max: null, cascades: true })],
  });
  const people = await createCollection(api, {
    name: uniqueName('people'),
    type: 'auth',
    fields: [
      field('favourites', 'relation', { collectionId: projects.id, max: null }),
      field('current', 'relation', { collectionId: projects.id }),
    ],
  });
  await loadCollections();
  return { cats, projects, tasks, notes, people };
}

export const textFile = (name: string, text: string): File => new File([text], name, { type: 'text/plain' });

/** The text of a stored file. */
export async function fileText(record: Record<string, unknown>, name: unknown): Promise<string> {
  const url = `${backend().url}/api/files/${record['collectionId']}/${record['id']}/${name}`;
  return (await fetch(url)).text();
}
