import type { Page } from '@playwright/test';
import { createUser } from '#tests/support/accounts.ts';
import { axeCheck } from '#tests/support/axe.ts';
import {
  createAccounts,
  createCollection,
  field,
  type RecordRow,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, question } from '#tests/support/records/panel.ts';
import { selectionBar } from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

const PATCHED_400 = /^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/;

const changePanel = (page: Page) => page.getByRole('dialog', { name: /^Edit [\d,]+ records?$/ });
const barButton = (page: Page, name: string | RegExp) => selectionBar(page).getByRole('button', { name });

/** Presses Enter on a control that the keyboard can reach. */
async function pressOn(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(target).toBeEnabled();
  await reach(page, target);
  await presses(page, 'Enter');
}

/** Chooses an option of a select by keyboard. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await reach(page, changePanel(page).getByRole('combobox', { name: label, exact: true }));
  await presses(page, 'ArrowDown');
  const found = page.getByRole('option', { name: option, exact: true });
  await expect(found).toBeVisible();
  const isActive = async () => (await found.getAttribute('data-active-item')) !== null;
  for (let steps = 0; steps < 20 && !(await isActive()); steps++) await presses(page, 'ArrowDown');
  await presses(page, 'Enter');
}

test('600 records that match are changed in one field by keyboard, the 7 that are refused are named and stay selected, and undo keeps what others changed since', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  test.setTimeout(180_000);
  expectedProblems.allow(PATCHED_400);
  const collection = await createCollection(backend.api, {
    name: uniqueName('products'),
    schema: [
      field('title', 'text', { presentable: true }),
      field('price', 'number'),
      field('code', 'text', { options: { pattern: '^c[0-9]+$' } }),
    ],
  });
  // The backend refuses every update of a record with a value that its field does not allow.
  const isBad = (index: number) => index % 84 === 80;
  const ids = await seedRecords(backend, collection, 610, (index) => ({
    title: `row ${index}`,
    price: index,
    code: isBad(index) ? 'bad' : `c${index}`,
  }));
  const all = async (): Promise<Map<string, RecordRow>> => {
    const found = new Map<string, RecordRow>();
    for (let at = 1; at <= 2; at += 1) {
      const path = `/api/collections/${collection.id}/records?perPage=500&page=${at}&sort=id`;
      for (const item of (await backend.api.get<{ items: RecordRow[] }>(path)).items)
        found.set(item.id, item);
    }
    return found;
  };
  const before = await all();
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id, { filter: 'price<600', sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 600');

  await test.step('all that match are selected, also those that are not loaded', async () => {
    await screen.row(ids[0] ?? '').focus();
    await presses(page, 'Control+a');
    await expect(selectionBar(page)).toContainText('Selected 40 records');
    await reach(page, barButton(page, 'Select all 600 that match'), 'Shift+Tab');
    await checkScreen('[role=toolbar][aria-label=Selection]');
    await presses(page, 'Enter');
    await expect(selectionBar(page)).toContainText('Selected all 600 records that match');
    await expectOutline(page, 'bulk-bar', { root: selectionBar(page) });
    await expect(barButton(page, 'Only the loaded ones')).toBeFocused();
  });

  const panel = changePanel(page);
  await test.step('a field and its new value are chosen', async () => {
    await pressOn(page, barButton(page, 'Edit selected'));
    await expect(panel).toBeVisible();
    await choose(page, 'Field to change', 'title');
    await expect(panel.getByRole('combobox', { name: 'title', exact: true })).toBeFocused();
    await reach(page, panel.getByRole('textbox', { name: 'New value of title' }));
    await page.keyboard.type('sold out');
    await checkScreen('[role=dialog]');
    await pressOn(page, panel.getByRole('button', { name: 'Review changes' }));
  });

  await test.step('the confirmation has the number, the filter and examples', async () => {
    await expect(panel).toContainText(
      `600 records of ${collection.name} that match price<600 will be changed:`,
    );
    await expect(panel.getByRole('list', { name: 'Changes' })).toHaveText('title:set tosold out');
    const examples = panel.getByRole('list', { name: 'Examples' }).locator('> li');
    await expect(examples).toHaveCount(3);
    await expect(examples.first()).toContainText(/row \d+\s*becomes\s*sold out/);
    // No outline: its examples have the first ids, which are others in each run.
    await axeCheck(page, '[role=dialog]');
  });

  await test.step('the progress is shown, and the result by reason', async () => {
    await pressOn(page, panel.getByRole('button', { name: 'Change 600 records' }));
    await expect(selectionBar(page).getByRole('progressbar', { name: 'Changed' })).toHaveAttribute(
      'max',
      '600',
    );
    const result = page.getByRole('dialog', { name: '7 records were not changed' });
    await expect(result).toBeVisible({ timeout: 90_000 });
    await expect(result).toContainText('593 of 600 records were changed.');
    const named = result.getByRole('list', { name: /^code: / }).getByRole('listitem');
    await expect(named).toHaveCount(7);
    for (const [index, id] of ids.entries())
      if (isBad(index)) await expect(named.filter({ hasText: id })).toContainText(`row ${index}`);
    await checkScreen('[role=dialog]');
    await presses(page, 'Escape');
    await expect(selectionBar(page)).toContainText('Selected 7 records');
    await expect(page.locator(':focus')).toHaveCount(1);
  });

  const after = await all();
  let changed = 0;
  for (const [index, id] of ids.entries()) {
    const [old, now] = [before.get(id), after.get(id)];
    if (isBad(index) || index >= 600) expect(now).toEqual(old);
    else {
      changed += 1;
      expect(now).toEqual({ ...old, title: 'sold out', updated: now?.updated });
    }
  }
  expect(changed).toBe(593);

  const theirs = ids.slice(0, 10);
  for (const id of theirs)
    await backend.api.patch(`/api/collections/${collection.id}/records/${id}`, { title: 'theirs' });
  await pressOn(page, page.getByRole('button', { name: 'More actions', exact: true }));
  await expect(page.getByRole('menuitem', { name: 'Changes of this session' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Changes of this session' }).press('Enter');
  const entry = page.getByRole('dialog', { name: 'Changes of this session' }).getByRole('listitem').first();
  await pressOn(page, entry.getByRole('button', { name: 'Undo' }));
  await expect(toasts(page, 'warning').or(toasts(page, 'success')).last()).toContainText(
    'Put the old values of 583 of 593 records back.',
    { timeout: 90_000 },
  );
  const undone = await all();
  for (const [index, id] of ids.entries()) {
    const title = theirs.includes(id) ? 'theirs' : `row ${index}`;
    expect(undone.get(id)).toEqual({ ...before.get(id), title, updated: undone.get(id)?.updated });
  }

  await test.step('without a filter all are named, and that none is left when they are gone meanwhile', async () => {
    await presses(page, 'Escape');
    await page.goto(recordsHash(collection.id));
    await expect(screen.total).toHaveText('Total found: 610');
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
    await barButton(page, 'Select all 610 that match').click();
    await barButton(page, 'Edit selected').click();
    // It was not made in all records, so it is still there.
    await expect(panel.getByRole('textbox', { name: 'New value of title' })).toHaveValue('sold out');
    const isList = (url: URL) => url.pathname.endsWith(`/${collection.id}/records`);
    await page.route(isList, (route) =>
      route.fulfill({ json: { page: 1, perPage: 500, totalItems: 0, totalPages: 0, items: [] } }),
    );
    const review = panel.getByRole('button', { name: 'Review changes' });
    await review.click();
    await expect(panel).toContainText('No record matches any more.');
    await expect(panel.getByRole('button', { name: 'Change 0 records' })).toBeDisabled();
    await page.unroute(isList);
    await panel.getByRole('button', { name: 'Back' }).click();
    await review.click();
    await expect(panel).toContainText(`610 records of ${collection.name} (all) will be changed:`);
  });
});

test('on a phone, values are added and removed, and verification mails go to those who need one', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink);
  const accounts = await createAccounts(backend.api);
  await backend.api.patch(`/api/collections/${accounts.id}`, {
    schema: [
      ...accounts.schema,
      field('roles', 'select', { options: { maxSelect: 3, values: ['reader', 'writer', 'owner'] } }),
      field('credit', 'number'),
      field('due', 'date'),
    ],
  });
  const data = [
    { email: 'one@example.com', roles: ['reader'], credit: 1.5 },
    { email: 'two@example.com', roles: ['reader', 'owner'], credit: 2, verified: true },
    { email: '', roles: [], credit: 3 },
  ];
  const users: RecordRow[] = [];
  for (const user of data) users.push(await createUser(backend, accounts.id, user));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => localStorage.setItem('atollZone', 'America/New_York'));
  await admin.signIn();
  await page.goto(recordsHash(accounts.id));
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
  const more = barButton(page, 'More for the selection');
  await expect(more).toBeVisible();
  await expectFitsSmall(page, selectionBar(page));

  await test.step('values are added, and a number is subtracted', async () => {
    const edit = async () => {
      await more.click();
      await page.getByRole('menuitem', { name: 'Edit selected' }).click();
    };
    await edit();
    const panel = changePanel(page);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toHaveCount(0);
    await edit();
    await choose(page, 'Field to change', 'roles');
    await choose(page, 'roles', 'Add values');
    await choose(page, 'Add values: roles', 'writer');
    await presses(page, 'Escape');
    await choose(page, 'Another field', 'credit');
    await choose(page, 'credit', 'Subtract');
    await choose(page, 'Another field', 'due');
    await panel.getByRole('textbox', { name: /^New value of due/ }).fill('2026-11-05 07:00:00');
    await choose(page, 'Another field', 'nick');
    await panel.getByRole('button', { name: 'Do not change nick' }).click();
    await expect(panel.getByRole('region', { name: 'nick' })).toHaveCount(0);
    await expect(panel.locator('[data-change] :focus')).toHaveCount(1);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'Do you really want to close the panel?', false);
    await panel.getByLabel('Subtract credit').fill('1');
    await expectFitsSmall(page, panel);
    await checkScreen('[role=dialog]');
    await panel.getByRole('button', { name: 'Review changes' }).click();
    await expect(panel).toContainText('add writer'.replace(' ', ''));
    await expect(panel.getByRole('list', { name: 'Changes' })).toContainText(
      'set to2026-11-05 07:00:00.000 EST',
    );
    await expectFitsSmall(page, panel);
    await Promise.all([
      expect(toasts(page, 'success').filter({ hasText: 'Changed 3 records.' })).toBeVisible(),
      panel.getByRole('button', { name: 'Change 3 records' }).click(),
    ]);
    const stored = await backend.api.get<{ items: RecordRow[] }>(
      `/api/collections/${accounts.id}/records?sort=created`,
    );
    const due = '2026-11-05 12:00:00.000Z';
    expect(stored.items.map(({ roles, credit, due }) => [roles, credit, due])).toEqual([
      [['reader', 'writer'], 0.5, due],
      [['reader', 'owner', 'writer'], 1, due],
      [['writer'], 2, due],
    ]);
  });

  await test.step('only unverified users with an email get a mail', async () => {
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
    await more.click();
    await page.getByRole('menuitem', { name: 'Send verification email' }).click();
    await expect(question(page)).toContainText('send a verification email to 1 record?');
    await Promise.all([
      expect(toasts(page, 'success').filter({ hasText: 'Emailed 1 record.' })).toBeVisible(),
      question(page).getByRole('button', { name: 'Yes' }).click(),
    ]);
    const message = await sink.nextMessage();
    expect(message.to?.map(({ address }) => address)).toEqual(['one@example.com']);
    expect(sink.messages).toHaveLength(1);
  });
  await sink.stop();
});
