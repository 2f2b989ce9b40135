import { expect, onTestFinished, test, vi } from 'vitest';
import type { Limit } from '#domain/backend/field.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { addFields, createRecord, field } from '#tests/support/factories.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend, until } from '../record-fixture.ts';
import { checked, counts, FILLER, holdAfter, openImport, openText, startImport } from './import-fixture.ts';

startRecordsPage();

interface Options {
  readonly max?: Limit;
  readonly isRequired?: boolean;
}

/** An import into a collection whose records have names, and parents among themselves. */
async function startTree({ max = 1, isRequired = false }: Options = {}) {
  const started = await startImport({
    fields: [field('name', 'text', { isPresentable: true }), field('code')],
    indexes: [],
  });
  started.into.dispose();
  const { id: collectionId } = started.created;
  const parent = field('parent', 'relation', { collectionId, max, isRequired });
  await addFields(backend().api, collectionId, parent);
  const into = await openImport(started.created.id);
  const stored = () =>
    Object.fromEntries(
      backend()
        .sql(`select name, parent from ${started.name} order by name`)
        .map(({ name, parent }) => [name, parent]),
    );
  return { ...started, into, stored };
}

const id = (name: string) => name.padEnd(15, '0');

test('[TR-27] rows that refer to rows below them: parents first, as the check says', async () => {
  const { into, stored } = await startTree();
  await openText(
    into,
    [
      'id,name,parent',
      'leaf00000000001,Oak leaf,twig00000000001',
      'twig00000000001,Twig,branch000000001',
      'branch000000001,Branch,trunk0000000001',
      'trunk0000000001,Trunk,',
    ].join('\n'),
  );
  const { requests, stop } = watchRequests();
  const dryRun = await checked(into);
  stop();
  expect(dryRun).toMatchObject({ counts: counts(4, 0, 0, 0, 0), later: 3, circular: 0 });
  // Only whether the ids are stored already: the file itself has what is referred to.
  expect(requests.filter(({ path }) => path.endsWith('/records'))).toHaveLength(1);
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ counts: counts(4, 0, 0, 0, 0), refused: [], notRun: 0 });
  expect(stored()).toEqual({
    ...{ Branch: 'trunk0000000001', 'Oak leaf': 'twig00000000001', Trunk: '', Twig: 'branch000000001' },
  });
});

test('[TR-27] rows of several batches, found by another field, without ids', async () => {
  const { into, name } = await startTree();
  const lines = Array.from(
    { length: 70 },
    (_, at) => `n${at},c${at},${at < 69 ? `c${at + 1}` : ''},${FILLER}`,
  );
  await openText(into, `name,code,parent,filler\n${lines.join('\n')}\n`);
  into.columns.setColumn(2, { key: 'code' });
  expect(into.$content.get()?.batches).toBe(3);
  expect((await checked(into))?.counts).toEqual(counts(70, 0, 0, 0, 0));
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ counts: counts(70, 0, 0, 0, 0), refused: [] });
  const wrong = `select count(*) as n from ${name} a join ${name} b on a.parent = b.id
    where cast(substr(a.code, 2) as integer) + 1 <> cast(substr(b.code, 2) as integer)`;
  expect(backend().sql(wrong)).toEqual([{ n: 0 }]);
  expect(backend().sql(`select count(*) as n from ${name} where parent = ''`)).toEqual([{ n: 1 }]);
});

test('[TR-27] rows in circles are created first, and get their references when all are stored', async () => {
  const { into, stored } = await startTree({ max: 3 });
  const [a, b, c] = ['a', 'b', 'c'].map(id);
  await openText(into, `id,name,parent\n${a},a,${b}\n${b},b,${a};${c}\n${c},c,${c}\n`);
  const dryRun = await checked(into);
  expect(dryRun).toMatchObject({ counts: counts(3, 0, 0, 0, 0), later: 1, circular: 2 });
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ counts: counts(3, 0, 0, 0, 0), refused: [], notRun: 0 });
  const list = (...ids: unknown[]) => JSON.stringify(ids);
  expect(stored()).toEqual({ a: list(b), b: list(a, c), c: list(c) });
  // The same file again changes nothing.
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(0, 0, 3, 0, 0));
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 0, 3, 0, 0));
});

test('[TR-27] rows of a circle whose references were not set say so', async () => {
  const { into, path, stored } = await startTree();
  await openText(into, `id,name,parent\n${id('a')},a,${id('b')}\n${id('b')},b,${id('a')}\n`);
  await checked(into);
  rejectRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path), 'Not now.');
  await into.start();
  expect(into.run.$run.get()).toMatchObject({
    ...{ counts: counts(1, 0, 0, 0, 1), notRun: 0 },
    refused: [
      {
        number: 2,
        problems: [
          { field: '', message: 'Not now.' },
          { field: '', message: 'It was saved without its references to other rows.' },
        ],
      },
    ],
  });
  expect(stored()).toEqual({ a: '', b: id('a') });
});

test('[TR-27] the check names a row of a circle that refers to a row that can’t be imported', async () => {
  const { into } = await startTree({ max: 3 });
  const [a, b, c] = ['a', 'b', 'c'].map(id);
  await openText(into, `id,name,parent\n${a},a,"${b},${c}"\n${b},b,${a}\n${c},c,${id('nobody')}\n`);
  const dryRun = await checked(into);
  expect(dryRun?.counts).toEqual(counts(1, 0, 0, 0, 2));
  expect(dryRun?.refused.map(({ number, problems }) => [number, problems[0]?.message])).toEqual([
    [2, 'It will be saved without a reference to a row that can’t be imported.'],
    [4, expect.stringContaining('No record of')],
  ]);
});

test('[TR-27] a circle of a required field is refused by the check, and a row below a refused one, too', async () => {
  const { into, created } = await startTree({ isRequired: true });
  const root = await createRecord(backend().api, created.id, { id: id('root'), name: 'root' }).catch(
    () => {},
  );
  expect(root).toBeUndefined();
  const rows = [
    `${id('a')},a,${id('b')}`,
    `${id('b')},b,${id('a')}`,
    `${id('child')},child,${id('a')}`,
    `${id('lost')},lost,${id('nobody')}`,
  ];
  await openText(into, `id,name,parent\n${rows.join('\n')}\n`);
  const dryRun = await checked(into);
  expect(dryRun?.counts).toEqual(counts(0, 0, 0, 0, 4));
  expect(dryRun?.refused.map(({ number, problems }) => [number, problems[0]?.message])).toEqual([
    [2, expect.stringContaining('refer to one another in a circle')],
    [3, `The row with id “${id('a')}” can’t be imported.`],
    [4, `The row with id “${id('a')}” can’t be imported.`],
    [5, `No record of ${created.name} has id “${id('nobody')}”.`],
  ]);
});

test('[TR-27] a text that a stored record and a new row have is refused; matched rows keep their ids', async () => {
  const { into, created, name, stored } = await startTree();
  const { id: trunk } = await createRecord(backend().api, created.id, { name: 'Trunk', code: 't' });
  await openText(into, 'name,code,parent\nTwig,w,Trunk\nTrunk,u,\n');
  into.columns.setColumn(2, { key: 'name' });
  const dryRun = await checked(into);
  expect(dryRun?.counts).toEqual(counts(1, 0, 0, 0, 1));
  expect(dryRun?.refused[0]?.problems).toEqual([
    { field: 'parent', message: `Several records of ${name} have name “Trunk”.` },
  ]);
  // Found by its name, the row below is that record.
  into.columns.setOptions({ match: 'name' });
  expect((await checked(into))?.counts).toEqual(counts(1, 1, 0, 0, 0));
  await into.start();
  expect(stored()).toEqual({ Trunk: '', Twig: trunk });
});

test('[TR-27] a cancelled import leaves the rows that were not sent, whatever their order', async () => {
  const { into, path } = await startTree();
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${id(`r${at}x`)},r${at},${at < 59 ? id(`r${at + 1}x`) : ''}`,
  );
  await openText(into, `id,name,parent\n${lines.join('\n')}\n`);
  await checked(into);
  const { arrived, release } = holdAfter(path, 10);
  const running = into.start();
  await arrived;
  into.run.cancel();
  release();
  await running;
  const { done = 0, notRun = 0 } = into.run.$run.get() ?? {};
  expect(done + notRun).toBe(60);
  const left = (await (await into.run.refused()).text()).trim().split('\r\n').slice(1);
  expect(left).toEqual(lines.slice(0, notRun).map((line) => `${line},Not run.`));
});

test('[TR-53] a row that waits for its parent is decided anew when fields were swapped meanwhile', async () => {
  const { into, created, name } = await startTree();
  await openText(into, `id,name,code,parent\n${id('p')},Parent,one,\n${id('x')},Child,two,${id('p')}\n`);
  await checked(into);
  const held = holdRequests(
    ({ method, path }) => method === 'POST' && path.endsWith('/records'),
    'responses',
  );
  const running = into.start();
  await held.arrived;
  const { schema } = await backend().api.get<{ schema: { name: string }[] }>(
    `/api/collections/${created.id}`,
  );
  const renamed: Readonly<Record<string, string>> = { name: 'code', code: 'name' };
  await backend().api.patch(`/api/collections/${created.id}`, {
    schema: schema.map((one) => ({ ...one, name: renamed[one.name] ?? one.name })),
  });
  // The collection was read long ago.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  onTestFinished(() => void vi.useRealTimers());
  held.release();
  await until(into.run.$run, (run) => run?.hold === 'changed');
  const rows = () => backend().sql(`select name, code from ${name} order by id`);
  expect(rows()).toEqual([{ name: 'one', code: 'Parent' }]);
  into.run.resume();
  await running;
  expect(into.run.$run.get()).toMatchObject({ counts: counts(2, 0, 0, 0, 0), refused: [], notRun: 0 });
  expect(rows()).toEqual([
    { name: 'one', code: 'Parent' },
    { name: 'two', code: 'Child' },
  ]);
});
