import { ownFields, type Collection as Stored } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { AdminApi, Json } from '#scripts/lib/admin-api.ts';
import {
  type AuthInput,
  type CollectionInput,
  completeCollection,
  completeField,
  type FieldInput,
  type FieldType,
  field,
} from '#scripts/lib/schema.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';
import type { Backend } from './backend.ts';

export { type AuthInput, type CollectionInput, type FieldInput, type FieldType, field };

/** A stored collection; its fields are those that it was created with, without what the backend adds. */
export type Collection = Stored;

export interface RecordRow extends Json {
  id: string;
  created: string;
  updated: string;
}

let counter = 0;

/** A name that no other test of this worker uses: `base_1`, `base_2` ... */
export function uniqueName(base: string): string {
  counter += 1;
  return `${base}_${counter}`;
}

/** Creates a collection through the API. A relation field needs a `collectionId`, a view a `query`. */
export async function createCollection(api: AdminApi, input: CollectionInput): Promise<Collection> {
  const stored = readCollection(await api.post('/api/collections', completeCollection(input)));
  const given = new Set(input.fields?.map(({ name }) => name));
  return {
    ...stored,
    fields: ownFields(stored).filter(({ name }) => stored.type === 'view' || given.has(name)),
  };
}

/** Changes a stored collection as another administrator does: what is not named stays. */
export async function updateCollection(
  api: AdminApi,
  id: string,
  change: (stored: Stored) => Partial<CollectionInput>,
): Promise<Stored> {
  const path = `/api/collections/${id}`;
  const stored = readCollection(await api.get(path));
  const { fields = stored.fields, auth, ...rest } = change(stored);
  const next = {
    ...stored,
    ...rest,
    fields: fields.map(completeField),
    auth: stored.auth && { ...stored.auth, ...auth },
  };
  return readCollection(await api.patch(path, writeCollection(next)));
}

/** Adds fields to a stored collection as another administrator does. */
export const addFields = (api: AdminApi, id: string, ...added: FieldInput[]): Promise<Stored> =>
  updateCollection(api, id, ({ fields }) => ({ fields: [...fields, ...added] }));

/** The fields, one of them with another name. */
export const renamed = (fields: readonly Field[], name: string, next: string): readonly Field[] =>
  fields.map((one) => (one.name === name ? { ...one, name: next } : one));

/** A field of every type, single and multiple; relations point at `relatedId`. */
export function everyFieldType(relatedId: string): FieldInput[] {
  return [
    field('title', 'text', { isPresentable: true }),
    field('amount', 'number'),
    field('active', 'bool'),
    field('contact', 'email'),
    field('website', 'url'),
    field('body', 'editor'),
    field('due', 'date'),
    field('status', 'select', { choices: ['draft', 'published', 'archived'] }),
    field('tags', 'select', { max: 3, choices: ['red', 'green', 'blue'] }),
    field('meta', 'json'),
    field('cover', 'file', { thumbs: ['100x100'] }),
    field('attachments', 'file', { max: 5 }),
    field('author', 'relation', { collectionId: relatedId }),
    field('reviewers', 'relation', { collectionId: relatedId, max: null }),
  ];
}

/**
 * Creates one record. File fields accept `File` values, which send the whole record as a form. Waits until the
 * next record gets a later creation time.
 */
export async function createRecord(api: AdminApi, collection: string, data: Json = {}): Promise<RecordRow> {
  const hasFile = Object.values(data).some((value) => [value].flat().some((one) => one instanceof File));
  const path = `/api/collections/${collection}/records`;
  const record = await api.post<RecordRow>(path, hasFile ? toForm(data) : data);
  const time = Date.parse(record.created);
  while (Date.now() <= time) {
    // Records with the same millisecond have no defined order.
  }
  return record;
}

/** Creates `count` records in order; `make(index)` returns the data of each. */
export async function createRecords(
  api: AdminApi,
  collection: string,
  count: number,
  make: (index: number) => Json,
): Promise<RecordRow[]> {
  const records: RecordRow[] = [];
  for (let index = 0; index < count; index++) records.push(await createRecord(api, collection, make(index)));
  return records;
}

/**
 * Creates `count` records in order: the first through the API, the others as copies in the database. `make(index)`
 * returns the data of each, always with the same keys; the values are strings, numbers or arrays.
 */
export async function seedRecords(
  backend: Pick<Backend, 'api' | 'copyRow'>,
  collection: Pick<Collection, 'id' | 'name'>,
  count: number,
  make: (index: number) => Record<string, string | number | string[]>,
): Promise<string[]> {
  const first = await createRecord(backend.api, collection.id, make(0));
  const start = Date.parse(first.created);
  const copies = Array.from({ length: count - 1 }, (_, at) => {
    const index = at + 1;
    const time = new Date(start + index).toISOString().replace('T', ' ');
    const data = Object.entries(make(index)).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    const id = `seeded${String(index).padStart(9, '0')}`;
    return { ...Object.fromEntries(data), id, created: time, updated: time };
  });
  backend.copyRow(collection.name, first.id, copies);
  return [first.id, ...copies.map(({ id }) => id)];
}

/** Creates a collection with `count` records, which have the titles `n 1`, `n 2` ... */
export async function createTitles(
  api: AdminApi,
  count: number,
  fields: FieldInput[] = [field('title')],
): Promise<Collection> {
  const collection = await createCollection(api, { name: uniqueName('titles'), fields });
  await createRecords(api, collection.id, count, (index) => ({ title: `n ${index + 1}` }));
  return collection;
}

/** The same, with an additional empty number and empty text. */
export function createLines(api: AdminApi, count: number): Promise<Collection> {
  const title = field('title', 'text', { isPresentable: true });
  return createTitles(api, count, [title, field('amount', 'number'), field('note')]);
}

/** Creates a collection of notes: a required title, a text and a number. */
export function createNotes(api: AdminApi): Promise<Collection> {
  return createCollection(api, {
    name: uniqueName('notes'),
    fields: [field('title', 'text', { isRequired: true }), field('text'), field('count', 'number')],
  });
}

/** Creates a collection with a field of every type, and the collection to which its relations point. */
export async function createPosts(api: AdminApi): Promise<{ collection: Collection; related: Collection }> {
  const related = await createCollection(api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const collection = await createCollection(api, {
    name: uniqueName('posts'),
    fields: everyFieldType(related.id),
  });
  return { collection, related };
}

/** Creates an auth collection whose accounts have a `nick`. */
export function createAccounts(api: AdminApi, auth: AuthInput = {}): Promise<Collection> {
  return createCollection(api, {
    name: uniqueName('users'),
    type: 'auth',
    fields: [field('nick')],
    auth,
  });
}

function toForm(data: Json): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(data)) {
    for (const one of [value].flat()) {
      if (one instanceof File) form.append(key, one);
      else form.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  return form;
}

/** A 1 x 1 pixel PNG, the smallest file for which PocketBase creates thumbs. */
export function pngFile(name = 'pixel.png'): File {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  return new File([Buffer.from(base64, 'base64')], name, { type: 'image/png' });
}

export function textFile(name = 'note.txt', text = 'A note.\n'): File {
  return new File([text], name, { type: 'text/plain' });
}

/** The collections of most tests: users, categories and posts with a field of every type. */
export interface Blog {
  users: Collection;
  categories: Collection;
  posts: Collection;
}

/** Creates the collections of a small blog with unique names; the test creates the records. */
export async function createBlog(api: AdminApi): Promise<Blog> {
  const users = await createCollection(api, { name: uniqueName('members'), type: 'auth' });
  const categories = await createCollection(api, {
    name: uniqueName('categories'),
    fields: [field('name', 'text', { isRequired: true, isPresentable: true })],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: everyFieldType(categories.id),
  });
  return { users, categories, posts };
}
