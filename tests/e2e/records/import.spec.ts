import type { Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { gate, recordsHash } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { zipOf } from '#tests/support/zip.ts';

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

/** Rows with every type of field that a table can have. */
function hostileRows(total: number, relatedIds: readonly string[]): { names: string[]; rows: string[][] } {
  const hostile = [...Object.values(hostileStrings), 'CR LF\r\nLF\nend', '=1+1', ' 007 ', 'ends in \\'];
  const names = ['Title', 'amount', 'active', 'contact', 'website', 'body', 'due', 'status', 'tags', 'meta'];
  const rows = Array.from({ length: total }, (_, at) => [
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

test('1,000 hostile rows arrive once each although the backend is killed twice; again changes nothing', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  checkScreen,
}) => {
  const site = await startSite();
  const { api } = site.backend;
  const related = await createCollection(api, {
    name: uniqueName('people'),
    schema: [field('name', 'text')],
  });
  const people = [];
  for (const name of ['Ann', 'Bob']) {
    people.push(await api.post<{ id: string }>(`/api/collections/${related.id}/records`, { name }));
  }
  const name = uniqueName('imported');
  const target = await createCollection(api, {
    name,
    schema: everyFieldType(related.id),
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
  });
  const { names, rows } = hostileRows(
    1000,
    people.map(({ id }) => id),
  );
  const csv = [names, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  refuseDialogs(page);
  expectedProblems.allowLostLive();
  // A kill refuses a request, or cuts its answer.
  expectedProblems.allow(
    /^(response 502|request failed) (POST|GET) \/api\/\S*( net::ERR_INCOMPLETE_CHUNKED_ENCODING)?$/,
  );
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(target.id)}`);
  await openImport(page);
  await checkScreen('[data-panel]');
  await chooseFile(page, 'rows.csv', csv);
  await expect(panel(page).getByText('1,000 rows, 11 columns')).toBeVisible();
  await checkScreen('[data-panel]');
  await button(page, 'Check the rows').press('Enter');
  await expect(count(page, 'To create')).toHaveText('1,000');
  await checkScreen('[data-panel]');
  await button(page, 'Import 1,000 rows').press('Enter');
  const stored = () => Number(site.backend.sql(`select count(*) as n from ${name}`)[0]?.['n']);
  for (const least of [100, 500]) {
    await expect.poll(stored, { timeout: 60_000 }).toBeGreaterThan(least);
    await site.backend.kill();
    await expect(
      panel(page).getByText('The backend can’t be reached. The import goes on when it is back.'),
    ).toBeVisible();
    await site.backend.restart();
  }
  await expect(panel(page).getByText('Finished.')).toBeVisible({ timeout: 60_000 });
  await expect(count(page, 'Created')).toHaveText('1,000');
  await checkScreen('[data-panel]');
  const titles = site.backend.sql(`select title, meta, author from ${name} order by amount`);
  expect(titles).toEqual(rows.map((row) => ({ title: row[0], meta: row[9], author: row[10] })));
  await expectHarmless(page);
  await button(page, 'Done').press('Enter');
  await expect(panel(page)).toBeHidden();

  await test.step('the same file again by a unique field', async () => {
    const before = site.backend.sql(`select max(updated) as last from ${name}`);
    await openImport(page);
    await chooseFile(page, 'rows.csv', csv);
    await choose(page, 'Find existing records by', 'title');
    await expectOutline(page, 'import-by-field');
    await button(page, 'Check the rows').press('Enter');
    await expect(count(page, 'Unchanged')).toHaveText('1,000', { timeout: 30_000 });
    await expect(button(page, /^Import/)).toBeDisabled();
    expect(site.backend.sql(`select max(updated) as last from ${name}`)).toEqual(before);
  });
});

test('[TR-32] refused rows are listed with the reasons, and can be mended as a file and imported again', async ({
  page,
  admin,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const target = await createCollection(backend.api, {
    name: uniqueName('refused'),
    schema: [
      field('title', 'text', { options: { max: 5 } }),
      field('amount', 'number'),
      field('note', 'file', { options: { maxSelect: 1 } }),
    ],
  });
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    type: 'auth',
    schema: [field('nick', 'text', { required: true }), field('age', 'number', { required: true })],
  });
  await admin.signIn();
  await page.goto(recordsHash(target.id));
  await openImport(page);
  await expectFitsSmall(page, panel(page));
  await expectOutline(page, 'import-file');
  await chooseFile(page, 'rows.csv', 'title;amount;extra\r\nshort;1;x\r\ntoo long;2;y\r\nbad;many;z\r\n');
  await expect(
    panel(page).getByText('1 value does not fit, in row 4: “many”. Enter a valid number.'),
  ).toBeVisible();
  await expectFitsSmall(page, panel(page));
  await button(page, 'Check the rows').press('Enter');
  await expect(count(page, 'With problems')).toHaveText('1');
  await expectOutline(page, 'import-problems');
  await expectFitsSmall(page, panel(page));
  await checkScreen('[data-panel]');
  await button(page, 'Import 2 rows').press('Enter');
  await expect(panel(page).getByText('Finished.')).toBeVisible();
  await expect(count(page, 'Refused')).toHaveText('2');
  await expect(panel(page).getByRole('row', { name: /^3 title: .* 5 character/ })).toBeVisible();
  await expectOutline(page, 'import-refused');
  await expectFitsSmall(page, panel(page));
  await checkScreen('[data-panel]');
  const saving = page.waitForEvent('download');
  await button(page, 'Save the refused rows as a file').press('Enter');
  const file = await saving;
  expect(file.suggestedFilename()).toBe('rows-refused.csv');
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(text).toMatch(/^title;amount;extra;_error\r\ntoo long;2;y;.*\r\nbad;many;z;.*\r\n$/);
  await button(page, 'Done').press('Enter');
  await openImport(page);
  await chooseFile(page, 'mended.csv', text.replace('too long', 'long').replace('many', '3'));
  await button(page, 'Check the rows').press('Enter');
  await button(page, 'Import 2 rows').press('Enter');
  await expect(count(page, 'Created')).toHaveText('2');
  expect(backend.sql(`select title, amount from ${target.name} order by amount`)).toEqual([
    { title: 'short', amount: 1 },
    { title: 'long', amount: 2 },
    { title: 'bad', amount: 3 },
  ]);
  await button(page, 'Done').press('Enter');

  await test.step('accounts that are pasted, without what they need', async () => {
    await page.goto(recordsHash(people.id));
    await expect(page.getByRole('heading', { level: 1, name: people.name })).toBeVisible();
    await openImport(page);
    await panel(page)
      .getByRole('textbox', { name: 'Or paste rows of a spreadsheet' })
      .fill('email\na@b.co\n');
    await button(page, 'Use the pasted rows').press('Enter');
    await expect(panel(page).getByText('1 row, 1 column')).toBeVisible();
    await expectOutline(page, 'import-accounts');
    await button(page, 'Check the rows').press('Enter');
    const random = panel(page).getByRole('switch', { name: 'Give new users a random password' });
    await random.press('Space');
    await expect(count(page, 'To create')).toHaveText('1');
    // The rows were checked again, and the choice is still where it was.
    await expect(random).toBeFocused();
    await expect(random).toBeChecked();
    await expectOutline(page, 'import-passwords');
    await button(page, 'Back').press('Enter');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await page.goto(recordsHash(target.id));
    await expect(page.getByRole('heading', { level: 1, name: target.name })).toBeVisible();
  });

  const id = 'abcdefghijklmno';
  await test.step('a zip that is dropped brings the files along', async () => {
    await openImport(page);
    await dropZip(page, 'rows.zip', {
      'rows.csv': `id,title,note\n${id},a,n.txt\nabcdefghijklmn1,b,n.txt\n`,
      [`files/${id}/n.txt`]: 'note',
    });
    await expect(panel(page).getByText('2 rows, 3 columns, 1 file')).toBeVisible();
    await expect(panel(page).getByText('The zip does not have files/abcdefghijklmn1/n.txt.')).toBeVisible();
    await expectOutline(page, 'import-zip');
    await expectFitsSmall(page, panel(page));
    await checkScreen('[data-panel]');
    await button(page, 'Check the rows').press('Enter');
    await button(page, 'Import 1 row').press('Enter');
    await expect(count(page, 'Created')).toHaveText('1');
    await expect(panel(page).getByText('The file of refused rows has no files.')).toBeVisible();
    const [row] = backend.sql(`select note from ${target.name} where id = '${id}'`);
    const stored = await fetch(`${backend.url}/api/files/${target.id}/${id}/${row?.['note']}`);
    expect(await stored.text()).toBe('note');
  });

  await test.step('rows of records that exist are left out, or change them', async () => {
    await button(page, 'Done').press('Enter');
    await openImport(page);
    await button(page, 'Cancel').press('Enter');
    await expect(panel(page)).toBeHidden();
    await openImport(page);
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

  await test.step('[TR-24] [TR-25] what was guessed of a file is shown first', async () => {
    await openImport(page);
    const text = 'Report 2024\r\ntitle;amount\r\nM\xfcl;1,234\r\n';
    await chooseFile(page, 'shop.csv', Buffer.from(text, 'latin1'));
    await expect(
      panel(page).getByText('Letters are read as Western European (Windows-1252), for example “Mül”.'),
    ).toBeVisible();
    await expectOutline(page, 'import-reading');
    await expectFitsSmall(page, panel(page));
    await checkScreen('[data-panel]');
    await choose(page, 'Names of the columns', 'Row 1');
    await expect(panel(page).getByText('shop.csv: 2 rows, 1 column')).toBeVisible();
    await choose(page, 'Names of the columns', 'Row 2');
    await expect(panel(page).getByText('shop.csv: 1 row, 2 columns')).toBeVisible();
    await button(page, 'Choose the columns').press('Enter');
    await expect(panel(page).getByText('“1,234” can be 1234 or 1.234').first()).toBeVisible();
    await checkScreen('[data-panel]');
    await choose(page, 'Numbers of amount', 'Decimal comma: 1.234,5');
    await expect(panel(page).getByText('For example, “1,234” is read as 1.234.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  await test.step('a zip dropped on the list becomes a collection of its own, with its files', async () => {
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
    await expectOutline(page, 'import-new-collection');
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
  });
});

test('columns become fields and find related records; a long import pauses, and stops with the rest as a file', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const people = await createCollection(backend.api, {
    name: uniqueName('people'),
    schema: [field('nick', 'text', { presentable: true })],
  });
  const ann = await createRecord(backend.api, people.id, { nick: 'Ann' });
  const tasks = await createCollection(backend.api, {
    name: uniqueName('tasks'),
    schema: [
      field('title'),
      field('count', 'number'),
      field('size', 'number'),
      field('author', 'relation', { options: { collectionId: people.id, maxSelect: 1 } }),
    ],
  });
  // 12 rows that fit, 2 with a bad count, 120 with a bad size, the last of which is long.
  const rows = Array.from({ length: 134 }, (_, at) => {
    const numbers = at < 12 ? [at, 1] : at < 14 ? ['many', 1] : [1, 'big'];
    return [
      `task ${at}`,
      ...numbers,
      'Ann',
      '2020-01-01',
      '2026-01-02',
      '',
      at === 133 ? 'x'.repeat(200_000) : 'y',
    ];
  });
  const names = ['title', 'count', 'size', 'author', 'created', 'Due On', 'blank', 'other'];
  const csv = [names, ...rows].map((row) => row.join(',')).join('\n');
  await admin.signIn();
  await page.goto(recordsHash(tasks.id));
  await openImport(page);

  await test.step('a file without rows says so; a long text is read when it is pasted', async () => {
    await chooseFile(page, 'empty.csv', '');
    await expect(panel(page).getByRole('alert')).toHaveText('There is nothing to import: the file is empty.');
    expect(await paste(page, 'short')).toBe(true);
    expect(await paste(page, csv)).toBe(false);
    await expect(panel(page).getByText('pasted.csv: 134 rows, 8 columns')).toBeVisible();
    await expect(
      panel(page).getByText('2 values do not fit, in rows 14, 15: “many”. Enter a valid number.'),
    ).toBeVisible();
    await expect(
      panel(page).getByText(
        '120 values do not fit, in rows 16, 17, 18, 19, 20, …: “big”. Enter a valid number.',
      ),
    ).toBeVisible();
  });

  await test.step('what happens with each column is chosen', async () => {
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
    await type.press('ArrowDown');
    await expect(page.getByRole('option')).toHaveText([
      'Plain text',
      'Rich editor',
      'Number',
      'Bool',
      'Email',
      'Url',
      'DateTime',
      'JSON',
    ]);
    await page.getByRole('option', { name: 'Plain text' }).press('Enter');
    await expect(type).toHaveText('Plain text');
    await choose(page, 'blank', 'title (Plain text)');
    await expect(panel(page).getByText('Two columns go to title. Choose one of them.')).toBeVisible();
    await expect(check).toBeDisabled();
    const found = `Records of ${people.name} found by`;
    await choose(page, found, 'nick');
    await expectOutline(page, 'import-choices');
    await button(page, 'Clear blank').press('Enter');
    await expect(panel(page).getByRole('combobox', { name: 'blank' })).toHaveText('Do not import');
    await expect(check).toBeEnabled();
    // Another relation would have other fields to find its records by.
    await button(page, 'Clear author').press('Enter');
    await choose(page, 'author', 'author (Relation)');
    await expect(panel(page).getByRole('combobox', { name: found })).toHaveText('id');
    await choose(page, found, 'nick');
    await check.press('Enter');
  });

  await test.step('a check that fails is repeated', async () => {
    expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*$/);
    const isLookup = (url: URL) => url.pathname.endsWith(`/${people.id}/records`);
    await page.route(isLookup, (route) => failWith(route, 'Not now.', 400));
    await answer(page, `Add these fields to ${tasks.name}?\nmy_due (Plain text)`, true);
    await expect(panel(page).getByText('The rows could not be checked.')).toBeVisible();
    await expect(panel(page).getByText('Not now.')).toBeVisible();
    await page.unroute(isLookup);
    await button(page, 'Try again').press('Enter');
    await expect(count(page, 'To create')).toHaveText('12');
    await expect(
      panel(page).getByRole('table', { name: 'Rows with problems: the first 100 of 122' }),
    ).toBeVisible();
  });

  await test.step('it pauses, goes on, and is cancelled', async () => {
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
    await expectOutline(page, 'import-paused');
    await button(page, 'Resume').press('Enter');
    await expect(status).toHaveText('Importing…');
    await expect(button(page, 'Pause')).toBeEnabled();
    await button(page, 'Cancel import').press('Enter');
    await expect(status).toHaveText('Cancelling: waiting for the rows that were sent.');
    await expect(button(page, 'Pause')).toBeDisabled();
    held.open();
    // 8 rows are sent at the same time.
    await expect(status).toHaveText('Stopped. 126 rows were not run.');
    await expect(count(page, 'Created')).toHaveText('8');
    const saving = page.waitForEvent('download');
    await button(page, 'Save the refused rows as a file').press('Enter');
    const stream = await (await saving).createReadStream();
    const lines = Buffer.concat(await stream.toArray())
      .toString()
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(127);
    expect(lines[1]).toMatch(/^task 8,8,1,Ann,/);
    expect(
      backend.sql(`select distinct author, my_due, count(*) as n from ${tasks.name} group by author, my_due`),
    ).toEqual([{ author: ann.id, my_due: '2026-01-02', n: 8 }]);
  });
});
