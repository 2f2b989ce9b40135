import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { collectionEditor } from '#tests/support/collections/editor.ts';
import { announceChange, collectionLinks, collectionsSidebar } from '#tests/support/collections/sidebar.ts';
import { createCollection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { frame } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
const canvas = (page: Page) => page.getByRole('group', { name: /^Diagram of/ });
const zoom = (page: Page) => page.getByRole('toolbar', { name: 'Zoom' });

async function saved(page: Page, type: 'SVG' | 'PNG'): Promise<Buffer> {
  await page.getByRole('button', { name: 'Diagram actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Save as ${type}` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`schema.${type.toLowerCase()}`);
  return readFileSync(await file.path());
}

test('the schema is a diagram and an outline, by keys alone', async ({ page, admin, backend, axe }) => {
  const relation = (name: string, collectionId: string, options = {}) =>
    field(name, 'relation', { options: { collectionId, maxSelect: 1, cascadeDelete: false, ...options } });
  const tags = await createCollection(backend.api, { name: 'tags', schema: [field('label', 'text')] });
  const posts = await createCollection(backend.api, {
    name: 'posts',
    schema: [field('title', 'text'), relation('tags', tags.id, { maxSelect: null, cascadeDelete: true })],
  });
  await createCollection(backend.api, { name: 'alone', schema: [field('note', 'text')] });
  await admin.signIn();
  await page.goto('/#/collections');
  const link = collectionsSidebar(page).getByRole('link', { name: 'Schema' });

  await test.step('arrow keys go through the diagram, and the tile that has the focus stands out', async () => {
    // It is one tab stop with the list.
    await reach(page, collectionLinks(page).first());
    await presses(page, 'End');
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tile(page, 'posts')).toBeVisible();
    await expect(page).toHaveTitle('Schema - Acme - Atoll');
    await expectOutline(page, 'schema');
    await axe();
    await reach(page, canvas(page));
    await presses(page, 'Tab ArrowDown');
    await page.getByRole('textbox', { name: 'Search collections' }).fill('labe');
    await expect(frame(page, 'schema').getByRole('status')).toHaveText('1 of 1');
    await expectOutline(page, 'schema-search', { root: frame(page, 'schema').getByRole('search') });
    await expect(tile(page, 'tags')).toHaveAttribute('aria-current', 'true');
    await expect(canvas(page).getByText('multiple, cascade delete')).toBeVisible();
    // The mouse marks nothing beside it.
    await expect(tile(page, 'posts')).toHaveClass(/border-primary/);
    await tile(page, 'alone').hover();
    await expect(tile(page, 'alone')).not.toHaveClass(/border-primary/);
    await reach(page, tile(page, 'tags'));
    await presses(page, 'ArrowLeft');
    await expect(tile(page, 'posts')).toBeFocused();
    await axe();
  });

  await test.step('a moved tile stays, after a reload too, until all are arranged again', async () => {
    const before = await tile(page, 'posts').boundingBox();
    await presses(page, 'Alt+ArrowUp Alt+ArrowUp Alt+ArrowUp Alt+ArrowUp');
    const left = () => tile(page, 'posts').evaluate((element) => element.style.top);
    const moved = await left();
    await page.reload();
    await expect.poll(left).toBe(moved);
    const box = await tile(page, 'posts').boundingBox();
    await expect(canvas(page).getByText('multiple, cascade delete')).toHaveCount(0);
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await expect(canvas(page).getByText('multiple, cascade delete')).toBeVisible();
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 40, { steps: 3 });
    await page.mouse.up();
    await expect.poll(left).not.toBe(moved);
    await page.mouse.down();
    const dragged = await left();
    // Both before the next frame.
    await canvas(page).evaluate((element) => {
      for (const type of ['pointermove', 'pointerup'])
        element.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: 9, clientY: 9, buttons: 1 }));
    });
    await page.mouse.up();
    await expect.poll(left).not.toBe(dragged);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Diagram actions' }).click();
    await expectOutline(page, 'schema-menu', { root: page.getByRole('menu') });
    await page.getByRole('menuitem', { name: 'Arrange again' }).click();
    await expect.poll(() => tile(page, 'posts').boundingBox()).toEqual(before);
  });

  await test.step('Enter opens the editor, and the focus returns', async () => {
    await reach(page, tile(page, 'posts'));
    await page.keyboard.press('Enter');
    const { panel } = collectionEditor(page);
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(tile(page, 'posts')).toBeFocused();
  });

  await test.step('zoom, pan and show all', async () => {
    const at = async () => (await tile(page, 'posts').boundingBox())?.x;
    const first = await at();
    await presses(page, '+ +');
    await expect(zoom(page)).not.toContainText('100%');
    await presses(page, 'Shift+ArrowLeft');
    expect(await at()).not.toBe(first);
    await presses(page, '0');
    await expect.poll(at).toBe(first);
  });

  await test.step('both pictures can be saved', async () => {
    const svg = String(await saved(page, 'SVG'));
    expect(svg).toContain('posts.tags → tags: multiple, cascade delete');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(String(await saved(page, 'SVG'))).toBe(svg);
    await page.emulateMedia({ forcedColors: null });
    expect((await saved(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  });

  await test.step('the outline has the same as links, on a phone too', async () => {
    await page.getByRole('tab', { name: 'Outline' }).click();
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'tags' }) });
    await expect(entry.getByRole('paragraph').filter({ hasText: 'Fields' })).toHaveText(
      'Fields label (text)',
    );
    await entry.getByRole('link', { name: 'posts' }).click();
    await expect(page.getByRole('heading', { name: 'posts' })).toBeFocused();
    await expectOutline(page, 'schema-outline');
    await axe();
    await backend.api.delete(`/api/collections/${posts.id}`);
    await announceChange(page);
    await expect(page.getByRole('heading', { name: 'posts' })).toHaveCount(0);
    await expectFitsSmall(page, frame(page, 'schema'));
  });
});
