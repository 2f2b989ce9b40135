import { afterEach, expect, test } from 'vitest';
import { setFilter } from '#stores/app/list-address.ts';
import { go } from '#stores/app/route.ts';
import {
  $chosenScope,
  $exportCounts,
  $exportRun,
  $exportSubject,
  cancelExport,
  startExport,
  startExportPanel,
} from '#stores/records/export/run.ts';
import { listedQuery, selectRecords } from '#stores/records/list.ts';
import { $recordTool, openExport } from '#stores/records/tools.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { ids, loaded, showRecords, startRecordsPage } from '../list-fixture.ts';
import { toasts, until } from '../record-fixture.ts';
import { closePanels, runExport, startPanel, stubPicker } from './export-fixture.ts';

startRecordsPage();
closePanels();
afterEach(() => cancelExport());

test('what can be exported is the list as it was when the panel was opened', async () => {
  const { created } = await showRecords(3);
  go('collections', { collectionId: created.id, filter: 'row 1' });
  await loaded();
  selectRecords(ids());
  const filter = listedQuery()?.filter;
  const { requests, stop } = watchRequests();
  startPanel();
  expect($exportCounts.get()).toEqual({ selected: 1 });
  await until($exportCounts, ({ all, filter }) => all === 3 && filter === 1);
  stop();
  expect(requests.map(({ params }) => params['filter'])).toEqual(['', filter]);
  expect(filter).toContain('title~"row 1"');
  selectRecords([]);
  expect($exportSubject.get()).toMatchObject({
    ...{ collection: { id: created.id }, filter, search: 'row 1', selected: { length: 1 } },
    visible: ['id', 'title', 'created', 'updated'].map((name) => ({ name })),
  });
});

test('without a filter and a selection all are likely, and a count that fails stays unknown', async () => {
  await showRecords(2);
  const { requests, stop } = watchRequests();
  rejectRequests(({ params }) => params['perPage'] === '1', 'No counting.');
  const stopPanel = startExportPanel();
  expect($chosenScope.get()).toBe('all');
  await until($exportCounts, ({ selected }) => selected === 0);
  expect(requests).toEqual([]);
  stop();
  expect($exportCounts.get()).toEqual({ selected: 0 });
  expect(toasts()).toEqual([]);
  stopPanel();
  expect($exportSubject.get()).toBeUndefined();
  // Without the panel, nothing can be exported.
  await startExport();
  expect($exportRun.get().state).toBe('idle');
});

test('a count that arrives after the panel was closed is not shown', async () => {
  await showRecords(2);
  const held = holdRequests(({ params }) => params['perPage'] === '1', 'responses');
  const stopPanel = startExportPanel();
  await held.arrived;
  stopPanel();
  held.release();
  startPanel();
  await until($exportCounts, ({ all }) => all === 2);
  expect($exportCounts.get()).toEqual({ selected: 0, all: 2 });
});

test('another address closes the panel, but not while an export runs; what has ended is forgotten', async () => {
  await showRecords(3);
  startPanel();
  openExport();
  setFilter('row 2');
  expect($recordTool.get()).toBeUndefined();
  await loaded();
  openExport();
  const file = stubPicker();
  const held = holdRequests(({ params }) => params['sort'] === 'id');
  const exporting = runExport();
  await held.arrived;
  setFilter('row 1');
  expect($recordTool.get()).toBe('export');
  // Opened again, it shows the export that runs.
  const stopPanel = startExportPanel();
  expect($exportRun.get().state).toBe('busy');
  held.release();
  expect(await exporting).toBe('Exported 3 records.');
  expect(file.content).toBeDefined();
  stopPanel();
  const stopAgain = startExportPanel();
  expect($exportRun.get()).toEqual({ state: 'idle' });
  stopAgain();
});
