import { expect, test } from './fixtures.ts';

test('[ER-07] fields report what is typed, explain themselves and show their errors', async ({
  page,
  open,
}) => {
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const note = page.getByRole('textbox', { name: 'Note' });
  const count = page.getByRole('spinbutton', { name: 'Count' });
  const box = page.getByRole('checkbox', { name: 'Select all' });
  const values = page.locator('[data-values]');
  const tip = page.locator('#atoll-tooltip');
  const isIndeterminate = () =>
    box.evaluate((input) => input instanceof HTMLInputElement && input.indeterminate);
  await open('fields');

  await test.step('marks required fields without changing their names', async () => {
    await expect(name).toHaveAttribute('required', '');
    const mark = await page
      .locator('label', { hasText: 'Name' })
      .evaluate((label) => getComputedStyle(label, '::after').content);
    expect(mark).toContain('*');
    await expect(page.getByLabel('Name', { exact: true })).toHaveCount(1);
  });

  await test.step('shows the focus as a ring of 2 px in the primary colour', async () => {
    await name.focus();
    const [width, colour, accent] = await name.evaluate((input) => {
      const probe = document.createElement('i');
      probe.className = 'text-primary';
      input.after(probe);
      const style = getComputedStyle(input);
      const result = [style.outlineWidth, style.outlineColor, getComputedStyle(probe).color];
      probe.remove();
      return result;
    });
    expect(width).toBe('2px');
    expect(colour).toBe(accent);
  });

  await test.step('explains a label by an info icon that the keyboard can reach', async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(tip).toHaveText('What people see.');
  });

  await test.step('shows an error instead of the help, linked to its field, without a layout shift', async () => {
    await expect(name).toHaveAccessibleDescription('Letters and digits.');
    await expect(name).not.toHaveAttribute('aria-invalid');
    const before = [await name.boundingBox(), await note.boundingBox()];
    await page.getByRole('button', { name: 'Toggle errors' }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription('Cannot be blank.');
    await expect(page.getByText('Letters and digits.')).toHaveCount(0);
    expect([await name.boundingBox(), await note.boundingBox()]).toEqual(before);
  });

  await test.step("shows 'Invalid value' for an error without a message", async () => {
    await expect(count).toHaveAccessibleDescription('Invalid value');
  });

  await test.step('shows an error without room for text as an icon with a tooltip', async () => {
    await page.getByRole('button', { name: 'Cannot be blank.' }).hover();
    await expect(tip).toHaveText('Cannot be blank.');
    await page.getByRole('button', { name: 'Toggle errors' }).click();
    await expect(name).not.toHaveAttribute('aria-invalid');
  });

  await test.step('reports typed values', async () => {
    await name.fill('Suvorov');
    await count.fill('12.5');
    await page.getByRole('switch', { name: 'Use TLS' }).check();
    expect(await isIndeterminate()).toBe(true);
    await box.check();
    await expect(values).toHaveText(
      JSON.stringify({ text: 'Suvorov', number: 12.5, secret: { kept: 'set' }, on: true, ticked: true }),
    );
    await count.fill('');
    await expect(values).toContainText('"number":null');
  });

  await test.step('a checkbox can be neither on nor off', async () => {
    await box.uncheck();
    expect(await isIndeterminate()).toBe(true);
    await box.focus();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
    expect(await isIndeterminate()).toBe(false);
  });

  await test.step('a number can be typed digit by digit, including zeros after the decimal point', async () => {
    for (const [typed, stored] of [
      ['0.05', '0.05'],
      ['100.007', '100.007'],
      ['-1.50', '-1.5'],
      ['1e5', '100000'],
      ['12,50', '12.5'],
    ] as const) {
      await count.fill('');
      await count.pressSequentially(typed);
      await expect(values).toContainText(`"number":${stored}`);
      await expect(count).toHaveValue(typed);
      await count.blur();
      await expect(count).toHaveValue(stored);
    }
    await count.press('ArrowUp');
    await expect(count).toHaveValue('13.5');
  });

  await test.step('[TR-15] a text that is no number stays, is marked, and keeps the form from being sent', async () => {
    for (const [typed, problem] of [
      ['1e', 'Enter a valid number.'],
      ['1,234', '1,234 can be read as 1234 or 1.234: type it without a comma or with a point.'],
    ] as const) {
      await count.fill(typed);
      await expect(count).not.toHaveAttribute('aria-invalid');
      await count.blur();
      await expect(count).toHaveValue(typed);
      await expect(count).toHaveAccessibleDescription(problem);
      expect(await count.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(problem);
      await expect(values).toContainText('"number":null');
    }
    await count.fill('');
  });

  await test.step('a saved secret shows its mask; the key button empties and focuses the field', async () => {
    const secret = page.getByRole('textbox', { name: 'SMTP password' });
    await expect(secret).toHaveValue('******');
    await expect(secret).toHaveAttribute('readonly', '');
    const key = page.getByRole('button', { name: 'Set new value' });
    await key.hover();
    await expect(page.getByRole('tooltip', { name: 'Set new value' })).toBeVisible();
    await key.click();
    const empty = page.getByLabel('SMTP password');
    await expect(empty).toHaveValue('');
    await expect(empty).toHaveAttribute('type', 'password');
    await expect(empty).toBeFocused();
    await page.keyboard.type('s3cret');
    await expect(values).toContainText('"secret":"s3cret"');
    await page.getByRole('button', { name: 'Cancel secret' }).click();
    await expect(secret).toHaveValue('******');
    await expect(key).toBeVisible();
  });

  const growsAndShrinks = async (): Promise<void> => {
    const height = async () => (await note.boundingBox())?.height ?? 0;
    const before = await height();
    await note.fill('line\n'.repeat(12));
    await expect.poll(height).toBeGreaterThan(before + 100);
    await note.fill('');
    await expect.poll(height).toBeLessThan(before + 5);
  };

  await test.step('a text area has the direction of its text, as the lists that show it', async () => {
    const isToTheLeft = () => note.evaluate((area) => area.matches(':dir(rtl)'));
    expect(await isToTheLeft()).toBe(false);
    await note.fill('العربية 12');
    expect(await isToTheLeft()).toBe(true);
  });

  await test.step('a text area grows with its content, by CSS', growsAndShrinks);

  await test.step('a text area grows with its content, in browsers without field-sizing', async () => {
    await page.evaluate(() => {
      CSS.supports = () => false;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('textarea { field-sizing: fixed !important }');
      document.adoptedStyleSheets.push(sheet);
    });
    await growsAndShrinks();
  });
});
