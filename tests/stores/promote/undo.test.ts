import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { backends } from '#browser/backends.ts';
import { formatKept, type KeptState, parseKept } from '#domain/promote/kept.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { $question } from '#stores/app/confirm.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $kept, promote } from '#stores/promote/apply.ts';
import { $job, stopJob } from '#stores/promote/job.ts';
import {
  $chosenRecords,
  $comparable,
  $recordComparisons,
  compareRecords,
  forgetRecords,
  selectRecords,
} from '#stores/promote/records.ts';
import { undoFile, undoPromotion } from '#stores/promote/undo.ts';
import { field } from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { removeToasts } from '../toasts.ts';
import {
  answer,
  both,
  confirmed,
  exported,
  found,
  keptNow,
  outcome,
  select,
  shown,
  startTwo,
} from './promote-fixture.ts';

vi.mock('#browser/save-file.ts', async () => ({
  saveJsonFile: (await import('./promote-fixture.ts')).saveJsonFile,
}));

startTwo();
afterEach(() => {
  forgetRecords();
  removeToasts();
});

const idOf = (name: string) => name.padEnd(15, '0');
/** Both sides have the same ids of fields. */
const base = (name: string, schema: ReturnType<typeof field>[] = [field('title')]) =>
  completeCollection({
    ...{ id: idOf(name), name, type: 'base' },
    schema: schema.map((each) => ({ id: each.name.padEnd(8, '0'), ...each })),
  });
const view = (name: string, query: string) =>
  completeCollection({ id: idOf(name), name, type: 'view', options: { query } });
const relation = (name: string, to: string, options: object, required = false) =>
  field(name, 'relation', {
    required,
    options: { collectionId: idOf(to), maxSelect: 1, cascadeDelete: false, ...options },
  });
const importInto = (index: 0 | 1, collections: object[]) =>
  both()[index].api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
const change = (index: 0 | 1, path: string, body: object) => both()[index].api.request('PATCH', path, body);
const recordPath = (collection: string, id = '') =>
  `/api/collections/${idOf(collection)}/records${id && `/${idOf(id)}`}`;
const collectionPath = (name: string) => `/api/collections/${idOf(name)}`;

async function promoted(): Promise<KeptState> {
  await confirmed(promote());
  return keptNow();
}

const messages = () => $toasts.get().map(({ type, message }) => [type, message]);

/** Undoes a promotion; the question, what it did step by step, and the requests that change something. */
async function undone(kept: KeptState, yes = true) {
  const steps = new Set<string>();
  const stop = $job.listen((job) => void (job?.text && steps.add(job.text)));
  const { requests, stop: stopWatching } = watchRequests();
  const undoing = undoPromotion(kept);
  const question = await answer(yes);
  await undoing;
  stop();
  stopWatching();
  const changes = requests.filter(({ method }) => method !== 'GET');
  return { question, steps: [...steps], sent: changes.map(({ method, path }) => `${method} ${path}`) };
}

const CHANGED = 'Changed since by somebody else: it was left alone.';
const DONE = 'What was promoted to Live was taken back.';

const DIFFERENCES = [
  'alpha: Field extra',
  'alpha: List/Search rule',
  'beta: List/Search rule',
  'child: New collection',
  'filled: New collection',
  'meta: appName',
  'logs: maxDays',
  'peek: Select query',
  'seen: Select query',
  'target: New collection',
  'wide: New collection',
  'zone: New collection',
];

beforeAll(async () => {
  const stored = [
    base('alpha'),
    base('beta'),
    view('peek', 'SELECT id, title FROM alpha'),
    view('seen', 'SELECT id, title FROM alpha'),
  ];
  for (const index of [0, 1] as const) await importInto(index, stored);
  await both()[1].api.post(recordPath('alpha'), { title: 'one' });
  await both()[0].api.post(recordPath('alpha'), { id: idOf('two'), title: 'two' });
  await importInto(0, [
    { ...base('alpha', [field('title'), field('extra')]), listRule: 'title = "new"' },
    { ...base('beta'), listRule: 'title = "new"' },
    base('filled'),
    base('target'),
    base('zone'),
    base('child', [relation('zone', 'zone', {})]),
    view('peek', 'SELECT id FROM alpha'),
    view('seen', 'SELECT id FROM alpha'),
    view('wide', 'SELECT id, title FROM alpha'),
  ]);
  await change(0, '/api/settings', { meta: { appName: 'New' }, logs: { maxDays: 77 } });
});

test.each([
  ['not JSON', new Blob(['nothing']), 'This file was not saved before a promotion.'],
  [
    'unreadable',
    { text: () => Promise.reject(new Error('Gone.')) } as unknown as Blob,
    'This file was not saved before a promotion.',
  ],
  [
    'of another backend',
    new Blob([
      formatKept({
        ...{ url: 'http://other.test/', at: '', records: [], recordCollections: [] },
        ...{ collections: { before: [], after: [] }, settings: { before: {}, after: {} } },
      }),
    ]),
    'This file belongs to a backend that is not in the list.',
  ],
])('a file that is %s undoes nothing, and is said', async (_what, file, message) => {
  const { sent } = watchRequests();
  await undoFile(file);
  expect([messages(), sent, $question.get()]).toEqual([[['error', message]], [], undefined]);
});

test('who says no undoes nothing, and may undo it later', async () => {
  const kept: KeptState = {
    ...{ url: backends()[1]?.url ?? '', at: '', records: [], recordCollections: [] },
    ...{ collections: { before: [], after: [] }, settings: { before: {}, after: {} } },
  };
  $kept.set(kept);
  const job = $job.get();
  expect(await undone(kept, false)).toEqual({
    question: { text: 'Do you really want to undo what was promoted to Live?', loss: '', typed: 'Live' },
    ...{ steps: [], sent: [] },
  });
  expect([$kept.get(), $job.get()]).toEqual([kept, job]);
});

/** Selects all records of a collection that differ. */
async function selectRecordsOf(name: string): Promise<void> {
  const comparable = $comparable.get().find(({ target }) => target.id === idOf(name));
  if (!comparable) throw new Error('The collection is not offered.');
  await compareRecords(comparable);
  selectRecords($recordComparisons.get().get(idOf(name))?.records ?? [], true);
}

test('a backend that can’t be read is named, and nothing is asked', async () => {
  const kept = keptNow();
  rejectRequests(({ path }) => path === '/api/settings', 'No settings today.');
  await undoPromotion(kept);
  expect([messages(), $question.get(), $kept.get()]).toEqual([
    ...[[['error', 'Live: No settings today.']], undefined, kept],
  ]);
});

test('collections and settings that somebody has changed since are left alone; all others are taken back', async () => {
  const [, { api }] = both();
  const read = async () => [await api.get(collectionPath('alpha')), await api.get(collectionPath('seen'))];
  const settings = await api.get<{ logs: object }>('/api/settings');
  const before = await read();
  await found();
  expect(shown().sort()).toEqual([...DIFFERENCES].sort());
  select(...DIFFERENCES);
  await selectRecordsOf('alpha');
  const kept = await promoted();
  expect(outcome()).toEqual(['Promoted to Live: 9 collections, 2 settings, 1 record.']);

  await change(1, collectionPath('beta'), { viewRule: '' });
  await change(1, collectionPath('peek'), { options: { query: 'SELECT id, title AS name FROM alpha' } });
  await change(1, '/api/settings', { meta: { appName: 'Theirs' } });
  await api.post(recordPath('filled'), { title: 'theirs' });
  await importInto(1, [base('theirs', [relation('to', 'target', {})])]);

  const first = await undone(kept);
  expect(first.question).toEqual({
    text: 'Do you really want to undo what was promoted to Live?',
    loss: [
      'Do you really want to delete the following collection fields and their related records data:',
      '- alpha.extra (extra000)',
      ...['child', 'filled', 'target', 'wide', 'zone'].map((name) => `- ${name}.*`),
      ...['', 'Records that were created: 1'],
    ].join('\n'),
    typed: 'Live',
  });
  expect(first.steps).toEqual([
    'Taking back records…',
    'Taking back collections…',
    'Taking back settings…',
    DONE,
  ]);
  // What others refer to is deleted after them: that is tried again as long as it helps.
  const removals = ['wide', 'zone', 'target', 'child', 'zone', 'target', 'target'];
  expect(first.sent).toEqual([
    `DELETE ${recordPath('alpha', 'two')}`,
    'PUT /api/collections/import',
    `PATCH ${collectionPath('alpha')}`,
    ...removals.map((name) => `DELETE ${collectionPath(name)}`),
    'PATCH /api/settings',
  ]);
  expect($job.get()).toEqual({
    ...{ what: 'undo', state: 'ended', text: DONE, done: 0, total: 0, isWaiting: false },
    left: [
      {
        ...{ key: idOf('filled'), label: 'filled' },
        reason: 'It has records by now: it was left alone.',
      },
      { key: idOf('target'), label: 'target', reason: 'Other collections refer to it.' },
      { key: 'meta.appName', label: 'meta.appName', reason: CHANGED },
      { key: idOf('beta'), label: 'beta', reason: CHANGED },
      { key: idOf('peek'), label: 'peek', reason: CHANGED },
    ],
  });
  const [alpha, seen] = (await read()) as Record<string, unknown>[];
  expect(alpha).toEqual({ ...(before[0] as object), updated: alpha?.['updated'] });
  expect(seen).toMatchObject({ options: { query: 'SELECT id, title FROM alpha' } });
  expect(await api.get('/api/settings')).toMatchObject({
    meta: { appName: 'Theirs' },
    logs: settings.logs,
  });
  expect($kept.get()).toBeUndefined();
  // Compared again.
  expect(shown()).toContain('alpha: Field extra');

  // Again: there is nothing to restore.
  const second = await undone(kept);
  expect(second.steps).toEqual(['Taking back records…', 'Taking back collections…', DONE]);
  expect(second.sent).toEqual([
    `DELETE ${recordPath('alpha', 'two')}`,
    ...Array.from({ length: 2 }, () => `DELETE ${collectionPath('target')}`),
  ]);
  const third = await undone({ ...kept, records: [], collections: { before: [], after: [] } });
  expect([third.steps, third.sent]).toEqual([['Taking back records…', DONE], []]);
});

test('what can’t be taken back of the records says why; an undo that fails can be done again', async () => {
  const [from, to] = both();
  const title = field('title', 'text', { presentable: true });
  const collections = [
    base('notes', [title, field('text'), field('extra')]),
    base('needs', [relation('note', 'notes', {}, true)]),
  ];
  for (const index of [0, 1] as const) {
    await importInto(index, collections);
    for (const name of ['back', 'lost', 'refused', 'twice'])
      await both()[index].api.post(recordPath('notes'), {
        ...{ id: idOf(name), title: name, text: String(index) },
        ...(name === 'twice' && { extra: String(index) }),
      });
  }
  for (const name of ['deleted', 'fresh', 'needed'])
    await from.api.post(recordPath('notes'), { id: idOf(name), title: name, text: '0' });
  await found();
  await selectRecordsOf('notes');
  const kept = await promoted();
  expect(outcome()).toEqual(['Promoted to Live: 7 records.']);
  for (const id of ['deleted', 'lost']) await to.api.request('DELETE', recordPath('notes', id));
  await to.api.post(recordPath('needs'), { note: idOf('needed') });

  const stopFailing = rejectRequests(({ method }) => method === 'DELETE', 'Broken.', 500);
  const failed = await undone(kept);
  expect(failed.question.loss).toBe('Records that were created: 3');
  expect([outcome(), messages(), $kept.get()]).toEqual([['Broken.'], [['error', 'Live: Broken.']], kept]);
  stopFailing();

  await change(1, recordPath('notes', 'twice'), { text: 'theirs' });
  const { schema } = base('notes', [title, field('text')]);
  await change(1, collectionPath('notes'), { schema });
  const data = { text: { code: 'validation', message: 'Not today.' } };
  await change(1, recordPath('notes', 'refused'), { text: '0' });
  const stopRejecting = rejectRequests(
    ({ method, path }) => method === 'PATCH' && path === recordPath('notes', 'refused'),
    'Failed.',
    400,
    data,
  );
  await undone(kept);
  stopRejecting();
  // Several are sent at once.
  const left = [...($job.get()?.left ?? [])].sort((one, other) => one.label.localeCompare(other.label));
  const keyOf = (id: string) => `${idOf('notes')} ${idOf(id)}`;
  expect(left).toEqual([
    { key: keyOf('needed'), label: 'needed', reason: expect.stringContaining('required') },
    { key: keyOf('refused'), label: 'refused', reason: 'text: Not today.' },
    {
      ...{ key: keyOf('twice'), label: 'twice' },
      reason: 'text: changed since by somebody else. extra: the collection no longer has this field.',
    },
  ]);
  // Those which are back or deleted, also by somebody else.
  expect($job.get()).toMatchObject({ text: DONE, done: 4, total: 7 });
  expect(to.sql('SELECT id, text FROM notes ORDER BY id')).toEqual([
    { id: idOf('back'), text: '1' },
    { id: idOf('needed'), text: '0' },
    { id: idOf('refused'), text: '0' },
    { id: idOf('twice'), text: 'theirs' },
  ]);
  // They are to be compared again.
  expect([$recordComparisons.get().size, $chosenRecords.get()]).toEqual([0, []]);
});

test('a record that was created stays when others have filled a field that was added or renamed since', async () => {
  const [from, to] = both();
  const every = (['text', 'number', 'bool', 'json', 'date', 'select', 'editor'] as const).map((type) =>
    field(`added_${type}`, type, {
      options: {
        ...(type === 'select' && { maxSelect: 2, values: ['a', 'b'] }),
        ...(type === 'json' && { maxSize: 99 }),
      },
    }),
  );
  for (const index of [0, 1] as const) await importInto(index, [base('tasks', [field('title')])]);
  for (const name of ['filled', 'unfilled'])
    await from.api.post(recordPath('tasks'), { id: idOf(name), title: '' });
  await from.api.post(recordPath('tasks'), { id: idOf('renamed'), title: 'mine' });
  await found();
  await selectRecordsOf('tasks');
  const kept = await promoted();
  const headline = { ...field('headline'), id: 'title000' };
  const { schema } = base('tasks', [headline, ...every]);
  await change(1, collectionPath('tasks'), { schema });
  await change(1, recordPath('tasks', 'filled'), { added_text: 'theirs' });
  await change(1, recordPath('tasks', 'renamed'), { headline: 'theirs' });
  await undone(kept);
  expect(to.sql('SELECT id FROM tasks ORDER BY id')).toEqual([
    { id: idOf('filled') },
    { id: idOf('renamed') },
  ]);
  expect($job.get()?.left?.map(({ reason }) => reason)).toEqual([CHANGED, CHANGED]);
});

test('records are taken back in their field, which was renamed since and has another one in its place', async () => {
  const [from, to] = both();
  for (const index of [0, 1] as const) {
    await importInto(index, [base('essays', [field('title')])]);
    await both()[index].api.post(recordPath('essays'), { id: idOf('old'), title: String(index) });
  }
  await from.api.post(recordPath('essays'), { id: idOf('fresh'), title: 'mine' });
  await found();
  await selectRecordsOf('essays');
  const kept = parseKept(formatKept(await promoted()));
  if (!kept) throw new Error('Nothing is kept.');
  const headline = { ...field('headline'), id: 'title000' };
  const { schema } = base('essays', [headline, { ...field('title'), id: 'another0' }]);
  await change(1, collectionPath('essays'), { schema });
  await undone(kept);
  expect($job.get()?.left).toEqual([]);
  expect(to.sql('SELECT id, headline, title FROM essays')).toEqual([
    { id: idOf('old'), headline: '1', title: '' },
  ]);
});

test('an undo that is stopped leaves the rest, says so, and can be finished', async () => {
  const [from, to] = both();
  await change(0, collectionPath('beta'), { listRule: "title = 'stopped'" });
  const names = Array.from({ length: 30 }, (_, index) => `many${index + 10}`);
  for (const title of names) await from.api.post(recordPath('notes'), { id: idOf(title), title });
  await found();
  select('beta: List/Search rule');
  await selectRecordsOf('notes');
  const kept = await promoted();
  const rule = () => to.sql("SELECT listRule AS rule FROM _collections WHERE name = 'beta'")[0]?.['rule'];
  expect(rule()).toBe("title = 'stopped'");
  const left = () => to.sql("SELECT count(*) AS n FROM notes WHERE id LIKE 'many%'")[0]?.['n'];
  expect(left()).toBe(30);

  const held = holdRequests(({ method }) => method === 'DELETE');
  const undoing = undoPromotion(kept);
  await answer();
  await held.arrived;
  stopJob();
  held.release();
  await undoing;
  const text = 'Stopped. Not all that was promoted to Live was taken back.';
  expect($job.get()).toMatchObject({ state: 'ended', text, left: [] });
  expect(left()).toBeGreaterThanOrEqual(22);
  expect(rule()).toBe("title = 'stopped'");
  expect($kept.get()).toBe(kept);

  await undone(kept);
  expect([left(), $kept.get()]).toEqual([0, undefined]);
  expect(rule()).not.toBe("title = 'stopped'");
});

test('an index that PocketBase wrote in its own form is neither a difference nor a change by others', async () => {
  const indexed = (name: string, ...more: string[]) => ({
    ...base(
      name,
      ['title', 'text', ...more].map((each) => field(each)),
    ),
    indexes: [`CREATE INDEX idx_${name} ON ${name} (title, text)`],
  });
  for (const index of [0, 1] as const) await importInto(index, [indexed('ink'), indexed('jet')]);
  await importInto(0, [indexed('ink', 'extra'), indexed('jet', 'extra')]);
  await found();
  const own = () => shown().filter((each) => /^(ink|jet): /.test(each));
  const differences = ['ink: Field extra', 'jet: Field extra'];
  select(...differences);
  const kept = await promoted();
  const stopFailing = rejectRequests(
    ({ method, path }) => method === 'PATCH' && path === collectionPath('jet'),
    'Broken.',
    500,
  );
  await undone(kept);
  expect(outcome()).toEqual(['Broken.']);
  stopFailing();
  await undone(kept);
  expect(outcome()).toEqual([DONE]);
  expect(own()).toEqual(differences);
});

test('a field is taken back after the promoted view that reads it', async () => {
  const [, { api }] = both();
  for (const index of [0, 1] as const) await importInto(index, [base('land')]);
  await importInto(0, [
    base('land', [field('title'), field('extra')]),
    view('map', 'SELECT id, extra FROM land'),
    view('zoom', 'SELECT id, extra FROM map'),
  ]);
  await found();
  const before = await exported(api);
  select('zoom: New collection');
  const kept = await promoted();
  expect(outcome()).toEqual(['Promoted to Live: 3 collections.']);
  await undone(kept);
  expect(outcome()).toEqual([DONE]);
  expect(await exported(api)).toBe(before);
});

test('a field that a view of others reads by now is left alone, and all else is taken back', async () => {
  const [, { api }] = both();
  const rule = 'lawn: List/Search rule';
  for (const index of [0, 1] as const) await importInto(index, [base('lawn')]);
  await importInto(0, [{ ...base('lawn', [field('title'), field('extra')]), listRule: 'extra = "new"' }]);
  await change(0, '/api/settings', { logs: { maxDays: 78 } });
  const settings = await api.get<{ logs: object }>('/api/settings');
  await found();
  select(rule, 'logs: maxDays');
  const kept = await promoted();
  await importInto(1, [view('others', 'SELECT id, extra FROM lawn')]);
  await undone(kept);
  expect(outcome()).toEqual([DONE, 'lawn: Failed to update the collection.']);
  expect(await api.get('/api/settings')).toMatchObject({ logs: settings.logs });
  expect(shown()).toContain(rule);
});
