import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
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
const UNARRANGED = 'The diagram could not be arranged. Try again, or use the outline.';

/** Where a tile is in the diagram, whatever the view. */
const placeOf = (page: Page, name: string) =>
  tile(page, name).evaluate(({ style }) => `${style.left} ${style.top}`);
/** Where a tile is on screen. */
const boxOf = async (page: Page, name: string) => {
  const { x, y, width } = (await tile(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width) };
};
/** The middle of the line of a relation, on screen. */
const middleOfLine = (page: Page) =>
  canvas(page)
    .locator('svg path[stroke=transparent]')
    .evaluate((line: SVGPathElement) => {
      const { x, y } = line
        .getPointAtLength(line.getTotalLength() / 2)
        .matrixTransform(line.getScreenCTM() ?? undefined);
      return { x, y };
    });

/** Sends a key, and returns whether the page leaves it to the browser. */
const leavesKey = (target: Locator, init: KeyboardEventInit) =>
  target.evaluate(
    (element, { key, altKey = false }) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true })),
    init,
  );

/** Fingers on the screen: each call says where all of them are now; without any, they are lifted. */
async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  let count = 0;
  return async (points: readonly { x: number; y: number }[], isCancelled = false) => {
    const type = isCancelled
      ? 'touchCancel'
      : points.length > count
        ? 'touchStart'
        : points.length < count
          ? 'touchEnd'
          : 'touchMove';
    count = points.length;
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  };
}

async function saved(page: Page, type: 'SVG' | 'PNG'): Promise<Buffer> {
  await page.getByRole('button', { name: 'Diagram actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Save as ${type}` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`schema.${type.toLowerCase()}`);
  return readFileSync(await file.path());
}

test('the schema is a diagram and an outline, by keys alone', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
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
    expectedProblems.allow(`console error: Error: ${UNARRANGED}`);
    const broken = { contentType: 'text/javascript', body: 'throw 0' };
    await page.route(/\/assets\/worker-/, (route) => route.fulfill(broken));
    await page.keyboard.press('Enter');
    const failed = frame(page, 'schema').getByRole('alert');
    await expect(failed).toContainText('The diagram could not be drawn.');
    await expect(failed).toContainText(UNARRANGED);
    await expect(frame(page, 'schema')).toBeFocused();
    await page.unroute(/\/assets\/worker-/);
    await failed.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(tile(page, 'posts')).toBeVisible();
    await expect(page).toHaveTitle('Schema - Acme - Atoll');
    await checkScreen();
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
    await checkScreen();
    await presses(page, 'Escape');
    await expect(tile(page, 'posts')).not.toHaveAttribute('aria-current');
  });

  await test.step('the search goes from match to match', async () => {
    const box = page.getByRole('textbox', { name: 'Search collections' });
    const status = frame(page, 'schema').getByRole('status');
    await box.fill('nothing like it');
    await expect(status).toHaveText('None found');
    await box.fill('ta');
    await expect(status).toHaveText('1 of 3');
    await box.press('Enter');
    await expect(status).toHaveText('2 of 3');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect(status).toHaveText('1 of 3');
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect(status).toHaveText('2 of 3');
    await canvas(page).click({ position: { x: 3, y: 3 } });
    await expect(status).toHaveText('– of 3');
    await box.press('Escape');
    await expect(status).toHaveText('');
  });

  await test.step('a phone begins with the outline', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('tab', { name: 'Outline' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'posts' })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(tile(page, 'posts')).toBeVisible();
  });

  await test.step('a line below the mouse says which relation it is', async () => {
    const words = canvas(page).getByText('posts.tags → tags: multiple, cascade delete');
    const { x, y } = await middleOfLine(page);
    await page.mouse.move(x, y);
    await expect(words).toBeVisible();
    await page.mouse.move(x, y + 60);
    await expect(words).toHaveCount(0);
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
    await presses(page, '-');
    await expect(zoom(page)).toContainText('125%');
    // A browser that scrolls to a tile must not move the window of the diagram.
    await presses(page, '+ + + Shift+ArrowLeft Shift+ArrowLeft Shift+ArrowLeft Shift+ArrowLeft');
    const scrolled = canvas(page).evaluate((element) => {
      const ended = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
      element.scrollTo(30, 0);
      return ended.then(() => element.scrollLeft);
    });
    expect(await scrolled).toBe(0);
    await presses(page, '0');
    await expect.poll(at).toBe(first);
    const button = (name: string) => zoom(page).getByRole('button', { name });
    await button('Zoom out').click();
    await expect(zoom(page)).toContainText('80%');
    await button('Zoom in').click();
    await expect(zoom(page)).toContainText('100%');
    await button('Show all').click();
    await expect.poll(at).toBe(first);
  });

  await test.step('the mouse drags and turns the view; with the space bar on a tile, too', async () => {
    const place = await placeOf(page, 'posts');
    const first = await boxOf(page, 'posts');
    const inView = () => boxOf(page, 'posts');
    const free = (await canvas(page).boundingBox()) ?? { x: 0, y: 0 };
    const drag = async (x: number, y: number, button: 'left' | 'middle' = 'left') => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 30, y + 20, { steps: 2 });
      await page.mouse.up({ button });
    };
    await reach(page, tile(page, 'posts'));
    await drag(free.x + 5, free.y + 5);
    await expect.poll(inView).toEqual({ ...first, x: first.x + 30, y: first.y + 20 });
    // The end of a drag is no click.
    await expect(tile(page, 'posts')).toHaveAttribute('aria-current', 'true');
    await drag(first.x + 40, first.y + 30, 'middle');
    await expect.poll(inView).toEqual({ ...first, x: first.x + 60, y: first.y + 40 });
    await page.mouse.wheel(60, 0);
    await expect.poll(inView).toEqual({ ...first, y: first.y + 40 });
    await page.mouse.wheel(0, 40);
    await expect.poll(inView).toEqual(first);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 50);
    await page.keyboard.up('Shift');
    await expect.poll(inView).toEqual({ ...first, x: first.x - 50 });
    await page.mouse.wheel(-50, 0);
    await expect.poll(inView).toEqual(first);
    // What is below the mouse stays there.
    await page.mouse.move(first.x, first.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -30);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await inView()).width).toBeGreaterThan(first.width);
    expect(await inView()).toMatchObject({ x: first.x, y: first.y });
    await presses(page, '0');
    await expect.poll(inView).toEqual(first);
    const isLeft = await canvas(page).evaluate((element) => [
      element.dispatchEvent(new WheelEvent('wheel', { cancelable: true })),
      element.dispatchEvent(new PointerEvent('pointerdown', { button: 1, pointerId: 99, cancelable: true })),
      element.dispatchEvent(new PointerEvent('pointerup', { button: 1, pointerId: 99 })),
    ]);
    expect(isLeft, 'whether the browser may scroll and zoom').toEqual([false, false, true]);
    // The browser goes back.
    expect(await leavesKey(canvas(page), { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect(await leavesKey(canvas(page), { key: 'ArrowLeft' })).toBe(false);
    await presses(page, '0');
    await page.keyboard.down(' ');
    await drag(first.x + 40, first.y + 10);
    await page.keyboard.up(' ');
    await expect.poll(inView).toEqual({ ...first, x: first.x + 30, y: first.y + 20 });
    expect(await placeOf(page, 'posts')).toBe(place);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await presses(page, 'Space');
    await expect(collectionEditor(page).panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tile(page, 'posts')).toBeFocused();
    expect(await leavesKey(canvas(page), { key: ' ' })).toBe(false);
    await canvas(page).dispatchEvent('keyup', { key: ' ' });
    await presses(page, '0');
    await expect.poll(inView).toEqual(first);
  });

  await test.step('fingers: one moves the view, or the selected tile; two zoom', async () => {
    const place = await placeOf(page, 'posts');
    const first = await boxOf(page, 'posts');
    const alone = await boxOf(page, 'alone');
    const from = { x: first.x + 40, y: first.y + 10 };
    const to = { x: from.x + 30, y: from.y + 20 };
    const other = { x: alone.x + 40, y: alone.y + 10 };
    const touch = await fingers(page);
    await touch([other]);
    await touch([{ x: other.x + 10, y: other.y + 10 }]);
    await touch([{ x: other.x + 30, y: other.y + 20 }]);
    await touch([]);
    await expect.poll(() => boxOf(page, 'posts')).toEqual({ ...first, x: first.x + 30, y: first.y + 20 });
    await presses(page, '0');
    await expect.poll(() => boxOf(page, 'posts')).toEqual(first);
    // A second finger gives up the drag.
    await touch([from]);
    await touch([to]);
    await expect.poll(() => placeOf(page, 'posts')).not.toBe(place);
    await touch([to, other]);
    await expect.poll(() => placeOf(page, 'posts')).toBe(place);
    await touch([{ x: to.x + (to.x - other.x) / 4, y: to.y + (to.y - other.y) / 4 }, other]);
    await expect(zoom(page)).toContainText('125%');
    await touch([other]);
    await touch([]);
    await presses(page, '0');
    // So does what the system does with a finger.
    await touch([from]);
    await touch([to]);
    await expect.poll(() => placeOf(page, 'posts')).not.toBe(place);
    await touch([], true);
    await expect.poll(() => placeOf(page, 'posts')).toBe(place);
    await touch([from]);
    await touch([to]);
    await touch([]);
    await expect.poll(() => placeOf(page, 'posts')).not.toBe(place);
    await page.getByRole('button', { name: 'Diagram actions' }).click();
    await page.getByRole('menuitem', { name: 'Arrange again' }).click();
    await expect.poll(() => placeOf(page, 'posts')).toBe(place);
  });

  await test.step('with a deleted collection, the focus goes to the diagram', async () => {
    await tile(page, 'alone').focus();
    await expect(tile(page, 'alone')).toHaveAttribute('aria-current', 'true');
    await backend.api.delete('/api/collections/alone');
    await announceChange(page);
    await expect(tile(page, 'alone')).toHaveCount(0);
    await expect(canvas(page)).toBeFocused();
    // Nothing is selected.
    await expect(tile(page, 'posts')).not.toHaveClass(/text-muted/);
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
    await checkScreen();
    await page.getByRole('heading', { name: 'posts' }).getByRole('button').click();
    await expect(collectionEditor(page).panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(collectionEditor(page).panel).toHaveCount(0);
    await backend.api.delete(`/api/collections/${posts.id}`);
    await announceChange(page);
    await expect(page.getByRole('heading', { name: 'posts' })).toHaveCount(0);
    await expectFitsSmall(page, frame(page, 'schema'));
  });

  await test.step('without collections, the first one can be created', async () => {
    for (const name of ['tags', 'users']) await backend.api.delete(`/api/collections/${name}`);
    await announceChange(page);
    const schema = frame(page, 'schema');
    await expect(schema.getByText('No collections yet.')).toBeVisible();
    await schema.getByRole('button', { name: 'New collection' }).click();
    await expect(collectionEditor(page).panel).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
