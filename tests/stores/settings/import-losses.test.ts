import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Loss } from '#domain/settings/import/losses.ts';
import { $question } from '#stores/app/confirm.ts';
import { $review, closeReview } from '#stores/settings/import.ts';
import { $importImpact, confirmImport } from '#stores/settings/import-confirm.ts';
import { fieldsOf, rawOf } from '#tests/support/settings/entries.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import {
  answerQuestion,
  backend,
  notes,
  posts,
  replaceCollections,
  startSyncTests,
  stored,
  until,
} from './sync-fixture.ts';

const { review } = startSyncTests();

const fieldOf = (id: string, type: string, options: object) => ({
  system: false,
  id: id.padEnd(8, '0'),
  name: id,
  type,
  required: false,
  presentable: false,
  unique: false,
  options,
});

const target = (options: object) => ({
  collectionId: notes.id,
  cascadeDelete: false,
  displayFields: null,
  ...options,
});
const FILES = { maxSize: 5_242_880, mimeTypes: [], thumbs: [], protected: false };
const values = ['a', 'b', 'c', 'd'];

/** Options of each field, wide enough for all records. */
const WIDE = {
  line: ['text', { min: null, max: null, pattern: '' }],
  amount: ['number', { min: null, max: null, noDecimal: false }],
  day: ['date', { min: '', max: '' }],
  tags: ['select', { maxSelect: 3, values }],
  state: ['select', { maxSelect: 1, values }],
  links: ['relation', target({ minSelect: null, maxSelect: null })],
  docs: ['file', { ...FILES, maxSelect: 5 }],
  data: ['json', { maxSize: 2_000_000 }],
  mail: ['email', { exceptDomains: null, onlyDomains: null }],
  site: ['url', { exceptDomains: null, onlyDomains: null }],
  done: ['bool', {}],
  body: ['editor', { convertUrls: false }],
} as const;
type Name = keyof typeof WIDE;

/** The collection `items`; `changes` are other options. */
const items = (changes: Partial<Record<Name, object>> = {}, omitted: readonly string[] = []) =>
  rawOf(
    'items0000000000',
    'items',
    Object.entries(WIDE)
      .filter(([name]) => !omitted.includes(name))
      .map(([name, [type, options]]) => fieldOf(name, type, { ...options, ...changes[name as Name] })),
  );

const RECORDS = '/api/collections/items/records';

async function fill(): Promise<string[]> {
  const { api } = backend();
  await replaceCollections([posts, notes, items()]);
  const links: string[] = [];
  for (const text of ['x', 'y', 'z']) {
    const { id } = await api.post<{ id: string }>('/api/collections/notes/records', { text });
    links.push(id);
  }
  const full = {
    line: 'größer',
    amount: 3.5,
    day: '2024-05-02 10:00:00.000Z',
    tags: ['a', 'b', 'c'],
    state: 'a',
    links,
    data: { a: 1 },
    mail: 'a@b.com',
    site: 'https://b.com',
    done: true,
    body: '<p>x</p>',
  };
  const form = new FormData();
  form.append('@jsonPayload', JSON.stringify(full));
  for (const name of ['one', 'two', 'three']) form.append('docs', new Blob([name]), `${name}.txt`);
  const records = [
    form,
    {},
    { ...full, line: 'größe', amount: -2, tags: ['b', 'c'], links: links.slice(1), data: [], done: false },
    {
      line: 'a\nb%_\\',
      amount: 7,
      day: '2023-01-01 00:00:00.000Z',
      tags: ['c'],
      state: 'b',
      links: links.slice(2),
    },
  ];
  const ids: string[] = [];
  for (const record of records) ids.push((await api.post<{ id: string }>(RECORDS, record)).id);
  return ids;
}

/** The losses of the open review with their counts, when all are known. */
async function countedLosses(): Promise<(readonly [Loss['kind'], number | undefined])[]> {
  await until($importImpact, ({ isCounted }) => isCounted);
  const { losses, counts } = $importImpact.get();
  return losses.map((loss) => [loss.kind, counts.get(loss)] as const);
}

/** Keeps the counts in use, as the popup does. */
const watchCounts = () => $importImpact.listen(() => {});

const refused = async (ids: readonly string[]): Promise<number> => {
  const saves = ids.map((id) =>
    backend()
      .api.patch(`${RECORDS}/${id}`, {})
      .then(
        () => 0,
        () => 1,
      ),
  );
  return (await Promise.all(saves)).reduce<number>((sum, failed) => sum + failed, 0);
};

test('values that no longer fit stay, and exactly the counted records can no longer be saved', async () => {
  const ids = await fill();
  const stop = watchCounts();
  const narrow: [Name, object, count: number | 'unknown'][] = [
    ['line', { max: 5 }, 2],
    ['line', { max: 0 }, 3],
    ['line', { min: 6 }, 1],
    ['line', { pattern: '^g' }, 'unknown'],
    ['amount', { max: 3 }, 2],
    ['amount', { min: -1 }, 1],
    // An amount of 0 is no value.
    ['amount', { max: -1 }, 2],
    ['amount', { noDecimal: true }, 'unknown'],
    ['day', { max: '2024-01-01 00:00:00.000Z' }, 2],
    ['day', { min: '2024-01-01 00:00:00.000Z' }, 1],
    ['day', { min: '2024-05-02T11:30:00+02:00' }, 1],
    ['tags', { maxSelect: 2 }, 1],
    ['tags', { values: ['b', 'c', 'd'] }, 1],
    ['state', { values: ['b', 'c', 'd'] }, 2],
    ['links', { maxSelect: 2 }, 1],
    ['links', { minSelect: 2 }, 1],
    ['docs', { maxSelect: 2 }, 1],
    ['data', { maxSize: 1 }, 'unknown'],
    ['mail', { onlyDomains: ['a.com'] }, 'unknown'],
    ['mail', { exceptDomains: ['b.com'] }, 'unknown'],
    ['site', { onlyDomains: ['a.com'] }, 'unknown'],
    ['site', { exceptDomains: ['b.com'] }, 'unknown'],
  ];
  const before = await backend().api.get<{ items: object[] }>(`${RECORDS}?sort=created`);
  for (const [name, options, count] of narrow) {
    const what = `${name} ${JSON.stringify(options)}`;
    await replaceCollections([posts, notes, items()]);
    await review(notes, posts, items({ [name]: options }));
    const losses = await countedLosses();
    expect(losses, what).toHaveLength(1);
    // Nothing is deleted, so nothing is asked.
    expect(await confirmImport(), what).toBe(true);
    const number = await refused(ids);
    expect(number, what).toBeGreaterThan(0);
    expect(losses[0]?.[1] ?? 'unknown', what).toBe(count);
    if (count !== 'unknown') expect(number, what).toBe(count);
  }
  const after = await backend().api.get<{ items: object[] }>(`${RECORDS}?sort=created`);
  const withoutDates = (records: object[]) => records.map((record) => ({ ...record, updated: '' }));
  expect(withoutDates(after.items)).toEqual(withoutDates(before.items));
  stop();
});

test('sizes and types of stored files are not checked again, so they need no warning', async () => {
  const ids = await fill();
  await review(notes, posts, items({ docs: { maxSize: 1, mimeTypes: ['image/png'] } }));
  expect($importImpact.get().losses).toEqual([]);
  expect(await confirmImport()).toBe(true);
  expect(await refused(ids)).toBe(0);
});

test('a field that becomes single keeps the last value, and exactly the counted records lose others', async () => {
  const [first = ''] = await fill();
  const single = items({
    tags: { maxSelect: 1 },
    links: target({ minSelect: null, maxSelect: 1 }),
    docs: { maxSelect: 1 },
  });
  await review(notes, posts, single);
  const { sent } = watchRequests();
  const declined = confirmImport();
  const question = await answerQuestion(false);
  expect(question).toBe(
    [
      'Do you really want to keep only the last value of each record in the following fields:',
      '- items.tags (tags0000)',
      '- items.links (links000)',
      '- items.docs (docs0000)',
      '',
      'Records with this data:',
      '- items.tags: 2 records',
      '- items.links: 2 records',
      '- items.docs: 1 record',
    ].join('\n'),
  );
  expect(await declined).toBe(false);
  expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
  const record = await backend().api.get<Record<string, unknown[]>>(`${RECORDS}/${first}`);
  expect(record['tags']).toEqual(['a', 'b', 'c']);

  const accepted = confirmImport();
  await answerQuestion(true);
  expect(await accepted).toBe(true);
  const after = await backend().api.get(`${RECORDS}/${first}`);
  expect(after).toMatchObject({ tags: 'c', links: record['links']?.at(-1), docs: record['docs']?.at(-1) });
  // The files that no record names any more stay in the storage.
  const files = readdirSync(`${backend().dir}/storage/items0000000000/${first}`);
  expect(files).toEqual(expect.arrayContaining(record['docs'] ?? []));
});

test('the backend refuses what needs no warning, and deletes the values of a field with another id', async () => {
  const [first = ''] = await fill();
  const withField = (name: Name, change: object) => ({
    ...items(),
    schema: fieldsOf(items()).map((field) => (field['name'] === name ? { ...field, ...change } : field)),
  });
  const send = (item: object, rest: readonly object[] = [notes, posts], deleteMissing = true) =>
    backend().api.request('PUT', '/api/collections/import', { collections: [item, ...rest], deleteMissing });
  await expect(send(withField('line', { type: 'number', options: {} }))).rejects.toThrow('type cannot be');
  await expect(send({ ...items(), type: 'auth' })).rejects.toThrow('type cannot be');
  await expect(send(items({ links: { collectionId: posts.id } }))).rejects.toThrow('cannot be changed');
  await expect(send(items(), [posts])).rejects.toThrow("collection doesn't exist");
  const other = withField('line', { id: 'other000' });
  await expect(send(other, [], false)).rejects.toThrow('duplicate column');
  expect(await backend().api.get(`${RECORDS}/${first}`)).toMatchObject({ line: 'größer' });
  await send(other);
  expect(await backend().api.get(`${RECORDS}/${first}`)).toMatchObject({ line: '' });
});

test('counts the records with a value of each removed field, and the records of a deleted collection', async () => {
  await fill();
  await backend().api.post('/api/collections/posts/records', { title: 'x' });
  await review(notes, items({}, Object.keys(WIDE).slice(1)));
  const stop = watchCounts();
  await until($importImpact, ({ isCounted }) => isCounted);
  const { losses, counts } = $importImpact.get();
  expect(Object.fromEntries(losses.map((loss) => [loss.path, counts.get(loss)] as const))).toEqual({
    'posts.*': 1,
    'items.amount': 3,
    'items.day': 3,
    'items.tags': 3,
    'items.state': 3,
    'items.links': 3,
    'items.docs': 1,
    'items.data': 2,
    'items.mail': 2,
    'items.site': 2,
    'items.done': 1,
    'items.body': 2,
  });
  stop();
});

test('a count that fails is unknown, and the question does not name a number', async () => {
  await fill();
  rejectRequests(({ path }) => path.endsWith('/records'), 'Broken.', 500);
  await review(notes, posts, items({ tags: { maxSelect: 1 } }));
  const stop = watchCounts();
  expect(await countedLosses()).toEqual([['to-single', undefined]]);
  const importing = confirmImport();
  expect(await answerQuestion(false)).toMatch(/- items\.tags \(tags0000\)$/);
  expect(await importing).toBe(false);
  stop();
});

test('the question does not wait long for counts, and closing the review stops counting', async () => {
  await fill();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const counts = holdRequests(({ path }) => path.endsWith('/records'));
    await review(notes, posts, items({ tags: { maxSelect: 1 } }));
    const stop = watchCounts();
    const importing = confirmImport();
    await counts.arrived;
    await vi.advanceTimersByTimeAsync(2900);
    expect($question.get()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect($question.get()?.text).toMatch(/- items\.tags \(tags0000\)$/);
    closeReview();
    expect(await importing).toBe(false);
    expect([$question.get(), $review.get()]).toEqual([undefined, undefined]);
    expect($importImpact.get()).toMatchObject({ losses: [], isCounted: true });
    counts.release();
    stop();
  } finally {
    vi.useRealTimers();
  }
  expect(await stored()).toHaveLength(3);
});

test('the review names the rules that still use what the import renames', async () => {
  const ruled = { ...notes, listRule: '@collection.posts.title = "x"' };
  await replaceCollections([posts, ruled]);
  await review(ruled, { ...posts, name: 'articles' });
  expect($importImpact.get().references).toMatchObject([
    { collectionName: 'notes', label: 'List/Search rule', mentions: [{ name: 'posts', to: 'articles' }] },
  ]);
  closeReview();
  expect($importImpact.get().references).toEqual([]);
});

test('many losses are counted a few at a time', async () => {
  const many = Array.from({ length: 30 }, (_, index) => {
    const number = String(index).padStart(2, '0');
    return rawOf(`many${number}000000000`, `many_${number}`, [fieldOf('line', 'text', WIDE.line[1])]);
  });
  await replaceCollections(many);
  let pending = 0;
  let most = 0;
  const original = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    pending += 1;
    most = Math.max(most, pending);
    try {
      return await original(...args);
    } finally {
      pending -= 1;
    }
  };
  try {
    await review(posts);
    const stop = watchCounts();
    expect(await countedLosses()).toEqual(many.map(() => ['collection-deleted', 0]));
    expect(most).toBe(4);
    stop();
  } finally {
    globalThis.fetch = original;
  }
});
