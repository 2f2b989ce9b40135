import { expect, test } from './fixtures.ts';

test.beforeEach(({ open }) => open('tables'));

test('[RL-07] sorts descending on the first click and ascending on the second, and marks the column', async ({
  page,
  axe,
}) => {
  const title = page.getByRole('columnheader', { name: 'title' });
  const created = page.getByRole('columnheader', { name: 'created' });
  const sort = page.locator('[data-sort]');
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await expect(title).toHaveAttribute('aria-sort', 'none');
  await title.getByRole('button').click();
  await expect(sort).toHaveText('-title');
  await expect(title).toHaveAttribute('aria-sort', 'descending');
  await expect(created).toHaveAttribute('aria-sort', 'none');
  await title.getByRole('button').press('Enter');
  await expect(sort).toHaveText('+title');
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  await axe();
});

test('[SH-10] [SH-11] drags the handle within its limits and marks it while the mouse is down', async ({
  page,
}) => {
  const handle = page.getByRole('separator', { name: 'Resize sidebar' });
  const side = page.locator('#side');
  const stored = page.locator('[data-stored]');
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle has no box.');
  const x = box.x + box.width / 2;
  const y = box.y + 20;
  await expect(handle).not.toHaveClass(/dragging/);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(handle).toHaveClass(/dragging/);
  await page.mouse.move(x + 60, y, { steps: 4 });
  await expect(side).toHaveCSS('width', '300px');
  await expect(stored).toHaveText('240');
  await page.mouse.move(x + 900, y, { steps: 4 });
  await expect(side).toHaveCSS('width', '400px');
  await page.mouse.move(5, y, { steps: 4 });
  await expect(side).toHaveCSS('width', '235px');
  await page.mouse.up();
  await expect(handle).not.toHaveClass(/dragging/);
  await expect(stored).toHaveText('235');
  await page.mouse.move(x + 100, y);
  await expect(side).toHaveCSS('width', '235px');
});

test('[SH-10] moves the handle by keyboard', async ({ page, axe }) => {
  const handle = page.getByRole('separator', { name: 'Resize sidebar' });
  await handle.focus();
  await expect(handle).toHaveAttribute('aria-valuenow', '240');
  for (const [key, width] of [
    ['ArrowRight', '250'],
    ['Shift+ArrowRight', '350'],
    ['End', '400'],
    ['ArrowLeft', '390'],
    ['Home', '235'],
    ['ArrowLeft', '235'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(handle).toHaveAttribute('aria-valuenow', width);
    await expect(page.locator('[data-stored]')).toHaveText(width);
  }
  await axe();
});
