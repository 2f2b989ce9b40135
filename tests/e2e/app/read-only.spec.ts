import { startAtoll } from '#tests/support/atoll.ts';
import { axeCheck } from '#tests/support/axe.ts';
import { createRecord, createTitles } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord, panelScreen } from '#tests/support/records/panel.ts';
import { loginScreen, openAvatarMenu, signInByForm, toasts, tooltip } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const FORCED = 'The operator of this dashboard has set it.';

test('[BY-50] [BY-51] [BY-52] read-only mode of a device refuses a save, keeps what was typed, and other tabs follow @newer', async ({
  page,
  backend,
  admin,
  step,
  secondTab,
}) => {
  const posts = await createTitles(backend.api, 0);
  const { id } = await createRecord(backend.api, posts.id, { title: 'kept' });
  const titleOf = async () => (await backend.api.get(`/api/collections/${posts.id}/records/${id}`))['title'];
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(1);
  const sign = page.getByRole('complementary', { name: 'Read-only mode' });
  const other = await secondTab(recordsHash(posts.id));
  const otherSign = other.getByRole('complementary', { name: 'Read-only mode' });

  await step('it is off, and switched on by the avatar menu', async () => {
    await expect(sign).toHaveCount(0);
    const menu = await openAvatarMenu(page);
    await menu.getByRole('menuitemcheckbox', { name: 'Read-only mode' }).click();
    await page.keyboard.press('Escape');
    await expect(sign).toContainText('Read-only mode is on.');
    await expect(otherSign).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('atollReadOnly'))).toBe('1');
  });

  await step('buttons that change something say why they do nothing', async () => {
    const add = page.getByRole('button', { name: 'New record' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.hover();
    await expect(tooltip(page)).toHaveText('Read-only mode is on.');
    await add.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await axeCheck(page);
  });

  await step('a save by the keyboard is refused, and the typed text stays, also over a reload', async () => {
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const { panel } = await openRecord(page, posts.id, id);
    const title = panel.getByLabel('title');
    await title.fill('typed');
    await expect(panel.getByRole('button', { name: 'Save changes' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(panel).toContainText('Read-only mode is on.');
    await axeCheck(page);
    await page.keyboard.press('Control+s');
    await expect(toasts(page, 'error')).toHaveText(
      'Read-only mode is on: nothing was sent. Switch it off at the top of the page.',
    );
    await expect(title).toHaveValue('typed');
    expect(writes.filter((one) => !one.endsWith('/api/realtime'))).toEqual([]);
    expect(await titleOf()).toBe('kept');
    await page.reload();
    await expect(sign).toBeVisible();
    await panel.getByRole('button', { name: 'Restore' }).click();
    await expect(title).toHaveValue('typed');
  });

  await step('switched off in the panel it is saved, and the other tab follows', async () => {
    const { panel } = { panel: page.getByRole('dialog').last() };
    await panel.getByRole('button', { name: 'Switch off' }).click();
    await expect(sign).toHaveCount(0);
    await expect(otherSign).toHaveCount(0);
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(toasts(page, 'success')).toBeVisible();
    expect(await titleOf()).toBe('typed');
  });

  await step('the palette switches it, and it fits a phone without a shift', async () => {
    await other.keyboard.press('Control+k');
    const palette = other.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await other.keyboard.type('read-only');
    await expect(palette.getByRole('option').first()).toHaveText(/Read-only mode: on/);
    await other.keyboard.press('Enter');
    await expect(sign).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(recordsHash(posts.id));
    await page.reload();
    const html = page.locator('html');
    // Its room is there before its code.
    await expect(html).toHaveAttribute('data-read-only', '');
    await expect(sign).toBeVisible();
    await expectFitsSmall(page, sign);
    expect((await sign.boundingBox())?.height).toBe(40);
    await sign.getByRole('button', { name: 'Switch off' }).click();
    await expect(sign).toHaveCount(0);
  });
});

test('[BY-53] [BY-54] read-only mode of the operator holds for every page and every other client @newer', async ({
  page,
  backend,
  expectedProblems,
}) => {
  const posts = await createTitles(backend.api, 0);
  const { id } = await createRecord(backend.api, posts.id, { title: 'kept' });
  const path = `/api/collections/${posts.id}/records/${id}`;
  const atoll = await startAtoll({ backendUrl: backend.url, env: { ATOLL_READ_ONLY: '1' } });
  try {
    await page.goto(`${atoll.url}/#/login`);
    const sign = page.getByRole('complementary', { name: 'Read-only mode' });
    await expect(sign).toHaveText(`Read-only mode is on. ${FORCED}`);
    await axeCheck(page);
    await expect(loginScreen(page).button).toBeVisible();
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(page).toHaveURL(/#\/collections/);
    await expect(sign.getByRole('button')).toHaveCount(0);
    const menu = await openAvatarMenu(page);
    await expect(menu.getByRole('menuitem').first()).toBeVisible();
    await expect(menu.getByText('Read-only mode')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.goto(atoll.url + recordsHash(posts.id, { recordId: id }));
    const { panel, menu: options } = panelScreen(page);
    await expect(options).toBeVisible();
    await panel.getByLabel('title').fill('typed');
    await page.keyboard.press('Control+s');
    await expect(toasts(page, 'error')).toHaveText(`Read-only mode is on: nothing was sent. ${FORCED}`);

    // A page from before the setting does not know of it: the server's refusal ends no session and closes no panel.
    await page.evaluate(() => document.querySelector('meta[name="atoll-read-only"]')?.remove());
    expectedProblems.allow(`response 403 PATCH ${path}`);
    const refused = page.waitForResponse((response) => response.status() === 403);
    await page.keyboard.press('Control+s');
    await (await refused).finished();
    await expect(panel.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled();
    await expect(panel.getByLabel('title')).toHaveValue('typed');
    await expect(toasts(page, 'error').last()).toHaveText(
      `Read-only mode is on: nothing was sent. ${FORCED}`,
    );
    await expect(page).toHaveURL(/#\/collections/);
    expect((await backend.api.get(path))['title']).toBe('kept');

    const answer = await fetch(atoll.url + path, {
      method: 'DELETE',
      headers: { Authorization: await backend.adminToken() },
    });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 403, message: `Read-only mode is on: nothing was sent. ${FORCED}`, data: {} },
    ]);
    expect((await backend.api.get(path))['title']).toBe('kept');
  } finally {
    // Its live connection would break.
    await page.goto('about:blank');
    await atoll.stop();
  }
});
