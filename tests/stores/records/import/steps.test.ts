import { afterEach, expect, test, vi } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { $question } from '#stores/app/confirm.ts';
import { $collectionList } from '#stores/collections/list.ts';
import type { Import } from '#stores/records/import/import.ts';
import { rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { addFields, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import { checked, counts, openText, startImport } from './import-fixture.ts';

startRecordsPage();
afterEach(() => {
  vi.restoreAllMocks();
});

const used = (into: Import) =>
  into.columns.$choices.get().map(({ use, name, key }) => (use === 'none' ? use : [use, name, key]));

test('the fields that find one record are offered, and for a relation those that show it', async () => {
  const { api } = backend();
  const relatedName = uniqueName('related');
  const related = await createCollection(api, {
    name: relatedName,
    fields: [field('label', 'text', { isPresentable: true }), field('code'), field('note')],
    indexes: [`CREATE UNIQUE INDEX idx_${relatedName} ON ${relatedName} (code)`],
  });
  const options = { collectionId: related.id };
  const name = uniqueName('indexed');
  const index = (columns: string, unique = 'UNIQUE ') =>
    `CREATE ${unique}INDEX idx_${name}_${columns.replace(/\W/g, '')} ON ${name} (${columns})`;
  const { into } = await startImport({
    name,
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('first'),
      field('last'),
      field('number', 'number'),
      field('of', 'relation', options),
    ],
    indexes: [index('number'), index('first, last'), index('title', '')],
  });
  await openText(into, 'title\na\n');
  await until(into.columns.$lookupKeys, (keys) => keys.size > 0);
  expect(into.columns.$unique.get()).toEqual(['number']);
  expect(into.columns.$lookupKeys.get()).toEqual(new Map([[related.id, ['label', 'code']]]));
});

test('columns that fill a field twice, required fields without a column, and values that do not fit are named', async () => {
  const { into } = await startImport({
    fields: [field('title', 'text', { isRequired: true }), field('amount', 'number')],
  });
  await openText(into, 'amount,other\n1,a\nmany,b\n');
  expect(used(into)).toEqual([['field', 'amount', 'id'], 'none']);
  expect(into.columns.$missing.get()).toEqual(['title']);
  const misfits = (text: string, row: number) => ({
    count: 1,
    first: [{ row, text, message: 'Enter a valid number.' }],
  });
  await until(into.columns.$misfits, (found) => found.size === 1);
  expect(into.columns.$misfits.get()).toEqual(new Map([[0, misfits('many', 3)]]));
  into.columns.setColumn(1, { use: 'field', name: 'title' });
  await until(into.columns.$misfits, (found) => found.size === 2);
  expect(into.columns.$misfits.get().get(1)).toEqual({ count: 0, first: [] });
  expect(into.columns.$missing.get()).toEqual([]);
  expect(into.columns.$repeated.get()).toEqual(new Set());
  into.columns.setColumn(1, { use: 'field', name: 'amount' });
  expect(into.columns.$repeated.get()).toEqual(new Set(['amount']));
  into.columns.setNewCollection(true);
  expect(into.columns.$options.get()).toEqual({ match: '', onMatch: 'update', newName: '' });
  expect(used(into)).toEqual([
    ['new', 'amount', 'id'],
    ['new', 'other', 'id'],
  ]);
  expect(into.columns.$missing.get()).toEqual([]);
  into.columns.setNewCollection(false);
  expect(into.columns.$options.get().newName).toBeUndefined();
  expect(used(into)).toEqual([['field', 'amount', 'id'], 'none']);
});

test('what finds a record stays chosen while a column fills it, until the next file', async () => {
  const { into } = await startImport();
  await openText(into, 'title,amount\na,many\n');
  into.columns.setOptions({ match: 'title', onMatch: 'skip' });
  // The check of the columns has begun before with other options.
  await until(into.columns.$misfits, (found) => found.get(1)?.count === 1);
  into.columns.setColumn(1, { use: 'none' });
  expect(into.columns.$options.get()).toEqual({ match: 'title', onMatch: 'skip', newName: undefined });
  into.columns.setColumn(0, { use: 'none' });
  expect(into.columns.$options.get()).toEqual({ match: '', onMatch: 'skip', newName: undefined });
  await until(into.columns.$misfits, (found) => found.size === 0);
  into.columns.setColumn(0, { use: 'field' });
  into.columns.setOptions({ match: 'title' });
  await openText(into, 'title\nb\n');
  expect(into.columns.$options.get()).toEqual({ match: '', onMatch: 'update', newName: undefined });
});

test('a file that can’t be read says why, and another one can be chosen', async () => {
  const { into } = await startImport();
  await into.open(new Blob(['title\n']), 'empty.csv');
  const message = 'There is nothing to import: the file has no rows.';
  expect(into.$file.get()).toEqual({ state: 'failed', message });
  expect(toasts()).toEqual([]);
  const gone = new Blob(['title\na\n']);
  vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('The file was moved.', 'NotFoundError');
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await into.open(gone, 'moved.csv');
  expect(into.$file.get()).toEqual({ state: 'failed', message: expect.any(String) });
  expect(toasts()).toHaveLength(1);
  // Nothing can be done with it.
  into.columns.setNewField(0);
  into.columns.setNewCollection(true);
  await into.toCheck();
  await into.start();
  await into.saveRefused();
  expect(into.columns.$choices.get()).toEqual([]);
  expect(into.columns.$options.get().newName).toBeUndefined();
  expect([into.$step.get(), into.$dryRun.get().state, into.run.$run.get()]).toEqual([
    'file',
    'idle',
    undefined,
  ]);

  const states: unknown[] = [];
  const stop = into.$file.listen((file) => states.push(file));
  const opening = openText(into, 'title\na\n');
  // One at a time.
  await into.open(new Blob(['amount\n1\n']), 'second.csv');
  await opening;
  stop();
  expect(states).toEqual([
    { state: 'busy', bytes: 0, size: 8 },
    { state: 'busy', bytes: 8, size: 8 },
    { state: 'ready', name: 'file.csv', content: expect.objectContaining({ count: 1, format: 'csv' }) },
  ]);
  expect(into.$step.get()).toBe('columns');
});

test('[TR-24] [TR-02] how a file was read is shown first if it was guessed, and is stored as chosen', async () => {
  const { into, stored } = await startImport({
    fields: [field('title'), field('amount', 'number'), field('due', 'date')],
  });
  const text = 'Report\ntitle;amount;due\nM\xfcller;1.234,56;31.12.2024\n;;\nK\xf6ln;49,90;0000-00-00\n';
  await into.open(new Blob([Uint8Array.from(text, (char) => char.charCodeAt(0))]), 'shop.csv');
  const reading = () => {
    const file = into.$file.get();
    return file.state === 'ready'
      ? [into.$step.get(), file.content.reading.encoding, file.content.example]
      : [];
  };
  expect(reading()).toEqual(['file', 'windows-1252', 'Müller']);
  await into.reread({ encoding: 'windows-1251' });
  expect(reading()).toEqual(['file', 'windows-1251', 'Mьller']);
  await into.reread({ encoding: 'utf-8' });
  expect(into.$file.get()).toEqual({ state: 'failed', message: 'This file is not UTF-8, or it is damaged.' });
  into.toColumns();
  await into.reread({ encoding: undefined });
  expect(reading()).toEqual(['file', 'windows-1252', 'Müller']);
  into.toColumns();
  expect(into.$step.get()).toBe('columns');
  expect((await checked(into))?.counts).toEqual(counts(2, 0, 0, 1, 0));
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ done: 2, counts: counts(2, 0, 0, 1, 0) });
  expect(stored('title, amount, due')).toEqual([
    { title: 'Köln', amount: 49.9, due: '' },
    { title: 'Müller', amount: 1234.56, due: '2024-12-31 00:00:00.000Z' },
  ]);
});

test('[TR-07] what has two readings is not imported before one is chosen', async () => {
  const { into, stored } = await startImport();
  await openText(into, 'title,amount\na,"1,234"\nb,5\n');
  expect((await checked(into))?.counts).toEqual(counts(1, 0, 0, 0, 1));
  into.back();
  into.columns.setColumn(1, { way: 'comma' });
  expect((await checked(into))?.counts).toEqual(counts(2, 0, 0, 0, 0));
  await into.start();
  expect(stored()).toEqual([
    { title: 'a', amount: 1.234 },
    { title: 'b', amount: 5 },
  ]);
});

test('a file that has been read after the import was closed changes nothing', async () => {
  const { into } = await startImport();
  const opening = openText(into, 'title\na\n');
  into.dispose();
  await opening;
  expect([into.$file.get().state, into.$step.get(), into.columns.$choices.get()]).toEqual([
    'busy',
    'file',
    [],
  ]);
});

test('new fields are added once and after a yes, to what the collection is by then', async () => {
  const { into, created, stored } = await startImport();
  await openText(into, 'title,Price (€)\na,1.5\n');
  into.columns.setNewField(1);
  into.columns.setNewField(7);
  expect(used(into)).toEqual([
    ['field', 'title', 'id'],
    ['new', 'Price', 'id'],
  ]);
  const declined = into.toCheck();
  expect(into.$isSaving.get()).toBe(true);
  await answerQuestion(false);
  await declined;
  expect([into.$isSaving.get(), into.$step.get(), into.$dryRun.get().state]).toEqual([
    ...[false, 'columns', 'idle'],
  ]);
  const checking = into.toCheck();
  const question = await until($question, (shown) => shown !== undefined);
  await into.toCheck();
  expect($question.get()).toBe(question);
  await addFields(backend().api, created.id, field('theirs'));
  question?.answer(true);
  await checking;
  const names = ['title', 'amount', 'data', 'theirs', 'Price'];
  expect(ownFields(into.columns.$collection.get()).map(({ name }) => name)).toEqual(names);
  const listed = $collectionList.get().find(({ id }) => id === created.id);
  expect(listed && ownFields(listed).map(({ name }) => name)).toEqual(names);
  expect(used(into)).toEqual([
    ['field', 'title', 'id'],
    ['field', 'Price', 'id'],
  ]);
  expect([into.$isSaving.get(), into.$step.get()]).toEqual([false, 'check']);
  await until(into.$dryRun, ({ state }) => state === 'ready');
  await into.start();
  expect(stored('title, Price')).toEqual([{ title: 'a', Price: 1.5 }]);
});

test('a new collection is made after a yes, with another name if the first is taken', async () => {
  const { into, name } = await startImport({ indexes: [] });
  await openText(into, 'title,amount\na,1\n');
  into.columns.setNewCollection(true);
  into.columns.setOptions({ newName: name });
  const declined = into.toCheck();
  expect(await answerQuestion(false)).toBe(
    `Create the collection ${name} with these fields?\ntitle (Plain text), amount (Number)\nOnly administrators can use it until you set its rules.`,
  );
  await declined;
  expect(into.$step.get()).toBe('columns');
  const refusal = { name: { message: 'Taken.' }, schema: { message: 'Too large.' } };
  const restore = rejectRequests(({ method }) => method === 'POST', 'Failed to create.', 400, refusal);
  const taken = into.toCheck();
  await answerQuestion(true);
  await taken;
  restore();
  expect(into.$nameError.get()).toBe('Taken.');
  // That is beside the name.
  expect(toasts()).toEqual(['Failed to create. fields: Too large.']);
  expect(into.$isSaving.get()).toBe(false);
  const other = uniqueName('fresh');
  into.columns.setOptions({ newName: other });
  const { sent, stop } = watchRequests();
  const creating = into.toCheck();
  expect(into.$nameError.get()).toBe('');
  await answerQuestion(true);
  await creating;
  stop();
  expect(sent.filter((request) => request.startsWith('POST'))).toEqual(['POST /api/collections']);
  expect(into.columns.$options.get().newName).toBeUndefined();
  expect(into.columns.$collection.get().name).toBe(other);
  expect($collectionList.get().map((one) => one.name)).toContain(other);
  expect((await checked(into))?.counts).toEqual(counts(1, 0, 0, 0, 0));
});

/** Makes a collection of this name from the columns of the file. */
async function makeCollection(into: Import, name: string): Promise<void> {
  await openText(into, 'title\na\n');
  into.columns.setNewCollection(true);
  into.columns.setOptions({ newName: name });
  const creating = into.toCheck();
  await answerQuestion(true);
  await creating;
}
const isListed = (name: string) => $collectionList.get().some((one) => one.name === name);
const tables = (name: string) => backend().sql('select id from _collections where name = ?', [name]).length;

test('[TR-54] an import that is closed with its new collection still empty offers to remove it', async () => {
  const { into } = await startImport();
  const name = uniqueName('empty');
  await makeCollection(into, name);
  const closing = into.offerRemoval();
  expect(await answerQuestion(true)).toBe(
    `The collection ${name} was created for this import, and is empty. Do you want to remove it?`,
  );
  await closing;
  expect([isListed(name), tables(name)]).toEqual([false, 0]);

  const kept = uniqueName('kept');
  await makeCollection(into, kept);
  const keeping = into.offerRemoval();
  await answerQuestion(false);
  await keeping;
  expect([isListed(kept), tables(kept)]).toEqual([true, 1]);
});

test('[TR-54] a new collection that has records, or that somebody has changed, stays without a question', async () => {
  const { into } = await startImport();
  const [filled, changed, late] = ['filled', 'changed', 'late'].map(uniqueName);
  await makeCollection(into, filled ?? '');
  await until(into.$dryRun, ({ state }) => state === 'ready');
  await into.start();
  await into.offerRemoval();
  await makeCollection(into, changed ?? '');
  await backend().api.patch(`/api/collections/${changed}`, { listRule: '' });
  await into.offerRemoval();
  // A record that was created while the question was on screen.
  await makeCollection(into, late ?? '');
  const closing = into.offerRemoval();
  await until($question, (question) => question !== undefined);
  await createRecord(backend().api, late ?? '', { title: 'a' });
  await answerQuestion(true);
  await closing;
  expect([filled, changed, late].map((name) => tables(name ?? ''))).toEqual([1, 1, 1]);
});

test('the question about new fields goes when the import is closed', async () => {
  const { into } = await startImport();
  await openText(into, 'title,more\na,b\n');
  into.columns.setNewField(1);
  const checking = into.toCheck();
  await until($question, (shown) => shown !== undefined);
  into.dispose();
  await checking;
  expect($question.get()).toBeUndefined();
  expect(into.$step.get()).toBe('columns');
});

test('refused rows are saved under the name of the file, in its format', async () => {
  const { into } = await startImport();
  await into.open(new Blob(['{"title":"a","amount":"many"}\n']), 'my.rows.ndjson');
  await checked(into);
  await into.start();
  const link = { href: '', download: '', click: vi.fn() };
  Object.assign(document, { createElement: () => link });
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:rows';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  await into.saveRefused();
  Reflect.deleteProperty(document, 'createElement');
  expect(link).toMatchObject({ href: 'blob:rows', download: 'my.rows-refused.ndjson' });
  expect(link.click).toHaveBeenCalledOnce();
  expect((await blobs[0]?.text())?.trim()).toBe(
    '{"title":"a","amount":"many","_error":"amount: Enter a valid number."}',
  );
});
