import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { expireSession, signIn } from '#stores/app/session.ts';
import { answerRequests, loseResponses, rejectRequests } from '#tests/stores/network-fixture.ts';
import { until } from '#tests/stores/until.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { zipOf } from '#tests/support/zip.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend } from '../record-fixture.ts';
import { checked, counts, holdAfter, openText, startImport } from './import-fixture.ts';

startRecordsPage();

const json = (rows: readonly object[]) => JSON.stringify(rows);

test('creates the rows, and the same file again changes nothing', async () => {
  const { into, stored } = await startImport();
  const endings = ['\\', 'a\\', 'a\\\\', 'a\\b', 'a', 'a[', 'a[z', 'a]', '"\\', '%_\\', '\u{10ffff}\\'];
  const titles = [...Object.values(hostileStrings), ...endings, 'it\'s "q"', 'CR\r\nLF', '007', '=1+1'];
  const file = `[${titles
    .map(
      (title, at) =>
        `{"title":${JSON.stringify(title)},"amount":${at}.50,"data":{"n":9007199254740993,"m":1.10}}`,
    )
    .join(',')}]`;
  await openText(into, file);
  expect((await checked(into))?.counts).toEqual(counts(titles.length, 0, 0, 0, 0));
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ state: 'ended', counts: counts(titles.length, 0, 0, 0, 0) });
  expect(new Set(stored('title').map(({ title }) => title))).toEqual(new Set(titles));
  expect(stored('data')[0]).toEqual({ data: '{"n":9007199254740993,"m":1.10}' });
  into.back();
  into.columns.setOptions({ match: 'title' });
  expect((await checked(into))?.counts).toEqual(counts(0, 0, titles.length, 0, 0));
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 0, titles.length, 0, 0));
  await openText(into, file.replace('0.50', '7'));
  into.columns.setOptions({ match: 'title' });
  expect((await checked(into))?.counts).toEqual(counts(0, 1, titles.length - 1, 0, 0));
  into.columns.setOptions({ onMatch: 'skip' });
  expect((await checked(into))?.counts).toEqual(counts(0, 0, 0, titles.length, 0));
});

test('updates send only the named fields, by a unique field or by id', async () => {
  const { into, name, stored } = await startImport();
  const [one] = await createRecords(backend().api, name, 1, () => ({ title: 'a', amount: 1, data: [1] }));
  await openText(into, 'title,amount\na,2\nb,3\n');
  into.columns.setOptions({ match: 'title' });
  expect((await checked(into))?.counts).toEqual(counts(1, 1, 0, 0, 0));
  await into.start();
  expect(stored('title, amount, data')).toEqual([
    { title: 'a', amount: 2, data: '[1]' },
    { title: 'b', amount: 3, data: null },
  ]);
  await openText(into, `id,amount\n${one?.id},5\nabcdefghijklmno,6\n`);
  into.columns.setOptions({ match: 'id' });
  await checked(into);
  await into.start();
  expect(stored('id, amount').find(({ id }) => id === one?.id)).toEqual({ id: one?.id, amount: 5 });
  expect(stored('id, amount').find(({ id }) => id === 'abcdefghijklmno')).toMatchObject({ amount: 6 });
});

test('a lost response is resolved by reading the record: nothing is created twice', async () => {
  const { into, stored, path } = await startImport({ indexes: [] });
  await openText(into, `title\n${Array.from({ length: 20 }, (_, at) => `t${at}`).join('\n')}`);
  await checked(into);
  loseResponses(({ method, path: sent }) => method === 'POST' && sent === path);
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(20, 0, 0, 0, 0));
  expect(stored('title')).toHaveLength(20);
});

test('a killed backend pauses the import, which goes on by itself', async () => {
  const { into, stored, path } = await startImport({ indexes: [] });
  const rows = Array.from({ length: 100 }, (_, at) => `t${at}`);
  await openText(into, `title\n${rows.join('\n')}`);
  await checked(into);
  const { arrived, release } = holdAfter(path, 20);
  const running = into.start();
  await arrived;
  await backend().kill();
  release();
  await until(into.run.$run, (run) => run?.hold === 'offline');
  await backend().restart();
  await running;
  expect(into.run.$run.get()?.counts).toEqual(counts(100, 0, 0, 0, 0));
  expect(stored('title')).toHaveLength(100);
  expect(new Set(stored('title').map(({ title }) => title))).toEqual(new Set(rows));
});

test('pause takes no further row; cancel leaves the others for a file', async () => {
  const { into, stored, path } = await startImport({ indexes: [] });
  await openText(into, `title\n${Array.from({ length: 200 }, (_, at) => `t${at}`).join('\n')}`);
  await checked(into);
  const { arrived, release } = holdAfter(path, 20);
  const running = into.start();
  await arrived;
  into.run.pause();
  into.run.cancel();
  release();
  await running;
  const run = into.run.$run.get();
  expect(run).toMatchObject({ state: 'ended', hold: undefined });
  expect(stored('title')).toHaveLength(run?.counts.create ?? 0);
  expect((run?.notRun ?? 0) + (run?.done ?? 0)).toBe(200);
  const lines = (await (await into.run.refused()).text()).trim().split('\r\n');
  expect(lines).toHaveLength((run?.notRun ?? 0) + 1);
  expect(lines.at(-1)).toBe('t199,Not run.');
});

test('refused rows have the reason of the backend by field, in the file, too', async () => {
  const { into, stored } = await startImport({
    fields: [field('title', 'text', { max: 3 }), field('amount', 'number')],
  });
  await openText(into, 'title,amount\nabc,1\nabcd,2\nx,many\n');
  await checked(into);
  await into.start();
  expect(into.run.$run.get()?.refused.map(({ number, problems }) => [number, problems[0]?.field])).toEqual(
    expect.arrayContaining([
      [3, 'title'],
      [4, 'amount'],
    ]),
  );
  const lines = (await (await into.run.refused()).text()).split('\r\n');
  expect(lines[0]).toBe('title,amount,_error');
  expect(lines[1]).toMatch(/^abcd,2,title: .*3 character/);
  expect(lines[2]).toBe('x,many,amount: Enter a valid number.');
  expect(stored()).toEqual([{ title: 'abc', amount: 1 }]);
});

test('a busy backend gets the row again after a pause, five times at most', async () => {
  const { into, stored, path } = await startImport();
  await openText(into, 'title\na\n');
  await checked(into);
  let tries = 0;
  const isPost = ({ method, path: sent }: { method: string; path: string }) =>
    method === 'POST' && sent === path && ++tries < 3;
  answerRequests(isPost, () =>
    Response.json({ code: 429, message: 'Slow down.', data: {} }, { status: 429 }),
  );
  await into.start();
  expect(tries).toBe(3);
  expect(stored('title')).toEqual([{ title: 'a' }]);
});

test('relations are looked up; unknown and ambiguous ones are problems of their rows', async () => {
  const related = await createCollection(backend().api, {
    name: uniqueName('related'),
    fields: [field('label', 'text', { isPresentable: true })],
  });
  const labels = ['one', 'two', 'twice', 'twice', 'Doe, "J"'];
  const records = await createRecords(backend().api, related.name, labels.length, (at) => ({
    label: labels[at],
  }));
  const options = { collectionId: related.id, max: 2 };
  const { into, stored } = await startImport({
    fields: [field('title', 'text'), field('of', 'relation', options)],
    indexes: [],
  });
  await openText(
    into,
    json([
      { title: 'a', of: 'one;two' },
      { title: 'b', of: ['Doe, "J"'] },
      { title: 'c', of: 'none' },
      { title: 'd', of: 'twice' },
      { title: 'e', of: null },
    ]),
  );
  into.columns.setColumn(1, { key: 'label' });
  const dryRun = await checked(into);
  expect(dryRun?.counts).toEqual(counts(3, 0, 0, 0, 2));
  expect(dryRun?.refused.map(({ problems }) => problems[0]?.message)).toEqual([
    `No record of ${related.name} has label “none”.`,
    `Several records of ${related.name} have label “twice”.`,
  ]);
  await into.start();
  expect(stored('title, of').map(({ of }) => of)).toEqual([
    JSON.stringify([records[0]?.id, records[1]?.id]),
    JSON.stringify([records[4]?.id]),
    '[]',
  ]);
});

test('auth records get the password of the file; without one, they can’t be created', async () => {
  const { into, name } = await startImport({ type: 'auth', fields: [], indexes: [] });
  await openText(into, 'username,email,password\nanna,a@example.com,secret-123\nbert,b@example.com,\n');
  const dryRun = await checked(into);
  expect(dryRun?.counts).toEqual(counts(1, 0, 0, 0, 1));
  expect(dryRun?.refused[0]?.problems).toEqual([
    { field: 'password', message: 'A new record needs a password.' },
  ]);
  await into.start();
  const response = await fetch(`${backend().url}/api/collections/${name}/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'anna', password: 'secret-123' }),
  });
  expect(response.status).toBe(200);
});

test('new fields and a new collection are created after a question', async () => {
  const { into, created, name } = await startImport();
  await openText(into, 'title,Price (€),id\na,1.5,\nb,2,\n');
  into.columns.setNewField(1);
  const checking = into.toCheck();
  expect(await answerQuestion(true)).toBe(`Add these fields to ${name}?\nPrice (Number)`);
  await checking;
  await into.start();
  expect(backend().sql(`select title, Price from ${name} order by title`)).toEqual([
    { title: 'a', Price: 1.5 },
    { title: 'b', Price: 2 },
  ]);
  into.back();
  into.back();
  await openText(into, 'title,Price (€),email,passwordConfirm,sent_via_mail\na,1.5,a@b.c,x,y\n');
  into.columns.setNewCollection(true);
  const other = uniqueName('fresh');
  into.columns.setOptions({ newName: other });
  const creating = into.toCheck();
  expect(await answerQuestion(true)).toContain(`Create the collection ${other} with these fields?`);
  await creating;
  expect(into.columns.$collection.get().name).toBe(other);
  expect(into.columns.$collection.get().id).not.toBe(created.id);
  await into.start();
  expect(backend().sql(`select title, Price, email, passwordConfirm, sent_mail from ${other}`)).toEqual([
    { title: 'a', Price: 1.5, email: 'a@b.c', passwordConfirm: 'x', sent_mail: 'y' },
  ]);
});

test('a new collection from a zip gets fields for its files, with room for each', async () => {
  const { into } = await startImport();
  const [id, other] = ['abcdefghijklmno', 'ABCDEFGHIJKLMNO'];
  const large = 'x'.repeat(5_300_000);
  const rows = [
    { id, title: 'a', cover: 'x.txt', pages: ['y.txt', 'z.txt'] },
    { id: other, title: 'b', cover: '', pages: [] },
  ];
  const files = { [`files/${id}/x.txt`]: large, [`files/${id}/y.txt`]: 'yy', [`files/${id}/z.txt`]: 'z' };
  const entries = { 'rows.json': JSON.stringify(rows), ...files };
  await into.open(new Blob([await zipOf(Object.entries(entries))]), 'export.zip');
  into.columns.setNewCollection(true);
  const name = uniqueName('with_files');
  into.columns.setOptions({ newName: name });
  const creating = into.toCheck();
  expect(await answerQuestion(true)).toContain('cover (File), pages (File)');
  await creating;
  expect(ownFields(into.columns.$collection.get()).slice(1)).toMatchObject([
    { type: 'file', max: 1, maxSize: large.length },
    { type: 'file', max: 2, maxSize: 5_242_880 },
  ]);
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(2, 0, 0, 0, 0));
  const [first] = backend().sql(`select id, cover, pages from ${name} order by title`);
  const contentOf = async (file: unknown) =>
    (await fetch(`${backend().url}/api/files/${name}/${id}/${file}`)).text();
  expect(await contentOf(first?.['cover'])).toBe(large);
  const pages: unknown[] = JSON.parse(String(first?.['pages']));
  expect(await Promise.all(pages.map(contentOf))).toEqual(['yy', 'z']);
});

test('protected files are compared with the stored ones although the stored token is refused', async () => {
  const cover = field('cover', 'file', { isProtected: true });
  const { into, name } = await startImport({ fields: [cover], indexes: [] });
  const { id } = await createRecord(backend().api, name, {
    cover: new File(['secret'], 'secret.txt'),
  });
  const entries = {
    'rows.json': JSON.stringify([{ id, cover: 'secret.txt' }]),
    [`files/${id}/secret.txt`]: 'secret',
  };
  await into.open(new Blob([await zipOf(Object.entries(entries))]), 'export.zip');
  into.columns.setOptions({ match: 'id' });
  const isToken = ({ path }: { path: string }) => path === '/api/files/token';
  let tokens = 0;
  // Every other one has expired by the backend's clock, also the first of the check and of the run.
  answerRequests(
    (request) => isToken(request) && ++tokens % 2 === 1,
    () => Response.json({ token: 'expired' }),
  );
  expect((await checked(into))?.counts).toEqual(counts(0, 0, 1, 0, 0));
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 0, 1, 0, 0));
  expect(tokens).toBe(4);
});

test('a file that has vanished from the storage is added again', async () => {
  const { into, name, created } = await startImport({ fields: [field('cover', 'file')], indexes: [] });
  const { id } = await createRecord(backend().api, name, { cover: new File(['lost'], 'lost.txt') });
  await rm(`${backend().dir}/storage/${created.id}/${id}`, { recursive: true });
  const entries = {
    'rows.json': JSON.stringify([{ id, cover: 'lost.txt' }]),
    [`files/${id}/lost.txt`]: 'lost',
  };
  await into.open(new Blob([await zipOf(Object.entries(entries))]), 'export.zip');
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(0, 1, 0, 0, 0));
  await into.start();
  const [row] = backend().sql(`select cover from ${name}`);
  expect(await (await fetch(`${backend().url}/api/files/${name}/${id}/${row?.['cover']}`)).text()).toBe(
    'lost',
  );
});

test('a taken name is said beside the name', async () => {
  const { into, name } = await startImport();
  await openText(into, 'title\na\n');
  into.columns.setNewCollection(true);
  into.columns.setOptions({ newName: name });
  const creating = into.toCheck();
  await answerQuestion(true);
  await creating;
  expect(into.$nameError.get()).not.toBe('');
  expect(into.$step.get()).toBe('columns');
});

test('a failed check can be tried again', async () => {
  const { into, path } = await startImport();
  await openText(into, 'title\na\n');
  into.columns.setOptions({ match: 'title' });
  const restore = rejectRequests(({ path: sent }) => sent === path, 'No.', 500);
  expect(await checked(into)).toBeUndefined();
  restore();
  await into.toCheck();
  await until(into.$dryRun, ({ state }) => state === 'ready');
});

test('an ended session pauses; after signing in again nothing is missing', async () => {
  const { into, stored, path } = await startImport({ indexes: [] });
  await openText(into, `title\n${Array.from({ length: 100 }, (_, at) => `t${at}`).join('\n')}`);
  await checked(into);
  const { arrived, release } = holdAfter(path, 20);
  const running = into.start();
  await arrived;
  expireSession();
  await until(into.run.$run, (run) => run?.hold === 'session');
  release();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  into.run.resume();
  await running;
  expect(into.run.$run.get()?.counts).toEqual(counts(100, 0, 0, 0, 0));
  expect(stored('title')).toHaveLength(100);
});
