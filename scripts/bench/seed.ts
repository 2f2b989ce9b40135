import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { png, Storage } from '#scripts/demo/files.ts';
import { SENTENCES } from '#scripts/demo/sample-texts.ts';
import { createAdminApi, type Json } from '#scripts/lib/admin-api.ts';
import { type Row, toStamp, writeDatabase } from '#scripts/lib/bulk.ts';
import { lineOfFolder, PROGRAMS } from '#scripts/lib/lines.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { runPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { Random } from '#scripts/lib/random.ts';
import { requestLogs } from '#scripts/lib/request-logs.ts';
import { type CollectionInput, completeCollection, field } from '#scripts/lib/schema.ts';
import { storeSettings } from '#scripts/lib/settings.ts';
import { createAdminRequest } from '#wire/administrators.ts';
import { setLine } from '#wire/choose.ts';
import { importRequest } from '#wire/collection-saves.ts';
import type { Dashboard } from './dashboard.ts';

export const ADMIN = { email: 'bench@example.com', password: 'bench-atoll-2026' };

/** Name of the application in the seeded settings. */
export const APP_NAME = 'Bench';

export const COUNTS = {
  posts: 20_000,
  wide: 5000,
  logs: 100_000,
  collections: 44,
  authors: 200,
  admins: 20,
  backups: 3,
};

/** One of the seeded backups. */
export const BACKUP = 'bench_1.zip';
/** The newest of the administrators, which both dashboards list first: a row out of sight may come later. */
export const NEWEST_ADMIN = `admin${COUNTS.admins}@example.com`;

const WIDE_COLUMNS = 60;
/** Number of fields of the collection that is opened in the editor. */
export const HUNDRED = 100;
/** Every tenth of these newest posts has a picture. */
const PICTURED_POSTS = 2000;
const DAY_MS = 86_400_000;

export const COLLECTIONS = {
  posts: 'bench0000000pos',
  wide: 'bench0000000wid',
  authors: 'bench0000000aut',
  hundred: 'bench0000000hun',
} as const;

/** The address of a collection's records. */
export function recordsUrl(
  { url, recordsAt }: Pick<Dashboard, 'url' | 'recordsAt'>,
  name: keyof typeof COLLECTIONS,
): string {
  return url + recordsAt({ id: COLLECTIONS[name], name });
}

/**
 * Creates a large data folder (about 80 MB, in a few seconds): the collections through the API, the rows directly
 * in the database while PocketBase is stopped. From then on, the wire of this process speaks the program's line.
 * @returns a temporary folder; the caller removes it.
 */
export async function seed(bin: string): Promise<string> {
  const dir = mkdtempSync(`${tmpdir()}/atoll-bench-`);
  await fill(bin, dir);
  return dir;
}

async function fill(bin: string, dir: string): Promise<void> {
  runPocketBase(bin, dir, ['migrate', 'up']);
  const line = lineOfFolder(dir) ?? 'pb22';
  setLine(line);
  const { createAdmin, logs } = PROGRAMS[line];
  runPocketBase(bin, dir, [...createAdmin, ADMIN.email, ADMIN.password]);
  const { url, child } = await startPocketBaseServer({ bin, dir });
  try {
    const api = createAdminApi(url, ADMIN);
    await api.delete('/api/collections/users');
    await api.send(importRequest({ collections: makeCollections(), deleteMissing: false }));
    await storeSettings(api, { 'application.name': APP_NAME });
    const { password } = ADMIN;
    for (let number = 1; number <= COUNTS.admins; number++) {
      const email = `admin${number}@example.com`;
      const passwords = { changePassword: true, password, passwordConfirm: password };
      await api.send(createAdminRequest({ email, avatar: 0, ...passwords }));
    }
    for (let number = 1; number <= COUNTS.backups; number++) {
      await api.post('/api/backups', { name: `bench_${number}.zip` });
    }
  } finally {
    await child.stop();
  }
  const random = new Random(1);
  writeDatabase(`${dir}/data.db`, (insert) => {
    const authors = makeAuthors(random);
    insert('authors', authors);
    insert(
      'posts',
      makePosts(
        random,
        authors.map(({ id }) => String(id)),
        new Storage(dir),
      ),
    );
    insert('wide', makeWide(random));
  });
  const now = Date.now();
  writeDatabase(`${dir}/${logs}.db`, (insert) => {
    // Younger than five days: PocketBase removes older entries.
    insert('_logs', requestLogs(random, COUNTS.logs, { from: now - 4 * DAY_MS, to: now }, line));
  });
}

function makeCollections(): Json[] {
  const toAuthors = { collectionId: COLLECTIONS.authors };
  const posts = [
    field('title', 'text', { isPresentable: true }),
    field('views', 'number'),
    field('active', 'bool'),
    field('contact', 'email'),
    field('website', 'url'),
    field('body', 'editor'),
    field('published', 'date'),
    field('status', 'select', { choices: ['draft', 'review', 'published'] }),
    field('tags', 'select', {
      max: 4,
      choices: ['red', 'green', 'blue', 'amber', 'violet'],
    }),
    field('meta', 'json'),
    field('cover', 'file', { thumbs: ['100x100'] }),
    field('attachments', 'file', { max: 5 }),
    field('author', 'relation', toAuthors),
    field('reviewers', 'relation', { ...toAuthors, max: null }),
  ];
  const wide = wideColumns().map(([name, type]) => field(name, type));
  const named: CollectionInput[] = [
    { id: COLLECTIONS.authors, name: 'authors', fields: [field('name', 'text', { isPresentable: true })] },
    { id: COLLECTIONS.posts, name: 'posts', fields: posts },
    { id: COLLECTIONS.wide, name: 'wide', fields: wide },
    {
      id: COLLECTIONS.hundred,
      name: 'hundred',
      fields: columns(HUNDRED).map(([name, type]) => field(name, type)),
    },
  ];
  const rest = Array.from({ length: COUNTS.collections - named.length }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    const id = (index: number) => `bench00000000${String(index + 1).padStart(2, '0')}`;
    // Trees of collections, for the diagram.
    const parent = { collectionId: id(Math.floor(index / 3)) };
    const fields = [
      field('name'),
      field('amount', 'number'),
      ...(index % 4 ? [field('parent', 'relation', parent)] : []),
    ];
    return { id: id(index), name: `collection_${number}`, fields };
  });
  return [...named, ...rest].map(completeCollection);
}

const wideColumns = () => columns(WIDE_COLUMNS);

function columns(count: number): [name: string, type: 'text' | 'number' | 'bool' | 'date'][] {
  const types = ['text', 'number', 'text', 'bool', 'date', 'text'] as const;
  return Array.from({ length: count }, (_, index) => [
    `column_${index + 1}`,
    types[index % types.length] ?? 'text',
  ]);
}

function stamps(index: number): { created: string; updated: string } {
  const moment = Date.UTC(2026, 0, 1) + index * 60_000;
  return { created: toStamp(moment), updated: toStamp(moment) };
}

function makeAuthors(random: Random): Row[] {
  return Array.from({ length: COUNTS.authors }, (_, index) => ({
    id: random.id(),
    ...stamps(index),
    name: `Author ${index + 1}`,
  }));
}

function* makePosts(random: Random, authors: string[], storage: Storage): Generator<Row> {
  for (let index = 0; index < COUNTS.posts; index++) {
    const id = random.id();
    const isPictured = index >= COUNTS.posts - PICTURED_POSTS && index % 10 === 0;
    yield {
      id,
      ...stamps(index),
      title: `Post ${index + 1}: ${random.pick(SENTENCES)}`,
      views: random.int(0, 100_000),
      active: random.chance(0.5),
      contact: `contact${index}@example.com`,
      website: `https://example.com/posts/${index}`,
      body: random
        .some(SENTENCES, 3, 6)
        .map((line) => `<p>${line}</p>`)
        .join(''),
      published: random.chance(0.8) ? stamps(index).created : '',
      status: random.pick(['draft', 'review', 'published']),
      tags: random.some(['red', 'green', 'blue', 'amber', 'violet'], 0, 4),
      meta: { index, source: random.pick(['import', 'form']), flags: { a: random.chance(0.5) } },
      cover: isPictured ? storage.add(COLLECTIONS.posts, id, 'cover', png(random)) : '',
      attachments: [],
      author: random.pick(authors),
      reviewers: random.some(authors.slice(0, 20), 0, 3),
    };
  }
}

function* makeWide(random: Random): Generator<Row> {
  const columns = wideColumns();
  for (let index = 0; index < COUNTS.wide; index++) {
    const row: Row = { id: random.id(), ...stamps(index) };
    for (const [name, type] of columns) {
      if (type === 'text') row[name] = random.pick(SENTENCES);
      else if (type === 'number') row[name] = random.int(-1000, 1000);
      else row[name] = type === 'bool' ? random.chance(0.5) : stamps(index).created;
    }
    row.column_1 = `Row ${index + 1}`;
    yield row;
  }
}
