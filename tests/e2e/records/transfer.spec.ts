import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { STUB_PICKER } from '#scripts/lib/stub-picker.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  everyFieldType,
  field,
  pngFile,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import { gate, loadAt, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { zipEntries } from '#tests/support/records/zip-entries.ts';
import { zipOf } from '#tests/support/zip.ts';

const META = '{"big":9007199254740993,"float":1.10,"surrogate":"\\ud800","list":[1,{"a":null}]}';
/** As the API answers with it: half of a character is none to newer ones. */
const ANSWERED = META.replace('\\ud800', onLine('\\ud800', '\ufffd'));

const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), 'utf8');

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

async function exportByPicker({ page, backend, step }: Flow): Promise<void> {
  const titles = [...Object.values(hostileStrings), '=cmd|/c calc!A1', 'CR\r\nLF,"quoted";\ttab'];
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [field('title'), field('meta', 'json')],
  });
  const ids = await seedRecords(backend, posts, 60, (index) => ({
    title: titles[index % titles.length] ?? '',
    meta: META,
  }));
  const panel = panelOf(page);

  await step('a file is picked and written, by keyboard; its values have the text of the API', async () => {
    await page.addInitScript({ content: STUB_PICKER });
    await page.goto(recordsHash(posts.id));
    await expect(recordsScreen(page).rows.first()).toBeVisible();
    await openByKeys(page);
    await expect(panel.getByRole('radio', { name: 'All (60)' })).toBeChecked();
    await panel.getByRole('radio', { name: 'CSV' }).focus();
    await presses(page, 'ArrowRight ArrowRight');
    await expect(panel.getByRole('radio', { name: 'NDJSON' })).toBeChecked();
    await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await expect(panel.getByText('Exported 60 records.', { exact: true })).toBeVisible();
    const lines = (await takePicked(page, '.ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids.toSorted());
    for (const line of lines) {
      expect(line).toContain(`"meta":${ANSWERED}`);
      expect(JSON.parse(line).title).toBe(titles[ids.indexOf(JSON.parse(line).id) % titles.length]);
    }
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  });
}

async function createFiled({ backend }: Flow) {
  const { api } = backend;
  const options = { max: 3, maxSize: 5_000_000, isProtected: true };
  const people = await createCollection(api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const collection = await createCollection(api, {
    name: uniqueName('with_files'),
    fields: [
      field('title'),
      field('files', 'file', options),
      field('by', 'relation', { collectionId: people.id }),
    ],
  });
  const query = `select (row_number() over()) as id, title from ${collection.name}`;
  const view = await createCollection(api, {
    name: uniqueName('numbered'),
    type: 'view',
    query,
  });
  const record = await createRecord(api, collection.id, {
    title: 'a',
    files: [pngFile(), textFile('é.txt', 'CR\r\nLF')],
  });
  return { people, collection, view, record };
}

async function exportAsDownload(flow: Flow): Promise<void> {
  const { page, backend, step } = flow;
  const { people, collection, view, record } = await createFiled(flow);
  const panel = panelOf(page);
  const start = panel.getByRole('button', { name: 'Export', exact: true });
  const withFiles = panel.getByRole('switch', { name: 'With files' });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await loadAt(page, recordsHash(collection.id));

  await step('a zip has the files byte by byte, and is a download where there is no picker', async () => {
    await openByKeys(page);
    await withFiles.press('Space');
    const started = page.waitForEvent('download');
    await start.press('Enter');
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^with_files_\d+-\d{8}-\d{6}\.zip$/);
    await expect(panel.getByText('Exported 1 record. With 2 files.')).toBeVisible();
    const entries = zipEntries(await readFile(await download.path()));
    const names = record['files'] as string[];
    expect([...entries.keys()].slice(1)).toEqual(names.map((name) => `files/${record.id}/${name}`));
    const contents = [Buffer.from(await pngFile().arrayBuffer()), Buffer.from('CR\r\nLF')];
    expect(names.map((name) => entries.get(`files/${record.id}/${name}`))).toEqual(contents);
    expect(String([...entries.values()][0])).toContain(names[0]);
    await withFiles.press('Space');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await step('records, columns and the form of the file are chosen', async () => {
    const ann = await createRecord(backend.api, people.id, { name: 'Ann' });
    const { id } = await createRecord(backend.api, collection.id, { title: '=1', by: ann.id });
    await createRecord(backend.api, collection.id, { title: '=2' });
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
    for (const name of ['Visible in the list', 'Presentable texts', 'CSV', 'Semicolon']) {
      await radio(name).check();
      await expect(radio(name)).toBeChecked();
    }
    for (const name of ['Byte order mark (BOM)', 'Escape formulas for spreadsheets']) {
      const choice = panel.getByRole('switch', { name });
      await expect(choice).not.toBeChecked();
      await choice.press('Space');
      await expect(choice).toBeChecked();
    }
    const exported = async () => {
      const started = page.waitForEvent('download');
      await start.press('Enter');
      return textOf(started);
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

  await step('a view that numbers its rows is warned of', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.goto(recordsHash(view.id));
    await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
    await openByKeys(page);
    await expect(panel.getByText('This view numbers its rows anew for each request.')).toBeVisible();
  });
}

test('records are exported as picked files, downloads and zips', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await exportByPicker(flow);
  await exportAsDownload(flow);
});

const panel = (page: Page) => page.getByRole('dialog', { name: /^Import records/ });
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const count = (page: Page, label: string) =>
  panel(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');

/** Opens the panel by keyboard. */
async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  const item = page.getByRole('menuitem', { name: 'Import records…' });
  await expect(item).toBeVisible();
  for (let step = 0; step < 9 && !(await item.evaluate((line) => line === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
}

async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').press('Enter');
  await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(content) });
}

/** Chooses an option of a select by keyboard. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await panel(page)
    .getByRole('combobox', { name: label })
    .or(panel(page).getByLabel(label))
    .first()
    .press('ArrowDown');
  await page.getByRole('option', { name: option, exact: true }).press('Enter');
}

/** Drops a zip on a part of the page, by default of the panel. */
async function dropZip(
  page: Page,
  name: string,
  files: Readonly<Record<string, string>>,
  part = panel(page).getByText('Drop a CSV'),
): Promise<void> {
  const bytes = [...(await zipOf(Object.entries(files)))];
  const dataTransfer = await page.evaluateHandle(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], name));
      return data;
    },
    [name, bytes] as const,
  );
  // Without it, the browser would leave the page and open the file.
  const isTaken = await part.evaluate(
    (element, data) =>
      ['dragover', 'drop'].every(
        (type) =>
          !element.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          ),
      ),
    dataTransfer,
  );
  expect(isTaken).toBe(true);
}

/** Pastes into the field for rows; returns whether the field itself takes the text. */
const paste = (page: Page, text: string): Promise<boolean> =>
  panel(page)
    .getByRole('textbox', { name: 'Or paste rows of a spreadsheet' })
    .evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      return field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);

const cell = (text: unknown) => `"${String(text).replaceAll('"', '""')}"`;

/** Ends an import, and opens the panel for the next one. */
async function openNext(page: Page): Promise<void> {
  await button(page, 'Done').press('Enter');
  await openImport(page);
}

const savedRefused = (page: Page): Promise<string> => {
  const saving = page.waitForEvent('download');
  return button(page, 'Save the refused rows as a file')
    .press('Enter')
    .then(() => textOf(saving));
};

/** Rows with every type of field that a table can have. */
function hostileRows(relatedIds: readonly string[]): { names: string[]; rows: string[][] } {
  const hostile = [...Object.values(hostileStrings), 'CR LF\r\nLF\nend', '=1+1', ' 007 ', 'ends in \\'];
  const names = ['Title', 'amount', 'active', 'contact', 'website', 'body', 'due', 'status', 'tags', 'meta'];
  const rows = Array.from({ length: 60 }, (_, at) => [
    `${at} ${hostile[at % hostile.length]}`,
    `${at}.25`,
    at % 2 ? 'yes' : 'false',
    `user${at}@example.com`,
    `https://example.com/${at}`,
    `<p>${at}</p>`,
    '2026-01-02 03:04:05.678Z',
    'draft',
    '["red","blue"]',
    `{"big":9007199254740993,"exact":1.10,"text":${JSON.stringify(hostile[at % hostile.length])}}`,
    relatedIds[at % relatedIds.length] ?? '',
  ]);
  return { names: [...names, 'author'], rows };
}

async function importHostile({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const related = await createCollection(backend.api, {
    name: uniqueName('people'),
    fields: [field('name', 'text')],
  });
  const people = await seedRecords(backend, related, 2, (index) => ({ name: `person ${index}` }));
  const name = uniqueName('imported');
  const target = await createCollection(backend.api, {
    name,
    fields: everyFieldType(related.id),
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
  });
  const { names, rows } = hostileRows(people);
  const csv = [names, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  refuseDialogs(page);

  await step('hostile rows arrive once each although the backend is killed meanwhile', async () => {
    expectedProblems.allowLostLive();
    expectedProblems.allow(/^(response 502|request failed) (POST|GET) \/api\/\S*( net::ERR_\w+)?$/);
    await page.goto(recordsHash(target.id));
    await openImport(page);
    await chooseFile(page, 'rows.csv', csv);
    await expect(panel(page).getByText('60 rows, 11 columns')).toBeVisible();
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'To create')).toHaveText('60');
    const held = gate();
    let sent = 0;
    const isCreate = (url: URL) => url.pathname.endsWith(`/${target.id}/records`);
    await page.route(isCreate, async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      if (sent > 20) await held.opened;
      await route.continue();
    });
    await button(page, 'Import 60 rows').press('Enter');
    await expect.poll(() => sent).toBeGreaterThan(20);
    await backend.kill();
    held.open();
    await expect(
      panel(page).getByText('The backend can’t be reached. The import goes on when it is back.'),
    ).toBeVisible();
    await backend.restart();
    await expect(panel(page).getByText('Finished.')).toBeVisible({ timeout: 60_000 });
    await page.unroute(isCreate);
    await expect(count(page, 'Created')).toHaveText('60');
    const stored = backend.sql(`select title, meta, author from ${name} order by amount`);
    expect(stored).toEqual(rows.map((row) => ({ title: row[0], meta: row[9], author: row[10] })));
    await expectHarmless(page);
  });

  await step('the same file again by a unique field changes nothing', async () => {
    const before = backend.sql(`select max(updated) as last from ${name}`);
    await openNext(page);
    await chooseFile(page, 'rows.csv', csv);
    await choose(page, 'Find existing records by', 'title');
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'Unchanged')).toHaveText('60');
    await expect(button(page, /^Import/)).toBeDisabled();
    expect(backend.sql(`select max(updated) as last from ${name}`)).toEqual(before);
  });
}

async function mendRefused(
  { page, backend, step, expectedProblems }: Flow,
  target: Collection,
): Promise<void> {
  await step('refused rows are listed with the reasons, and can be mended as a file', async () => {
    expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
    await loadAt(page, recordsHash(target.id));
    await openImport(page);
    await chooseFile(page, 'rows.csv', 'title;amount;extra\r\nshort;1;x\r\ntoo long;2;y\r\nbad;many;z\r\n');
    await expect(
      panel(page).getByText('1 value does not fit, in row 4: “many”. Enter a valid number.'),
    ).toBeVisible();
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'With problems')).toHaveText('1');
    await button(page, 'Import 2 rows').press('Enter');
    await expect(panel(page).getByText('Finished.')).toBeVisible();
    await expect(count(page, 'Refused')).toHaveText('2');
    await expect(panel(page).getByRole('row', { name: /^3 title: .* 5 character/ })).toBeVisible();
    const text = await savedRefused(page);
    expect(text).toMatch(/^title;amount;extra;_error\r\ntoo long;2;y;.*\r\nbad;many;z;.*\r\n$/);
    await openNext(page);
    await chooseFile(page, 'mended.csv', text.replace('too long', 'long').replace('many', '3'));
    await button(page, 'Check the rows').press('Enter');
    await button(page, 'Import 2 rows').press('Enter');
    await expect(count(page, 'Created')).toHaveText('2');
    expect(backend.sql(`select title, amount from ${target.name} order by amount`)).toEqual([
      { title: 'short', amount: 1 },
      { title: 'long', amount: 2 },
      { title: 'bad', amount: 3 },
    ]);
  });
}

async function importZips({ page, backend, step }: Flow, target: Collection): Promise<void> {
  const id = 'abcdefghijklmno';

  await step('[TR-32] a zip that is dropped brings the files along', async () => {
    await openImport(page);
    await dropZip(page, 'rows.zip', {
      'rows.csv': `id,title,note\n${id},a,n.txt\nabcdefghijklmn1,b,n.txt\n`,
      [`files/${id}/n.txt`]: 'note',
    });
    await expect(panel(page).getByText('2 rows, 3 columns, 1 file')).toBeVisible();
    await expect(panel(page).getByText('The zip does not have files/abcdefghijklmn1/n.txt.')).toBeVisible();
    await button(page, 'Check the rows').press('Enter');
    await button(page, 'Import 1 row').press('Enter');
    await expect(count(page, 'Created')).toHaveText('1');
    await expect(panel(page).getByText('The file of refused rows has no files.')).toBeVisible();
    const [row] = backend.sql(`select note from ${target.name} where id = '${id}'`);
    const stored = await fetch(`${backend.url}/api/files/${target.id}/${id}/${row?.['note']}`);
    expect(await stored.text()).toBe('note');
  });

  await step('rows of records that exist are left out, or change them', async () => {
    await openNext(page);
    await chooseFile(page, 'changed.json', JSON.stringify([{ id, title: 'new' }]));
    await choose(page, 'Find existing records by', 'id');
    const skip = panel(page).getByRole('switch', { name: 'Skip rows whose record exists' });
    await expect(skip).not.toBeChecked();
    await skip.press('Space');
    await expect(skip).toBeChecked();
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'To skip')).toHaveText('1');
    await button(page, 'Back').press('Enter');
    await skip.press('Space');
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'To update')).toHaveText('1');
    await button(page, 'Import 1 row').press('Enter');
    await expect(count(page, 'Updated')).toHaveText('1');
    expect(backend.sql(`select title from ${target.name} where id = '${id}'`)).toEqual([{ title: 'new' }]);
    await button(page, 'Done').press('Enter');
  });

  await step(
    '[TR-32] a zip dropped on the list becomes a collection of its own, with its files',
    async () => {
      const zip = { 'rows.csv': `id,title,note\n${id},a,n.txt\n`, [`files/${id}/n.txt`]: 'note' };
      await dropZip(page, 'things.zip', zip, page.getByRole('heading', { level: 1, name: target.name }));
      await panel(page)
        .getByRole('switch', { name: 'Create a new collection from these columns' })
        .press('Space');
      await expect(button(page, 'Check the rows')).toBeDisabled();
      const name = uniqueName('my things');
      const input = panel(page).getByRole('textbox', { name: 'Name of the new collection' });
      await input.fill(name);
      await expect(input).toHaveValue(name.replace(' ', '_'));
      await panel(page).getByRole('combobox', { name: 'title', exact: true }).press('ArrowDown');
      await expect(page.getByRole('option')).toHaveText(['id (Id)', 'New field']);
      await page.keyboard.press('Escape');
      await button(page, 'Check the rows').press('Enter');
      await answer(page, 'title (Plain text), note (File)', true);
      await button(page, 'Import 1 row').press('Enter');
      await expect(panel(page).getByText('Finished.')).toBeVisible();
      await expect(panel(page).getByText('The file of refused rows has no files.')).toBeHidden();
      const [row] = backend.sql(`select id, title, note from ${name.replace(' ', '_')}`);
      expect(row).toEqual({ id, title: 'a', note: expect.stringMatching(/^n\w+\.txt$/) });
    },
  );
}

async function readGuessed({ page, step }: Flow): Promise<void> {
  await step('[TR-24][TR-25] what was guessed of a file is shown first', async () => {
    await openNext(page);
    const text = 'Report 2024\r\ntitle;amount\r\nM\xfcl;1,234\r\n';
    await chooseFile(page, 'shop.csv', Buffer.from(text, 'latin1'));
    await expect(
      panel(page).getByText('Letters are read as Western European (Windows-1252), for example “Mül”.'),
    ).toBeVisible();
    await choose(page, 'Names of the columns', 'Row 1');
    await expect(panel(page).getByText('shop.csv: 2 rows, 1 column')).toBeVisible();
    await choose(page, 'Names of the columns', 'Row 2');
    await expect(panel(page).getByText('shop.csv: 1 row, 2 columns')).toBeVisible();
    await button(page, 'Choose the columns').press('Enter');
    await expect(panel(page).getByText('“1,234” can be 1234 or 1.234').first()).toBeVisible();
    await choose(page, 'Numbers of amount', 'Decimal comma: 1.234,5');
    await expect(panel(page).getByText('For example, “1,234” is read as 1.234.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });
}

async function importAccounts({ page, backend, step }: Flow): Promise<void> {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    type: 'auth',
    fields: [field('nick', 'text', { isRequired: true }), field('age', 'number', { isRequired: true })],
  });

  await step('accounts that are pasted get random passwords, if that is chosen', async () => {
    await loadAt(page, recordsHash(people.id));
    await openImport(page);
    await panel(page)
      .getByRole('textbox', { name: 'Or paste rows of a spreadsheet' })
      .fill('email\na@b.co\n');
    await button(page, 'Use the pasted rows').press('Enter');
    await expect(panel(page).getByText('1 row, 1 column')).toBeVisible();
    await button(page, 'Check the rows').press('Enter');
    const random = panel(page).getByRole('switch', { name: 'Give new users a random password' });
    await random.press('Space');
    await expect(count(page, 'To create')).toHaveText('1');
    // The rows were checked again, and the choice is still where it was.
    await expect(random).toBeFocused();
    await expect(random).toBeChecked();
    await button(page, 'Back').press('Enter');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });
}

type Tasks = Awaited<ReturnType<typeof createTasks>>;

/** Tasks with an author, found by a nick, and rows for them: 12 fit, 2 have a bad count, 26 a bad size. */
async function createTasks({ backend }: Flow) {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    fields: [field('nick', 'text', { isPresentable: true })],
  });
  const ann = await createRecord(backend.api, people.id, { nick: 'Ann' });
  const tasks = await createCollection(backend.api, {
    name: uniqueName('tasks'),
    fields: [
      field('title'),
      field('count', 'number'),
      field('size', 'number'),
      field('author', 'relation', { collectionId: people.id }),
    ],
  });
  // One is so long that the field does not take the text.
  const rows = Array.from({ length: 40 }, (_, at) => {
    const numbers = at < 12 ? [at, 1] : at < 14 ? ['many', 1] : [1, 'big'];
    const other = at === 39 ? 'x'.repeat(200_000) : 'y';
    return [`task ${at}`, ...numbers, 'Ann', '2020-01-01', '2026-01-02', '', other];
  });
  const names = ['title', 'count', 'size', 'author', 'created', 'Due On', 'blank', 'other'];
  const csv = [names, ...rows].map((row) => row.join(',')).join('\n');
  return { people, ann, tasks, csv };
}

async function chooseColumns(flow: Flow, { people, tasks, csv }: Tasks): Promise<void> {
  const { page, step, expectedProblems } = flow;
  await step('a file without rows says so; a long text is read when it is pasted', async () => {
    await chooseFile(page, 'empty.csv', '');
    await expect(panel(page).getByRole('alert')).toHaveText('There is nothing to import: the file is empty.');
    expect(await paste(page, 'short')).toBe(true);
    expect(await paste(page, csv)).toBe(false);
    await expect(panel(page).getByText('pasted.csv: 40 rows, 8 columns')).toBeVisible();
    await expect(
      panel(page).getByText('2 values do not fit, in rows 14, 15: “many”. Enter a valid number.'),
    ).toBeVisible();
  });

  await step('what happens with each column is chosen', async () => {
    const check = button(page, 'Check the rows');
    await choose(page, 'Due On', 'New field');
    const name = panel(page).getByRole('textbox', { name: 'New field' });
    await expect(name).toHaveValue('Due_On');
    await name.fill('');
    await expect(check).toBeDisabled();
    await name.fill('my due');
    await expect(name).toHaveValue('my_due');
    const type = panel(page).getByRole('combobox', { name: 'Type', exact: true });
    await expect(type).toHaveText('DateTime');
    await choose(page, 'Type', 'Plain text');
    await expect(type).toHaveText('Plain text');
    await choose(page, 'blank', 'title (Plain text)');
    await expect(panel(page).getByText('Two columns go to title. Choose one of them.')).toBeVisible();
    await expect(check).toBeDisabled();
    await choose(page, `Records of ${people.name} found by`, 'nick');
    await button(page, 'Clear blank').press('Enter');
    await expect(panel(page).getByRole('combobox', { name: 'blank', exact: true })).toHaveText(
      'Do not import',
    );
    await expect(check).toBeEnabled();
    await check.press('Enter');
  });

  await step('a check that fails is repeated', async () => {
    expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*$/);
    const isLookup = (url: URL) => url.pathname.endsWith(`/${people.id}/records`);
    await page.route(isLookup, (route) => failWith(route, 'Not now.', 400));
    await answer(page, `Add these fields to ${tasks.name}?\nmy_due (Plain text)`, true);
    await expect(panel(page).getByText('The rows could not be checked.')).toBeVisible();
    await expect(panel(page).getByText('Not now.')).toBeVisible();
    await page.unroute(isLookup);
    await button(page, 'Try again').press('Enter');
    await expect(count(page, 'To create')).toHaveText('12');
    await expect(count(page, 'With problems')).toHaveText('28');
  });
}

async function stopImport({ page, backend, step }: Flow, { ann, tasks }: Tasks): Promise<void> {
  await step('it pauses, goes on, and is cancelled', async () => {
    const held = gate();
    let sent = 0;
    await page.route(
      (url) => url.pathname.endsWith(`/${tasks.id}/records`),
      async (route) => {
        if (route.request().method() === 'POST') {
          sent += 1;
          await held.opened;
        }
        await route.continue();
      },
    );
    const status = panel(page).getByRole('status');
    await button(page, 'Import 12 rows').press('Enter');
    await expect.poll(() => sent).toBe(8);
    await button(page, 'Pause').press('Enter');
    await expect(status).toHaveText('Paused. 0 rows are done.');
    await button(page, 'Resume').press('Enter');
    await expect(status).toHaveText('Importing…');
    await expect(button(page, 'Pause')).toBeEnabled();
    await button(page, 'Cancel import').press('Enter');
    await expect(status).toHaveText('Cancelling: waiting for the rows that were sent.');
    await expect(button(page, 'Pause')).toBeDisabled();
    held.open();
    // 8 rows are sent at the same time.
    await expect(status).toHaveText('Stopped. 32 rows were not run.');
    await expect(count(page, 'Created')).toHaveText('8');
    const lines = (await savedRefused(page)).trim().split('\r\n');
    expect(lines).toHaveLength(33);
    expect(lines[1]).toMatch(/^task 8,8,1,Ann,/);
    expect(
      backend.sql(`select distinct author, my_due, count(*) as n from ${tasks.name} group by author, my_due`),
    ).toEqual([{ author: ann.id, my_due: '2026-01-02', n: 8 }]);
  });
}

test('rows of files and of spreadsheets are imported, refused, mended, paused and stopped', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const flow = { page, backend, step, expectedProblems };
  const target = await createCollection(backend.api, {
    name: uniqueName('refused'),
    fields: [field('title', 'text', { max: 5 }), field('amount', 'number'), field('note', 'file', {})],
  });
  await admin.signIn();
  await importHostile(flow);
  await mendRefused(flow, target);
  await readGuessed(flow);
  await importZips(flow, target);
  await importAccounts(flow);
  const created = await createTasks(flow);
  await loadAt(page, recordsHash(created.tasks.id));
  await openImport(page);
  await chooseColumns(flow, created);
  await stopImport(flow, created);
});
