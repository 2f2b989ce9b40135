import {
  createCollection,
  createPosts,
  createRecord,
  field,
  type RecordRow,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew, openRecord, partsOf, saveAndWait } from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

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
  // By keyboard: three days later.
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

test('[RF-07][RF-08][RF-09] selects: one string, the last of several, search for more than five options', async ({
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

test('[RF-10] json has a validity icon with a tooltip, and an empty value is sent as null', async ({
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
  // The text is parsed a moment later, and the tooltip is read when the pointer enters.
  await expect(mark).toHaveAccessibleName('Invalid JSON');
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

test('saving keeps the caret and the text of a JSON field', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { meta: { a: 1, b: 2 } });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const editor = screen.field('meta').getByRole('textbox');
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('"z":0,');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(screen.save).toBeDisabled();
  await page.keyboard.insertText('"y":1,');
  await expect(screen.save).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(screen.save).toBeDisabled();
  await expect(toasts(page, 'error')).toHaveCount(0);
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  await expect
    .poll(async () => (await backend.api.get<RecordRow>(path))['meta'])
    .toEqual({ z: 0, y: 1, a: 1, b: 2 });
});

test('a document with a very long line is not rendered completely, and can be edited like any other', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { meta: { file: 'x'.repeat(500_000) } });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const lines = screen.field('meta').locator('.ace_text-layer');
  await expect(lines).toContainText('"file"');
  expect(await lines.evaluate((layer) => layer.querySelectorAll('*').length)).toBeLessThan(100);
  await screen.field('meta').getByRole('textbox').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('"a":1,');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  expect((await backend.api.get<RecordRow>(path))['meta']).toEqual({ a: 1, file: 'x'.repeat(500_000) });
});
