import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { createNotes } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew, openRecord } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

/** The message of another tab that changed a collection (CS-13). */
const RELOAD = () => {
  const channel = new BroadcastChannel('collections');
  channel.postMessage('reload');
  channel.close();
};

test('an open panel follows a renamed and a removed field without losing input', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const clipboard = await allowClipboard(page);
  const collection = await createNotes(backend.api);
  const [title, ...others] = collection.schema;
  const change = (schema: readonly object[]) =>
    backend.api.patch(`/api/collections/${collection.id}`, { schema });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('title').fill('precious');
  await change([{ ...title, name: 'headline' }, ...others]);
  await page.evaluate(RELOAD);
  await expect(screen.control('headline')).toHaveValue('precious');
  await expect(screen.control('headline')).toBeFocused();

  await change([...others, { name: 'other', type: 'text' }]);
  await page.evaluate(RELOAD);
  const gone = screen.panel.locator('[data-removed-field="headline"]');
  await expect(gone).toContainText('headline is no longer a field of this collection.');
  await expect(gone).toContainText('precious');
  await expect(screen.field('headline')).toHaveCount(0);
  await axe('[role=dialog]');
  await gone.getByRole('button', { name: 'Copy headline' }).click();
  expect(await clipboard()).toBe('precious');
  await screen.control('other').fill('moved');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  // It stays until it is discarded.
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await gone.getByRole('button', { name: 'Discard headline' }).press('Enter');
  await expect(gone).toHaveCount(0);
  await expect(screen.panel.locator(':focus')).toHaveCount(1);
  await screen.cancel.click();
  await expect(screen.panel).toHaveCount(0);
});

test('a page without the notification updates the renamed field without a false conflict', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  const { id } = await backend.api.post<{ id: string }>(`/api/collections/${collection.id}/records`, {
    title: 'stored',
  });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, id);
  await screen.control('title').fill('typed');
  const [title, ...others] = collection.schema;
  await backend.api.patch(`/api/collections/${collection.id}`, {
    schema: [{ ...title, name: 'headline' }, ...others],
  });
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  await expect(screen.panel).toHaveCount(0);
  expect(await backend.api.get(`/api/collections/${collection.id}/records/${id}`)).toMatchObject({
    headline: 'typed',
  });
});
