import Papa from 'papaparse';
import { expect, test, vi } from 'vitest';
import { expireSession, signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { toggleColumn } from '#stores/records/columns.ts';
import { $exportRun, chooseExport, type ExportRun } from '#stores/records/export/run.ts';
import {
  answerRequests,
  holdRequests,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import {
  createCollection,
  createRecord,
  field,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';
import { closePanels, openPanel, runExport, stubPicker, textOf } from './export-fixture.ts';

startRecordsPage();
closePanels();

const fields = [field('title'), field('note')];

async function createRows(count: number) {
  const collection = await createCollection(backend().api, { name: uniqueName('exported'), fields });
  const ids = await seedRecords(backend(), collection, count, (index) => ({ title: `t ${index}` }));
  return { collection, ids, path: `/api/collections/${collection.id}/records` };
}

const rowsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

type Request = { readonly path: string; readonly params: Readonly<Record<string, string>> };
/** A request that only counts. */
const isCount = ({ params }: Request) => params['perPage'] === '1' && params['page'] !== '1000';
const isPage = ({ params }: Request) => params['sort'] === 'id' && params['perPage'] !== '1';

test('from 2,000 records on, two halves of what the filter finds are read in turn', async () => {
  const { collection, ids, path } = await createRows(2001);
  await openPanel(collection.id, 'title!="t 7"');
  const file = stubPicker();
  const { requests, stop } = watchRequests();
  expect(await runExport()).toBe('Exported 2,000 records.');
  stop();
  const expected = ids.filter((_, index) => index !== 7).sort();
  expect(
    rowsOf(textOf(file))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(expected);
  const middle = expected[999];
  const pages = requests.filter((request) => request.path === path && isPage(request));
  expect(pages.slice(0, 2).map(({ params }) => params['filter'])).toEqual([
    `(title!="t 7")&&id<="${middle}"`,
    `(title!="t 7")&&id>"${middle}"`,
  ]);
  // A page of one half follows one of the other.
  const halves = pages.map(({ params }) => params['filter']?.includes('id<='));
  expect(halves.slice(0, 4)).toEqual([true, false, true, false]);

  const refused = rejectRequests(
    (request) => isPage(request) && !!request.params['filter']?.includes('id>"'),
    'No.',
  );
  expect(await runExport()).toContain('No.');
  refused();
  await backend().api.delete(`${path}/${expected[0]}`);
  const { requests: fewer, stop: stopFewer } = watchRequests();
  expect(await runExport()).toBe('Exported 1,999 records.');
  stopFewer();
  expect(fewer.filter(isPage)[0]?.params['filter']).toBe('title!="t 7"');
});

test('records that are gone before their middle is read are exported in one go', async () => {
  const { collection, path } = await createRows(3);
  await openPanel(collection.id);
  const file = stubPicker();
  let counts = 0;
  const restore = answerRequests(
    (request) => request.path === path && isCount(request) && ++counts === 1,
    () => Response.json({ page: 1, perPage: 1, totalItems: 2000, totalPages: 2000, items: [] }),
  );
  expect(await runExport()).toBe(
    'Exported 3 records. The backend had 2,000 records when the export began and 3 records when it ended, because others were created, changed or deleted meanwhile.',
  );
  restore();
  expect(rowsOf(textOf(file))).toHaveLength(3);
});

test('each row of a view is exported, also rows with the same id', async () => {
  const { collection } = await createRows(60);
  const view = await createCollection(backend().api, {
    name: uniqueName('view'),
    type: 'view',
    fields: [],
    query: `select 'same' as id, id as row from ${collection.name}`,
  });
  await openPanel(view.id);
  const file = stubPicker();
  // The backend counts the id once, and nothing was changed meanwhile.
  expect(await runExport()).toBe('Exported 60 records.');
  expect(new Set(rowsOf(textOf(file)).map(({ row }) => row)).size).toBe(60);
});

test.each([
  ['csv', 'id,title,note,created,updated\r\n'],
  ['json', '[\n]\n'],
  ['ndjson', ''],
] as const)('nothing as %s is %j', async (format, content) => {
  const { collection } = await createRows(1);
  await openPanel(collection.id, 'title="none"');
  chooseExport({ format });
  const file = stubPicker();
  expect(await runExport()).toBe('Exported 0 records.');
  expect(textOf(file)).toBe(content);
});

test('only the visible columns are exported if that is chosen', async () => {
  const { collection } = await createRows(1);
  await openPanel(collection.id);
  const file = stubPicker();
  chooseExport({ columns: 'visible' });
  await runExport();
  expect(textOf(file).split('\r\n')[0]).toBe('id,title,note,created,updated');
  toggleColumn(collection.fields[1]?.id ?? '');
  // What was on screen when it was opened.
  const same = stubPicker();
  await runExport();
  expect(textOf(same)).toBe(textOf(file));
  await openPanel(collection.id);
  chooseExport({ columns: 'visible' });
  const narrow = stubPicker();
  await runExport();
  expect(textOf(narrow).split('\r\n')[0]).toBe('id,title,created,updated');
});

test('progress has the records, then the files, each with their number and rate', async () => {
  const collection = await createCollection(backend().api, {
    name: uniqueName('with_files'),
    fields: [field('title'), field('file', 'file')],
  });
  for (const name of ['a.txt', 'b.txt'])
    await createRecord(backend().api, collection.id, { file: textFile(name) });
  await openPanel(collection.id);
  chooseExport({ hasFiles: true });
  stubPicker();
  const states: ExportRun[] = [];
  const stop = $exportRun.listen((state) => states.push(state));
  expect(await runExport()).toBe('Exported 2 records. With 2 files.');
  stop();
  const busy = { state: 'busy', what: 'records', done: 0, total: undefined, rate: 0, isWaiting: false };
  const rate = expect.toSatisfy((value: number) => value > 0);
  expect(states.filter((state, at) => !isSameProgress(state, states[at - 1]))).toEqual([
    busy,
    { ...busy, total: 2 },
    // The line with the names.
    { ...busy, total: 2, done: 2, rate },
    { ...busy, what: 'files', total: 2, done: 1, rate },
    { ...busy, what: 'files', total: 2, done: 2, rate },
    { state: 'done', text: 'Exported 2 records. With 2 files.' },
  ]);
});

const isSameProgress = (a: ExportRun, b: ExportRun | undefined): boolean =>
  a.state === 'busy' && b?.state === 'busy' && a.what === b.what && a.done === b.done && a.total === b.total;

test('a count that fails after the file is complete does not lose it', async () => {
  const { collection } = await createRows(2);
  await openPanel(collection.id);
  const file = stubPicker();
  let counts = 0;
  const restore = rejectRequests((request) => isCount(request) && ++counts === 2, 'No counting.');
  expect(await runExport()).toBe('Exported 2 records. The backend’s own count could not be read afterwards.');
  restore();
  expect(rowsOf(textOf(file))).toHaveLength(2);
});

test('the end of the session is told by a toast too, because its screen goes', async () => {
  const { collection } = await createRows(2);
  await openPanel(collection.id);
  const file = stubPicker();
  const { arrived, release } = holdRequests(isPage);
  const exporting = runExport();
  await arrived;
  expireSession();
  expect(await exporting).toBe('The export was stopped, and nothing of it was saved. The session has ended.');
  release();
  expect($exportRun.get().state).toBe('failed');
  expect($toasts.get()).toMatchObject([
    { type: 'warning', message: 'The export was stopped, because the session has ended.' },
  ]);
  expect(file).toMatchObject({ content: undefined, isRemoved: true });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test.each([
  ['csv', false, 'text/csv'],
  ['json', false, 'application/json'],
  ['ndjson', false, 'application/x-ndjson'],
  ['zip', true, 'application/zip'],
] as const)('a browser without a picker downloads a %s file', async (extension, hasFiles, type) => {
  const collection = await createCollection(backend().api, {
    name: uniqueName('downloaded'),
    fields: [field('title'), field('file', 'file')],
  });
  await openPanel(collection.id);
  chooseExport({ hasFiles, format: extension === 'zip' ? 'csv' : extension });
  const link = { href: '', download: '', click: vi.fn() };
  Object.assign(document, { createElement: () => link });
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:file';
  });
  expect(await runExport()).toMatch(/^Exported 0 records\./);
  Reflect.deleteProperty(document, 'createElement');
  expect(link.download).toMatch(new RegExp(`^${collection.name}-\\d{8}-\\d{6}\\.${extension}$`));
  expect(link.click).toHaveBeenCalledOnce();
  expect(blobs.map((blob) => blob.type)).toEqual([type]);
});
