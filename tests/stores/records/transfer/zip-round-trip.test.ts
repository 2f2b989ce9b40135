import { expect, test } from 'vitest';
import { uploadedName } from '#domain/records/undo/kept.ts';
import { chooseExport } from '#stores/records/export/run.ts';
import { loseResponses, watchRequests } from '#tests/stores/network-fixture.ts';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { closePanels, openPanel, runExport, stubPicker } from '../export/export-fixture.ts';
import { checked, counts, startImport } from '../import/import-fixture.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';

startRecordsPage();
closePanels();

type Row = Record<string, unknown>;

const fields = [
  field('title'),
  field('amount', 'number'),
  field('data', 'json'),
  field('tags', 'select', { max: 2, choices: ['a', 'b'] }),
  field('files', 'file', { max: 3, isProtected: true }),
  field('cover', 'file', {}),
];

/** The stored row, and the names and bytes of its files without what the backend adds to names. */
async function contents(collection: string) {
  const rows = backend().sql(
    `select id, title, cast(amount as text) as amount, coalesce(data, 'null') as data, tags from ${collection} order by id`,
  );
  const token = await backend().api.post<{ token: string }>('/api/files/token', {});
  return Promise.all(
    rows.map(async (row) => {
      const record = await backend().api.get<Row>(`/api/collections/${collection}/records/${row['id']}`);
      const names = [record['files'], record['cover']]
        .flat()
        .filter((name) => name !== '')
        .map(String);
      const files = names.map(async (name) => {
        const url = `${backend().url}/api/files/${collection}/${row['id']}/${name}?token=${token.token}`;
        return [uploadedName(name), Buffer.from(await (await fetch(url)).arrayBuffer()).toString('hex')];
      });
      const { id, title } = row;
      return { ...row, id, title, files: await Promise.all(files) };
    }),
  );
}

async function exportedZip() {
  const from = await createCollection(backend().api, { name: uniqueName('zipped'), fields });
  await createRecord(backend().api, from.id, {
    title: 'CR LF\r\nLF\n"q"',
    amount: 0.1,
    tags: ['a', 'b'],
    files: [pngFile(), textFile('note.txt', 'é\n'), textFile('note.txt', 'other')],
    cover: textFile('my_screenshot.txt', 'x'.repeat(100_000)),
  });
  await createRecord(backend().api, from.id, { title: '', amount: 9007199254740992 });
  const [first] = backend().sql(`select id from ${from.name} where title <> ''`);
  await backend().api.patch(`/api/collections/${from.id}/records/${first?.['id']}`, {
    data: '{"n":9007199254740993,"m":1.10}',
  });
  await openPanel(from.id);
  chooseExport({ hasFiles: true, format: 'json' });
  const file = stubPicker();
  expect(await runExport()).toBe('Exported 2 records. With 4 files.');
  return { from, zip: new Blob([file.content ?? '']) };
}

test('an exported zip comes back with equal records and files, and again changes nothing', async () => {
  const { from, zip } = await exportedZip();
  const before = await contents(from.name);
  const { name, into, path } = await startImport({ fields, indexes: [] });
  await into.open(zip, 'export.zip');
  expect(into.$file.get()).toMatchObject({ content: { count: 2, files: 4 } });
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(2, 0, 0, 0, 0));
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(2, 0, 0, 0, 0));
  expect(await contents(name)).toEqual(before);

  const again = async () => {
    await into.open(zip, 'export.zip');
    into.columns.setOptions({ match: 'id' });
    return (await checked(into))?.counts;
  };
  expect(await again()).toEqual(counts(0, 0, 2, 0, 0));

  // Another text in the place of a file, and one file too many: one is replaced, one stays, one goes.
  const id = String(before.find(({ title }) => title !== '')?.id);
  const url = `${path}/${id}`;
  const stored = await backend().api.get<{ files: string[] }>(url);
  await backend().api.patch(url, { files: stored.files.slice(0, 1) });
  expect(await again()).toEqual(counts(0, 1, 1, 0, 0));
  const { sent, stop } = watchRequests();
  loseResponses(({ method, path: lost }) => method === 'PATCH' && lost === url);
  await into.start();
  stop();
  expect(sent.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 1, 1, 0, 0));
  expect(await contents(name)).toEqual(before);
  const updated = await backend().api.get<{ files: string[] }>(url);
  expect(updated.files[0]).toBe(stored.files[0]);
});

test('a file that the backend refuses is named with its field, and the other rows arrive', async () => {
  const { zip } = await exportedZip();
  const images = [field('title'), field('files', 'file', { max: 3, mimeTypes: ['image/png'] })];
  const { into, stored } = await startImport({ fields: images, indexes: [] });
  await into.open(zip, 'export.zip');
  await checked(into);
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(1, 0, 0, 0, 1));
  expect(into.run.$run.get()?.refused[0]?.problems[0]?.field).toBe('files');
  expect(stored('title')).toEqual([{ title: '' }]);
});
