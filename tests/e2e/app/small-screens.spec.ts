import { axeCheck } from '#tests/support/axe.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { appSidebar, frame, goToHash, hashOf, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';
import { SESSION_KEY } from '#tests/support/session.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the app sidebar is a bar at the bottom, its menu opens above it and shows a long address completely', async ({
  page,
  admin,
}) => {
  await admin.signIn();
  const email = `${'long'.repeat(16)}@example.com`;
  await page.evaluate((text) => {
    const session = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '');
    session.model.email = text;
    localStorage.setItem('pocketbase_auth', JSON.stringify(session));
  }, email);
  await page.goto('/#/logs');
  const bar = await appSidebar(page).boundingBox();
  expect(bar).toMatchObject({ x: 0, width: 360 });
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(740);
  for (const link of await appSidebar(page).getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
  const menu = await openAvatarMenu(page);
  await expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  const avatar = await page.getByRole('button', { name: 'Logged admin menu' }).boundingBox();
  await expect
    .poll(async () => {
      const box = await menu.boundingBox();
      return (
        (box?.y ?? 0) + (box?.height ?? 0) <= (avatar?.y ?? 0) && (box?.x ?? 0) + (box?.width ?? 0) <= 360
      );
    })
    .toBe(true);
  // No outline: the log may have the entry of the sign-in already.
  await axeCheck(page);
  await expect(menu.getByText(email)).toBeVisible();
  expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('the settings list is a drawer, which closes on a choice, Escape, a click on the backdrop and the end of the session', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  await admin.signIn();
  await page.goto('/#/settings');
  const list = page.getByRole('navigation', { name: 'Settings' });
  const opener = frame(page, 'settings-application').getByRole('button', { name: 'Show menu' });
  await expect(list).toBeHidden();
  await opener.click();
  await expect(list.getByRole('link', { name: 'Application' })).toBeFocused();
  await checkScreen();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.getByRole('button', { name: 'Close menu' }).click({ position: { x: 350, y: 300 } });
  await expect(list).toBeHidden();
  await opener.click();
  await list.getByRole('link', { name: 'Mail settings' }).click();
  await expect(list).toBeHidden();
  expect(hashOf(page)).toBe('#/settings/mail');

  // So does a session that ends in another tab.
  await goToHash(page, '/settings');
  await opener.click();
  await expect(page.locator('html')).toHaveAttribute('data-drawer', 'open');
  await page.evaluate((key) => {
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, SESSION_KEY);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page.locator('html')).not.toHaveAttribute('data-drawer');
  await opener.click();
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
});

test('no screen is wider than the window, and the name of the collection keeps enough space', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('notes'),
    schema: [field('title')],
  });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.goto('/#/login');
  for (const path of ['/login', '/request-password-reset', '/confirm-password-reset/a.b.c', '/nowhere']) {
    await goToHash(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflow()).toBe(0);
  }
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await expect(page.getByText(/^Total found: /)).toBeVisible();
  expect(await overflow()).toBe(0);
  for (const path of ['/logs', '/settings', '/settings/import-collections']) {
    await goToHash(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflow()).toBe(0);
  }

  // Next to a sidebar, and between the buttons.
  for (const width of [360, 800, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await goToHash(page, recordsHash(collection.id).slice(1));
    const name = page.getByRole('heading', { level: 1, name: collection.name });
    await expect(name).toBeVisible();
    const cut = await name.evaluate((heading) => heading.scrollWidth - heading.clientWidth);
    expect(cut, `${width} px`).toBe(0);
    const create = page.locator('.page-header').getByRole('button', { name: 'New record' });
    await expect(create).toBeInViewport({ ratio: 1 });
  }
});
