import { createCollection, createNotes, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

test('[CS-11] breadcrumb, gear, refresh, API Preview, New record, search bar, table and footer', async ({
  page,
  admin,
  backend,
}) => {
  const notes = await createNotes(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('looks'),
    type: 'view',
    options: { query: `select id, title from ${notes.name}` },
  });
  await admin.signIn();
  await page.goto(recordsHash(notes.id));
  const screen = recordsScreen(page);
  const header = page.locator('[data-frame="collections"] .page-header');
  const breadcrumb = header.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb).toHaveText(`Collections${notes.name}`);
  await expect(breadcrumb.getByText('Collections')).toBeVisible();
  await expect(breadcrumb.getByRole('heading', { level: 1 })).toHaveText(notes.name);
  const gear = header.getByRole('button', { name: 'Edit collection' });
  await gear.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
  await expect(header.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'API Preview' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'New record' })).toBeVisible();
  await expect(page.getByRole('search').getByRole('textbox')).toBeVisible();
  await expect(screen.table).toBeVisible();
  await expect(screen.total).toHaveText('Total found: 0');

  await page.goto(recordsHash(view.id));
  await expect(breadcrumb).toHaveText(`Collections${view.name}`);
  await expect(gear).toBeVisible();
  await expect(header.getByRole('button', { name: 'API Preview' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'New record' })).toHaveCount(0);
});
