import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { createCollection, createRecord, field, type RecordRow } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { writeNextBuild } from '#tests/support/next-build.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { signIn } from '#tests/support/session.ts';

test('an open tab goes on after an upgrade of the server, with unsaved text and a chosen file', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allowLostLive();
  const { id } = await createCollection(backend.api, {
    name: 'posts',
    fields: [field('title'), field('day', 'date'), field('cover', 'file')],
  });
  const row = await createRecord(backend.api, id, { title: 'Before' });
  const dist = mkdtempSync(`${tmpdir()}/atoll-upgrade-`);
  cpSync(BUILD_DIR, dist, { recursive: true });
  const old = await startAtoll({ backendUrl: backend.url, distDir: dist });
  await signIn(page, backend, old.url);
  // What follows the list comes when the page is quiet: it would be missing where that is after the stop.
  const live = page.waitForResponse(/\/assets\/live\./);
  await page.goto(old.url + recordsHash(id, { recordId: row.id }));
  const build = () => page.locator('meta[name="atoll-build"]').getAttribute('content');
  const built = await build();
  const { panel, field: fieldOf, control, save } = panelScreen(page);
  await expect(control('title')).toHaveValue('Before');
  await control('title').fill('Typed before the upgrade');
  await fieldOf('cover')
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('chosen') });

  await (await live).finished();
  await old.stop();
  await writeNextBuild(dist);
  const next = await startAtoll({
    backendUrl: backend.url,
    distDir: dist,
    port: Number(new URL(old.url).port),
  });

  // The calendar is a part that the tab has not loaded yet.
  const part = page.waitForResponse(/\/assets\/Calendar\./);
  await fieldOf('day')
    .getByRole('button', { name: /^Choose/ })
    .click();
  expect((await part).status()).toBe(200);
  await expect(page.locator('calendar-date:focus-within')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(control('title')).toHaveValue('Typed before the upgrade');
  await expect(panel.getByText('cover.txt')).toBeVisible();
  await save.click();
  await expect(panel).toHaveCount(0);
  const stored = await backend.api.get<RecordRow>(`/api/collections/${id}/records/${row.id}`);
  expect(stored).toMatchObject({
    title: 'Typed before the upgrade',
    cover: expect.stringMatching(/^cover_\w+\.txt$/),
  });
  await expect(page.locator('[data-notice]')).toBeHidden();

  await page.reload();
  await expect(page.getByText('Typed before the upgrade')).toBeVisible();
  expect(await build()).not.toBe(built);
  await next.stop();
  rmSync(dist, { recursive: true });
});
