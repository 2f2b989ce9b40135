import { expect, test } from 'vitest';
import { chooseExport } from '#stores/records/export/run.ts';
import { loseResponses, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { zipEntries } from '#tests/support/records/zip-entries.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';
import { closePanels, openPanel, runExport, stubPicker } from './export-fixture.ts';

startRecordsPage();
closePanels();

async function createFiles(isProtected: boolean) {
  const { api } = backend();
  const options = { max: 3, isProtected };
  const fields = [field('title'), field('files', 'file', options)];
  const collection = await createCollection(api, { name: uniqueName('with_files'), fields });
  const first = await createRecord(api, collection.id, {
    title: 'a',
    files: [pngFile(), textFile('n.txt', 'é\n')],
  });
  const second = await createRecord(api, collection.id, { title: 'b' });
  return { collection, first, second };
}

const namesOf = (record: Record<string, unknown>): string[] =>
  Array.isArray(record['files']) ? record['files'].map(String) : [];

async function exportZip(collectionId: string) {
  await openPanel(collectionId);
  chooseExport({ hasFiles: true, format: 'ndjson' });
  const file = stubPicker();
  const result = await runExport();
  return { result, name: file.name, entries: zipEntries(Buffer.from(file.content ?? [])) };
}

test.each([false, true])('a zip has the records and their files; protected: %s', async (isProtected) => {
  const { collection, first } = await createFiles(isProtected);
  const { sent, stop } = watchRequests();
  const { result, name, entries } = await exportZip(collection.id);
  stop();
  expect(result).toBe('Exported 2 records. With 2 files.');
  expect(name).toMatch(/\.zip$/);
  const [image, note] = namesOf(first);
  const paths = [image, note].map((file) => `files/${first.id}/${file}`);
  expect([...entries.keys()]).toEqual([name.replace(/zip$/, 'ndjson'), ...paths]);
  expect(entries.get(paths[0] ?? '')).toEqual(Buffer.from(await pngFile().arrayBuffer()));
  expect(String(entries.get(paths[1] ?? ''))).toBe('é\n');
  expect(String(entries.get(name.replace(/zip$/, 'ndjson')))).toContain(`"files":["${image}","${note}"]`);
  expect(sent.filter((request) => request === 'POST /api/files/token')).toHaveLength(Number(isProtected));
});

test('a token that can’t be requested for a moment costs no file', async () => {
  const { collection, first } = await createFiles(true);
  let requests = 0;
  loseResponses(({ path }) => path === '/api/files/token' && ++requests === 1);
  const { result, entries } = await exportZip(collection.id);
  expect(requests).toBe(2);
  expect(result).toBe('Exported 2 records. With 2 files.');
  expect(entries.size).toBe(1 + namesOf(first).length);
});

test('a file that can’t be fetched is named in the zip', async () => {
  const { collection, first } = await createFiles(false);
  const [image = '', note = ''] = namesOf(first);
  rejectRequests(({ path }) => path.endsWith(image), 'The file is lost.', 404);
  const { result, entries } = await exportZip(collection.id);
  expect(result).toBe('Exported 2 records. With 1 file; 1 could not be fetched, see errors.txt in the zip.');
  expect([...entries.keys()].slice(1)).toEqual([`files/${first.id}/${note}`, 'errors.txt']);
  expect(String(entries.get('errors.txt'))).toBe(`${first.id}/${image}: The file is lost.\n`);
});

test('a view that repeats a record has each of its files once', async () => {
  const { collection, first } = await createFiles(false);
  const query = `select a.id, a.files from ${collection.name} a, ${collection.name} b`;
  const view = await createCollection(backend().api, {
    name: uniqueName('view'),
    type: 'view',
    fields: [],
    query,
  });
  const { result, name, entries } = await exportZip(view.id);
  expect(result).toBe('Exported 4 records. With 2 files.');
  expect([...entries.keys()].slice(1)).toEqual(namesOf(first).map((file) => `files/${first.id}/${file}`));
  expect(
    String(entries.get(name.replace(/zip$/, 'ndjson')))
      .trim()
      .split('\n'),
  ).toHaveLength(4);
});

test('a collection without files is exported without a zip', async () => {
  const collection = await createCollection(backend().api, {
    name: uniqueName('plain'),
    fields: [field('title')],
  });
  await openPanel(collection.id);
  chooseExport({ hasFiles: true });
  const file = stubPicker();
  expect(await runExport()).toBe('Exported 0 records.');
  expect(file.name).toMatch(/\.csv$/);
});
