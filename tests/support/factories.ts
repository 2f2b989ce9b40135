import type { AdminApi, Json } from '#scripts/lib/admin-api.ts';
import {
  type CollectionInput,
  completeCollection,
  type FieldInput,
  type FieldType,
  field,
} from '#scripts/lib/schema.ts';
import type { Backend } from './backend.ts';

export { type CollectionInput, type FieldInput, type FieldType, field };

/** A collection as the backend returns it. */
export interface Collection {
  id: string;
  name: string;
  type: 'base' | 'auth' | 'view';
  schema: (FieldInput & { id: string; options: Json })[];
}

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

/** Creates a collection through the API. A relation field needs `options.collectionId`, a view `options.query`. */
export function createCollection(api: AdminApi, input: CollectionInput): Promise<Collection> {
  return api.post<Collection>('/api/collections', completeCollection(input));
}

/** A field of every type, single and multiple; relations point at `relatedId`. */
export function everyFieldType(relatedId: string): FieldInput[] {
  const relation = { collectionId: relatedId, cascadeDelete: false, minSelect: null };
  return [
    field('title', 'text', { presentable: true }),
    field('amount', 'number'),
    field('active', 'bool'),
    field('contact', 'email'),
    field('website', 'url'),
    field('body', 'editor'),
    field('due', 'date'),
    field('status', 'select', { options: { maxSelect: 1, values: ['draft', 'published', 'archived'] } }),
    field('tags', 'select', { options: { maxSelect: 3, values: ['red', 'green', 'blue'] } }),
    field('meta', 'json'),
    field('cover', 'file', { options: { thumbs: ['100x100'] } }),
    field('attachments', 'file', { options: { maxSelect: 5 } }),
    field('author', 'relation', { options: { ...relation, maxSelect: 1 } }),
    field('reviewers', 'relation', { options: { ...relation, maxSelect: null } }),
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
  collection: Collection,
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
  schema: FieldInput[] = [field('title')],
): Promise<Collection> {
  const collection = await createCollection(api, { name: uniqueName('titles'), schema });
  await createRecords(api, collection.id, count, (index) => ({ title: `n ${index + 1}` }));
  return collection;
}

/** The same, with an additional empty number and empty text. */
export function createLines(api: AdminApi, count: number): Promise<Collection> {
  const title = field('title', 'text', { presentable: true });
  return createTitles(api, count, [title, field('amount', 'number'), field('note')]);
}

/** Creates a collection of notes: a required title, a text and a number. */
export function createNotes(api: AdminApi): Promise<Collection> {
  return createCollection(api, {
    name: uniqueName('notes'),
    schema: [field('title', 'text', { required: true }), field('text'), field('count', 'number')],
  });
}

/** Creates a collection with a field of every type, and the collection to which its relations point. */
export async function createPosts(api: AdminApi): Promise<{ collection: Collection; related: Collection }> {
  const related = await createCollection(api, {
    name: uniqueName('people'),
    schema: [field('name', 'text', { presentable: true })],
  });
  const collection = await createCollection(api, {
    name: uniqueName('posts'),
    schema: everyFieldType(related.id),
  });
  return { collection, related };
}

/** Creates an auth collection whose accounts have a `nick`. */
export function createAccounts(api: AdminApi, options: Json = {}): Promise<Collection> {
  return createCollection(api, {
    name: uniqueName('users'),
    type: 'auth',
    schema: [field('nick')],
    options,
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
    schema: [field('name', 'text', { required: true, presentable: true })],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    schema: everyFieldType(categories.id),
  });
  return { users, categories, posts };
}
