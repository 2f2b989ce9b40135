import { expect, test } from 'vitest';
import type { DryRun } from '#stores/records/import/dry-run.ts';
import { holdRequests, loseResponses, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { createUser } from '#tests/support/accounts.ts';
import { addFields, createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend, toasts, until } from '../record-fixture.ts';
import { checked, counts, openImport, openText, startImport } from './import-fixture.ts';

startRecordsPage();

/** The problems of the dry run, by the numbers of their rows. */
async function problemsOf(into: Parameters<typeof checked>[0]) {
  const dryRun = await checked(into);
  const refused = dryRun?.refused.map(({ number, problems }) => [number, ...problems]);
  return { counts: dryRun?.counts, refused };
}

test('a row that names no record, or one of several, is refused', async () => {
  const { into, name } = await startImport({ indexes: [] });
  await createRecords(backend().api, name, 3, (at) => ({ title: ['one', 'two', 'two'][at], amount: 7 }));
  await openText(into, 'title,amount\none,7\ntwo,8\n,9\nnew,10\n');
  into.columns.setOptions({ match: 'title' });
  expect(await problemsOf(into)).toEqual({
    counts: counts(1, 0, 1, 0, 2),
    refused: [
      [3, { field: 'title', message: 'Several records have this value.' }],
      [4, { field: 'title', message: 'Empty: nothing to find a record by.' }],
    ],
  });
});

test('without a field to find records by, an id that exists is refused, and a missing one is made', async () => {
  const { into, name, stored } = await startImport();
  const [old] = await createRecords(backend().api, name, 1, () => ({ title: 'old', amount: 1 }));
  await openText(into, `id,title\n${old?.id},new\n,made\n`);
  expect(await problemsOf(into)).toEqual({
    counts: counts(1, 0, 0, 0, 1),
    refused: [[2, { field: 'id', message: 'A record with this id exists.' }]],
  });
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(1, 1, 0, 0, 0));
  await into.start();
  expect(stored()).toEqual([
    { title: 'made', amount: 0 },
    { title: 'new', amount: 1 },
  ]);
});

test('a number finds its record however it is written', async () => {
  const { into, name } = await startImport({ indexes: [] });
  await createRecords(backend().api, name, 2, (at) => ({ title: 'n', amount: [7, 100][at] }));
  await openText(into, 'amount,title\n7.0,n\n1e2,m\n70,n\n');
  into.columns.setOptions({ match: 'amount' });
  expect((await checked(into))?.counts).toEqual(counts(1, 1, 1, 0, 0));
});

test('very large and very small numbers find their records, which have an exponent', async () => {
  const { into, name } = await startImport({ indexes: [] });
  const amounts = [1e21, 1e-7, -1.5e-9, 1.25e300];
  await createRecords(backend().api, name, 4, (at) => ({ title: 'n', amount: amounts[at] }));
  await openText(into, 'amount,title\n1e21,n\n0.0000001,n\n-1.5e-9,m\n1.25e300,n\n7e-7,n\n');
  into.columns.setOptions({ match: 'amount' });
  expect((await checked(into))?.counts).toEqual(counts(1, 1, 3, 0, 0));
});

test('more records of one name than a page has hide none of the others', async () => {
  const { api } = backend();
  const name = uniqueName('cats');
  const cats = await createCollection(api, {
    name,
    fields: [field('label', 'text', { isPresentable: true })],
  });
  const [first] = await createRecords(api, name, 2, (at) => ({ label: ['Unknown', 'Ann'][at] }));
  const copies = Array.from({ length: 600 }, (_, at) => ({
    id: `copied000000${String(at).padStart(3, '0')}`,
  }));
  backend().copyRow(name, first?.id ?? '', copies);
  await createRecords(api, name, 2, (at) => ({ label: ['Ann', 'Bob'][at] }));
  const options = { collectionId: cats.id };
  const { into } = await startImport({ fields: [field('cat', 'relation', options)], indexes: [] });
  await openText(into, 'cat\nAnn\nBob\nUnknown\nEve\n');
  into.columns.setColumn(0, { key: 'label' });
  const several = (label: string) => `Several records of ${name} have label “${label}”.`;
  expect(await problemsOf(into)).toEqual({
    counts: counts(1, 0, 0, 0, 3),
    refused: [
      [2, { field: 'cat', message: several('Ann') }],
      [4, { field: 'cat', message: several('Unknown') }],
      [5, { field: 'cat', message: `No record of ${name} has label “Eve”.` }],
    ],
  });
});

test('a new account needs a password, a known one does not', async () => {
  const { into, name } = await startImport({ type: 'auth', fields: [field('nick')], indexes: [] });
  await createUser(backend(), name, { username: 'anna', nick: 'a' });
  await openText(into, 'username,nick\nanna,b\nbert,c\n');
  into.columns.setOptions({ match: 'username' });
  expect(await problemsOf(into)).toEqual({
    counts: counts(0, 1, 0, 0, 1),
    refused: [[3, { field: 'password', message: 'A new record needs a password.' }]],
  });
});

/** A collection `related` with these labels, and an import into one that points at it, and at itself. */
async function startRelated(labels: readonly string[]) {
  const { api } = backend();
  const related = await createCollection(api, { name: uniqueName('related'), fields: [field('label')] });
  const records = await createRecords(api, related.id, labels.length, (at) => ({ label: labels[at] }));
  const started = await startImport({
    fields: [field('title', 'text'), field('of', 'relation', { collectionId: related.id })],
    indexes: [],
  });
  const path = `/api/collections/${related.id}/records`;
  return { ...started, related, relatedPath: path, ids: records.map(({ id }) => id) };
}

test('a relation is looked up once for all rows, and many refused rows are counted but not all shown', async () => {
  const { into, related, relatedPath, ids, stored } = await startRelated(['one', 'two']);
  // More than a batch, of which some are not known.
  const rows = Array.from({ length: 620 }, (_, at) => `t${at},${at < 101 ? 'none' : at % 2 ? 'one' : ''}`);
  await openText(into, `title,of\n${rows.join('\n')}\n`);
  into.columns.setColumn(1, { key: 'label' });
  const busy: DryRun[] = [];
  const stop = into.$dryRun.listen((state) => busy.push(state));
  const { requests, stop: stopWatching } = watchRequests();
  const dryRun = await checked(into);
  stop();
  stopWatching();
  expect(dryRun?.counts).toEqual(counts(519, 0, 0, 0, 101));
  expect(dryRun?.refused).toHaveLength(100);
  expect(dryRun?.refused[99]).toEqual({
    number: 101,
    problems: [{ field: 'of', message: `No record of ${related.name} has label “none”.` }],
  });
  expect(busy.slice(0, -1)).toEqual([0, 500, 620].map((done) => ({ state: 'busy', done })));
  expect(requests.filter(({ path }) => path === relatedPath).map(({ params }) => params['fields'])).toEqual([
    'id,label',
  ]);
  await openText(into, 'title,of\na,two\nb,\n');
  into.columns.setColumn(1, { key: 'label' });
  await checked(into);
  await into.start();
  expect(stored('title, of')).toEqual([
    { title: 'a', of: ids[1] },
    { title: 'b', of: '' },
  ]);
});

test('a text that is no number names no record that is looked up by a number', async () => {
  const name = uniqueName('cats');
  const fields = [field('no', 'number', { isPresentable: true })];
  const cats = await createCollection(backend().api, { name, fields });
  await createRecords(backend().api, name, 2, (at) => ({ no: at + 1 }));
  const options = { collectionId: cats.id };
  const { into } = await startImport({ fields: [field('cat', 'relation', options)], indexes: [] });
  await openText(into, 'cat\n1\nabc\n2.0\n1e400\n');
  into.columns.setColumn(0, { key: 'no' });
  expect(await problemsOf(into)).toEqual({
    counts: counts(2, 0, 0, 0, 2),
    refused: [
      [3, { field: 'cat', message: `No record of ${name} has no “abc”.` }],
      [5, { field: 'cat', message: `No record of ${name} has no “1e400”.` }],
    ],
  });
});

test('the text [] names the record that has it, and no record where none has it', async () => {
  const { into, ids, stored } = await startRelated(['[]', 'one']);
  await openText(into, 'title,of\na,[]\nb,one\n');
  into.columns.setColumn(1, { key: 'label' });
  expect(await problemsOf(into)).toEqual({ counts: counts(2, 0, 0, 0, 0), refused: [] });
  await into.start();
  expect(stored('title, of')).toEqual([
    { title: 'a', of: ids[0] },
    { title: 'b', of: ids[1] },
  ]);
  const other = await startRelated(['one']);
  await openText(other.into, 'title,of\na,[]\nb,one\n');
  other.into.columns.setColumn(1, { key: 'label' });
  expect(await problemsOf(other.into)).toEqual({ counts: counts(2, 0, 0, 0, 0), refused: [] });
  await other.into.start();
  expect(other.stored('title, of')).toEqual([
    { title: 'a', of: '' },
    { title: 'b', of: other.ids[0] },
  ]);
});

test('a date in the first second of the year 1 is stored, the zero date is refused', async () => {
  const { into, stored } = await startImport({ fields: [field('title'), field('due', 'date')], indexes: [] });
  await openText(into, 'title,due\na,0001-01-01 00:00:00.999Z\nb,0001-01-01 00:00:00.000Z\n');
  expect(await problemsOf(into)).toEqual({
    counts: counts(1, 0, 0, 0, 1),
    refused: [[3, { field: 'due', message: 'Enter a valid date.' }]],
  });
  await into.start();
  expect(stored('title, due')).toEqual([{ title: 'a', due: '0001-01-01 00:00:00.999Z' }]);
});

test('ids of related records are looked up before, those of the own collection are not', async () => {
  const { into, related, created, ids } = await startRelated(['one']);
  const parent = field('parent', 'relation', { collectionId: created.id });
  await addFields(backend().api, created.id, parent);
  const second = await openImport(created.id);
  const [first, other] = ['aaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbb'];
  await openText(second, `id,title,of,parent\n${first},a,${ids[0]},\n${other},b,missing00000000,${first}\n`);
  into.dispose();
  const { requests, stop } = watchRequests();
  expect(await problemsOf(second)).toEqual({
    counts: counts(1, 0, 0, 0, 1),
    refused: [[3, { field: 'of', message: `No record of ${related.name} has id “missing00000000”.` }]],
  });
  // A run leaves that to the backend.
  const lookups = () => requests.filter(({ path }) => path === `/api/collections/${related.id}/records`);
  expect(lookups()).toHaveLength(1);
  await second.start();
  expect(lookups()).toHaveLength(1);
  stop();
  expect(second.run.$run.get()).toMatchObject({
    counts: counts(1, 0, 0, 0, 1),
    refused: [{ number: 3, problems: [expect.objectContaining({ field: 'of' })] }],
  });
});

test('a record that two requests find is found once', async () => {
  const { into, name } = await startImport({ indexes: [] });
  const titles = ['a\\', ...Array.from({ length: 60 }, (_, at) => `t${at}`), 'a\\b'];
  await createRecords(backend().api, name, 1, () => ({ title: 'a\\b' }));
  await openText(into, `title\n${titles.join('\n')}\n`);
  into.columns.setOptions({ match: 'title' });
  expect((await checked(into))?.counts).toEqual(counts(61, 0, 1, 0, 0));
});

test.each(['refused', 'lost'])(
  'a check whose request is %s shows why beside it, and in no toast',
  async (how) => {
    const { into, path } = await startImport();
    await openText(into, 'title\na\n');
    into.columns.setOptions({ match: 'title' });
    const isRead = (request: { path: string }) => request.path === path;
    const restore = how === 'lost' ? loseResponses(isRead) : rejectRequests(isRead, 'No.', 400);
    expect(await checked(into)).toBeUndefined();
    expect(into.$dryRun.get()).toMatchObject({
      state: 'failed',
      error: { message: how === 'lost' ? expect.stringContaining('can’t be reached') : 'No.' },
    });
    expect(toasts()).toEqual([]);
    restore();
  },
);

test.each(['requests', 'responses'] as const)(
  'Back stops a check whose %s are held, and shows nothing of it',
  async (what) => {
    const { into, path } = await startImport();
    await openText(into, 'title\na\n');
    into.columns.setOptions({ match: 'title' });
    const held = holdRequests((request) => request.path === path, what);
    await into.toCheck();
    expect(into.$step.get()).toBe('check');
    await held.arrived;
    const states: DryRun[] = [];
    const stop = into.$dryRun.listen((state) => states.push(state));
    into.back();
    held.release();
    expect(into.$step.get()).toBe('columns');
    // The next check ends after what is left of the first.
    await checked(into);
    stop();
    expect(states.map(({ state }) => state)).toEqual(['idle', 'busy', 'busy', 'ready']);
    await until(into.$dryRun, ({ state }) => state === 'ready');
    into.back();
    into.back();
    expect(into.$step.get()).toBe('file');
  },
);
