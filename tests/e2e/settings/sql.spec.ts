import { existsSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { programOf } from '#scripts/test/programs.ts';
import { axeCheck } from '#tests/support/axe.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecords, field } from '#tests/support/factories.ts';
import { test } from '#tests/support/fixtures.ts';
import { frame, goToHash, signInByForm, toasts } from '#tests/support/screens.ts';

/* SQL on the newest PocketBase, whichever one the other tests run on. */

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'the program of PocketBase 0.40.6 is not at hand');

type StartSite = (options: { bin: string }) => Promise<{ backend: Backend; atoll: { url: string } }>;

async function openConsole(page: Page, startSite: StartSite): Promise<Backend> {
  const { backend, atoll } = await startSite({ bin });
  await createCollection(backend.api, {
    name: 'posts',
    fields: [field('title'), field('views', 'number'), field('live', 'bool')],
  });
  await createRecords(backend.api, 'posts', 12, (at) => ({
    ...{ title: `Post ${at + 1}`, views: at + 1, live: at % 2 === 0 },
  }));
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page).toHaveURL(/#\/collections/);
  await goToHash(page, '#/settings/sql');
  await expect(screenOf(page).locator('.ace_editor')).toBeVisible();
  return backend;
}

const screenOf = (page: Page) => frame(page, 'settings-sql');
const editorOf = (page: Page) => screenOf(page).getByRole('textbox', { name: 'SQL' });

async function type(page: Page, text: string): Promise<void> {
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('[BY-20] [BY-23] [BY-24] a query with completion: typed rows that sort by number, and open their records', async ({
  page,
  startSite,
}) => {
  await openConsole(page, startSite);
  await editorOf(page).focus();
  await page.keyboard.type('SELECT * FROM pos');
  const list = page.getByRole('region', { name: 'Suggestions for SQL' });
  await expect(list.getByText('posts', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  const result = screenOf(page).getByRole('grid', { name: 'Result' });
  await expect(result.getByRole('row')).toHaveCount(13);
  await expect(screenOf(page).getByText(/^12 rows in /)).toBeVisible();
  await result.getByRole('columnheader', { name: 'views' }).getByRole('button').click();
  await expect(result.getByRole('row').nth(1)).toContainText('Post 12');
  await result.getByRole('columnheader', { name: 'views' }).getByRole('button').click();
  await expect(result.getByRole('row').nth(2)).toContainText('Post 2');
  await axeCheck(page);
  await page.reload();
  await expect(screenOf(page).locator('.ace_line').first()).toHaveText('SELECT * FROM posts');
  await screenOf(page).getByRole('button', { name: 'Run' }).click();
  await result.getByRole('row').filter({ hasText: 'Post 7' }).getByText('Post 7').click();
  await expect(page).toHaveURL(/#\/collections\?collectionId=\w+&recordId=\w+/);
  await expect(page.getByRole('dialog')).toContainText('Post 7');
});

test('[BY-21] [BY-22] a statement that writes is refused, then allowed for one run, shown with its rows and asked about', async ({
  page,
  startSite,
}) => {
  const backend = await openConsole(page, startSite);
  const screen = screenOf(page);
  await type(page, "SELECT 1; WITH a AS (SELECT 1) DELETE FROM posts WHERE title LIKE 'Post 1_'");
  const run = screen.getByRole('button', { name: /^Run/ });
  await run.click();
  await expect(screen.getByRole('alert')).toContainText('Refused, because it may write. DELETE writes.');
  const allow = screen.getByRole('switch', { name: 'Allow writing for the next run' });
  await allow.check();
  await run.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('DELETE on posts: 3 rows.');
  await expect(question).toContainText('Reads every row of posts.');
  await expect(question).toContainText('no rule, validation or hook runs');
  await axeCheck(page);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(screen.getByText('Not run: you said no.')).toBeVisible();
  expect(backend.sql('SELECT count(*) AS count FROM posts')).toEqual([{ count: 12 }]);
  await expect(allow).not.toBeChecked();

  await type(page, "DELETE FROM posts WHERE title LIKE 'Post 1_'");
  await allow.check();
  await run.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(screen.getByText(/^3 rows changed in /)).toBeVisible();
  expect(backend.sql('SELECT count(*) AS count FROM posts')).toEqual([{ count: 9 }]);
  await expect(allow).not.toBeChecked();
});

test('[BY-25] [BY-26] saved queries and the history, a plan in words with the index that helps, and health', async ({
  page,
  startSite,
}) => {
  await openConsole(page, startSite);
  const screen = screenOf(page);
  await type(page, "SELECT id FROM posts WHERE title = 'Post 3' ORDER BY views");
  await screen.getByRole('button', { name: 'Explain' }).click();
  await expect(screen.getByRole('list', { name: 'Plan' })).toContainText('Reads every row of posts');
  await expect(screen.getByText('posts (title, views)', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Run' }).click();
  await expect(screen.getByText(/^1 row in /)).toBeVisible();
  await screen.getByRole('button', { name: 'Saved queries' }).click();
  const panel = page.getByRole('dialog', { name: 'Saved queries' });
  await panel.getByLabel('Name of a new query').fill('Third');
  await panel.getByRole('button', { name: 'Save query' }).click();
  await expect(toasts(page, 'success')).toHaveText('Saved the query “Third”.');
  await axeCheck(page);
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
  await type(page, '');
  await page.keyboard.press('Delete');
  await screen.getByRole('button', { name: 'Saved queries' }).click();
  await panel.getByRole('button', { name: 'Use Third' }).click();
  await expect(screen.locator('.ace_line').first()).toContainText('SELECT id FROM posts');
  await screen.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await axeCheck(page);
  await history.getByRole('button', { name: 'Clear history' }).click();
  await expect(history).toContainText('Nothing was run yet.');
  await history.getByRole('button', { name: 'Close', exact: true }).last().click();
  await screen.getByRole('tab', { name: 'Health' }).click();
  await expect(screen.getByRole('row', { name: /^posts 12 / })).toBeVisible();
  await screen.getByRole('button', { name: 'Quick check' }).click();
  await expect(screen.getByText('No damage was found.')).toBeVisible();
  await axeCheck(page);
});
