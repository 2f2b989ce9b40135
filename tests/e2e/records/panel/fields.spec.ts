import { createCollection, createPosts, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openNew, openRecord, partsOf, saveAndWait } from '#tests/support/records/panel.ts';
import { toasts, tooltip } from '#tests/support/screens.ts';

test('[RF-01] the id can be typed once, with at least 15 characters, and is then read-only, next to the dates', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('ids'),
    schema: [field('title')],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const id = screen.panel.getByLabel('id', { exact: true });
  await expect(id).toHaveAttribute('placeholder', 'Leave empty to auto generate...');
  await expect(id).toHaveAttribute('minlength', '15');
  await id.pressSequentially('short');
  await screen.save.click();
  expect(await id.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await expect(id).toBeFocused();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await id.fill('id_of_15_chars_');
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await expect(id).toHaveValue('id_of_15_chars_');
  await expect(id).toHaveAttribute('readonly', '');
  const row = await backend.api.get(`/api/collections/${collection.id}/records/id_of_15_chars_`);
  await screen.panel.getByRole('button', { name: 'Created and updated' }).hover();
  // The time zone of the tests is Sofia, two hours ahead of UTC in winter and three in summer.
  const local = (stored: unknown) =>
    page.evaluate((text) => {
      const date = new Date(text.replace(' ', 'T'));
      const pad = (value: number, length = 2) => String(value).padStart(length, '0');
      const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
      const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
      return `${day} ${time}.${pad(date.getMilliseconds(), 3)} Local`;
    }, String(stored));
  await expect(tooltip(page)).toHaveText(
    `Created: ${await local(row['created'])}\nUpdated: ${await local(row['updated'])}`,
  );
});

test('[RF-02][RF-03][RF-04][RF-05] labels have an icon and an asterisk, and each type has its own control', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('controls'),
    schema: [
      field('title', 'text', { required: true }),
      field('amount', 'number', { required: true, options: { min: -5, max: 10 } }),
      field('active', 'bool'),
      field('contact', 'email', { required: true }),
      field('website', 'url', { required: true }),
      field('due', 'date', { required: true }),
      field('body', 'editor'),
      field('kind', 'select'),
      field('doc', 'json'),
      field('file', 'file'),
    ],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  const required = new Set(['title', 'amount', 'contact', 'website', 'due']);
  const icons = new Map<string, string>();
  for (const { name, type } of collection.schema) {
    const label = screen.field(name).locator('label').filter({ hasText: name });
    const mark = await label.evaluate((element) => getComputedStyle(element, '::after').content);
    if (required.has(name)) expect(mark).toContain('*');
    else expect(mark).toBe('none');
    const icon = screen.field(name).locator('[class*="icon-["]').first();
    await expect(icon).toBeVisible();
    icons.set(type, (await icon.getAttribute('class')) ?? '');
  }
  expect(new Set(icons.values()).size).toBe(icons.size);

  // The browser refuses the first empty required field.
  const isMissing = (name: string) =>
    screen.control(name).evaluate((input: HTMLInputElement) => input.validity.valueMissing);
  for (const name of required) {
    await screen.save.click();
    await expect(screen.control(name)).toBeFocused();
    expect(await isMissing(name)).toBe(true);
    const values: Record<string, string> = {
      title: 'line',
      amount: '1.25',
      contact: 'a@example.com',
      website: 'https://example.com',
      due: '2026-11-05 12:00:00',
    };
    await screen.control(name).fill(values[name] ?? '');
  }
  const height = async () => (await screen.control('title').boundingBox())?.height ?? 0;
  const before = await height();
  await screen.control('title').fill('one\ntwo\nthree\nfour\nfive\nsix');
  await expect(screen.control('title')).toHaveJSProperty('tagName', 'TEXTAREA');
  expect(await height()).toBeGreaterThan(before + 20);
  await expect(screen.control('contact')).toHaveAttribute('type', 'email');
  await expect(screen.control('website')).toHaveAttribute('type', 'url');

  const amount = screen.control('amount');
  await expect(amount).toHaveAttribute('type', 'number');
  await expect(amount).toHaveAttribute('step', 'any');
  await amount.fill('11');
  await screen.save.click();
  expect(await amount.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);
  await amount.fill('-6');
  await screen.save.click();
  expect(await amount.evaluate((input: HTMLInputElement) => input.validity.rangeUnderflow)).toBe(true);
  await amount.fill('0.123456789');

  const toggle = screen.field('active').getByRole('switch', { name: 'active' });
  await expect(toggle).not.toBeChecked();
  const request = await saveAndWait(page, collection.id);
  const sent = new Map(partsOf(request).map(({ name, value }) => [name, value]));
  expect(sent.get('active')).toBe('false');
  expect(sent.get('amount')).toBe('0.123456789');
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
});

test('the mouse wheel over a number scrolls and does not change it', async ({ page, admin, backend }) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { amount: 5 });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const amount = screen.control('amount');
  await amount.click();
  const before = await amount.boundingBox();
  await page.mouse.wheel(0, 30);
  await expect.poll(async () => (await amount.boundingBox())?.y).not.toBe(before?.y);
  await expect(amount).toHaveValue('5');
  await expect(amount).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(amount).toHaveValue('6');
});
