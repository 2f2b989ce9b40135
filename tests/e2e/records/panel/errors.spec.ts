import { createCollection, createNotes, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash } from '#tests/support/records/page.ts';
import { isSave, openNew, recordPanels } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RP-02] a record that cannot be loaded closes its panel and is removed from the address', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
  const collection = await createNotes(backend.api);
  await admin.signIn();
  await page.goto(recordsHash(collection.id, { recordId: 'missing00000000' }));
  await expect(toasts(page, 'error')).toContainText('Unable to load record with id "missing00000000"');
  await expect(recordPanels(page)).toHaveCount(0);
  await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
});

test('[RP-20][ER-07] errors of the server are shown under their fields, and the first field gets the focus', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('strict'),
    schema: [
      field('free'),
      field('word', 'text', { options: { pattern: '^[a-z]+$' } }),
      field('kind', 'select', { required: true }),
      field('doc', 'json', { required: true }),
    ],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('free').fill('kept');
  await screen.control('word').fill('123');
  const responded = page.waitForResponse((response) => isSave(response.request(), collection.id));
  await screen.save.click();
  const { message, data }: { message: string; data: Record<string, { message: string }> } = await (
    await responded
  ).json();
  expect(Object.keys(data).sort()).toEqual(['doc', 'kind', 'word']);
  await expect(toasts(page, 'error')).toContainText(message);
  for (const [name, error] of Object.entries(data)) {
    expect(error.message).not.toBe('');
    await expect(screen.field(name)).toContainText(error.message);
  }
  await expect(screen.control('word')).toBeFocused();
  await expect(screen.control('free')).toHaveValue('kept');
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.save).toBeEnabled();
  await screen.control('word').fill('abc');
  await expect(screen.field('word')).not.toContainText(data['word']?.message ?? '');
  await expect(screen.field('kind')).toContainText(data['kind']?.message ?? '');
});

test('[RP-21][RF-10] invalid JSON is not sent', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('docs'),
    schema: [field('title'), field('doc', 'json')],
  });
  await admin.signIn();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (isSave(request, collection.id)) requests.push(request.url());
  });
  const screen = await openNew(page, collection.id);
  await screen.fillCode('doc', '{"a": ');
  await expect(screen.field('doc').getByRole('img', { name: 'Invalid JSON' })).toBeVisible();
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText('Something went wrong while processing your request.');
  const message = await page.evaluate(() => {
    try {
      JSON.parse('{"a": ');
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  });
  expect(message).not.toBe('');
  await expect(screen.field('doc')).toContainText(message);
  await expect(screen.field('doc').getByRole('textbox')).toBeFocused();
  expect(requests).toEqual([]);
  await screen.fillCode('doc', '{"a": 1}');
  await expect(screen.field('doc').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  expect(requests).toHaveLength(1);
});
