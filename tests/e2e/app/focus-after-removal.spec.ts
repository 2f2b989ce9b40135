import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, field, seedRecords, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

const COUNT = 6;

async function createPostsWithRows(backend: Backend) {
  const posts = await createCollection(backend.api, { name: uniqueName('posts'), schema: [field('title')] });
  const ids = await seedRecords(backend, posts, COUNT, (index) => ({ title: `title ${index}` }));
  // The newest record is first.
  return { posts, ids: ids.reverse() };
}

/** Presses a button with the keyboard. */
async function press(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

test('after a delete from the panel the next row has the focus, after the last one the previous row', async ({
  page,
  admin,
  backend,
}) => {
  const { posts, ids } = await createPostsWithRows(backend);
  const [, second = '', third = '', , fifth = '', last = ''] = ids;
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  const remove = async (id: string) => {
    await screen.row(id).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('button', { name: 'More record options' })).toBeVisible();
    await press(page, 'More record options');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(screen.row(id)).toHaveCount(0);
  };
  await remove(second);
  await expect(screen.row(third)).toBeFocused();
  await remove(last);
  await expect(screen.row(fifth)).toBeFocused();

  await page.goto(recordsHash(posts.id, { recordId: third }));
  await page.reload();
  await press(page, 'More record options');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(screen.row(third)).toHaveCount(0);
  await expect(screen.scroller).toBeFocused();
});

test('after Reset and after a bulk delete the focus is in the list', async ({ page, admin, backend }) => {
  const { posts, ids } = await createPostsWithRows(backend);
  const [, second = '', third = '', fourth = ''] = ids;
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  const tick = (id: string) => page.getByRole('checkbox', { name: `Select ${id}` }).press('Space');
  await tick(third);
  await press(page, 'Reset');
  await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  await expect(screen.row(third)).toBeFocused();

  await tick(second);
  await tick(third);
  await press(page, 'Delete selected');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(screen.row(third)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
  await expect(screen.row(fourth)).toBeFocused();
});

test('buttons that disappear when pressed move the focus: Search, Clear filters, a toast', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET .*\/records\/missing00000000$/);
  const { posts } = await createPostsWithRows(backend);
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(COUNT);
  const field = page.locator('[data-frame=collections] .page-content form[role=search]');
  await field.locator('input').click();
  await page.keyboard.type('nothing like it');
  await expect(screen.search).toBeFocused();
  await press(page, 'Search');
  await expect(page.getByText('No records found.')).toBeVisible();
  await expect(field.locator(':focus')).toHaveCount(1);

  await press(page, 'Clear filters');
  await expect(screen.rows).toHaveCount(COUNT);
  await expect(screen.scroller).toBeFocused();

  await page.goto(recordsHash(posts.id, { recordId: 'missing00000000' }));
  await expect(toasts(page, 'error')).toHaveCount(1);
  // It returns the focus to the list when it closes.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const refresh = screen.refresh;
  await refresh.focus();
  await expect(refresh).toBeFocused();
  await toasts(page, 'error').getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page, 'error')).toHaveCount(0);
  await expect(refresh).toBeFocused();
});
