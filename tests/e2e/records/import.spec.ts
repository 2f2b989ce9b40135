import type { Page } from '@playwright/test';
import { makeZip } from 'client-zip';
import { createCollection, everyFieldType, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

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

test('3,000 hostile rows arrive once each although the backend is killed twice; again changes nothing', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  axe,
}) => {
  test.setTimeout(180_000);
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
    3000,
    people.map(({ id }) => id),
  );
  const csv = [names, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  refuseDialogs(page);
  expectedProblems.allowLostLive();
  expectedProblems.allow(/^response 502 (POST|GET) \/api\/.*$/);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(target.id)}`);
  await openImport(page);
  await axe('[data-panel]');
  await chooseFile(page, 'rows.csv', csv);
  await expect(panel(page).getByText('3,000 rows, 11 columns')).toBeVisible();
  await expectOutline(page, 'import-columns');
  await axe('[data-panel]');
  await button(page, 'Check the rows').press('Enter');
  await expect(count(page, 'To create')).toHaveText('3,000');
  await expectOutline(page, 'import-check');
  await axe('[data-panel]');
  await button(page, 'Import 3,000 rows').press('Enter');
  const stored = () => Number(site.backend.sql(`select count(*) as n from ${name}`)[0]?.['n']);
  for (const least of [300, 1500]) {
    await expect.poll(stored, { timeout: 60_000 }).toBeGreaterThan(least);
    await site.backend.kill();
    await expect(
      panel(page).getByText('The backend can’t be reached. The import goes on when it is back.'),
    ).toBeVisible();
    await site.backend.restart();
  }
  await expect(panel(page).getByText('Finished.')).toBeVisible({ timeout: 60_000 });
  await expect(count(page, 'Created')).toHaveText('3,000');
  await expectOutline(page, 'import-done');
  await axe('[data-panel]');
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
    await expect(count(page, 'Unchanged')).toHaveText('3,000', { timeout: 30_000 });
    await expect(button(page, /^Import/)).toBeDisabled();
    expect(site.backend.sql(`select max(updated) as last from ${name}`)).toEqual(before);
  });
});

test('refused rows are listed with the reasons, and can be mended as a file and imported again', async ({
  page,
  admin,
  backend,
  expectedProblems,
  axe,
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
    schema: [field('nick', 'text', { required: true })],
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
  await axe('[data-panel]');
  await button(page, 'Import 2 rows').press('Enter');
  await expect(panel(page).getByText('Finished.')).toBeVisible();
  await expect(count(page, 'Refused')).toHaveText('2');
  await expect(panel(page).getByRole('row', { name: /^3 title: .* 5 character/ })).toBeVisible();
  await expectOutline(page, 'import-refused');
  await expectFitsSmall(page, panel(page));
  await axe('[data-panel]');
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
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await page.goto(recordsHash(target.id));
    await expect(page.getByRole('heading', { level: 1, name: target.name })).toBeVisible();
  });

  await test.step('a zip that is dropped brings the files along', async () => {
    const id = 'abcdefghijklmno';
    const lastModified = new Date();
    const rows = `id,title,note\n${id},a,n.txt\nabcdefghijklmn1,b,n.txt\n`;
    const entries = [
      { name: 'rows.csv', input: rows, lastModified },
      { name: `files/${id}/n.txt`, input: 'note', lastModified },
    ];
    await openImport(page);
    const bytes = [...new Uint8Array(await new Response(makeZip(entries)).arrayBuffer())];
    const dataTransfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], 'rows.zip'));
      return data;
    }, bytes);
    // Without it, the browser would leave the page and open the file.
    const isTaken = await panel(page)
      .getByText('Drop a CSV')
      .evaluate(
        (part, data) =>
          ['dragover', 'drop'].every(
            (type) =>
              !part.dispatchEvent(
                new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
              ),
          ),
        dataTransfer,
      );
    expect(isTaken).toBe(true);
    await expect(panel(page).getByText('2 rows, 3 columns, 1 file')).toBeVisible();
    await expect(panel(page).getByText('The zip does not have files/abcdefghijklmn1/n.txt.')).toBeVisible();
    await expectOutline(page, 'import-zip');
    await expectFitsSmall(page, panel(page));
    await axe('[data-panel]');
    await button(page, 'Check the rows').press('Enter');
    await button(page, 'Import 1 row').press('Enter');
    await expect(count(page, 'Created')).toHaveText('1');
    await expect(panel(page).getByText('The file of refused rows has no files.')).toBeVisible();
    const [row] = backend.sql(`select note from ${target.name} where id = '${id}'`);
    const stored = await fetch(`${backend.url}/api/files/${target.id}/${id}/${row?.['note']}`);
    expect(await stored.text()).toBe('note');
  });
});
