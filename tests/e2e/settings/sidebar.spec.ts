import { expect, test } from '#tests/support/fixtures.ts';
import { frame, goToHash } from '#tests/support/screens.ts';
import { openApplication, settingsSidebar, storeApplication } from '#tests/support/settings/application.ts';

const GROUPS = [
  {
    heading: 'System',
    links: [
      ['Application', '/settings', 'settings-application'],
      ['Mail settings', '/settings/mail', 'settings-mail'],
      ['Files storage', '/settings/storage', 'settings-storage'],
      ['Backups', '/settings/backups', 'settings-backups'],
    ],
  },
  {
    heading: 'Sync',
    links: [
      ['Export collections', '/settings/export-collections', 'settings-export'],
      ['Import collections', '/settings/import-collections', 'settings-import'],
    ],
  },
  {
    heading: 'Authentication',
    links: [
      ['Auth providers', '/settings/auth-providers', 'settings-auth-providers'],
      ['Token options', '/settings/tokens', 'settings-tokens'],
      ['Admins', '/settings/admins', 'settings-admins'],
    ],
  },
] as const;

test.beforeEach(async ({ backend, admin }) => {
  await storeApplication(backend);
  await admin.signIn();
});

test('[SA-01] lists all settings pages by group and marks the one on screen', async ({ page }) => {
  await openApplication(page);
  const sidebar = settingsSidebar(page);
  await expect(sidebar.getByRole('heading')).toHaveText(GROUPS.map(({ heading }) => heading));
  for (const { heading, links } of GROUPS) {
    const group = sidebar.locator('div').filter({ has: page.getByRole('heading', { name: heading }) });
    await expect(group.getByRole('link')).toHaveText(links.map(([label]) => label));
    for (const [label, path, name] of links) {
      const link = group.getByRole('link', { name: label, exact: true });
      await expect(link).toHaveAttribute('href', `#${path}`);
      await link.click();
      await expect(frame(page, name)).toBeVisible();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(sidebar.locator('[aria-current]')).toHaveCount(1);
    }
  }
});

test('[SH-13] hidden controls disappear at once, after a load and in other tabs; direct addresses still work', async ({
  page,
  secondTab,
}) => {
  await page.goto('/#/collections');
  const newCollection = page.getByRole('button', { name: 'New collection' });
  const editCollection = page.getByRole('button', { name: 'Edit collection' });
  const newRecord = page.getByRole('button', { name: 'New record' }).first();
  const apiPreview = page.getByRole('button', { name: 'API Preview' });
  await expect(newCollection).toBeVisible();
  await expect(editCollection).toBeVisible();
  const other = await secondTab('/#/collections');
  await expect(other.getByRole('button', { name: 'New collection' })).toBeVisible();

  await goToHash(page, '/settings');
  const { hideControls, save } = await openApplication(page);
  const sidebar = settingsSidebar(page);
  await hideControls.click();
  await save.click();
  await expect(sidebar.getByRole('heading')).toHaveText(['System', 'Authentication']);
  await expect(sidebar.getByRole('link', { name: /collections/ })).toHaveCount(0);
  await goToHash(page, '/collections');
  await expect(newRecord).toBeVisible();
  await expect(apiPreview).toBeVisible();
  await expect(newCollection).toHaveCount(0);
  await expect(editCollection).toHaveCount(0);

  await other.reload();
  await expect(other.getByRole('button', { name: 'New record' }).first()).toBeVisible();
  await expect(other.getByRole('button', { name: 'New collection' })).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Edit collection' })).toHaveCount(0);

  for (const [path, name, title] of [
    ['/settings/export-collections', 'settings-export', 'Export collections'],
    ['/settings/import-collections', 'settings-import', 'Import collections'],
  ] as const) {
    await page.goto(`/#${path}`);
    await page.reload();
    await expect(frame(page, name).getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(sidebar.getByRole('heading')).toHaveText(['System', 'Authentication']);
  }

  await openApplication(page);
  await hideControls.click();
  await save.click();
  await expect(sidebar.getByRole('heading')).toHaveCount(3);
  await goToHash(page, '/collections');
  await expect(newCollection).toBeVisible();
  await expect(editCollection).toBeVisible();
});
