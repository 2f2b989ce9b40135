import Papa from 'papaparse';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonMembers } from '#domain/field-types/json-scan.ts';
import { exportedColumns } from '#domain/records/transfer/export-writer.ts';
import { $question } from '#stores/app/confirm.ts';
import { $path } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import {
  $chosenScope,
  $exportCounts,
  $exportRun,
  cancelExport,
  chooseExport,
  confirmStop,
  startExport,
} from '#stores/records/export/run.ts';
import { selectRecords } from '#stores/records/list.ts';
import { $recordTool, openExport } from '#stores/records/tools.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import {
  createCollection,
  createPosts,
  createRecord,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import {
  closePanels,
  openPanel,
  runExport,
  showList,
  startPanel,
  stubPicker,
  textOf,
} from './export-fixture.ts';

startRecordsPage();
closePanels();

/** A collection with titles `t 0`, `t 1` ... and the path of its records. */
async function createRows(count: number) {
  const { api } = backend();
  const fields = [field('title', 'text', { isPresentable: true })];
  const collection = await createCollection(api, { name: uniqueName('exported'), fields });
  const ids = await seedRecords(backend(), collection, count, (index) => ({ title: `t ${index}` }));
  return { collection, ids, path: `/api/collections/${collection.id}/records` };
}

const titles = (text: string) =>
  Papa.parse<{ title: string }>(text, { header: true, skipEmptyLines: true }).data.map(({ title }) => title);

describe('which records', () => {
  test('all, those of the filter, or the selected ones, each with its number', async () => {
    const { collection, ids } = await createRows(30);
    await showList(collection.id, 'title~"t 1"');
    selectRecords(ids.slice(10, 13));
    startPanel();
    expect($chosenScope.get()).toBe('selected');
    expect(
      await until($exportCounts, ({ all, filter }) => all !== undefined && filter !== undefined),
    ).toEqual({
      selected: 3,
      filter: 11,
      all: 30,
    });
    const file = stubPicker();
    expect(await runExport()).toBe('Exported 3 records.');
    expect(titles(textOf(file)).sort()).toEqual(['t 10', 't 11', 't 12']);
    expect(file.name).toMatch(/^exported_\d+-\d{8}-\d{6}\.csv$/);
    $chosenScope.set('filter');
    const found = stubPicker();
    expect(await runExport()).toBe('Exported 11 records.');
    expect(titles(textOf(found))).toHaveLength(11);
    $chosenScope.set('all');
    const all = stubPicker();
    expect(await runExport()).toBe('Exported 30 records.');
    expect(new Set(titles(textOf(all))).size).toBe(30);
  });

  test('the filter is likely without a selection, and the opener may choose', async () => {
    const { collection } = await createRows(2);
    await openPanel(collection.id, 'title="t 1"');
    expect($chosenScope.get()).toBe('filter');
    openExport('all');
    expect($recordTool.get()).toBe('export');
    startPanel();
    expect($chosenScope.get()).toBe('all');
    openExport();
  });

  test('of many selected ones, those that were deleted meanwhile are counted', async () => {
    const { collection, ids, path } = await createRows(95);
    await showList(collection.id);
    selectRecords(ids);
    startPanel();
    for (const id of ids.slice(40, 42)) await backend().api.delete(`${path}/${id}`);
    const file = stubPicker();
    expect(await runExport()).toBe(
      'Exported 93 records. 2 were deleted meanwhile: 95 records had been selected.',
    );
    const exported = Papa.parse<{ id: string }>(textOf(file), { header: true, skipEmptyLines: true }).data;
    const rest = ids.filter((id) => !ids.slice(40, 42).includes(id));
    expect(exported.map(({ id }) => id)).toEqual(rest.sort());
  });
});

test('every field type comes out as the API sends it, as JSON, NDJSON and CSV', async () => {
  const { api } = backend();
  const { collection, related } = await createPosts(api);
  const ann = await createRecord(api, related.id, { name: 'Ann, "B"' });
  const meta = '{"big":9007199254740993,"f":1.10,"s":"\\ud800","l":[1,{"a":null}],"t":"<b>"}';
  const texts = Object.values(hostileStrings);
  const first = await createRecord(api, collection.id, { title: 'x', author: ann.id, reviewers: [ann.id] });
  backend().copyRow(
    collection.name,
    first.id,
    texts.map((title, index) => ({ id: `hostile${index}`, title, body: title, meta, amount: 1.1 * index })),
  );
  const raw = await fetch(`${backend().url}/api/collections/${collection.id}/records?sort=id&perPage=500`, {
    headers: { authorization: await api.token() },
  });
  const sent = await raw.text();
  await openPanel(collection.id);
  chooseExport({ format: 'ndjson' });
  const lines = stubPicker();
  await runExport();
  for (const line of textOf(lines).trimEnd().split('\n')) {
    const members = jsonMembers(line);
    expect([...members.keys()]).toEqual(exportedColumns(toCollection(collection)).map(({ name }) => name));
    for (const [name, source] of members) expect(sent).toContain(`"${name}":${source}`);
  }
  expect(textOf(lines).split(`"meta":${meta.replace('<b>', '\\u003cb\\u003e')}`)).toHaveLength(
    texts.length + 1,
  );
  chooseExport({ format: 'json' });
  const json = stubPicker();
  await runExport();
  const items: Record<string, unknown>[] = JSON.parse(sent).items;
  expect(JSON.parse(textOf(json))).toEqual(
    items.map(({ collectionId: _id, collectionName: _name, ...item }) => item),
  );
  chooseExport({ format: 'csv', relations: 'texts' });
  const csv = stubPicker();
  await runExport();
  const rows = Papa.parse<Record<string, string>>(textOf(csv), { header: true, skipEmptyLines: true }).data;
  expect(rows.map(({ title }) => title).sort()).toEqual(['x', ...texts].sort());
  expect(rows.map(({ body }) => body).sort()).toEqual(['', ...texts].sort());
  expect(new Set(rows.map(({ author }) => author))).toEqual(new Set(['Ann, "B"']));
  expect(new Set(rows.map(({ reviewers }) => reviewers))).toEqual(new Set([JSON.stringify(['Ann, "B"'])]));
});

describe('an export that does not end well', () => {
  const isPage =
    (collection: string) => (request: { path: string; params: Readonly<Record<string, string>> }) =>
      request.path.includes(collection) && request.params['sort'] === 'id';

  test('waits for a lost connection and goes on after the last record', async () => {
    const { collection } = await createRows(120);
    await openPanel(collection.id);
    const file = stubPicker();
    const gone = rejectRequests(({ params }) => params['filter']?.includes('id>') ?? false, '', 503);
    const ill = rejectRequests(({ path }) => path === '/api/health', '', 503);
    const { requests, stop } = watchRequests();
    const exporting = runExport();
    await until($exportRun, (run) => run.state === 'busy' && run.isWaiting);
    gone();
    ill();
    expect(await exporting).toBe('Exported 120 records.');
    stop();
    expect(new Set(titles(textOf(file))).size).toBe(120);
    expect(requests.filter(({ params }) => params['sort'] === 'id' && !params['filter'])).toHaveLength(1);
  });

  test('a cancel aborts the request and removes the file', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker();
    const { arrived } = holdRequests(isPage(collection.id));
    const exporting = runExport();
    await arrived;
    expect(browser.asksOnUnload()).toBe(true);
    cancelExport();
    expect(await exporting).toBe('The export was cancelled. Nothing of it was saved.');
    expect(file).toMatchObject({ content: undefined, isRemoved: true });
    expect(browser.asksOnUnload()).toBe(false);
  });

  test('closing its panel asks first', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    stubPicker();
    const { arrived, release } = holdRequests(isPage(collection.id));
    const exporting = runExport();
    await arrived;
    const no = confirmStop();
    await answerQuestion(false);
    expect(await no).toBe(false);
    const yes = confirmStop();
    await answerQuestion(true);
    expect(await yes).toBe(true);
    release();
    expect(await exporting).toContain('cancelled');
    expect(await confirmStop()).toBe(true);
    expect($question.get()).toBeUndefined();
  });

  test('leaving the screen asks first, and stops it', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker();
    const { arrived } = holdRequests(isPage(collection.id));
    const exporting = runExport();
    await arrived;
    location.hash = '#/logs';
    browser.dispatch('hashchange');
    expect(await answerQuestion(true)).toContain('The export is still running');
    expect(await exporting).toContain('cancelled');
    browser.dispatch('hashchange');
    expect($path.get()).toBe('/logs');
    expect(file.isRemoved).toBe(true);
  });

  test('a refused page ends it with the reason', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker();
    rejectRequests(isPage(collection.id), 'The backend says no.');
    expect(await runExport()).toBe(
      'The export was stopped, and nothing of it was saved. The backend says no.',
    );
    expect($exportRun.get().state).toBe('failed');
    expect(file).toMatchObject({ content: undefined, isRemoved: true });
  });

  test('a full disk ends it with the reason', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker({ space: 10 });
    expect(await runExport()).toContain('The disk is full.');
    expect(file).toMatchObject({ content: undefined, isRemoved: true });
  });

  test('nothing happens when no file is picked', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    stubPicker({ refusal: new DOMException('', 'AbortError') });
    expect(await runExport()).toBe('idle');
    stubPicker({ refusal: new DOMException('Not allowed here.', 'SecurityError') });
    expect(await runExport()).toContain('Not allowed here.');
  });

  test('runs once, however often it is started', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker();
    const first = runExport();
    await startExport();
    expect($exportRun.get().state).toBe('busy');
    await first;
    expect(titles(textOf(file))).toHaveLength(3);
  });

  test('the end of the session ends it with a message', async () => {
    const { collection } = await createRows(3);
    await openPanel(collection.id);
    const file = stubPicker();
    rejectRequests(isPage(collection.id), 'The token is invalid.', 401);
    expect(await runExport()).toContain('The token is invalid.');
    expect(toasts()).toEqual(['The token is invalid.']);
    expect(file).toMatchObject({ content: undefined, isRemoved: true });
  });
});

afterEach(() => signIn(ADMIN_EMAIL, ADMIN_PASSWORD));
