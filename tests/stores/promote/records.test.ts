import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RecordDifference } from '#domain/promote/record-differences.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { promote } from '#stores/promote/apply.ts';
import { $compared } from '#stores/promote/compare.ts';
import { stopJob } from '#stores/promote/job.ts';
import { swapSides } from '#stores/promote/panel.ts';
import {
  $chosenRecords,
  $comparable,
  $recordComparisons,
  type Comparable,
  compareRecords,
  forgetRecords,
  MAX_RECORDS,
  selectRecords,
} from '#stores/promote/records.ts';
import { $signInTo } from '#stores/promote/sides.ts';
import { undoPromotion } from '#stores/promote/undo.ts';
import { field } from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { removeToasts } from '../toasts.ts';
import { until } from '../until.ts';
import {
  answer,
  both,
  confirmed,
  found,
  keptNow,
  lastKept,
  outcome,
  select,
  startTwo,
} from './promote-fixture.ts';

vi.mock('#browser/save-file.ts', async () => ({
  saveJsonFile: (await import('./promote-fixture.ts')).saveJsonFile,
}));

startTwo();

const NODES = 'nodes0000000000';
const USERS = 'people000000000';
const relation = (name: string) =>
  field(name, 'relation', {
    options: { collectionId: NODES, maxSelect: 1, cascadeDelete: name === 'parent' },
  });
const collections = [
  completeCollection({
    id: NODES,
    name: 'nodes',
    type: 'base',
    schema: [
      field('title'),
      field('data', 'json', { options: { maxSize: 1000 } }),
      relation('parent'),
      relation('next'),
    ],
  }),
  completeCollection({ id: USERS, name: 'people', type: 'auth', schema: [field('nick'), relation('node')] }),
];
const idOf = (name: string) => name.padEnd(15, '0');
const path = (collection: string, name = '') =>
  `/api/collections/${collection}/records${name && `/${idOf(name)}`}`;

/** Compares all records of both collections and selects the new and changed ones. */
async function selectAll(): Promise<void> {
  for (const comparable of $comparable.get())
    if ([NODES, USERS].includes(comparable.target.id)) await compareRecords(comparable);
  for (const { records } of $recordComparisons.get().values()) selectRecords(records, true);
}

const toasts = () => $toasts.get().map(({ message }) => message);
const counts = (id: string) => {
  const { added, changed, onlyThere, equal } = $recordComparisons.get().get(id) ?? {};
  return [added, changed, onlyThere, equal];
};

const nodesOf = (index: 0 | 1) =>
  both()[index].sql('SELECT id, title, data, parent, next FROM nodes ORDER BY id');
const peopleOf = (index: 0 | 1) =>
  both()[index].sql('SELECT id, username, email, nick, node FROM people ORDER BY id');

async function fill(): Promise<void> {
  const [from, to] = both();
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  for (const { api } of [from, to]) {
    await api.post(path('nodes'), { id: idOf('same'), title: 'same' });
    await api.post(path('nodes'), { id: idOf('old'), title: 'old', data: { a: 1 } });
  }
  await to.api.post(path('nodes'), { id: idOf('only'), title: 'only' });
  const { api } = from;
  await api.request('PATCH', path('nodes', 'old'), {
    title: 'new\r\ntitle',
    data: '{"n":12345678901234567.10}',
  });
  await api.post(path('nodes'), { id: idOf('z'), title: 'root' });
  await api.post(path('nodes'), { id: idOf('b'), title: 'child', parent: idOf('z') });
  await api.post(path('nodes'), { id: idOf('a'), title: 'leaf', parent: idOf('b') });
  // A circle.
  await api.request('PATCH', path('nodes', 'z'), { next: idOf('a') });
  const password = { password: 'secret-password', passwordConfirm: 'secret-password' };
  await api.post(path('people'), {
    id: idOf('user'),
    username: 'ann',
    email: 'ann@example.com',
    node: idOf('a'),
    ...password,
  });
}

test('records arrive with their ids in the order of their relations, and are taken back', async () => {
  const [, to] = both();
  await fill();
  expect(await found()).toEqual([]);
  const [nodes, people] = [nodesOf(1), peopleOf(1)];
  await selectAll();
  expect([counts(NODES), counts(USERS)]).toEqual([
    [3, 1, 1, 1],
    [1, 0, 0, 0],
  ]);
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 5 records.']);
  const onlyThere = nodes.find(({ id }) => id === idOf('only'));
  expect(nodesOf(1).filter(({ id }) => id !== onlyThere?.['id'])).toEqual(nodesOf(0));
  expect(peopleOf(1)).toEqual(peopleOf(0));
  expect(JSON.stringify(lastKept())).not.toMatch(/password|tokenKey/i);

  const { loss } = await confirmed(undoPromotion(keptNow()));
  expect(loss).toContain('Records that were created: 4');
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect([nodesOf(1), peopleOf(1)]).toEqual([nodes, people]);
  expect(to.sql('SELECT count(*) AS n FROM people')).toEqual([{ n: 0 }]);
});

test('records are compared by the ids of fields, whether their rename is promoted or not', async () => {
  const [from, to] = both();
  const MIXED = 'mixed0000000000';
  const send = ({ api }: typeof to, ...names: readonly string[]) => {
    const ids = ['first000', 'second00', 'third000'];
    const schema = names.map((name, index) => ({ ...field(name), id: ids[index] ?? '', options: {} }));
    const mixed = completeCollection({ id: MIXED, name: 'mixed', type: 'base', schema });
    return api.request('PUT', '/api/collections/import', { collections: [mixed], deleteMissing: false });
  };
  await send(from, 'b', 'a', 'headline');
  await send(to, 'a', 'b', 'title');
  for (const name of ['same', 'other', 'fresh'])
    await from.api.post(path('mixed'), { id: idOf(name), b: '1', a: '2', headline: name });
  await to.api.post(path('mixed'), { id: idOf('same'), a: '1', b: '2', title: 'same' });
  await to.api.post(path('mixed'), { id: idOf('other'), a: '1', b: 'x', title: 'x' });
  const before = () => to.sql('SELECT id, a, b, title FROM mixed ORDER BY id');
  const stored = before();
  const compareMixed = async () => {
    const comparable = $comparable.get().find(({ target }) => target.id === MIXED);
    if (!comparable) throw new Error('The collection is not offered.');
    await compareRecords(comparable);
    const { records = [] } = $recordComparisons.get().get(MIXED) ?? {};
    selectRecords(records, true);
    return records.map(({ id, fields }) => [id, ...fields]);
  };
  const differences = [[idOf('fresh')], [idOf('other'), 'b', 'title']];

  await found();
  expect(await compareMixed()).toEqual(differences);
  expect(counts(MIXED)).toEqual([1, 1, 0, 1]);
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 2 records.']);
  const values = (id: string) => ({ id: idOf(id), a: '1', b: '2', title: id });
  expect(before()).toEqual([values('fresh'), values('other'), values('same')]);
  await confirmed(undoPromotion(lastKept()));
  expect([outcome(), before()]).toEqual([['What was promoted to Live was taken back.'], stored]);

  select('mixed: Field a', 'mixed: Field headline');
  expect(await compareMixed()).toEqual(differences);
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 1 collection, 2 records.']);
  const renamed = (id: string) => ({ id: idOf(id), b: '1', a: '2', headline: id });
  expect(to.sql('SELECT id, b, a, headline FROM mixed ORDER BY id')).toEqual([
    renamed('fresh'),
    renamed('other'),
    renamed('same'),
  ]);
  await confirmed(undoPromotion(lastKept()));
  expect([outcome(), before()]).toEqual([['What was promoted to Live was taken back.'], stored]);
});

test('nothing is sent when a record was changed, deleted or made since the comparison', async () => {
  const { api } = both()[1];
  const old = { id: idOf('old'), title: 'old', data: { a: 1 } };
  for (const [change, restore] of [
    [
      () => api.request('PATCH', path('nodes', 'old'), { title: 'theirs' }),
      () => api.request('PATCH', path('nodes', 'old'), old),
    ],
    [() => api.request('DELETE', path('nodes', 'old')), () => api.post(path('nodes'), old)],
    [
      () => api.post(path('nodes'), { id: idOf('z'), title: 'theirs' }),
      () => api.request('DELETE', path('nodes', 'z')),
    ],
  ] as const) {
    await found();
    await selectAll();
    await change();
    const nodes = nodesOf(1);
    await confirmed(promote());
    expect(outcome()).toEqual(['The target has changed since you compared. Check the new differences.']);
    expect([nodesOf(1), peopleOf(1)]).toEqual([nodes, []]);
    expect(toasts()).toContain(outcome()[0]);
    removeToasts();
    await restore();
  }
});

test('the undo leaves alone what was changed since, and what others refer to', async () => {
  const [, to] = both();
  await found();
  await selectAll();
  await confirmed(promote());
  await to.api.request('PATCH', path('nodes', 'old'), { title: 'theirs' });
  await to.api.request('PATCH', path('people', 'user'), { nick: 'theirs' });
  await to.api.post(path('nodes'), { id: idOf('child'), title: 'theirs', parent: idOf('a') });
  await confirmed(undoPromotion(keptNow()));
  const [, ...left] = outcome();
  const isReferred = 'Other records that refer to it would be deleted: it was left alone.';
  expect(left.sort()).toEqual([
    'ann: Changed since by somebody else: it was left alone.',
    ...['child', 'leaf'].map((label) => `${label}: ${isReferred}`),
    'new\r\ntitle: title: changed since by somebody else.',
    `root: ${isReferred}`,
  ]);
  expect(nodesOf(1).map(({ id }) => id)).toEqual(['a', 'b', 'child', 'old', 'only', 'same', 'z'].map(idOf));
  expect(nodesOf(1).find(({ id }) => id === idOf('old'))).toMatchObject({ title: 'theirs', data: '{"a":1}' });
});

const states = () => [...$recordComparisons.get()].map(([id, { state }]) => [id, state]);

function comparableOf(id: string): Comparable {
  const comparable = $comparable.get().find(({ target }) => target.id === id);
  if (!comparable) throw new Error('The collection can’t be compared.');
  return comparable;
}

test('a comparison of records that fails says why; one that another replaces only ends', async () => {
  await found();
  const list = ({ path }: { path: string }) => path === `/api/collections/${NODES}/records`;
  const recover = rejectRequests(list, 'No records.');
  await compareRecords(comparableOf(NODES));
  recover();
  expect([states(), toasts()]).toEqual([[[NODES, 'failed']], ['No records.']]);

  const held = holdRequests(list);
  const replaced = compareRecords(comparableOf(NODES));
  await held.arrived;
  expect(states()).toEqual([[NODES, 'busy']]);
  await compareRecords(comparableOf(USERS));
  await replaced;
  held.release();
  expect([states(), toasts()]).toEqual([
    [
      [NODES, 'failed'],
      [USERS, 'ended'],
    ],
    ['No records.'],
  ]);
});

test('each refused record says why, and the others are promoted', async () => {
  const [from, to] = both();
  await from.api.post(path('nodes'), { id: idOf('far'), title: 'far' });
  for (const title of ['near', 'next'])
    await from.api.post(path('nodes'), { id: idOf(title), title, next: idOf('far') });
  await from.api.post(path('nodes'), { id: idOf('lone'), title: 'lone' });
  await found();
  select();
  await selectAll();
  const chosen = ['near', 'next', 'lone'].map(idOf);
  selectRecords(
    $chosenRecords.get().filter(({ id }) => !chosen.includes(id)),
    false,
  );
  await confirmed(promote());
  const [text, ...left] = outcome();
  expect(text).toBe('Promoted to Live: 1 record.');
  const reason = 'next: Failed to find all relation records with the provided ids.';
  expect(left.sort()).toEqual([`near: ${reason}`, `next: ${reason}`]);
  const stored = to.sql("SELECT title FROM nodes WHERE title IN ('near', 'next', 'lone')");
  expect(stored).toEqual([{ title: 'lone' }]);
});

const FILES = 'files0000000000';
const NAMES = ['plan.txt', 'naïve \u202egpj.html'];

async function differingPapers(): Promise<readonly RecordDifference[]> {
  await found();
  const papers = $comparable.get().find(({ target }) => target.id === FILES);
  if (!papers) throw new Error('The collection can’t be compared.');
  await compareRecords(papers);
  return $recordComparisons.get().get(FILES)?.records ?? [];
}

test('a new record gets its files, also protected ones; a stored one keeps its own', async () => {
  const [from, to] = both();
  const file = (name: string, isProtected: boolean) =>
    field(name, 'file', {
      required: true,
      options: { maxSelect: 3, maxSize: 5_000_000, protected: isProtected },
    });
  const schema = [field('title'), file('open', false), file('closed', true)];
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', {
      collections: [completeCollection({ id: FILES, name: 'papers', type: 'base', schema })],
      deleteMissing: false,
    });
  const create = (index: 0 | 1, name: string, title: string) => {
    const body = new FormData();
    for (const [key, value] of Object.entries({ id: idOf(name), title })) body.set(key, value);
    for (const each of NAMES) body.append('open', new File([`${title} ${each}`], each));
    body.append('closed', new File([new Uint8Array([0, 255, 13, 10])], 'bytes.bin'));
    return both()[index].api.post(path('papers'), body);
  };
  await create(0, 'fresh', 'fresh');
  await create(0, 'both', 'from here');
  await create(0, 'lost', 'lost');
  await create(1, 'both', 'from there');
  rmSync(`${from.dir}/storage/${FILES}/${idOf('lost')}`, { recursive: true });
  const filesOf = async (index: 0 | 1, name: string) => {
    const { api, url } = both()[index];
    const { token } = await api.post<{ token: string }>('/api/files/token', {});
    const record = await api.get<{ open: string[]; closed: string[] }>(path('papers', name));
    const paths = [...record.open, ...record.closed].map(
      (each) => `${url}/api/files/papers/${idOf(name)}/${encodeURIComponent(each)}?token=${token}`,
    );
    return Promise.all(
      paths.map(async (each) => [...new Uint8Array(await (await fetch(each)).arrayBuffer())]),
    );
  };
  const stored = await filesOf(1, 'both');

  selectRecords(await differingPapers(), true);
  const { sent, stop } = watchRequests();
  await confirmed(promote());
  stop();
  expect(sent.filter((request) => request === 'POST /api/files/token')).toHaveLength(1);

  const [text, ...left] = outcome();
  expect(text).toBe('Promoted to Live: 2 records.');
  expect(left).toEqual([
    expect.stringMatching(/^lost: “plan_\w{10}\.txt” could not be loaded from Staging: /),
  ]);
  expect(await filesOf(1, 'fresh')).toEqual(await filesOf(0, 'fresh'));
  expect(await filesOf(1, 'fresh')).toHaveLength(3);
  expect(await filesOf(1, 'both')).toEqual(stored);
  expect(to.sql('SELECT id, title FROM papers ORDER BY id')).toEqual([
    { id: idOf('both'), title: 'from here' },
    { id: idOf('fresh'), title: 'fresh' },
  ]);

  await confirmed(undoPromotion(keptNow()));
  expect(to.sql('SELECT id, title FROM papers')).toEqual([{ id: idOf('both'), title: 'from there' }]);
  expect(await filesOf(1, 'both')).toEqual(stored);
});

test('Stop ends the load of a file, and its record is left', async () => {
  const [, to] = both();
  const records = await differingPapers();
  selectRecords(
    records.filter(({ id }) => id === idOf('fresh')),
    true,
  );
  const held = holdRequests(({ path }) => path.startsWith(`/api/files/${FILES}/`));
  const promoting = promote();
  await answer();
  await held.arrived;
  stopJob();
  await promoting;
  const [text, ...left] = outcome();
  expect(text).toBe('Stopped. Promoted to Live: 0 records.');
  expect(left).toEqual([expect.stringMatching(/^fresh: “.*” could not be loaded from Staging: /)]);
  expect(to.sql('SELECT id FROM papers WHERE id = ?', [idOf('fresh')])).toEqual([]);
  held.release();
});

test('what was forgotten while it was compared stays forgotten, also when it is compared again meanwhile', async () => {
  await found();
  forgetRecords();
  const hold = () => holdRequests(({ path: sent }) => sent === path(NODES));
  const first = hold();
  const comparing = compareRecords(comparableOf(NODES));
  await first.arrived;
  forgetRecords();
  first.release();
  await comparing;
  expect($recordComparisons.get().size).toBe(0);

  const second = hold();
  const replaced = compareRecords(comparableOf(NODES));
  await second.arrived;
  const states: (string | undefined)[] = [];
  onTestFinished($recordComparisons.listen((all) => states.push(all.get(NODES)?.state)));
  const last = compareRecords(comparableOf(NODES));
  second.release();
  await Promise.all([replaced, last]);
  expect([...new Set(states)]).toEqual(['busy', 'ended']);
});

test('of more than a thousand differing records, all are counted, and the first are kept', async () => {
  const [from] = both();
  const names = Array.from({ length: 1002 }, (_, index) => `many${String(index).padStart(11, '0')}`);
  await from.api.post(path('nodes'), { id: names[0], title: 'many' });
  from.copyRow(
    'nodes',
    names[0] ?? '',
    names.slice(1).map((id) => ({ id })),
  );
  await found();
  forgetRecords();
  const [ids, stored] = [nodesOf(0), nodesOf(1)].map((rows) => new Set(rows.map(({ id }) => id))) as [
    Set<unknown>,
    Set<unknown>,
  ];
  const seen: (readonly [string | undefined, number | undefined])[] = [];
  onTestFinished(
    $recordComparisons.listen((all) => {
      const now = all.get(NODES);
      seen.push([now?.state, now && now.added + now.changed + now.onlyThere + now.equal]);
    }),
  );
  await compareRecords(comparableOf(NODES));
  expect(seen).toEqual([
    ['busy', 0],
    ['busy', 999],
    ['ended', ids.union(stored).size],
  ]);
  const { added, records } = $recordComparisons.get().get(NODES) ?? {};
  expect([added, records?.length]).toEqual([ids.difference(stored).size, MAX_RECORDS]);
});

test('a session with the source that ends stops the promotion, and asks for a sign-in', async () => {
  const [staging, live] = both();
  for (const name of ['hers', 'his', 'theirs']) {
    const body = new FormData();
    for (const [key, value] of Object.entries({ id: idOf(name), title: name })) body.set(key, value);
    body.set('open', new File([name], 'a.txt'));
    body.set('closed', new File([name], 'b.txt'));
    await live.api.post(path('papers'), body);
  }
  selectRecords(await differingPapers(), true);
  expect($chosenRecords.get()).not.toEqual([]);
  swapSides();
  // What was selected would go the other way.
  expect([$chosenRecords.get(), $recordComparisons.get().size]).toEqual([[], 0]);
  await until($compared, ({ state }) => state === 'ready');
  const records = await differingPapers();
  selectRecords(
    records.filter(({ stored }) => !stored),
    true,
  );
  const admin = live.sql('SELECT id FROM _admins')[0]?.['id'];
  const password = { password: 'another-password', passwordConfirm: 'another-password' };
  await live.api.request('PATCH', `/api/admins/${admin}`, password);
  await confirmed(promote());
  expect($signInTo.get()?.name).toBe('Live');
  expect(outcome()).toEqual(['Failed to generate file token.']);
  expect(toasts()).not.toContain('Live: Failed to generate file token.');
  expect(staging.sql("SELECT id FROM papers WHERE title IN ('hers', 'his', 'theirs')")).toEqual([]);
});
