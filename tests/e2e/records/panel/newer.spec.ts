import { existsSync } from 'node:fs';
import { programOf } from '#scripts/test/programs.ts';
import { createUser } from '#tests/support/accounts.ts';
import { axeCheck } from '#tests/support/axe.ts';
import { addFields, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { signInByForm, toasts, tooltip } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

/* What records of the newest PocketBase have alone, whichever one the other tests run on. */

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'PocketBase 0.40.6 is not there.');

const FIELDS = [
  { name: 'place', type: 'geoPoint', required: true },
  { name: 'pin', type: 'password', min: 4 },
  { name: 'made', type: 'autodate', onCreate: true },
];

test('[NR-03] [NR-04] [NR-05] [NR-06] [NR-11] a place, a password, a made text and a token of an account', async ({
  page,
  startSite,
}) => {
  const { backend, atoll } = await startSite({ bin });
  const { api } = backend;
  const { id } = await api.post<{ id: string }>('/api/collections', {
    ...{ name: 'spots', type: 'base', fields: FIELDS },
  });
  await addFields(api, id, field('code', 'text', { autogenerate: '[a-f]{6}' }));
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page).toHaveURL(/#\/collections/);

  const at = (hash: string) => atoll.url + hash;
  await page.goto(at(recordsHash(id)));
  await page.getByRole('button', { name: 'New record' }).first().click();
  const { panel, save, control } = panelScreen(page);
  const [latitude, longitude] = [panel.getByLabel('place (latitude)'), panel.getByLabel('place (longitude)')];
  await panel.getByRole('button', { name: 'Generate code' }).click();
  await expect(control('code')).toHaveValue(/^[a-f]{6}$/);
  await latitude.fill('91');
  await longitude.fill('23.32');
  await save.click();
  await expect(latitude).toHaveAttribute('aria-invalid', 'true');
  await latitude.fill('42.697');
  await panel.getByLabel('pin').fill('4711');
  await axeCheck(page);
  await save.click();
  await expect(toasts(page, 'success')).toHaveText('Successfully created record.');
  const [row] = backend.sql('select id, place, pin, code, made from spots');
  expect(JSON.parse(String(row?.['place']))).toEqual({ lon: 23.32, lat: 42.697 });
  expect(row?.['code']).toMatch(/^[a-f]{6}$/);

  const list = recordsScreen(page);
  await expect(list.cell(String(row?.['id']), 'place')).toHaveText('42.697, 23.32');
  await list.cell(String(row?.['id']), 'code').click();
  await expect(panel.getByLabel('pin')).toHaveValue('');
  // The first date of its kind stands beside the id, whatever its name.
  await panel.getByRole('button', { name: 'Created and updated' }).hover();
  await expect(tooltip(page)).toHaveText(/^Created: \d{4}-\d\d-\d\d .* Local$/);
  await expect(panel.locator('[data-field="made"]')).toHaveCount(0);
  await expectFitsSmall(page, panel);
  await page.setViewportSize({ width: 1280, height: 800 });
  await longitude.fill('23.33');
  await save.click();
  await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
  const [after] = backend.sql('select pin, code, made, place from spots');
  expect(after).toMatchObject({ pin: row?.['pin'], code: row?.['code'], made: row?.['made'] });
  expect(JSON.parse(String(after?.['place']))).toEqual({ lon: 23.33, lat: 42.697 });

  const users = await api.get<{ id: string }>('/api/collections/users');
  const user = await createUser(backend, 'users');
  await page.goto(at(recordsHash(users.id, { recordId: user.id })));
  await panelScreen(page).menu.click();
  await page.getByRole('menuitem', { name: 'Impersonate…' }).click();
  const popup = page.getByRole('dialog', { name: 'Impersonate' });
  await expect(popup).toContainText('no password, second factor or rule about who may sign in is asked');
  await axeCheck(page);
  await popup.getByRole('button', { name: 'Create token' }).click();
  const token = popup.getByRole('textbox', { name: 'Token' });
  await expect(token).toHaveValue(/^ey/);
  const own = await fetch(`${backend.url}/api/collections/users/records/${user.id}`, {
    headers: { Authorization: await token.inputValue() },
  });
  expect(own.status).toBe(200);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(await token.inputValue());
  await popup.getByRole('button', { name: 'Done' }).click();
  await expect(popup).toHaveCount(0);
});
