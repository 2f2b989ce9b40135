import { createCollection, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsScreen } from '#tests/support/records/page.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const pathOf = (collectionId: string) => `/api/collections/${collectionId}/records`;

test('a new record whose response is lost is not created twice, and neither is its file', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed POST \/api\/collections\/\w+\/records net::ERR_CONNECTION_RESET$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('orders'),
    schema: [field('title'), field('note', 'file', { options: { maxSelect: 3, maxSize: 1000 } })],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('title').fill('one order');
  const file = textFile();
  await screen
    .field('note')
    .locator('input[type=file]')
    .setInputFiles({
      name: file.name,
      mimeType: file.type,
      buffer: Buffer.from(await file.arrayBuffer()),
    });
  const isCreate = (url: URL) => url.pathname === pathOf(collection.id);
  await page.route(isCreate, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The backend stores it; the response never arrives.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText('can’t be reached');
  await expect(screen.control('title')).toHaveValue('one order');
  await page.unroute(isCreate);
  const [row] = (await backend.api.get<{ items: { id: string }[] }>(pathOf(collection.id))).items;

  await screen.save.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`id ${row?.id}`);
  await axe('[role=alertdialog]');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await expect(screen.panel).toHaveCount(0);
  await expect(recordsScreen(page).rows).toHaveCount(1);
  const { items } = await backend.api.get<{ items: { id: string; note: string[] }[] }>(pathOf(collection.id));
  expect(items.map(({ id, note }) => [id, note.length])).toEqual([[row?.id, 1]]);
});
