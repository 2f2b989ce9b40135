import { existsSync } from 'node:fs';
import { list, members } from '#domain/app/lenient.ts';
import { programOf } from '#scripts/test/programs.ts';
import { axeCheck } from '#tests/support/axe.ts';
import type { Backend } from '#tests/support/backend.ts';
import { collectionEditor, collectionHash, openNew, typeCode } from '#tests/support/collections/editor.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { answer } from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { setLine } from '#wire/choose.ts';
import { readCollection } from '#wire/collections.ts';
import { ADMINISTRATOR } from '#wire/sign-in.ts';

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'PocketBase 0.40.6 is not there.');

test.beforeAll(() => setLine('pb23'));
test.afterAll(() => setLine(undefined));

const stored = ({ api }: Backend, name: string) => api.get(`/api/collections/${name}`);
const fieldsOf = async (backend: Backend, name: string) =>
  list((await stored(backend, name))['fields'], members);

/** Opens the editor of a collection by its id or name. */
async function open(site: Site, page: import('@playwright/test').Page, name: string) {
  const { id } = await site.backend.api.get<{ id: string }>(`/api/collections/${name}`);
  await page.goto(site.atoll.url + collectionHash(id));
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const editor = collectionEditor(page);
  await expect(editor.panel.getByRole('tabpanel')).toBeVisible();
  return editor;
}

test('[NC-06] collections of 0.40.6 are made, edited, tried, emptied and mended', async ({
  page,
  admin,
  startSite,
  step,
}) => {
  const site = await startSite({ bin });
  const { backend } = site;
  const name = uniqueName('places');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);

  await step('[NC-06] a new one begins with its id and dates, and has types of this line', async () => {
    const editor = await openNew(page);
    await editor.name.fill(name);
    expect(await editor.rowNames()).toEqual(['id', 'created', 'updated']);
    for (const [label, field] of [
      ['Plain text', 'title'],
      ['Geo point', 'place'],
      ['Password', 'pin'],
    ] as const) {
      await editor.newField.click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      await page.keyboard.insertText(field);
      await expect(editor.fieldName(field)).toHaveValue(field);
    }
    // In front of the dates.
    expect(await editor.rowNames()).toEqual(['id', 'title', 'place', 'pin', 'created', 'updated']);
    const title = await editor.openField('title');
    await title.getByRole('textbox', { name: 'Autogenerate pattern' }).fill('[a-z]{9}');
    await expect(title.getByRole('spinbutton', { name: 'Max length' })).toHaveAttribute(
      'placeholder',
      'Default: 5,000',
    );
    await title.getByRole('textbox', { name: 'Help text' }).fill('Shown to all.');
    await title.getByRole('switch', { name: 'Hidden' }).click();
    await axeCheck(page);
    await expectFitsSmall(page, title);
    await page.setViewportSize({ width: 1280, height: 800 });
    await editor.save.click();
    await expect(toasts(page)).toHaveText(['Successfully created collection.']);
    const fields = await fieldsOf(backend, name);
    expect(fields.map((field) => [field['name'], field['type']])).toEqual([
      ...[
        ['id', 'text'],
        ['title', 'text'],
        ['place', 'geoPoint'],
        ['pin', 'password'],
      ],
      ...[
        ['created', 'autodate'],
        ['updated', 'autodate'],
      ],
    ]);
    expect(fields[1]).toMatchObject({ max: 0 });
    expect(readCollection(await stored(backend, name)).fields[1]).toMatchObject({
      ...{ autogenerate: '[a-z]{9}', help: 'Shown to all.', isHidden: true },
    });
  });

  await step('[NC-07] system fields have the switches that their backend lets be changed', async () => {
    const editor = await open(site, page, 'users');
    await editor.gear('email').click();
    const email = editor.field('email');
    await expect(editor.fieldName('email')).toBeDisabled();
    await expect(email.getByRole('switch', { name: 'Hidden' })).toHaveCount(0);
    await expect(email.getByText('neither renamed, moved nor removed')).toBeVisible();
    await axeCheck(page);
    await email.getByRole('switch', { name: 'Nonempty' }).click();
    await editor.save.click();
    await expect(toasts(page).last()).toHaveText('Successfully updated collection.');
    expect((await fieldsOf(backend, 'users')).find((field) => field['name'] === 'email')).toMatchObject({
      required: false,
    });
  });

  await step('[NC-07] a changed rule of who may sign in says that it ends sessions', async () => {
    const editor = await open(site, page, 'users');
    await editor.tab('API Rules').click();
    await editor.rule('authRule').getByRole('textbox').focus();
    await expect(editor.rule('authRule').locator('.ace_text-input')).toBeFocused();
    await page.keyboard.insertText('verified = true');
    await editor.save.click();
    const review = page.getByRole('alertdialog', { name: 'Confirm collection changes' });
    await expect(review).toContainText('ends all sessions of this collection');
    await review.getByRole('button', { name: 'Confirm' }).click();
    await expect(review).toBeHidden();
    await expect.poll(async () => (await stored(backend, 'users'))['authRule']).toBe('verified = true');
  });

  await step('[NC-07] rules of a system collection are shown, not edited', async () => {
    const editor = await open(site, page, ADMINISTRATOR);
    await editor.tab('API Rules').click();
    await expect(editor.panel.getByText('can’t be changed')).toBeVisible();
    await expect(editor.rule('listRule')).toContainText('superusers only');
    await axeCheck(page);
    await expect(editor.panel.getByRole('button', { name: /Unlock/ })).toHaveCount(0);
    await editor.menu.click();
    await expect(page.getByRole('menuitem', { name: 'Copy as JSON' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await editor.cancel.click();
  });

  await step('[NC-08] a query is tried before it is saved', async () => {
    await backend.api.post(`/api/collections/${name}/records`, { title: 'first' });
    await page.goto(`${site.atoll.url}/#/collections`);
    const editor = await openNew(page);
    await editor.setType('View');
    await expect(editor.panel.locator('.ace_editor')).toBeVisible();
    await typeCode(
      editor.panel.getByRole('textbox', { name: 'Select query' }),
      `SELECT id, title FROM ${name}`,
    );
    await editor.panel.getByRole('button', { name: 'Try the query' }).click();
    await expect(editor.panel.getByRole('region', { name: 'Trial' })).toContainText('first');
    await axeCheck(page);
    await editor.cancel.click();
    await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
  });

  await step('[NC-09] Truncate asks, and deletes all records', async () => {
    const editor = await open(site, page, name);
    await editor.menu.click();
    await page.getByRole('menuitem', { name: 'Truncate' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 record will be deleted for good.');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(toasts(page).last()).toContainText('Successfully deleted all records');
    expect(backend.sql(`SELECT id FROM ${name}`)).toEqual([]);
    await editor.cancel.click();
  });

  await step('[NC-01] a wrong memory is said, and mended', async () => {
    const collection = await stored(backend, name);
    const wrong = list(collection['fields'], members).map((field) =>
      field['name'] === 'place' ? { name: 'place', type: 'number' } : field,
    );
    const imported = { collections: [{ ...collection, fields: wrong }], deleteMissing: false };
    await expect(backend.api.request('PUT', '/api/collections/import', imported)).rejects.toThrow('400');
    const editor = await open(site, page, name);
    await expect(editor.panel.getByText('Saving would delete columns')).toBeVisible();
    await axeCheck(page);
    await editor.panel.getByRole('button', { name: 'Reload its memory' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(editor.panel.getByText('Saving would delete columns')).toBeHidden();
  });
});
