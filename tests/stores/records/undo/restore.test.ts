import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { Limit } from '#domain/backend/field.ts';
import { $question } from '#stores/app/confirm.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { $journal } from '#stores/records/journal.ts';
import { $recordTool, closeRecordTool } from '#stores/records/tools.ts';
import { deleteLoss, keepForUndo } from '#stores/records/undo/delete.ts';
import { createConsequences } from '#stores/records/undo/keep.ts';
import { undo } from '#stores/records/undo/run.ts';
import {
  answerRequests,
  failAfterwards,
  holdRequests,
  loseResponses,
  rejectRequests,
} from '#tests/stores/network-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import {
  addFields,
  createAccounts,
  createCollection,
  createRecord,
  field,
  renamed,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, toasts, toCollection, until } from '../record-fixture.ts';
import {
  createProjects,
  deleteNoted,
  fileText,
  lastEntry,
  signal,
  storedRecords,
  textFile,
  withoutTimes,
} from './undo-fixture.ts';

beforeEach(() => $journal.set([]));

/** What the backend adds to the names of files. */
const SUFFIX = /_[A-Za-z0-9]{10}\.txt/g;

test('records come back with their files, what was deleted with them, and references to them', async () => {
  const { api } = backend();
  const { cats, projects, tasks, notes, people } = await createProjects();
  const cat = await createRecord(api, cats.id, { name: 'cat' });
  const first = await createRecord(api, projects.id, {
    title: 'a\r\n"b"',
    amount: 1.1,
    active: true,
    due: '2026-01-02 03:04:05.678Z',
    tags: ['red', 'blue'],
    author: cat.id,
    reviewers: [cat.id],
    cover: textFile('cover.txt', 'cover'),
    attachments: [textFile('one.txt', 'one'), textFile('two_abcdefghij.txt', 'two')],
  });
  const body = new FormData();
  body.append('meta', '{"big":9007199254740993,"exact":1.10}');
  await api.patch(`/api/collections/${projects.id}/records/${first.id}`, body);
  const second = await createRecord(api, projects.id, { title: 'second' });
  const third = await createRecord(api, projects.id, { title: 'third' });
  const task = await createRecord(api, tasks.id, {
    title: 't',
    project: first.id,
    proof: textFile('proof.txt', 'yes'),
  });
  const other = await createRecord(api, tasks.id, { title: 'stays', project: third.id });
  const gone = await createRecord(api, notes.id, { tasks: [task.id] });
  const kept = await createRecord(api, notes.id, { tasks: [task.id, other.id] });
  await createUser(backend(), people.id, {
    username: 'ann',
    favourites: [second.id, first.id, third.id],
    current: first.id,
  });
  const all = [cats, projects, tasks, notes, people];
  const read = () => Promise.all(all.map(({ id }) => storedRecords(id)));
  const before = await read();
  await deleteNoted(projects, [first.id, second.id]);
  const deleted = await read();
  expect(deleted.map((records) => Object.keys(records).length)).toEqual([1, 1, 1, 1, 1]);
  expect(lastEntry()).toMatchObject({ kind: 'delete', count: 2, undo: { state: 'open' } });
  expect(lastEntry().text).toBe(`Deleted 2 records of ${projects.name}, with 2 other records`);

  await undo(lastEntry().id);

  expect(toasts()).toEqual(['Brought back 4 records.']);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
  const after = await read();
  const plain = (records: object) => JSON.parse(JSON.stringify(records).replaceAll(SUFFIX, '.txt'));
  expect(plain(after.map(withoutTimes))).toEqual(plain(before.map(withoutTimes)));
  const [, restored] = after;
  const project = restored?.[first.id] ?? {};
  const [one, two] = project['attachments'] as string[];
  expect(await Promise.all([project['cover'], one, two].map((name) => fileText(project, name)))).toEqual([
    'cover',
    'one',
    'two',
  ]);
  expect(two).toMatch(/^two_abcdefghij_[A-Za-z0-9]{10}\.txt$/);
  const [row] = backend().sql(`select meta from ${projects.name} where id = ?`, [first.id]);
  expect(row?.['meta']).toBe('{"big":9007199254740993,"exact":1.10}');
  expect(after[3]?.[gone.id]).toBeDefined();
  expect(after[3]?.[kept.id]?.['tasks']).toEqual([task.id, other.id]);
});

test('more records than one request finds come back with their files and with what was deleted with them', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const created: { id: string; title: string }[] = [];
  await inParallel(
    Array.from({ length: 52 }, (_, index) => `p${index}`),
    8,
    async (title) => {
      const cover = textFile('cover.txt', `cover of ${title}`);
      const { id } = await createRecord(api, projects.id, { title, cover });
      created.push({ id, title });
      await createRecord(api, tasks.id, {
        title: `of ${title}`,
        project: id,
        proof: textFile('proof.txt', id),
      });
    },
  );
  const read = () => Promise.all([projects, tasks].map(({ id }) => storedRecords(id)));
  const before = await read();
  await deleteNoted(
    projects,
    created.map(({ id }) => id),
  );
  expect(await read()).toEqual([{}, {}]);
  await undo(lastEntry().id);
  expect(toasts()).toEqual(['Brought back 104 records.']);
  const after = await read();
  const plain = (records: object) => JSON.parse(JSON.stringify(records).replaceAll(SUFFIX, '.txt'));
  expect(plain(after.map(withoutTimes))).toEqual(plain(before.map(withoutTimes)));
  const [restored = {}, restoredTasks = {}] = after;
  const files = async (records: object, name: string) => {
    const texts = new Set<string>();
    await inParallel(Object.values(records), 8, async (record) => {
      texts.add(await fileText(record, record[name]));
    });
    return texts;
  };
  expect(await files(restored, 'cover')).toEqual(new Set(created.map(({ title }) => `cover of ${title}`)));
  expect(await files(restoredTasks, 'proof')).toEqual(new Set(created.map(({ id }) => id)));
});

test('an auth record comes back where passwords must have the largest length', async () => {
  const { api } = backend();
  const people = await createAccounts(api, { minPassword: 72 });
  await loadCollections();
  const ann = await createUser(backend(), people.id);
  const before = withoutTimes(await storedRecords(people.id));
  await deleteNoted(people, [ann.id]);
  await undo(lastEntry().id);
  expect(withoutTimes(await storedRecords(people.id))).toEqual(before);
});

test('an auth record comes back with another password', async () => {
  const { api } = backend();
  const { people } = await createProjects();
  const ann = await createUser(backend(), people.id, { username: 'ann', verified: true });
  const before = withoutTimes(await storedRecords(people.id));
  await deleteNoted(people, [ann.id]);
  await undo(lastEntry().id);
  expect(withoutTimes(await storedRecords(people.id))).toEqual(before);
  await expect(
    api.post(`/api/collections/${people.id}/auth-with-password`, { identity: 'ann', password: PASSWORD }),
  ).rejects.toThrow();
  expect(JSON.stringify($journal.get())).not.toContain('password');
});

test('records that refer to one another come back, and so does one that refers to itself', async () => {
  const { api } = backend();
  const created = await createCollection(api, { name: uniqueName('rings'), fields: [field('title')] });
  await addFields(
    api,
    created.id,
    field('next', 'relation', { collectionId: created.id, cascades: true }),
    field('others', 'relation', { collectionId: created.id, max: null }),
  );
  await loadCollections();
  const path = `/api/collections/${created.id}/records`;
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map((title) => createRecord(api, created.id, { title })),
  );
  if (!a || !b || !c) throw new Error('Not created.');
  await api.patch(`${path}/${a.id}`, { next: b.id, others: [a.id, c.id] });
  await api.patch(`${path}/${b.id}`, { next: a.id, others: [c.id, a.id, b.id] });
  const before = withoutTimes(await storedRecords(created.id));
  await deleteNoted(created, [a.id]);
  expect(Object.keys(await storedRecords(created.id))).toEqual([c.id]);
  const lose = loseResponses(({ method }) => method === 'POST');
  await undo(lastEntry().id);
  lose();
  expect(lastEntry().undo.state).toBe('open');
  await undo(lastEntry().id);
  expect(lastEntry().undo.state).toBe('undone');
  expect(withoutTimes(await storedRecords(created.id))).toEqual(before);
});

test('a record that stays although its references are all gone gets them back', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('parts'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  const of = { collectionId: created.id, max: null, cascades: true } as const;
  await addFields(api, created.id, field('of', 'relation', of));
  await loadCollections();
  const root = await createRecord(api, created.id, { title: 'root' });
  const first = await createRecord(api, created.id, { title: 'first', of: [root.id] });
  const both = await createRecord(api, created.id, { title: 'both', of: [root.id, first.id] });
  const before = withoutTimes(await storedRecords(created.id));
  const $details = createConsequences(toCollection(created), [root.id]);
  if (!$details) throw new Error('Nothing can refer to this.');
  expect(await until($details, ({ state }) => state !== 'busy')).toMatchObject({
    value: [`Up to 2 records of ${created.name} will be deleted with it.`],
  });
  await deleteNoted(created, [root.id]);
  // Its cascade has taken the root out of a list that it had read before, with the first record.
  expect(await storedRecords(created.id)).toMatchObject({ [both.id]: { of: [first.id] } });
  expect(lastEntry()).toMatchObject({
    text: `Deleted “root” of ${created.name}, with 1 other record`,
    changes: [{ id: both.id }],
  });
  await undo(lastEntry().id);
  expect(toasts()).toEqual(['Brought back 2 records.']);
  expect(lastEntry().undo.state).toBe('undone');
  expect(withoutTimes(await storedRecords(created.id))).toEqual(before);
});

test('a record that was created again under the same id is left alone', async () => {
  const { api } = backend();
  const { projects } = await createProjects();
  const record = await createRecord(api, projects.id, { title: 'mine' });
  await deleteNoted(projects, [record.id]);
  await createRecord(api, projects.id, { id: record.id, title: 'theirs' });
  await undo(lastEntry().id);
  expect(toasts()).toEqual(['Brought back 0 of 1 record.']);
  expect(lastEntry().undo).toMatchObject({
    state: 'failed',
    left: [{ label: 'mine', reason: 'A record with this id exists again: it was left alone.' }],
  });
  expect((await storedRecords(projects.id))[record.id]?.['title']).toBe('theirs');
  await api.delete(`/api/collections/${projects.id}/records/${record.id}`);
  await undo(lastEntry().id);
  expect((await storedRecords(projects.id))[record.id]?.['title']).toBe('mine');
});

test('a record with an id that the backend gives to no new one is deleted only after a question', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  const task = await createRecord(api, tasks.id, { title: 't', project: project.id });
  // As hooks and migrations store it.
  backend().copyRow(tasks.name, task.id, [{ id: 'home' }]);
  const keep = () => keepForUndo(projects, [project.id], { signal });
  const keeping = keep();
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.text).toBe('Do you want to delete without the possibility to undo?');
  expect(question?.loss).toBe('Records with these ids can’t be brought back: home.');
  question?.answer(false);
  expect(await keeping).toBeUndefined();
  const confirmed = keep();
  await answerQuestion(true);
  const copies = await confirmed;
  await api.delete(`/api/collections/${projects.id}/records/${project.id}`);
  await copies?.note([project.id]);
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({
    ...{ state: 'failed', done: 2, total: 3 },
    left: [{ id: 'home', reason: 'id: The length must be exactly 15.' }],
  });
});

test('values of removed fields and references to records that are gone are left out and named', async () => {
  const { api } = backend();
  const { projects, cats } = await createProjects();
  const cat = await createRecord(api, cats.id, { name: 'cat' });
  const record = await createRecord(api, projects.id, {
    title: 'x',
    contact: 'a@b.de',
    active: true,
    author: cat.id,
  });
  await deleteNoted(projects, [record.id]);
  await api.delete(`/api/collections/${cats.id}/records/${cat.id}`);
  await updateCollection(api, projects.id, () => ({
    fields: projects.fields.filter(({ name }) => name !== 'contact' && name !== 'active'),
  }));
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({
    state: 'undone',
    done: 1,
    left: [
      {
        reason:
          'active, contact: the collection no longer has this field. author: without references to records that no longer exist.',
      },
    ],
  });
  expect((await storedRecords(projects.id))[record.id]).toMatchObject({ title: 'x', author: '' });
});

test('what is left after a lost connection can be undone later, and nothing comes back twice', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  for (let index = 0; index < 20; index++)
    await createRecord(api, tasks.id, { title: `${index}`, project: project.id });
  const before = withoutTimes(await storedRecords(tasks.id));
  await deleteNoted(projects, [project.id]);
  let count = 0;
  const lose = loseResponses(({ method }) => method === 'POST' && ++count > 5);
  await undo(lastEntry().id);
  lose();
  expect(lastEntry().undo.state).toBe('open');
  await undo(lastEntry().id);
  expect(lastEntry().undo.state).toBe('undone');
  expect(withoutTimes(await storedRecords(tasks.id))).toEqual(before);
});

test('what is stored although the backend reports a fault does not come back twice, and a busy one is waited for', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  for (const title of ['a', 'b']) await createRecord(api, tasks.id, { title, project: project.id });
  const before = withoutTimes(await storedRecords(tasks.id));
  await deleteNoted(projects, [project.id]);
  let [refusals, faults] = [0, 0];
  rejectRequests(({ method }) => method === 'POST' && ++refusals === 1, 'Not now.', 429);
  const fail = failAfterwards(
    ({ method, path }) => method === 'POST' && path.includes(tasks.id) && ++faults === 1,
  );
  await undo(lastEntry().id);
  fail();
  expect(lastEntry().undo).toMatchObject({ state: 'failed', left: [{ reason: 'A hook failed.' }] });
  expect(withoutTimes(await storedRecords(tasks.id))).toEqual(before);
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
  expect(withoutTimes(await storedRecords(tasks.id))).toEqual(before);
});

test('what a stopped undo left out is named when another one has brought back the rest', async () => {
  const { api } = backend();
  const { cats, projects, tasks } = await createProjects();
  const cat = await createRecord(api, cats.id, { name: 'cat' });
  const project = await createRecord(api, projects.id, { title: 'p', author: cat.id });
  await createRecord(api, tasks.id, { title: 't', project: project.id });
  await deleteNoted(projects, [project.id]);
  await api.delete(`/api/collections/${cats.id}/records/${cat.id}`);
  const find = loseResponses(({ method, path }) => method === 'POST' && path.includes(tasks.id));
  await undo(lastEntry().id);
  find();
  expect(lastEntry().undo.state).toBe('open');
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({
    state: 'undone',
    left: [{ id: project.id, reason: 'author: without references to records that no longer exist.' }],
  });
});

test('a record that refers to one that was refused waits for it', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  await createRecord(api, tasks.id, { title: 't', project: project.id });
  await deleteNoted(projects, [project.id]);
  const refuse = rejectRequests(({ method }) => method === 'POST', 'No.');
  await undo(lastEntry().id);
  refuse();
  expect(lastEntry().undo).toMatchObject({
    state: 'failed',
    done: 0,
    left: [{ reason: 'No.' }, { reason: 'A record to which it refers was not brought back.' }],
  });
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', done: 2 });
});

test('a reference to a record that was refused waits for it, others come back', async () => {
  const { api } = backend();
  const { projects, people } = await createProjects();
  const short = await createRecord(api, projects.id, { title: 'p' });
  const long = await createRecord(api, projects.id, { title: 'long' });
  const ann = await createUser(backend(), people.id, { username: 'ann', favourites: [short.id] });
  const own = { id: 'bob000000000000', username: 'bob', email: 'bob@example.com', tokenKey: 'bob' };
  const bob = { ...own, favourites: '[]', current: long.id };
  backend().copyRow(people.name, ann.id, [bob]);
  await deleteNoted(projects, [short.id, long.id]);
  const ofLength = (min: Limit) =>
    updateCollection(api, projects.id, ({ fields }) => ({
      fields: fields.map((each) => (each.name === 'title' && each.type === 'text' ? { ...each, min } : each)),
    }));
  await ofLength(3);
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({
    ...{ state: 'failed', done: 1, total: 2 },
    left: [
      { id: short.id, label: 'p', reason: 'title: Must be at least 3 character(s).' },
      { id: ann.id, label: 'ann', reason: 'A record to which it refers was not brought back.' },
    ],
  });
  const read = async () => {
    const stored = await storedRecords(people.id);
    return [stored[ann.id]?.['favourites'], stored[bob.id]?.['current']];
  };
  expect(await read()).toEqual([[], long.id]);
  await ofLength(null);
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', done: 1, left: [] });
  expect(await read()).toEqual([[short.id], long.id]);
});

test('an undo tells how many records are back', async () => {
  const { projects } = await createProjects();
  const create = async (title: string) => (await createRecord(backend().api, projects.id, { title })).id;
  await deleteNoted(projects, [await create('a'), await create('b')]);
  const states: unknown[] = [];
  const stop = $journal.listen(() => states.push(lastEntry().undo));
  await undo(lastEntry().id);
  stop();
  expect(states).toContainEqual({ state: 'busy', done: 1, total: 2 });
  expect(states).toContainEqual({ state: 'busy', done: 2, total: 2 });
});

test('without a copy it asks before it deletes; no deletes nothing', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  rejectRequests(({ method, path }) => method === 'GET' && path.includes(tasks.id), 'Broken.', 500);
  const keeping = keepForUndo(projects, [project.id], { signal: new AbortController().signal });
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.text).toBe('Do you want to delete without the possibility to undo?');
  expect(question?.loss).toBe('No copy could be made. Broken.');
  question?.answer(false);
  expect(await keeping).toBeUndefined();
});

test('a delete that waits for its copy says so after a second, until it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { projects } = await createProjects();
  const { id } = await createRecord(backend().api, projects.id, { title: 'p' });
  const { arrived, release } = holdRequests(({ method }) => method === 'GET');
  const keeping = keepForUndo(projects, [id], { signal });
  await arrived;
  vi.advanceTimersByTime(999);
  expect(typedToasts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(typedToasts()).toEqual(['info: Keeping a copy for Undo…']);
  release();
  expect(await keeping).toBeDefined();
  expect(typedToasts()).toEqual([]);
});

test('files over the limit are named before the delete, and only they do not come back', async () => {
  const { api } = backend();
  const { projects } = await createProjects();
  const record = await createRecord(api, projects.id, {
    title: 'p',
    cover: textFile('big.txt', 'big'),
    attachments: [textFile('small.txt', 'small')],
  });
  const big = String(record['cover']);
  answerRequests(
    ({ path }) => path.endsWith(big),
    () => new Response('x', { headers: { 'content-length': '20000001' } }),
  );
  const deleting = deleteNoted(projects, [record.id]);
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.text).toBe('Do you want to delete files that can’t be brought back?');
  expect(question?.loss).toBe(`More than 20 MB a record or 100 MB in all are not kept: ${big}.`);
  question?.answer(true);
  await deleting;
  await undo(lastEntry().id);
  const restored = (await storedRecords(projects.id))[record.id];
  expect(restored).toMatchObject({ title: 'p', cover: '' });
  expect(restored?.['attachments']).toHaveLength(1);
});

test('a file that the storage has lost does not prevent the undo', async () => {
  const { api } = backend();
  const { projects } = await createProjects();
  const record = await createRecord(api, projects.id, { title: 'p', cover: textFile('lost.txt', 'x') });
  rejectRequests(({ path }) => path.startsWith('/api/files/'), 'Not found.', 404);
  await deleteNoted(projects, [record.id]);
  await undo(lastEntry().id);
  expect((await storedRecords(projects.id))[record.id]).toMatchObject({ title: 'p', cover: '' });
});

test('a protected file comes back although the token for its load has expired', async () => {
  const { api } = backend();
  const cover = field('cover', 'file', { maxSize: 1000, isProtected: true });
  const secrets = await createCollection(api, { name: uniqueName('secrets'), fields: [cover] });
  await loadCollections();
  const ids: string[] = [];
  for (const text of ['first', 'second'])
    ids.push((await createRecord(api, secrets.id, { cover: textFile('secret.txt', text) })).id);
  let tokens = 0;
  const isFirstToken = ({ path }: { path: string }) => path === '/api/files/token' && ++tokens === 1;
  answerRequests(isFirstToken, () => Response.json({ token: 'expired' }));
  await deleteNoted(secrets, ids);
  expect(tokens).toBeGreaterThan(1);
  await undo(lastEntry().id);
  const { token } = await api.post<{ token: string }>('/api/files/token', {});
  const restored = Object.values(await storedRecords(secrets.id));
  const texts = restored.map((record) => fileText(record, `${record['cover']}?token=${token}`));
  expect((await Promise.all(texts)).sort()).toEqual(['first', 'second']);
});

test('more than 1,000 records offer an export first, and are not kept', async () => {
  const { projects } = await createProjects();
  const ids = Array.from({ length: 1001 }, (_, index) => `id${index}`);
  const { loss, instead } = deleteLoss(ids, toCollection(projects), { ids });
  expect(loss).toBe(
    `1,001 records of ${projects.name} will be deleted for good. More than 1,000 records can’t be brought back: export them first to keep a copy.`,
  );
  expect(instead?.label).toBe('Export first');
  const most = deleteLoss(ids.slice(1), toCollection(projects), { ids: ids.slice(1) });
  expect(most.instead).toBeUndefined();
  expect(most.loss).toContain('1,000 records');
  instead?.run();
  expect($recordTool.get()).toBe('export');
  closeRecordTool();
  const copies = await keepForUndo(projects, ids, { signal });
  expect(await copies?.refresh(ids, { signal })).toEqual(new Map());
  expect(await copies?.note(ids)).toBeUndefined();
  expect($journal.get()).toEqual([]);
});

test('more than 1,000 records that refer to the deleted one ask first', async () => {
  const { api } = backend();
  const { projects, tasks } = await createProjects();
  const project = await createRecord(api, projects.id, { title: 'p' });
  const task = await createRecord(api, tasks.id, { title: 't', project: project.id });
  const copies = Array.from({ length: 1000 }, (_, index) => ({
    id: `copy${String(index).padStart(11, '0')}`,
  }));
  backend().copyRow(tasks.name, task.id, copies);
  const keeping = keepForUndo(projects, [project.id], { signal });
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.loss).toBe('More than 1,000 other records refer to what is deleted.');
  question?.answer(true);
  expect(await (await keeping)?.note([project.id])).toBeUndefined();
});

test('records come back that were deleted by a relation whose name is a number', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('name')] });
  const options = { collectionId: cats.id, cascades: true };
  const years = await createCollection(api, {
    name: uniqueName('years'),
    fields: [field('title'), field('2023', 'relation', options)],
  });
  await loadCollections();
  const cat = await createRecord(api, cats.id, { name: 'cat' });
  await createRecord(api, years.id, { title: 'a', 2023: cat.id });
  await createRecord(api, years.id, { title: 'other' });
  const before = withoutTimes(await storedRecords(years.id));
  await deleteNoted(cats, [cat.id]);
  expect(Object.keys(await storedRecords(years.id))).toHaveLength(1);
  await undo(lastEntry().id);
  expect(withoutTimes(await storedRecords(years.id))).toEqual(before);
});

test('references to an id with a percent sign come back in a list', async () => {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('name')] });
  const options = { collectionId: cats.id, max: null } as const;
  const friends = await createCollection(api, {
    name: uniqueName('friends'),
    fields: [field('cats', 'relation', options)],
  });
  await loadCollections();
  const cat = await createRecord(api, cats.id, { id: 'half%of%a_cat%1', name: 'cat' });
  const other = await createRecord(api, cats.id, { name: 'other' });
  await createRecord(api, friends.id, { cats: [cat.id, other.id] });
  const before = withoutTimes(await storedRecords(friends.id));
  await deleteNoted(cats, [cat.id]);
  await undo(lastEntry().id);
  expect(withoutTimes(await storedRecords(friends.id))).toEqual(before);
});

test('values come back in fields that are renamed while records come back', async () => {
  const { api } = backend();
  const { projects, cats } = await createProjects();
  const { id: author } = await createRecord(api, cats.id, { name: 'cat' });
  const values = {
    contact: 'a@b.de',
    amount: 7,
    active: true,
    tags: ['red', 'blue'],
    meta: { a: 1 },
    author,
  };
  const records = await Promise.all(Array.from({ length: 20 }, () => createRecord(api, projects.id, values)));
  const ids = records.map(({ id }) => id);
  await deleteNoted(projects, ids);
  let posts = 0;
  const { arrived, release } = holdRequests(({ method }) => method === 'POST' && ++posts > 4);
  const undoing = undo(lastEntry().id);
  await arrived;
  const isRenamed = (name: string) => Object.hasOwn(values, name);
  await updateCollection(api, projects.id, () => ({
    fields: projects.fields.map((one) => (isRenamed(one.name) ? { ...one, name: `new_${one.name}` } : one)),
  }));
  release();
  await undoing;
  // The backend refuses records while it renames.
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
  const renamed = Object.fromEntries(Object.entries(values).map(([name, value]) => [`new_${name}`, value]));
  const stored = await storedRecords(projects.id);
  expect(ids.map((id) => stored[id])).toEqual(ids.map(() => expect.objectContaining(renamed)));
});

test('a value comes back in a field that was renamed while the response of its record was lost', async () => {
  const { api } = backend();
  const { projects } = await createProjects();
  const { id } = await createRecord(api, projects.id, { title: 'p', amount: 7 });
  await deleteNoted(projects, [id]);
  const find = loseResponses(({ method }) => method === 'POST');
  const { arrived, release } = holdRequests(({ method }) => method === 'POST');
  const undoing = undo(lastEntry().id);
  await arrived;
  await updateCollection(api, projects.id, () => ({ fields: renamed(projects.fields, 'amount', 'price') }));
  release();
  await undoing;
  find();
  expect((await storedRecords(projects.id))[id]).toMatchObject({ title: 'p', price: 0 });
  await undo(lastEntry().id);
  expect(lastEntry().undo).toMatchObject({ state: 'undone', left: [] });
  expect((await storedRecords(projects.id))[id]).toMatchObject({ title: 'p', price: 7 });
});
