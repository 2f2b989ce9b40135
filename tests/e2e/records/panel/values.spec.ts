import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { isSave, openRecord, saveAndWait, storedRecord } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('unchanged values do not prevent a save', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('odd'),
    schema: [field('title'), field('site', 'url'), field('must'), field('amount', 'number')],
  });
  const row = await createRecord(backend.api, collection.name, { title: 'a', site: 'example.com/a' });
  expect(row['site']).toBe('example.com/a');
  // Stored values can be older than the options of the field.
  await backend.api.patch(`/api/collections/${collection.id}`, {
    schema: collection.schema.map((one) => ({
      ...one,
      required: one.name === 'must',
      options: one.name === 'amount' ? { ...one.options, min: 5 } : one.options,
    })),
  });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('must').fill('set');
  await screen.control('site').fill('example.com/b');
  await screen.control('amount').fill('7');
  await saveAndWait(page, collection.id);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await storedRecord(backend, collection, row.id)).toMatchObject({ site: 'example.com/b', amount: 7 });
});

test('[RF-02][RF-04] invalid input is reported next to its field and is not sent', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('told'),
    schema: [field('title', 'text', { required: true }), field('amount', 'number', { options: { max: 9 } })],
  });
  const row = await createRecord(backend.api, collection.name, { title: 'a' });
  await admin.signIn();
  const saves: string[] = [];
  page.on('request', (request) => {
    if (isSave(request, collection.id)) saves.push(request.url());
  });
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('');
  await screen.control('amount').fill('10');
  await screen.save.click();
  await expect(screen.control('title')).toHaveAccessibleDescription('Enter a value.');
  await expect(screen.control('amount')).toHaveAccessibleDescription('Enter 9 or less.');
  await expect(screen.control('title')).toBeFocused();
  await expect(toasts(page, 'error')).toContainText('Some values can’t be saved: title, amount.');
  await screen.control('title').fill('b');
  await screen.control('amount').fill('');
  await screen.control('amount').pressSequentially('1e');
  await screen.save.click();
  await expect(screen.control('amount')).toHaveAccessibleDescription('Enter a valid number.');
  expect(saves).toEqual([]);
});

test('fields with the names of object properties are shown, edited and saved', async ({
  page,
  admin,
  backend,
}) => {
  const names = ['constructor', 'toString', '__proto__'];
  const collection = await createCollection(backend.api, {
    name: uniqueName('odd'),
    schema: [field('title'), ...names.map((name) => field(name))],
  });
  const row = await createRecord(backend.api, collection.name, { title: 'a' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await expect(screen.panel.getByText('Invalid value')).toHaveCount(0);
  for (const name of names) await screen.control(name).fill(`of ${name}`);
  await saveAndWait(page, collection.id);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const stored = await storedRecord(backend, collection, row.id);
  for (const name of names) {
    expect(Object.getOwnPropertyDescriptor(stored, name)?.value).toBe(`of ${name}`);
    await expect(page.getByRole('cell', { name: `of ${name}` })).toBeVisible();
  }
});

test('[RF-06] a pasted date with an offset is saved in UTC', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('dates'),
    schema: [field('due', 'date')],
  });
  const row = await createRecord(backend.api, collection.name, { due: '2022-01-01 10:00:00.123Z' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const due = screen.control('due');
  await expect(due).toHaveValue('2022-01-01 10:00:00');
  await due.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('2022-01-01T12:00:00+05:00');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(due).toHaveValue('2022-01-01 07:00:00');
  expect(await storedRecord(backend, collection, row.id)).toMatchObject({ due: '2022-01-01 07:00:00.000Z' });
});
