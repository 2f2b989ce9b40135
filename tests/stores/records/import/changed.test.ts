import { expect, test } from 'vitest';
import type { Import } from '#stores/records/import/import.ts';
import { holdRequests, loseResponses, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import {
  type CollectionInput,
  createCollection,
  createRecords,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend, toasts, until } from '../record-fixture.ts';
import { checked, counts, FILLER, holdAfter, openText, startImport } from './import-fixture.ts';

startRecordsPage();

type Fields = NonNullable<CollectionInput['fields']>;

const isPost = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/records');
const isHealth = ({ path }: { path: string }) => path === '/api/health';
const linesOf = async (into: Import) => (await (await into.run.refused()).text()).trim().split('\r\n');

/** An import of rows into two fields of texts, the first of which has `a…`, the second `b…`, in batches of 30. */
async function startTwo(rows: number) {
  const fields = [field('first'), field('second'), field('other')];
  const started = await startImport({ fields, indexes: [] });
  const lines = Array.from({ length: rows }, (_, at) => `a${at},b${at},${FILLER}`);
  await openText(started.into, `first,second,filler\n${lines.join('\n')}\n`);
  const { id } = started.created;
  const rename = (names: Readonly<Record<string, string>>) =>
    updateCollection(backend().api, id, () => ({
      fields: started.created.fields.map((one) => ({ ...one, name: names[one.name] ?? one.name })),
    }));
  return {
    ...started,
    /** What a second administrator does. */
    swap: () => rename({ first: 'second', second: 'first' }),
    rename,
    setFields: (fields: Fields) => updateCollection(backend().api, id, () => ({ fields })),
    remove: () => backend().api.request('DELETE', `/api/collections/${id}`),
    values: () =>
      backend().sql(`select first, second from ${started.name} order by cast(substr(second, 2) as integer)`),
  };
}

const SWAPPED = ['first is now called second.', 'second is now called first.'];
/** The rows after a swap: what came as `first` is called second now. */
const swapped = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ first: `b${at}`, second: `a${at}` }));

test('[TR-53] fields swapped after the file was opened: the columns follow them, and are shown again', async () => {
  const { into, swap, values } = await startTwo(2);
  await swap();
  await into.toCheck();
  expect(into.$step.get()).toBe('columns');
  expect(into.$changed.get()).toEqual({ texts: SWAPPED, isSafe: true });
  expect(into.columns.$choices.get().map(({ name }) => name)).toEqual(['second', 'first', '']);
  expect((await checked(into))?.counts).toEqual(counts(2, 0, 0, 0, 0));
  expect(into.$changed.get()).toBeUndefined();
  await into.start();
  expect(values()).toEqual(swapped(2));
});

test('[TR-53] fields swapped after the check: nothing is sent before the columns were shown again', async () => {
  const { into, swap, values } = await startTwo(2);
  await checked(into);
  await swap();
  const { sent, stop } = watchRequests();
  await into.start();
  stop();
  expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
  expect([into.$step.get(), into.run.$run.get(), into.$changed.get()?.texts]).toEqual([
    ...['columns', undefined, SWAPPED],
  ]);
  await checked(into);
  await into.start();
  expect(values()).toEqual(swapped(2));
});

test('[TR-53] fields swapped during the run: it waits, names the rows in between, and goes on by ids', async () => {
  const { into, swap, values, path } = await startTwo(60);
  await checked(into);
  const { arrived, release } = holdAfter(path, 10);
  const running = into.start();
  await arrived;
  await swap();
  release();
  const held = await until(into.run.$run, (run) => run?.hold === 'changed');
  expect(held?.changed).toMatchObject({ texts: SWAPPED, isSafe: true });
  into.run.resume();
  await running;
  expect(into.run.$run.get()).toMatchObject({ counts: counts(60, 0, 0, 0, 0), notRun: 0 });
  const stored = values();
  expect(stored).toHaveLength(60);
  // The collection is read before each batch at the latest.
  expect(stored.slice(30)).toEqual(swapped(60).slice(30));
  const wrong = stored.filter(({ first }) => String(first).startsWith('a'));
  const named = new Set(into.run.$run.get()?.changed?.rows);
  // Lines count from 1, and the first one has the names.
  expect(wrong.filter(({ first }) => !named.has(Number(String(first).slice(1)) + 2))).toEqual([]);
});

test('[TR-53] fields swapped while the last rows are sent are named at the end', async () => {
  const { into, swap, path } = await startTwo(3);
  await checked(into);
  const { arrived, release } = holdAfter(path, 0);
  const running = into.start();
  await arrived;
  await swap();
  release();
  await running;
  expect(into.run.$run.get()).toMatchObject({
    ...{ state: 'ended', hold: undefined },
    changed: { texts: SWAPPED, rows: [2, 3, 4] },
  });
});

test('[TR-53] fields swapped while the connection is lost: rows in hand are decided anew', async () => {
  const { into, swap, values } = await startTwo(30);
  await checked(into);
  const restore = rejectRequests(isPost, '', 503);
  const health = holdRequests(isHealth);
  const running = into.start();
  await health.arrived;
  await swap();
  restore();
  health.release();
  const held = await until(into.run.$run, (run) => run?.hold === 'changed');
  expect(held?.done).toBe(0);
  into.run.resume();
  await running;
  expect(into.run.$run.get()).toMatchObject({ counts: counts(30, 0, 0, 0, 0), refused: [] });
  expect(values()).toEqual(swapped(30));
});

test('[TR-53] a row whose response was lost before the swap is not sent again, and says so', async () => {
  const { into, swap, values } = await startTwo(1);
  await checked(into);
  const restore = loseResponses(isPost);
  const health = holdRequests(isHealth);
  const running = into.start();
  await health.arrived;
  await swap();
  restore();
  health.release();
  await until(into.run.$run, (run) => run?.hold === 'changed');
  into.run.resume();
  await running;
  expect(values()).toEqual(swapped(1));
  const message = 'It was saved while the collection was changed: its values may be in other fields.';
  expect(await linesOf(into)).toEqual(['first,second,filler,_error', `a0,b0,${FILLER},${message}`]);
});

test('[TR-53] a paused import finds what somebody has stored meanwhile', async () => {
  const { into, name, stored, path } = await startImport();
  await openText(into, `title,amount\n${Array.from({ length: 40 }, (_, at) => `t${at},${at}`).join('\n')}\n`);
  into.columns.setOptions({ match: 'title' });
  await checked(into);
  const { arrived, release } = holdAfter(path, 8);
  const running = into.start();
  await arrived;
  into.run.pause();
  await createRecords(backend().api, name, 1, () => ({ title: 't39', amount: 1 }));
  release();
  into.run.resume();
  await running;
  expect(into.run.$run.get()?.counts).toEqual(counts(39, 1, 0, 0, 0));
  expect(stored().find(({ title }) => title === 't39')).toEqual({ title: 't39', amount: 39 });
});

test('[TR-53] records without the value of a field renamed meanwhile are taken back, and sent anew', async () => {
  const { into, rename, name, path } = await startTwo(40);
  await checked(into);
  const { arrived, release } = holdAfter(path, 10);
  const running = into.start();
  await arrived;
  await rename({ second: 'last' });
  release();
  const held = await until(into.run.$run, (run) => run?.hold === 'changed');
  expect(held?.changed).toMatchObject({ texts: ['second is now called last.'], isSafe: true });
  into.run.resume();
  await running;
  expect(into.run.$run.get()).toMatchObject({ counts: counts(40, 0, 0, 0, 0), notRun: 0 });
  const rows = backend().sql(`select first, last from ${name}`);
  expect(rows.filter(({ first, last }) => String(first).slice(1) !== String(last).slice(1))).toEqual([]);
  expect(rows).toHaveLength(40);
});

test('[TR-53] a record that can’t be taken back says without what it was saved', async () => {
  const { into, rename, path } = await startTwo(1);
  await checked(into);
  const { arrived, release } = holdAfter(path, 0);
  const running = into.start();
  await arrived;
  await rename({ second: 'last' });
  rejectRequests(({ method }) => method === 'DELETE', 'Not now.');
  release();
  await running;
  const message = 'The record was saved without second: the collection was changed meanwhile.';
  expect(toasts()).toEqual([message]);
  expect(await linesOf(into)).toEqual(['first,second,filler,_error', `a0,b0,${FILLER},${message}`]);
});

test('[TR-53] a field that got another type can’t be filled: the import can only be cancelled', async () => {
  const { into, setFields, created, path, name } = await startTwo(80);
  await checked(into);
  const { arrived, release } = holdAfter(path, 10);
  const running = into.start();
  await arrived;
  const others = created.fields.filter((one) => one.name !== 'second');
  await setFields([...others, field('second', 'number')]);
  release();
  const held = await until(into.run.$run, (run) => run?.hold === 'changed');
  expect(held?.changed).toMatchObject({
    ...{ texts: ['second was removed, or has another type.'], isSafe: false },
  });
  into.run.resume();
  expect(into.run.$run.get()?.hold).toBe('changed');
  into.run.cancel();
  await running;
  const { done = 0, notRun } = into.run.$run.get() ?? {};
  expect(done + (notRun ?? 0)).toBe(80);
  expect((await linesOf(into)).at(-1)).toBe(`a79,b79,${FILLER},Not run.`);
  expect(backend().sql(`select count(*) as n from ${name}`)[0]?.['n']).toBeLessThan(51);
});

test('[TR-53] a field with another type before the start is not chosen any more', async () => {
  const { into, setFields, created } = await startTwo(2);
  await checked(into);
  const others = created.fields.filter((one) => one.name !== 'second');
  await setFields([...others, field('second', 'number')]);
  await into.start();
  expect(into.$changed.get()).toMatchObject({ isSafe: false });
  expect(into.columns.$choices.get().map(({ use, name }) => [use, name])).toEqual([
    ['field', 'first'],
    ['none', ''],
    ['none', ''],
  ]);
});

test('[TR-53] changes that touch no chosen field hold nothing', async () => {
  const { into, rename, values } = await startTwo(2);
  await checked(into);
  await rename({ other: 'another' });
  await into.start();
  expect(into.$changed.get()).toBeUndefined();
  expect(values()).toHaveLength(2);
});

test('[TR-53] a deleted collection stops the check, the start and the run', async () => {
  const early = await startTwo(2);
  await early.remove();
  const message = (name: string) => `The collection ${name} was deleted meanwhile.`;
  await early.into.toCheck();
  expect([early.into.$step.get(), toasts()]).toEqual(['columns', [message(early.name)]]);

  const { into, remove, name, path } = await startTwo(100);
  await checked(into);
  const { arrived, release } = holdAfter(path, 10);
  const running = into.start();
  await arrived;
  await remove();
  release();
  await running;
  expect(toasts()).toContain(message(name));
  const run = into.run.$run.get();
  expect(run?.state).toBe('ended');
  expect(run?.counts.invalid).toBeLessThanOrEqual(8);
  expect(run?.notRun).toBe(100 - (run?.done ?? 0));
  expect((await linesOf(into)).at(-1)).toBe(`a99,b99,${FILLER},Not run.`);
});

test('[TR-53] a field by which related records are found is followed, too', async () => {
  const cats = await createCollection(backend().api, {
    name: uniqueName('cats'),
    fields: [field('label', 'text', { isPresentable: true }), field('code')],
  });
  const records = await createRecords(backend().api, cats.id, 2, (at) => ({
    label: ['one', 'two'][at],
    code: ['two', 'one'][at],
  }));
  const options = { collectionId: cats.id };
  const { into } = await startImport({
    fields: [field('cat', 'relation', options)],
    indexes: [],
  });
  await openText(into, 'cat\none\n');
  into.columns.setColumn(0, { key: 'label' });
  await checked(into);
  await updateCollection(backend().api, cats.id, () => ({
    fields: cats.fields.map((one) => ({ ...one, name: one.name === 'label' ? 'code' : 'label' })),
  }));
  await into.start();
  const change = `${cats.name}: label is now called code.`;
  expect(into.$changed.get()).toEqual({ texts: [change], isSafe: true });
  await checked(into);
  await into.start();
  expect(backend().sql(`select cat from ${into.columns.$collection.get().name}`)).toEqual([
    { cat: records[0]?.id },
  ]);
});
