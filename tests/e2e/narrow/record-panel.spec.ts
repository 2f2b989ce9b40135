import { DatabaseSync } from 'node:sqlite';
import { createUser } from '#tests/support/accounts.ts';
import { createAccounts, createPosts, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord, panelScreen, question } from '#tests/support/records/panel.ts';
import { idsOf, openPicker, seedPeopleAndPosts } from '#tests/support/records/relations.ts';
import { contentOf, editorOf, holdBack, shownText } from '#tests/support/records/rich-text.ts';
import { frame } from '#tests/support/screens.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';

test.use(PHONE);

test.beforeEach(({ admin }) => admin.signIn());

test('at 360 px a record with every type of field is made', async ({ page, backend, expectedProblems }) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
  const { collection } = await createPosts(backend.api);
  await page.goto(recordsHash(collection.id));
  await frame(page, 'collections').getByRole('button', { name: 'New record' }).first().tap();
  const { panel, save, field, control, fillCode } = panelScreen(page);
  await expect(save).toHaveText('Create');
  await expect(panel).not.toHaveAttribute('aria-busy');
  await control('title').fill('Walked');
  await control('amount').fill('12.5');
  const active = field('active').getByRole('switch');
  await expect(active).not.toBeChecked();
  await field('active').locator('label').tap();
  await expect(active).toBeChecked();

  // The calendar opens from its button, and its day comes into the field.
  await field('due').getByRole('textbox').fill('2026-03-05 10:00:00');
  const calendar = await expectOpener(field('due').getByRole('button', { name: 'Choose due' }), {
    popup: 'dialog',
  });
  await calendar.getByRole('button', { name: /^Next/ }).tap();
  await calendar.getByRole('button', { name: '9 April', exact: true }).tap();
  await expect(calendar).toBeHidden();
  await expect(field('due').getByRole('textbox')).toHaveValue('2026-04-09 10:00:00');
  await expect(field('due').getByRole('button', { name: 'Choose due' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );

  // A select with one value, by keys: the active option is named, Escape keeps the value.
  const status = field('status').getByRole('combobox');
  const options = await expectOpener(status, { popup: 'listbox' });
  await page.keyboard.press('ArrowDown');
  const published = options.getByRole('option', { name: 'published' });
  await expect(status).toHaveAttribute('aria-activedescendant', (await published.getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(status).toHaveAttribute('aria-expanded', 'false');
  await expect(status).not.toHaveAttribute('aria-activedescendant');
  await status.tap();
  await published.tap();
  await expect(status).toHaveText('published');
  await status.tap();
  await expect(options.getByRole('option', { selected: true })).toHaveText('published');
  await page.keyboard.press('Escape');

  // One with several: the list stays open, and says what is chosen.
  const tags = field('tags').getByRole('combobox');
  await tags.tap();
  const list = page.getByRole('listbox', { name: 'tags' });
  for (const name of ['red', 'blue']) {
    const option = list.getByRole('option', { name });
    await expect(option).toHaveAttribute('aria-selected', 'false');
    await option.tap();
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(tags).toHaveAttribute('aria-expanded', 'true');
  }
  await page.keyboard.press('Escape');
  await field('tags').getByRole('button', { name: 'Remove red' }).tap();
  await expect(tags).toBeFocused();

  await fillCode('meta', '{"a":');
  const json = field('meta').getByRole('img', { name: /JSON$/ });
  await expect(json).toHaveAccessibleName('Invalid JSON');
  await fillCode('meta', '{"a":1}');
  await expect(json).toHaveAccessibleName('Valid JSON');

  // Where its buttons need most lines, the editor pushes nothing away when it comes.
  await page.setViewportSize({ ...PHONE.viewport, width: 320 });
  const height = () => editorOf(panel).evaluate((element) => element.getBoundingClientRect().height);
  const early = await height();
  await shownText(panel).tap();
  await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
  expect(await height()).toBe(early);
  await page.setViewportSize(PHONE.viewport);
  await contentOf(panel).fill('Some text');
  await field('cover')
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('A cover.') });
  const upload = field('cover').getByRole('button', { name: 'Upload new file' });
  await expect(upload).toBeDisabled();
  await field('cover').getByRole('button', { name: 'Remove cover.txt' }).tap();
  await expect(upload).toBeEnabled();
  await expect(upload).toBeFocused();

  // Refused: the field is marked, named by its message, in sight and focused; then mended.
  await control('contact').fill('no address');
  await control('website').fill('https://example.com');
  await save.tap();
  await expectMessage(control('contact'), /./);
  await expectMessage(control('website'));
  await expect(control('contact')).toBeFocused();
  await expect(panel).not.toHaveAttribute('aria-busy');
  for (const name of [
    'title',
    'active',
    'contact',
    'due',
    'status',
    'tags',
    'meta',
    'cover',
    'author',
    'reviewers',
  ])
    await expectReachable(field(name));
  await expectReachable(panel.locator('footer'));
  await control('contact').fill('a@example.com');
  await expectMessage(control('contact'));
  await save.tap();
  await expect(panel).toHaveCount(0);
  expect(
    backend.sql(`select title, amount, active, contact, body, due, status, tags from ${collection.name}`),
  ).toEqual([
    {
      title: 'Walked',
      amount: 12.5,
      active: 1,
      contact: 'a@example.com',
      body: '<p>Some text</p>',
      due: '2026-04-09 10:00:00.000Z',
      status: 'published',
      tags: '["blue"]',
    },
  ]);
});

test('at 360 px an account is changed, and the record picker orders what is chosen', async ({
  page,
  backend,
}) => {
  const collection = await createAccounts(backend.api);
  const user = await createUser(backend, collection.id);
  const database = new DatabaseSync(`${backend.dir}/data.db`);
  database.exec('PRAGMA busy_timeout = 10000');
  database
    .prepare(
      `insert into _externalAuths (id, collectionId, recordId, provider, providerId, created, updated)
       values ('github000000001', ?, ?, 'github', 'octocat', '2026-01-01 00:00:00.000Z', '2026-01-01 00:00:00.000Z')`,
    )
    .run(collection.id, user.id);
  database.close();
  const data = await seedPeopleAndPosts(backend, 60);
  const { posts, persons } = data;
  const post = await createRecord(backend.api, posts.id, { title: 'a', reviewers: idsOf(persons, 1, 2) });
  await test.step('an account is changed, and a provider unlinked', async () => {
    const { panel, save, menu } = await openRecord(page, collection.id, user.id);
    await expectSameControls(panel);
    const account = panel.getByRole('tab', { name: 'Account' });
    const providers = panel.getByRole('tab', { name: 'Authorized providers' });
    await expect(account).toHaveAttribute('aria-selected', 'true');
    await panel.getByLabel('nick', { exact: true }).fill('walker');
    await panel.getByRole('button', { name: 'Public: Off' }).tap();
    await expect(panel.getByRole('button', { name: 'Public: On' })).toBeVisible();
    const change = panel.getByRole('checkbox', { name: 'Change password' });
    await change.tap();
    await expect(change).toBeChecked();
    await panel.getByLabel('Password', { exact: true }).fill('another-password-1');
    await panel.getByLabel('Password confirm').fill('another-password-1');
    await expectReachable(panel);

    await providers.tap();
    await expect(providers).toHaveAttribute('aria-selected', 'true');
    await expect(account).toHaveAttribute('aria-selected', 'false');
    const linked = panel.getByRole('tabpanel', { name: 'Authorized providers' });
    await expect(providers).toHaveAttribute('aria-controls', (await linked.getAttribute('id')) ?? '');
    await linked.getByRole('button', { name: 'Unlink GitHub' }).tap();
    await question(page).getByRole('button', { name: 'No' }).tap();
    await linked.getByRole('button', { name: 'Unlink GitHub' }).tap();
    await question(page).getByRole('button', { name: 'Yes' }).tap();
    await expect(linked).toContainText('No linked OAuth2 providers.');
    await providers.press('ArrowLeft');
    await expect(account).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByLabel('nick', { exact: true })).toHaveValue('walker');

    const release = await holdBack(page, new RegExp(`/records/${user.id}`));
    await save.tap();
    await expect(panel).toHaveAttribute('aria-busy', 'true');
    await expect(save).toHaveAttribute('aria-busy', 'true');
    for (const part of [menu, panel.getByRole('button', { name: 'Close' })])
      await expect(part).toBeDisabled();
    release();
    await expect(panel).toHaveCount(0);
    expect(backend.sql(`select nick, emailVisibility as isPublic from ${collection.name}`)).toEqual([
      { nick: 'walker', isPublic: 1 },
    ]);

    // Closing with a change asks; the list gets the focus back.
    await recordsScreen(page).row(user.id).press('Enter');
    await expectOpener(panelScreen(page).menu, { popup: 'menu' });
    await page.keyboard.press('Escape');
    await panel.getByLabel('nick', { exact: true }).fill('lost');
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expectReachable(question(page));
    await question(page).getByRole('button', { name: 'Yes' }).tap();
    await expect(panel).toHaveCount(0);
    await expect(recordsScreen(page).row(user.id)).toBeFocused();
    expect(hashQuery(page)['recordId']).toBeUndefined();
  });

  await test.step('the record picker numbers, limits and orders what is chosen', async () => {
    const { panel, save } = await openRecord(page, posts.id, post.id);
    const picker = await openPicker(page, panel, data, 'reviewers');
    await expectSameControls(picker.dialog);
    const rows = picker.dialog.locator('[data-pick-scroller] li');
    await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
    await expect(rows.first()).toHaveAttribute('aria-setsize', /^\d+$/);
    await expect(picker.labels).toHaveCount(2);
    // The ids have no room here.
    const row = (name: string) => picker.dialog.getByRole('button', { name, exact: true });
    const newest = row('person 059');
    const other = row('person 058');
    await expect(newest).toHaveAttribute('aria-pressed', 'false');
    await newest.tap();
    await expect(newest).toHaveAttribute('aria-pressed', 'true');
    // Three are the most: the others are disabled until one is taken away.
    await expect(other).toHaveAttribute('aria-disabled', 'true');
    await expect(newest).not.toHaveAttribute('aria-disabled');
    await other.tap({ force: true });
    await expect(other).toHaveAttribute('aria-pressed', 'false');
    await picker.selected.getByRole('button', { name: 'Remove person 001' }).tap();
    await expect(other).not.toHaveAttribute('aria-disabled');
    await other.tap();
    await expect(picker.selected.locator('[aria-live=polite]')).toContainText('3 of MAX 3');

    // Scrolling loads more: the size grows, and the places go on.
    await picker.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(rows.last()).toHaveAttribute('aria-setsize', '60');
    await picker.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(row('person 000')).toBeVisible();
    await expect(rows.filter({ hasText: 'person 000' })).toHaveAttribute('aria-posinset', '60');
    await expect(row('person 002')).toHaveAttribute('aria-pressed', 'true');
    await expectReachable(picker.dialog);
    await picker.set.tap();
    await expect(picker.dialog).toHaveCount(0);
    const chosen = panel.getByRole('list', { name: 'reviewers' });
    await expect(chosen.getByRole('listitem')).toContainText(['person 002', 'person 059', 'person 058']);
    const grip = chosen.getByRole('button', { name: 'Move person 058', exact: true });
    await grip.press('Space');
    await expect(grip).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(grip).not.toHaveAttribute('aria-pressed', 'true');
    await expect(chosen.getByRole('listitem')).toContainText(['person 002', 'person 058', 'person 059']);
    await save.tap();
    await expect(panel).toHaveCount(0);
    expect(backend.sql(`select reviewers from ${posts.name}`)).toEqual([
      { reviewers: JSON.stringify(idsOf(persons, 2, 58, 59)) },
    ]);
  });
});
