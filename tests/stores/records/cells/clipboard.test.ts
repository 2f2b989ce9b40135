import { expect, onTestFinished, test } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { parseTsv } from '#domain/records/cells/tsv.ts';
import { PAGE_SIZE } from '#domain/records/list-query.ts';
import { $zone } from '#stores/app/zone.ts';
import { copyCells, offerImport, pasteCells } from '#stores/records/cells/clipboard.ts';
import { $waitingRows } from '#stores/records/cells/use.ts';
import { toggleColumn } from '#stores/records/columns.ts';
import { $journal } from '#stores/records/journal.ts';
import { refreshRecords } from '#stores/records/list.ts';
import { $offeredRows, $recordTool, closeRecordTool } from '#stores/records/tools.ts';
import { undo } from '#stores/records/undo/run.ts';
import { rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { ids, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend } from '../record-fixture.ts';
import { marksOf, showPosts } from './cells-fixture.ts';

startRecordsPage();

const options = { signal: new AbortController().signal };

test('copies the exact stored text, and what waits; only inexact rows are loaded', async () => {
  const { at, start, path } = await showPosts(2, (index) => ({
    big: index ? 1 : 2 ** 53,
    note: 'a\tb "c"',
    tags: ['red', 'blue'],
    active: true,
    status: 'draft',
    due: '2026-11-05 12:00:00.123Z',
    meta: index ? null : { a: 1.5, b: [] },
    body: '<p>long</p>',
  }));
  const { cells } = start();
  cells.set([{ ...at(1, 'title'), value: 'waits' }]);
  const { requests } = watchRequests();
  const copy = async (from: string, to: string, last = 1) =>
    (await copyCells(cells, { from: at(0, from), to: at(last, to) }, options)).text;
  expect(await copy('title', 'active')).toBe('row 0\t0\ttrue\r\nwaits\t1\ttrue');
  expect(await copy('due', 'tags', 0)).toBe('2026-11-05 12:00:00.123Z\tdraft\t["red","blue"]');
  expect(await copy('note', 'note', 0)).toBe('"a\tb ""c"""');
  expect(requests).toEqual([]);
  expect(await copy('meta', 'meta')).toBe('{"a":1.5,"b":[]}\r\n\r\n');
  expect(await copy('body', 'body', 0)).toBe('<p>long</p>');
  expect(await copy('big', 'big')).toBe('9007199254740992\r\n1');
  expect(requests.filter(({ path: to }) => to === path)).toHaveLength(3);
});

test('tells how many records could not be read again, whose texts may be cut', async () => {
  const { at, path, start } = await showPosts(2, () => ({ note: 'x'.repeat(5000) }));
  const { cells } = start();
  await backend().api.delete(`${path}/${at(0, 'note').id}`);
  const { text, unread } = await copyCells(cells, { from: at(0, 'note'), to: at(1, 'note') }, options);
  expect([unread, text.split('\r\n').map(({ length }) => length)]).toEqual([1, [1000, 5000]]);
});

test('pastes into cells that fit; the others are marked with the reason, and nothing is sent', async () => {
  const { at, start, stored } = await showPosts(3, () => ({ status: 'draft' }));
  const { cells } = start();
  const { requests } = watchRequests();
  const paste = async (name: string, text: string, row = 0) =>
    (await pasteCells(cells, { from: at(row, name), to: at(row, name) }, text)).message;
  expect(await paste('title', 'a\t7\tyes\nb\tmany\tno')).toBe(
    '5 cells pasted. 1 cell did not fit: the marked ones say why.',
  );
  expect(marksOf(at(0, 'title').id)).toEqual({ title: 'waiting', amount: 'waiting', active: 'waiting' });
  expect(marksOf(at(1, 'title').id)).toEqual({
    title: 'waiting',
    amount: '“many” was not pasted. Enter a valid number.',
  });
  expect(cells.$count.get()).toBe(4);
  expect(await paste('status', 'published\nwrong')).toContain('1 cell pasted. 1 cell did not fit');
  expect(marksOf(at(1, 'status').id)['status']).toContain('“wrong” is not one of the choices.');
  expect(marksOf(at(1, 'title').id)).not.toHaveProperty('amount');
  expect(await paste('meta', '{}')).toContain('1 cell did not fit');
  expect(await paste('title', '', 2)).toContain('1 cell did not fit');
  expect(await paste('title', 'x\ny\nz', 1)).toBe(
    '2 cells pasted. 1 row had no place below the last record.',
  );
  const { id } = at(0, 'title');
  expect(await paste('id', `${id}\tmoved`)).toBe('1 cell pasted.');
  expect(await paste('id', 'other')).toContain('1 cell did not fit');
  expect(requests).toEqual([]);
  expect((await stored(0))['title']).toBe('row 0');
});

test('a hidden column takes no text, and one text fills a rectangle', async () => {
  const { at, start, collection } = await showPosts(2);
  const { cells } = start();
  const hidden = collection.fields.find(({ name }) => name === 'amount')?.id ?? '';
  toggleColumn(hidden);
  expect(await pasteCells(cells, { from: at(0, 'title'), to: at(0, 'title') }, 'a\ttrue')).toEqual({
    message: '2 cells pasted.',
    isWhole: true,
  });
  expect($waitingRows.get().get(at(0, 'title').id)?.values).toEqual({ title: 'a', active: true });
  toggleColumn(hidden);
  expect((await pasteCells(cells, { from: at(1, 'title'), to: at(0, 'title') }, 'same')).message).toBe(
    '2 cells pasted.',
  );
  expect(cells.waitingValue(at(1, 'title'))).toBe('same');
});

/** The file of `R30-paste.tsv`, with numbers that the fields take. */
const FIVE = 'Ann\t1\nBob\t2\n"C, leo"\t3\nDan\t4\n\t5\n';

test('[TR-30] rows behind the last record are offered to the import, once that is wanted', async () => {
  const { at, start } = await showPosts(3);
  const { cells } = start();
  const range = { from: at(1, 'title'), to: at(1, 'title') };
  const { message, rest } = await pasteCells(cells, range, FIVE);
  expect(message).toBe('4 cells pasted. 3 rows had no place below the last record.');
  expect(cells.waitingValue(at(2, 'title'))).toBe('Bob');
  expect(rest).toEqual({ count: 3, csv: 'title,amount\r\n"C, leo",3\r\nDan,4\r\n,5' });
  if (!rest) throw new Error('Nothing is left.');
  const declined = offerImport(rest);
  expect(await answerQuestion(false)).toContain('create 3 records with the pasted rows');
  await declined;
  expect($recordTool.get()).toBeUndefined();
  const wanted = offerImport(rest);
  await answerQuestion(true);
  await wanted;
  expect($recordTool.get()).toBe('import');
  expect(await $offeredRows.get()?.text()).toBe(rest.csv);
  closeRecordTool();
  $offeredRows.set(undefined);
  // Only the columns from the first pasted one on, as far as there are some.
  const wide = await pasteCells(cells, { from: at(2, 'updated'), to: at(2, 'updated') }, 'a\tb\nc\td');
  expect(wide.rest).toEqual({ count: 1, csv: 'updated\r\nc' });
});

test('[TR-30] rows that are not loaded are loaded, as many as are pasted; none is left out', async () => {
  const { at, start, stored } = await showPosts(95);
  const { cells } = start();
  expect(ids()).toHaveLength(PAGE_SIZE);
  const text = Array.from({ length: 60 }, (_, index) => `new ${index}`).join('\n');
  const pasted = await pasteCells(cells, { from: at(30, 'title'), to: at(30, 'title') }, text);
  expect(pasted).toEqual({ message: '60 cells pasted.', isWhole: true });
  expect(cells.waitingValue(at(89, 'title'))).toBe('new 59');
  await cells.save();
  expect((await stored(89))['title']).toBe('new 59');
});

test('[TR-30] where rows can’t be loaded, what has no place is told, and no record is offered', async () => {
  const { at, start, path } = await showPosts(45);
  const { cells } = start();
  rejectRequests((sent) => sent.path === path && sent.params['page'] === '2', 'Busy.', 500);
  const text = 'x\ny\nz';
  const pasted = await pasteCells(cells, { from: at(38, 'title'), to: at(38, 'title') }, text);
  expect(pasted).toEqual({
    message: '2 cells pasted. 1 row had no place below the loaded ones.',
    isWhole: false,
  });
});

test('[33] dates are pasted on the clock of the chosen zone, and copied in UTC, waiting ones too', async () => {
  const { at, start } = await showPosts(2, () => ({ due: '2026-11-05 12:00:00.123Z' }));
  const { cells } = start();
  $zone.set(zoneOf('Europe/Berlin'));
  onTestFinished(() => $zone.set(undefined));
  const range = (row: number) => ({ from: at(row, 'due'), to: at(row, 'due') });
  const copy = async (row: number) => (await copyCells(cells, range(row), options)).text;
  await pasteCells(cells, range(0), '2026-11-05 13:00:00');
  expect(cells.$count.get()).toBe(0);
  await pasteCells(cells, range(0), '2026-11-05 14:30');
  expect(await copy(0)).toBe('2026-11-05 13:30:00.000Z');
  await pasteCells(cells, range(1), await copy(0));
  expect(await copy(1)).toBe('2026-11-05 13:30:00.000Z');
  await pasteCells(cells, range(1), 'soon');
  expect(marksOf(at(1, 'due').id)['due']).toContain('“soon” was not pasted.');
});

test('a pasted date that differs only in its milliseconds is saved', async () => {
  const { at, start, stored } = await showPosts(2, (index) => ({
    due: index ? '2026-11-05 12:00:00.123Z' : '2026-11-05 12:00:00.000Z',
  }));
  const { cells } = start();
  const [first, second] = [at(0, 'due'), at(1, 'due')];
  const { text } = await copyCells(cells, { from: first, to: second }, options);
  const swapped = text.split('\r\n').reverse().join('\r\n');
  await pasteCells(cells, { from: first, to: first }, swapped);
  expect(cells.$count.get()).toBe(2);
  await cells.save();
  expect([(await stored(0))['due'], (await stored(1))['due']]).toEqual(swapped.split('\r\n'));
  await undo($journal.get()[0]?.id ?? 0);
  expect([(await stored(0))['due'], (await stored(1))['due']]).toEqual(text.split('\r\n'));
});

test('what has no place at the right and what is locked is told, with the beginning of a long text', async () => {
  const { at, start } = await showPosts(2);
  const { cells } = start();
  const long = `${'x'.repeat(49)}😀${'x'.repeat(10)}`;
  expect(await pasteCells(cells, { from: at(0, 'big'), to: at(0, 'big') }, `5\t${long}\ty\tz\tz`)).toEqual({
    message:
      '1 cell pasted. 2 cells did not fit: the marked ones say why. 2 columns had no place at the right.',
    isWhole: false,
  });
  expect(marksOf(at(0, 'big').id)).toEqual({
    big: 'waiting',
    created: `“${'x'.repeat(49)}” was not pasted. This field can’t be edited.`,
    updated: '“y” was not pasted. This field can’t be edited.',
  });
  expect((await pasteCells(cells, { from: at(1, 'amount'), to: at(1, 'amount') }, '1\n2\n3')).message).toBe(
    '1 cell pasted. 2 rows had no place below the last record.',
  );
  const copied = await copyCells(cells, { from: at(0, 'title'), to: at(1, 'active') }, options);
  expect(copied).toEqual({ text: 'row 0\t0\tfalse\r\nrow 1\t1\tfalse', count: 6, unread: 0 });
});

test('rows that are pasted where they were copied change nothing, exact and long values too', async () => {
  const { at, start, path } = await showPosts(2, () => ({
    body: `<p>${'long & '.repeat(400)}</p>`,
    note: '<br>\r\n'.repeat(400),
    big: 2 ** 53,
    due: '2026-11-05 12:00:00.123Z',
    tags: ['red', 'blue'],
  }));
  const texts = ['{"b":"<&>","1":[12345678901234567890,1.0]}', `["${'&'.repeat(2000)}"]`];
  for (const [row, meta] of texts.entries())
    await backend().api.patch(`${path}/${at(row, 'id').id}`, { meta });
  await refreshRecords();
  const { cells } = start();
  const range = { from: at(0, 'id'), to: at(1, 'updated') };
  const { text } = await copyCells(cells, range, options);
  expect(parseTsv(text).map((line) => line[10])).toEqual(texts);
  expect(await pasteCells(cells, range, text)).toMatchObject({ isWhole: true });
  expect(cells.$count.get()).toBe(0);
  expect($waitingRows.get().size).toBe(0);
  // The digits count that the list rounds.
  const { message } = await pasteCells(cells, range, text.replace('67890', '67891'));
  expect(message).toContain('1 cell did not fit');
});
