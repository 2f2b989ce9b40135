import type { Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { openNew, openRecord, partsOf, saveAndWait, watchUploads } from '../support/record-panel.ts';
import { toasts } from '../support/screens.ts';
import { afterTimers } from '../support/timers.ts';

const tooltip = (page: Page) => page.getByRole('tooltip');

const upload = (name: string, text = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test('[RF-01] the id is typed once, of at least 15 characters, and read-only later beside its dates', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('ids'),
    schema: [field('title')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const id = screen.panel.getByLabel('id', { exact: true });
  await expect(id).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
  await expect(id).toHaveAttribute('minlength', '15');
  await id.pressSequentially('short');
  await screen.save.click();
  expect(await id.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await expect(id).toBeFocused();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await id.fill('id_of_15_chars_');
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await expect(id).toHaveValue('id_of_15_chars_');
  await expect(id).toHaveAttribute('readonly', '');
  const row = await backend.api.get(`/api/collections/${collection.id}/records/id_of_15_chars_`);
  await screen.panel.getByRole('button', { name: 'Created and updated' }).hover();
  // The browser of the tests lives in Sofia, two hours ahead of UTC in winter and three in summer.
  const local = (stored: unknown) =>
    page.evaluate((text) => {
      const date = new Date(text.replace(' ', 'T'));
      const pad = (value: number, length = 2) => String(value).padStart(length, '0');
      const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
      const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
      return `${day} ${time}.${pad(date.getMilliseconds(), 3)} Local`;
    }, String(stored));
  await expect(tooltip(page)).toHaveText(
    `Created: ${await local(row['created'])}\nUpdated: ${await local(row['updated'])}`,
  );
});

test('[RF-02][RF-03][RF-04][RF-05] labels carry icon and asterisk, and each type its own control', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('controls'),
    schema: [
      field('title', 'text', { required: true }),
      field('amount', 'number', { required: true, options: { min: -5, max: 10 } }),
      field('active', 'bool'),
      field('contact', 'email', { required: true }),
      field('website', 'url', { required: true }),
      field('due', 'date', { required: true }),
      field('body', 'editor'),
      field('kind', 'select'),
      field('doc', 'json'),
      field('file', 'file'),
    ],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const required = new Set(['title', 'amount', 'contact', 'website', 'due']);
  const icons = new Map<string, string>();
  for (const { name, type } of collection.schema) {
    const label = screen.field(name).locator('label').filter({ hasText: name });
    const mark = await label.evaluate((element) => getComputedStyle(element, '::after').content);
    if (required.has(name)) expect(mark).toContain('*');
    else expect(mark).toBe('none');
    const icon = screen.field(name).locator('[class*="icon-["]').first();
    await expect(icon).toBeVisible();
    icons.set(type, (await icon.getAttribute('class')) ?? '');
  }
  expect(new Set(icons.values()).size).toBe(icons.size);

  // The browser stops at the first required field that is empty.
  const isMissing = (name: string) =>
    screen.control(name).evaluate((input: HTMLInputElement) => input.validity.valueMissing);
  for (const name of required) {
    await screen.save.click();
    await expect(screen.control(name)).toBeFocused();
    expect(await isMissing(name)).toBe(true);
    const values: Record<string, string> = {
      title: 'line',
      amount: '1.25',
      contact: 'a@example.com',
      website: 'https://example.com',
      due: '2026-11-05 12:00:00',
    };
    await screen.control(name).fill(values[name] ?? '');
  }
  const height = async () => (await screen.control('title').boundingBox())?.height ?? 0;
  const before = await height();
  await screen.control('title').fill('one\ntwo\nthree\nfour\nfive\nsix');
  await expect(screen.control('title')).toHaveJSProperty('tagName', 'TEXTAREA');
  expect(await height()).toBeGreaterThan(before + 20);
  await expect(screen.control('contact')).toHaveAttribute('type', 'email');
  await expect(screen.control('website')).toHaveAttribute('type', 'url');

  const amount = screen.control('amount');
  await expect(amount).toHaveAttribute('type', 'number');
  await expect(amount).toHaveAttribute('step', 'any');
  await amount.fill('11');
  await screen.save.click();
  expect(await amount.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);
  await amount.fill('-6');
  await screen.save.click();
  expect(await amount.evaluate((input: HTMLInputElement) => input.validity.rangeUnderflow)).toBe(true);
  await amount.fill('0.123456789');

  const toggle = screen.field('active').getByRole('switch', { name: 'active' });
  await expect(toggle).not.toBeChecked();
  const request = await saveAndWait(page, collection.id);
  const sent = new Map(partsOf(request).map(({ name, value }) => [name, value]));
  expect(sent.get('active')).toBe('false');
  expect(sent.get('amount')).toBe('0.123456789');
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
});

test('[RF-06] a date is UTC, 19 characters, cleared or picked from a calendar', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('dates'),
    schema: [field('due', 'date'), field('must', 'date', { required: true })],
  });
  const row = await createRecord(backend.api, collection.id, {
    due: '2026-11-05 12:00:00.123Z',
    must: '2024-02-29 23:59:59.999Z',
  });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await expect(screen.field('due').locator('label')).toHaveText('due (UTC)');
  await expect(screen.control('due')).toHaveValue('2026-11-05 12:00:00');
  await expect(screen.control('must')).toHaveValue('2024-02-29 23:59:59');
  await expect(screen.field('must').getByRole('button', { name: /^Clear/ })).toHaveCount(0);
  const clear = screen.field('due').getByRole('button', { name: 'Clear due' });
  await clear.hover();
  await expect(tooltip(page)).toHaveText('Clear');
  await clear.click();
  await expect(screen.control('due')).toHaveValue('');
  await expect(clear).toHaveCount(0);

  await screen.field('due').getByRole('button', { name: 'Choose due' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar of due' });
  await expect(calendar.locator('calendar-month')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(screen.title).toBeVisible();
  await screen.control('due').fill('2026-11-05 08:30:15');
  // By keys: three days on.
  await screen.field('due').getByRole('button', { name: 'Choose due' }).press('Enter');
  const focused = calendar.locator('calendar-month button[tabindex="0"]');
  await expect(focused).toHaveText('5');
  await expect(focused).toBeFocused();
  for (const day of ['6', '7', '8']) {
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveText(day);
    await expect(focused).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(screen.control('due')).toHaveValue('2026-11-08 08:30:15');
  await expect(calendar).toHaveCount(0);
  await expect(screen.field('due').getByRole('button', { name: 'Choose due' })).toBeFocused();
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([{ name: 'due', value: '2026-11-08 08:30:15' }]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['due']).toBe('2026-11-08 08:30:15.000Z');
  expect(after['must']).toBe('2024-02-29 23:59:59.999Z');
});

test('[RF-07][RF-08][RF-09] selects: one string, the last of several, search above five options', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('selects'),
    schema: [
      field('one', 'select', { options: { maxSelect: 1, values: ['a', 'b', 'c', 'd', 'e'] } }),
      field('many', 'select', { options: { maxSelect: 3, values: ['t1', 't2', 't3', 't4', 't5', 't6'] } }),
    ],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const one = screen.field('one').getByRole('combobox');
  await expect(one).toHaveText('- Select -');
  await one.click();
  const list = page.getByRole('listbox', { name: 'one' });
  await expect(list.getByRole('option')).toHaveText(['a', 'b', 'c', 'd', 'e']);
  await expect(page.getByPlaceholder('Search...')).toHaveCount(0);
  await list.getByRole('option', { name: 'c' }).click();
  await expect(one).toHaveText('c');

  const many = screen.field('many').getByRole('combobox').first();
  await expect(screen.field('many')).toContainText('Select up to 3 items.');
  await many.click();
  const search = page.getByPlaceholder('Search...');
  await search.fill('nothing');
  await expect(page.getByText('No options found')).toBeVisible();
  await search.fill('');
  const options = page.getByRole('listbox', { name: 'many' });
  for (const name of ['t1', 't2', 't3', 't4']) await options.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  const chosen = screen.field('many').getByRole('button', { name: /^Remove t/ });
  await expect(chosen).toHaveCount(3);
  expect(await chosen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Remove t2',
    'Remove t3',
    'Remove t4',
  ]);
  await screen.field('many').getByRole('button', { name: 'Remove t3' }).click();
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([
    { name: 'one', value: 'c' },
    { name: 'many', value: 't2' },
    { name: 'many', value: 't4' },
  ]);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  const { items } = await backend.api.get<{ items: unknown[] }>(`/api/collections/${collection.id}/records`);
  expect(items).toMatchObject([{ one: 'c', many: ['t2', 't4'] }]);
});

test('[RF-10] json has a mark with its tooltip, and an empty one is sent as null', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('jsons'),
    schema: [field('doc', 'json'), field('other', 'json')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await expect(screen.field('doc').locator('.ace_editor')).toBeVisible();
  const mark = screen.field('doc').getByRole('img');
  await expect(mark).toHaveAccessibleName('Valid JSON');
  await mark.hover();
  await expect(tooltip(page)).toHaveText('Valid JSON');
  await page.mouse.move(0, 0);
  await screen.fillCode('doc', '{');
  await mark.hover();
  await expect(tooltip(page)).toHaveText('Invalid JSON');
  await screen.fillCode('doc', '[1, 2.50]');
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([
    { name: 'doc', value: '[1,2.50]' },
    { name: 'other', value: 'null' },
  ]);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  expect(
    backend.sql(`select cast(doc as text) doc, cast(other as text) other from ${collection.name}`),
  ).toEqual([{ doc: '[1,2.50]', other: 'null' }]);
});

test('[RF-12][RF-13] stored files are removed and restored, new ones listed with a local thumb', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('files'),
    schema: [field('files', 'file', { options: { maxSelect: 5, mimeTypes: ['image/png', 'text/plain'] } })],
  });
  const row = await createRecord(backend.api, collection.id, {
    files: [pngFile('photo.png'), textFile('note.txt')],
  });
  const [photo = '', note = ''] = row['files'] as string[];
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const files = screen.field('files');
  const thumb = files.getByRole('button', { name: `Preview ${photo}` }).locator('img');
  await expect(thumb).toHaveJSProperty('complete', true);
  expect(await thumb.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = files.getByRole('link', { name: note, exact: true });
  expect(await link.getAttribute('href')).toContain(`/api/files/${collection.id}/${row.id}/${note}`);
  const remove = files.getByRole('button', { name: `Remove ${note}` });
  await remove.hover();
  await expect(tooltip(page)).toHaveText('Remove file');
  await remove.click();
  await expect(link).toHaveCSS('text-decoration-line', 'line-through');
  await files.getByRole('button', { name: 'Restore' }).click();
  await expect(link).not.toHaveCSS('text-decoration-line', 'line-through');
  await expect(screen.save).toBeDisabled();

  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Upload new file' }).click();
  const opened = await chooser;
  expect(opened.isMultiple()).toBe(true);
  await expect(files.locator('input[type=file]')).toHaveAttribute('accept', 'image/png,text/plain');
  await opened.setFiles([
    { name: 'new.png', mimeType: 'image/png', buffer: Buffer.from(await pngFile().arrayBuffer()) },
    upload('new.txt'),
  ]);
  const added = files.getByRole('list', { name: 'New files of files' }).getByRole('listitem');
  await expect(added).toHaveCount(2);
  await expect(added.first()).toContainText('New');
  await expect(added.first().locator('img')).toHaveAttribute('src', /^blob:/);
  await added.last().getByRole('button', { name: 'Remove new.txt' }).click();
  await expect(added).toHaveCount(1);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['files']).toEqual([photo, note, expect.stringMatching(/^new_\w+\.png$/)]);
});

test('[RF-14] no more files than the field holds, chosen or dropped; a single one blocks the next', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('limits'),
    schema: [field('many', 'file', { options: { maxSelect: 3 } }), field('single', 'file')],
  });
  const row = await createRecord(backend.api, collection.id, {
    many: [textFile('one.txt'), textFile('two.txt')],
    single: textFile('kept.txt'),
  });
  const [one = ''] = row['many'] as string[];
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const button = (name: string) => screen.field(name).getByRole('button', { name: 'Upload new file' });
  const items = (name: string) => screen.field(name).getByRole('listitem');
  const drop = async (name: string, files: readonly string[]) => {
    const transfer = await page.evaluateHandle((names) => {
      const data = new DataTransfer();
      for (const file of names) data.items.add(new File([file], file, { type: 'text/plain' }));
      return data;
    }, files);
    const target = screen.field(name).locator('fieldset');
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    await target.dispatchEvent('drop', { dataTransfer: transfer });
  };

  await expect(button('single')).toBeDisabled();
  await drop('single', ['refused.txt']);
  await expect(items('single')).toHaveCount(1);
  await screen
    .field('single')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(button('single')).toBeEnabled();
  await drop('single', ['first.txt', 'second.txt']);
  await expect(items('single')).toHaveCount(2);
  await expect(screen.field('single')).toContainText('first.txt');
  await expect(button('single')).toBeDisabled();
  // The removed one can't come back beside it.
  await expect(screen.field('single').getByRole('button', { name: 'Restore' })).toBeDisabled();

  await expect(button('many')).toBeEnabled();
  await drop('many', ['three.txt', 'four.txt', 'five.txt']);
  await expect(items('many')).toHaveCount(3);
  await expect(button('many')).toBeDisabled();
  await screen
    .field('many')
    .getByRole('button', { name: `Remove ${one}` })
    .click();
  await expect(button('many')).toBeEnabled();
  await screen
    .field('many')
    .locator('input[type=file]')
    .setInputFiles([upload('six.txt'), upload('seven.txt')]);
  await expect(screen.field('many')).toContainText('six.txt');
  await expect(screen.field('many')).not.toContainText('seven.txt');
  await expect(button('many')).toBeDisabled();
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['single']).toMatch(/^first_/);
  expect(after['many']).toEqual([
    expect.stringMatching(/^two_/),
    expect.stringMatching(/^three_/),
    expect.stringMatching(/^six_/),
  ]);
});

test('a file dropped beside the field does not replace the page', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('dropped'),
    schema: [field('title'), field('file', 'file')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const refused = await screen.field('title').evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  expect(refused).toBe(true);
  await expect(screen.field('file').getByRole('listitem')).toHaveCount(0);
});

test('[RF-15] files are put in order by pointer and by keys, and the order is saved', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('ordered'),
    schema: [field('files', 'file', { options: { maxSelect: 5 } })],
  });
  const row = await createRecord(backend.api, collection.id, {
    files: [textFile('alpha.txt'), textFile('bravo.txt'), textFile('charlie.txt')],
  });
  const [a = '', b = '', c = ''] = row['files'] as string[];
  const uploads = await watchUploads(page);
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const list = screen.field('files').getByRole('list', { name: 'Files of files' });
  const names = list.getByRole('listitem').getByRole('link', { name: /^(alpha|bravo|charlie)_/ });
  await expect(names).toHaveText([a, b, c]);

  const handle = (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true });
  const from = await handle(a).boundingBox();
  const to = await handle(c).boundingBox();
  if (!from || !to) throw new Error('The handles are not on screen.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 10, { steps: 10 });
  await page.mouse.up();
  await expect(names).toHaveText([b, c, a]);

  await handle(a).focus();
  await page.keyboard.press('Space');
  await expect(screen.panel.getByText(`${a} is at place 3 of 3.`)).toBeAttached();
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(screen.panel.getByText(`${a} is at place 2 of 3.`)).toBeAttached();
  // Escape puts it back and leaves the panel open.
  await page.keyboard.press('Escape');
  await expect(screen.panel.getByText(`${a} is back at place 3.`)).toBeAttached();
  await expect(names).toHaveText([b, c, a]);
  await expect(handle(a)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(screen.panel.getByText(`${a} is at place 3 of 3.`)).toBeAttached();
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(screen.panel.getByText(`${a} is at place 2 of 3.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(names).toHaveText([b, a, c]);

  // New files come behind the stored ones, in the order they are given among themselves.
  await screen
    .field('files')
    .locator('input[type=file]')
    .setInputFiles([upload('delta.txt'), upload('echo.txt')]);
  const added = screen.field('files').getByRole('list', { name: 'New files of files' });
  await added.getByRole('button', { name: 'Move echo.txt', exact: true }).press('Space');
  await expect(screen.panel.getByText('echo.txt is at place 2 of 2.')).toBeAttached();
  await afterTimers(page);
  await page.keyboard.press('ArrowUp');
  await expect(screen.panel.getByText('echo.txt is at place 1 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(added.getByRole('listitem').first()).toContainText('echo.txt');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await uploads()).toEqual([
    { name: 'files', value: b },
    { name: 'files', value: a },
    { name: 'files', value: c },
    { name: 'files', value: 'echo.txt', filename: 'echo.txt' },
    { name: 'files', value: 'delta.txt', filename: 'delta.txt' },
  ]);
  const after = await backend.api.get(`/api/collections/${collection.id}/records/${row.id}`);
  expect(after['files']).toEqual([
    b,
    a,
    c,
    expect.stringMatching(/^echo_/),
    expect.stringMatching(/^delta_/),
  ]);
});
