import type { Page } from '@playwright/test';
import { axeCheck } from '#tests/support/axe.ts';
import { createCollection, createRecord, field, seedRecords, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { without } from '#tests/support/lines.ts';
import { loadAt, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, question } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test.skip(...without('hasBatch'));

const OFF = { enabled: false, maxRequests: 50, timeout: 3, maxBodySize: 0 };
const HELD = 'Not sent: its batch was held, because another one in it was refused.';
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^(Import records|Edit \d)/ });
const fileOf = (from: number, count: number) => {
  const lines = Array.from({ length: count }, (_, at) => `t${from + at},${from + at}`);
  return {
    name: 'rows.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`title,amount\n${lines.join('\n')}\n`),
  };
};

/** Opens an import and goes to its check. */
async function openCheck(page: Page, file: ReturnType<typeof fileOf>) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import records…' }).click();
  const panel = panelOf(page);
  await panel.locator('input[type=file]').setInputFiles(file);
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await expect(panel.getByRole('button', { name: /^Import \d+ rows$/ })).toBeEnabled();
  return panel;
}

test('[BY-10] [BY-18] [BY-19] rows and records are sent in batches, which are switched on for it', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const setBatch = (batch: object) => backend.api.patch('/api/settings', { batch: { ...OFF, ...batch } });
  const isOn = async () => {
    const { batch } = await backend.api.get<{ batch: typeof OFF }>('/api/settings');
    const { enabled } = batch;
    return enabled;
  };
  const name = uniqueName('batched');
  const { id } = await createCollection(backend.api, {
    name,
    fields: [field('title'), field('amount', 'number')],
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
  });
  const stored = () => Number(backend.sql(`SELECT count(*) n FROM ${name}`)[0]?.['n']);
  await createRecord(backend.api, name, { title: 't60' });
  await setBatch({ maxRequests: 20 });
  await admin.signIn();
  await loadAt(page, recordsHash(id));
  const batches: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/batch')) batches.push(response.status());
  });

  await step('an import offers to switch batches on, which is asked and shown', async () => {
    const panel = await openCheck(page, fileOf(0, 100));
    await expect(panel).toContainText('Batch requests are off, so each change is sent by itself.');
    await panel.getByRole('button', { name: 'Switch on for this work' }).click();
    await expect(question(page)).toContainText('This changes the settings of the backend');
    await answer(page, 'Switch on batch requests for this work?', true);
    await expect(panel).toContainText('Sent in batches of 20: all or nothing of each.');
    await expect(panel).toContainText('are switched off again after it.');
    await axeCheck(page);
    expect(await isOn()).toBe(true);
  });

  await step(
    'nothing of the batch with a refused row is stored, and the batches go off after it',
    async () => {
      const panel = panelOf(page);
      await panel.getByRole('radio', { name: 'Hold the rest of its batch' }).check();
      await panel.getByRole('button', { name: 'Import 100 rows' }).click();
      await expect(panel.getByText('Finished.')).toBeVisible();
      await expect(panel.getByText(HELD).first()).toBeVisible();
      expect(await panel.getByText(HELD).count()).toBe(19);
      expect(stored()).toBe(81);
      expect(batches).toEqual([200, 200, 200, 400, 200]);
      await expect(toasts(page, 'success')).toContainText(['Batch requests are switched off again.']);
      expect(await isOn()).toBe(false);
      await panel.getByRole('button', { name: 'Done' }).click();
    },
  );

  await step('where they are on, the rest of a batch is sent without a refused row', async () => {
    await setBatch({ enabled: true, maxRequests: 30 });
    const panel = await openCheck(page, fileOf(60, 60));
    await expect(panel).toContainText('Sent in batches of 30');
    await expect(panel.getByRole('radio', { name: 'Hold the rest of its batch' })).toBeChecked();
    await panel.getByRole('radio', { name: 'Send the rest without it' }).check();
    await panel.getByRole('button', { name: 'Import 60 rows' }).click();
    await expect(panel.getByText('Finished.')).toBeVisible();
    // Those that were held before are stored now.
    expect(stored()).toBe(120);
    await panel.getByRole('button', { name: 'Done' }).click();
  });

  await step('a page that is reloaded in the middle offers to switch them off', async () => {
    await setBatch({});
    const panel = await openCheck(page, fileOf(200, 50));
    await panel.getByRole('button', { name: 'Switch on for this work' }).click();
    await answer(page, 'Switch on batch requests for this work?', true);
    await expect(panel).toContainText('Sent in batches of 50');
    await page.reload();
    const offer = toasts(page, 'warning').filter({ hasText: 'were switched on for work that has ended' });
    await expect(offer).toBeVisible({ timeout: 20_000 });
    expect(await isOn()).toBe(true);
    await offer.getByRole('button', { name: 'Switch off' }).click();
    await expect(toasts(page, 'success')).toContainText(['Batch requests are switched off again.']);
    expect(await isOn()).toBe(false);
  });

  await step(
    'a tab that is closed in the middle leaves an import that goes on with the same file',
    async () => {
      await setBatch({ enabled: true, maxRequests: 10 });
      const notes = await createCollection(backend.api, {
        name: uniqueName('keyless'),
        fields: [field('title'), field('amount', 'number')],
      });
      const count = () => Number(backend.sql(`SELECT count(*) n FROM ${notes.name}`)[0]?.['n']);
      await loadAt(page, recordsHash(notes.id));
      const panel = await openCheck(page, fileOf(0, 400));
      let seen = 0;
      let isOver = false;
      let release = () => {};
      const third = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/batch', async (route) => {
        if (isOver || ++seen < 3) return route.continue();
        // It hangs until the tab is closed.
        release();
      });
      await panel.getByRole('button', { name: 'Import 400 rows' }).click();
      await third;
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('about:blank');
      isOver = true;
      expect(count()).toBe(20);
      await loadAt(page, recordsHash(notes.id));
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Import records…' }).click();
      await expect(panel).toContainText('The import of rows.csv (400 rows), which began');
      await panel.locator('input[type=file]').setInputFiles(fileOf(0, 400));
      await panel.getByRole('button', { name: 'Check the rows' }).click();
      await expect(panel.getByRole('switch', { name: 'Go on with it' })).toBeChecked();
      await axeCheck(page);
      await panel.getByRole('button', { name: 'Import 380 rows' }).click();
      await expect(panel.getByText('Finished.')).toBeVisible();
      expect(count()).toBe(400);
      expect(backend.sql(`SELECT count(DISTINCT title) n FROM ${notes.name}`)).toEqual([{ n: 400 }]);
      await panel.getByRole('button', { name: 'Done' }).click();
    },
  );

  await step('many records are changed in batches', async () => {
    await setBatch({ enabled: true });
    const posts = await createCollection(backend.api, {
      name: uniqueName('posts'),
      fields: [field('title')],
    });
    await seedRecords(backend, posts, 60, (at) => ({ title: `p${at}` }));
    await loadAt(page, recordsHash(posts.id));
    await recordsScreen(page).table.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Select all 60 that match' }).click();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const panel = panelOf(page);
    await panel.getByRole('combobox', { name: 'Field to change' }).click();
    await page.getByRole('option', { name: 'title' }).click();
    await panel.getByLabel('New value of title').fill('changed');
    await panel.getByRole('button', { name: 'Review changes' }).click();
    await expect(panel).toContainText('Sent in batches of 50: all or nothing of each.');
    batches.length = 0;
    await panel.getByRole('button', { name: 'Change 60 records' }).click();
    await expect(toasts(page, 'success')).toContainText(['Changed 60 records.']);
    expect(batches).toEqual([200, 200]);
    expect(backend.sql(`SELECT DISTINCT title FROM ${posts.name}`)).toEqual([{ title: 'changed' }]);
  });
  expectedProblems.allow(
    /^response 400 POST \/api\/batch$/,
    /^request failed POST \/api\/batch net::ERR_ABORTED$/,
  );
});
