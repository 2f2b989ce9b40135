import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { jsonMembers, listMembers } from '#domain/field-types/json-scan.ts';
import { STUB_PICKER } from '#scripts/lib/stub-picker.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createPosts,
  createRecord,
  createRecords,
  field,
  pngFile,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { zipEntries } from '#tests/support/records/zip-entries.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const COUNT = 2000;
const META = '{"big":9007199254740993,"float":1.10,"surrogate":"\\ud800","list":[1,{"a":null}]}';
const TEXTS = [...Object.values(hostileStrings), '=cmd|/c calc!A1', 'CR\r\nLF,"quoted";\ttab'];

/** Posts with a value in every field that a row of the database can hold, and a title that no spreadsheet expects. */
async function createHostilePosts(backend: Backend): Promise<Collection> {
  const { collection, related } = await createPosts(backend.api);
  const people = await createRecords(backend.api, related.id, 2, (index) => ({ name: `person, "${index}"` }));
  const reviewers = people.map(({ id }) => id);
  await seedRecords(backend, collection, COUNT, (index) => ({
    title: TEXTS[index % TEXTS.length] ?? '',
    body: `<p>${index}</p>\r\n`,
    amount: index / 10,
    contact: 'a@example.com',
    due: '2026-11-23 04:05:06.789Z',
    status: 'draft',
    tags: ['red', 'blue'],
    meta: META,
    author: reviewers[index % 2] ?? '',
    reviewers,
  }));
  return collection;
}

/** The source text of every value of every record as the API sends it, by id. */
async function storedSources(backend: Backend, collection: Collection) {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (let page = 1; ; page++) {
    const url = `${backend.url}/api/collections/${collection.id}/records?perPage=500&page=${page}&sort=id`;
    const response = await fetch(url, { headers: { authorization: await backend.adminToken() } });
    const items = listMembers(await response.text());
    for (const item of items) found.set(JSON.parse(item.get('id') ?? '""'), item);
    if (items.length < 500) return found;
  }
}

type Sources = readonly (readonly [name: string, source: string])[];

/** The records name their collection, which an export leaves out. */
const isExported = ([name]: readonly [string, string]) => !name.startsWith('collection');

/** An export is in no order that it promises. */
function byId(...records: [Sources, Sources]): number {
  const [first = '', second = ''] = records.map((sources) => new Map(sources).get('id'));
  return first < second ? -1 : 1;
}

/** What a reader of a CSV file gets for a record. */
const cellsOf = (sources: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...sources].filter(isExported).map(([name, source]) => {
      const value: unknown = JSON.parse(source);
      if (value === null || (Array.isArray(value) && value.length === 0)) return [name, ''];
      return [name, typeof value === 'string' && name !== 'meta' ? value : source];
    }),
  );

/** The text of the picked file whose name ends like this; then removes it. */
const takePicked = (page: Page, ending: string): Promise<string> =>
  page.evaluate(async (end) => {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      if (!name.endsWith(end)) continue;
      const bytes = await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer();
      await folder.removeEntry(name);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }
    return '';
  }, ending);

const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Export records of / });

/** Opens the panel by keys. */
async function openByKeys(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Export records…' }).press('Enter');
  await expect(panelOf(page)).toBeVisible();
}

/** Creates, changes and deletes records. Tells which ones, so that all others were there throughout. */
function createWriter(backend: Backend, collection: Collection, ids: readonly string[]) {
  const path = `/api/collections/${collection.id}/records`;
  const touched = new Set<string>();
  let turn = 0;
  return {
    touched,
    /** Three writes at different places of the order by id. */
    write: async () => {
      turn += 1;
      const [changed = '', deleted = ''] = [ids[turn * 31], ids[turn * 53 + 7]];
      const { id } = await createRecord(backend.api, collection.id, { title: `created ${turn}` });
      await backend.api.patch(`${path}/${changed}`, { title: `changed ${turn}` });
      await backend.api.delete(`${path}/${deleted}`);
      for (const one of [id, changed, deleted]) touched.add(one);
    },
  };
}

test('2,000 hostile records come out as the API sends them, by keyboard, while others write', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createHostilePosts(backend);
  const stored = await storedSources(backend, collection);
  const writer = createWriter(backend, collection, [...stored.keys()]);
  await page.addInitScript({ content: STUB_PICKER });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await expect(recordsScreen(page).rows.first()).toBeVisible();

  await openByKeys(page);
  const panel = panelOf(page);
  await expect(panel.getByRole('radio', { name: 'All (2,000)' })).toBeChecked();
  await checkScreen();
  await panel.getByRole('radio', { name: 'CSV' }).focus();
  await page.route(
    (url) => url.searchParams.get('sort') === 'id',
    async (route) => {
      for (let count = 0; count < 4; count++) await writer.write();
      await route.continue();
    },
  );
  await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const status = panel.getByRole('status').filter({ hasText: 'Exported' });
  await expect(status).toContainText(/The backend had 2,000 records when the export began and 2,000 records/);
  await page.unrouteAll();
  expect(writer.touched.size).toBeGreaterThanOrEqual(60);

  await test.step('none is doubled, and none that was there throughout is missing or different', async () => {
    const csv = await takePicked(page, '.csv');
    const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
    const rows = new Map(data.map((row) => [row['id'], row]));
    const untouched = [...stored].filter(([id]) => !writer.touched.has(id));
    expect(untouched.map(([id]) => rows.get(id))).toEqual(untouched.map(([, sources]) => cellsOf(sources)));
  });

  await test.step('as NDJSON every value has the text of the API', async () => {
    await panel.getByRole('radio', { name: 'CSV' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(panel.getByRole('radio', { name: 'NDJSON' })).toBeChecked();
    const before = await storedSources(backend, collection);
    await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await expect(panel.getByText(`Exported 2,000 records.`, { exact: true })).toBeVisible();
    await expectOutline(page, 'export-done');
    const lines = (await takePicked(page, '.ndjson')).trimEnd().split('\n');
    expect(lines).toHaveLength(before.size);
    const exported = lines.map((line) => [...jsonMembers(line)].sort()).sort(byId);
    const expected = [...before.values()].map((sources) => [...sources].filter(isExported).sort()).sort(byId);
    expect(exported).toEqual(expected);
  });

  await test.step('the panel fits a phone, and the focus returns', async () => {
    await expectFitsSmall(page, panel);
    await checkScreen();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  });
});

test('a zip has the files byte by byte, and is a download where there is no picker', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const { api } = backend;
  const options = { maxSelect: 3, maxSize: 5_000_000, protected: true };
  const people = await createCollection(api, {
    name: uniqueName('people'),
    schema: [field('name', 'text', { presentable: true })],
  });
  const collection = await createCollection(api, {
    name: uniqueName('with_files'),
    schema: [
      field('title'),
      field('files', 'file', { options }),
      field('by', 'relation', { options: { collectionId: people.id, maxSelect: 1 } }),
    ],
  });
  const query = `select (row_number() over()) as id, title from ${collection.name}`;
  const view = await createCollection(api, {
    name: uniqueName('numbered'),
    type: 'view',
    options: { query },
  });
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
  const big = new File([bytes], 'big.bin');
  const record = await createRecord(api, collection.id, {
    title: 'a',
    files: [pngFile(), textFile('é.txt', 'CR\r\nLF'), big],
  });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await openByKeys(page);
  const panel = panelOf(page);
  await panel.getByRole('switch', { name: 'With files' }).press('Space');
  const started = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^with_files_\d+-\d{8}-\d{6}\.zip$/);
  await expect(panel.getByText('Exported 1 record. With 3 files.')).toBeVisible();
  const entries = zipEntries(await readFile(await download.path()));
  const names = record['files'] as string[];
  expect([...entries.keys()].slice(1)).toEqual(names.map((name) => `files/${record.id}/${name}`));
  const contents = [Buffer.from(await pngFile().arrayBuffer()), Buffer.from('CR\r\nLF'), bytes];
  for (const [index, name] of names.entries())
    expect(entries.get(`files/${record.id}/${name}`)?.equals(contents[index] ?? Buffer.of()), name).toBe(
      true,
    );
  expect(String([...entries.values()][0])).toContain(names[0]);

  await test.step('records, columns and the form of the file are chosen', async () => {
    await panel.getByRole('switch', { name: 'With files' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    const ann = await createRecord(api, people.id, { name: 'Ann' });
    const { id } = await createRecord(api, collection.id, { title: '=1', by: ann.id });
    await createRecord(api, collection.id, { title: '=2' });
    const screen = recordsScreen(page);
    await page.getByRole('button', { name: 'Toggle columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'files' }).click();
    await page.keyboard.press('Escape');
    await page.goto(recordsHash(collection.id, { filter: 'title ~ "="' }));
    await expect(screen.rows).toHaveCount(2);
    await page.getByRole('checkbox', { name: `Select ${id}` }).check();
    await openByKeys(page);
    const radio = (name: string | RegExp) => panel.getByRole('radio', { name });
    await expect(radio('Selected (1)')).toBeChecked();
    await expect(radio('Found by the filter (2)')).toBeVisible();
    await expect(radio('All (3)')).toBeVisible();
    for (const name of ['Visible in the list', 'Presentable texts', 'Semicolon']) {
      await radio(name).check();
      await expect(radio(name)).toBeChecked();
    }
    for (const name of ['Byte order mark (BOM)', 'Escape formulas for spreadsheets']) {
      const choice = panel.getByRole('switch', { name });
      await expect(choice).not.toBeChecked();
      await choice.press('Space');
      await expect(choice).toBeChecked();
    }
    await expectOutline(page, 'export-choices');
    const exported = async () => {
      const started = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter');
      return readFile(await (await started).path(), 'utf8');
    };
    expect(await exported()).toMatch(
      new RegExp(`^\ufeffid;title;by;created;updated\r\n${id};'=1;Ann;[^;]+;[^;]+\r\n$`),
    );
    await radio('Found by the filter (2)').check();
    expect((await exported()).split('\r\n')).toHaveLength(4);
    await radio('All (3)').check();
    expect((await exported()).split('\r\n')).toHaveLength(5);
    await expect(panel.getByText('Exported 3 records.')).toBeVisible();
  });

  await test.step('why nothing is saved is said, and that a lost connection is awaited', async () => {
    const isPage = (url: URL) => url.searchParams.get('sort') === 'id';
    expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*$/);
    await page.route(isPage, (route) => failWith(route, 'Not now.', 400));
    const start = panel.getByRole('button', { name: 'Export', exact: true });
    await start.press('Enter');
    await expect(
      panel.getByText('The export was stopped, and nothing of it was saved. Not now.'),
    ).toBeVisible();
    await page.unroute(isPage);
    expectedProblems.allow(/^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_FAILED$/);
    expectedProblems.allow('request failed GET /api/health net::ERR_FAILED');
    const isLost = (url: URL) => isPage(url) || url.pathname === '/api/health';
    await page.route(isLost, (route) => route.abort());
    await start.press('Enter');
    await expect(
      panel.getByText('The connection is lost. The export goes on when the backend can be reached.'),
    ).toBeVisible();
    await page.unroute(isLost);
    await expect(panel.getByText('Exported 3 records.')).toBeVisible({ timeout: 20_000 });
  });

  await test.step('a view that numbers its rows is warned of', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.goto(recordsHash(view.id));
    await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
    await openByKeys(page);
    await expect(panel.getByText('This view numbers its rows anew for each request.')).toBeVisible();
  });
});
