import type { Page } from 'playwright';
import { type Hands, handsOn } from './hands.ts';

/** Where samples are taken: a screen without a live list. */
export const REST = '/settings';

const COLLECTIONS = ['products', 'orders', 'articles', 'customers', 'field_showcase', 'monthly_sales'];

/** Screens of the settings that are opened and left as they are, with their headings. */
const PAGES: readonly (readonly [path: string, heading: string])[] = [
  ['mail', 'Mail settings'],
  ['storage', 'Files storage'],
  ['tokens', 'Token options'],
  ['export-collections', 'Export collections'],
  ['import-collections', 'Import collections'],
];

/** One round of an administrator through every screen; ends at {@link REST} with its changes put back. */
export async function workThrough(page: Page, admin: { email: string; password: string }): Promise<void> {
  const hands = handsOn(page);
  await hands.go('/home');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  for (const name of COLLECTIONS) await readRecords(page, hands, name);
  await changeRecords(page, hands);
  await openTools(page, hands);
  await readLogs(page, hands);
  await workInSettings(page, hands);
  await signInAgain(page, hands, admin);
  await hands.go(REST);
  await page.getByLabel('Application name').waitFor();
}

async function openCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await page.locator('a.side-link').getByText(name, { exact: true }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

async function readRecords(page: Page, { cell, inPanel, press, scroll }: Hands, name: string): Promise<void> {
  await openCollection(page, name);
  await scroll();
  const isView = name === 'monthly_sales';
  await inPanel(
    () => cell(1).click(),
    async () => {
      // The next record takes the place of this one.
      if (!isView) await press('Next record');
    },
  );
  await inPanel(
    () => press('API Preview'),
    () => page.getByRole('tab').nth(1).click(),
  );
  await inPanel(
    () => press('Edit collection'),
    () => page.getByRole('tab').nth(1).click(),
  );
}

async function changeRecords(page: Page, { cell, panel, panelGone, press }: Hands): Promise<void> {
  await openCollection(page, 'subscribers');
  await press('New record');
  await panel.getByLabel('email').fill('soak@example.com');
  await press('Create');
  await panelGone();
  await page.getByText('soak@example.com').first().click();
  await panel.getByLabel('email').fill('changed@example.com');
  await press('Save changes');
  await panelGone();
  await page.getByText('changed@example.com').first().waitFor();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await press('Delete selected');
  await press('Yes');
  await page.getByText('changed@example.com').waitFor({ state: 'detached' });
  await page
    .getByLabel(/^Search/)
    .first()
    .fill('a');
  await page.keyboard.press('Enter');
  await cell(1).waitFor();
}

async function openTools(page: Page, { choose, inPanel, panel, press }: Hands): Promise<void> {
  for (const item of ['Import records…', 'Changes of this session', 'Export records…']) {
    await press('More actions');
    await inPanel(
      () => choose(item),
      async () => {
        if (!item.startsWith('Export')) return;
        const download = page.waitForEvent('download');
        await panel.getByRole('button', { name: 'Export', exact: true }).click();
        await (await download).delete();
        await panel.getByText('Cancel export').waitFor({ state: 'detached' });
      },
    );
  }
  await inPanel(
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.type('pro'),
  );
}

async function readLogs(page: Page, { cell, inPanel, press, scroll }: Hands): Promise<void> {
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await press('24 h');
  await scroll();
  await inPanel(
    () => cell(1).click(),
    () => press('Older log'),
  );
  await inPanel(() => press('Logs settings'));
  for (const view of ['Show by level', 'Show as table', 'Show as chart', 'Show as line']) await press(view);
}

async function workInSettings(page: Page, { go, inPanel, press }: Hands): Promise<void> {
  for (const [path, heading] of PAGES) {
    await go(`/settings/${path}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  }
  await go('/settings/auth-providers');
  await inPanel(() => page.getByRole('button', { name: 'Provider settings' }).nth(1).click());
  await go('/settings/admins');
  await inPanel(() => press('New admin'));
  await go('/settings/backups');
  await inPanel(() => press('Initialize new backup'));
  for (const theme of ['Dark', 'Light', 'System']) {
    await press('Logged admin menu');
    await page.getByRole('menuitemradio', { name: theme }).click();
    await page.keyboard.press('Escape');
  }
}

async function signInAgain(
  page: Page,
  { choose, press }: Hands,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await press('Logged admin menu');
  await choose('Logout');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press('Login');
  await page.locator('a.side-link').first().waitFor();
}
