import { createCollection, createNotes, createRecord, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

test('[RP-02][PV-03] an id that would lead to another path opens nothing and sends nothing', async ({
  page,
  admin,
  backend,
  atoll,
}) => {
  const notes = await createNotes(backend.api);
  await createRecord(backend.api, notes.name, { title: 'kept' });
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${notes.name}` },
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The browser has already resolved `..` here: what remains of such an address is the collection's own path.
    if ([notes.id, view.id].some((id) => pathname.replace(/\/$/, '').endsWith(`/collections/${id}`)))
      foreign.push(`${request.method()} ${pathname}`);
  });
  await admin.signIn();
  await page.goto(recordsHash(notes.id));
  for (const [{ id }, recordId] of [
    [notes, '..'],
    [view, '..'],
    [notes, ''],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, recordsHash(id, { recordId }).slice(2));
    await expect(page.getByRole('alert').last()).toHaveText(`Unable to load record with id "${recordId}"`);
    await expect(page).toHaveURL(`${atoll.url}${recordsHash(id)}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(recordsScreen(page).rows).toHaveCount(1);
  // A save reads the collection, and nothing was saved here.
  expect(foreign).toEqual([]);
});
