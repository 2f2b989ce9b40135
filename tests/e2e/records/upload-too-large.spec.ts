import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('an upload that a proxy in front refuses because of its size keeps text and files', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 413 POST .*\/records$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('large'),
    schema: [field('title'), field('doc', 'file')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('title').fill('kept');
  const doc = screen.field('doc');
  await doc.locator('input[type=file]').setInputFiles({
    name: 'large.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('large'),
  });
  // Acts as a proxy between the page and Atoll.
  const isSave = (url: URL) => url.pathname.endsWith('/records');
  await page.route(isSave, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 413,
          contentType: 'text/html',
          body: '<h1>413 Request Entity Too Large</h1>',
        })
      : route.continue(),
  );
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText(
    'The upload is too large for the server in front of the backend.',
  );
  await expect(screen.control('title')).toHaveValue('kept');
  await expect(doc.getByRole('listitem')).toContainText('large.txt');
  await page.unroute(isSave);
  await screen.save.click();
  await expect(toasts(page, 'success')).toBeVisible();
  const [record] = backend.sql(`select title, doc from ${collection.name}`);
  expect(record).toEqual({ title: 'kept', doc: expect.stringMatching(/^large_\w+\.txt$/) });
});
