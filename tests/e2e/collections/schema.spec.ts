import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { collectionEditor } from '#tests/support/collections/editor.ts';
import { announceChange, collectionLinks, collectionsSidebar } from '#tests/support/collections/sidebar.ts';
import { createCollection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import { frame } from '#tests/support/screens.ts';

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
const canvas = (page: Page) => page.getByRole('group', { name: /^Diagram of/ });
const zoom = (page: Page) => page.getByRole('toolbar', { name: 'Zoom' });
const status = (page: Page) => frame(page, 'schema').getByRole('status');
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search collections' });
const UNARRANGED = 'The diagram could not be arranged. Try again, or use the outline.';
const RELATION = 'multiple, cascade delete';

interface Point {
  readonly x: number;
  readonly y: number;
}
const shifted = (point: Point, x: number, y: number) => ({ ...point, x: point.x + x, y: point.y + y });

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
  return async (points: readonly Point[], isCancelled = false) => {
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

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Diagram actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function saved(page: Page, type: 'SVG' | 'PNG'): Promise<Buffer> {
  const downloaded = page.waitForEvent('download');
  await chooseAction(page, `Save as ${type}`);
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`schema.${type.toLowerCase()}`);
  return readFileSync(await file.path());
}

/** Opens the diagram by keys, first with a worker that fails. */
async function openByKeys(page: Page): Promise<void> {
  // It is one tab stop with the list.
  await reach(page, collectionLinks(page).first());
  await presses(page, 'End');
  await expect(collectionsSidebar(page).getByRole('link', { name: 'Schema' })).toBeFocused();
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
}

async function searchAndMove(page: Page): Promise<void> {
  await searchBox(page).fill('labe');
  await expect(status(page)).toHaveText('1 of 1');
  await expect(tile(page, 'tags')).toHaveAttribute('aria-current', 'true');
  await expect(canvas(page).getByText(RELATION)).toBeVisible();
  // The mouse marks nothing beside it.
  await expect(tile(page, 'posts')).toHaveClass(/border-primary/);
  await tile(page, 'alone').hover();
  await expect(tile(page, 'alone')).not.toHaveClass(/border-primary/);
  await reach(page, tile(page, 'tags'));
  await presses(page, 'ArrowLeft');
  await expect(tile(page, 'posts')).toBeFocused();
  await presses(page, 'Escape');
  await expect(tile(page, 'posts')).not.toHaveAttribute('aria-current');

  await searchBox(page).fill('nothing like it');
  await expect(status(page)).toHaveText('None found');
  await searchBox(page).fill('ta');
  await expect(status(page)).toHaveText('1 of 3');
  await searchBox(page).press('Enter');
  await expect(status(page)).toHaveText('2 of 3');
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect(status(page)).toHaveText('1 of 3');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(status(page)).toHaveText('2 of 3');
  await canvas(page).click({ position: { x: 3, y: 3 } });
  await expect(status(page)).toHaveText('– of 3');
  await searchBox(page).press('Escape');
  await expect(status(page)).toHaveText('');
}

/** Moves a tile by keys and with the mouse, which opens nothing, until all are arranged again. */
async function moveTile(page: Page): Promise<void> {
  const top = () => tile(page, 'posts').evaluate((element) => element.style.top);
  const before = await tile(page, 'posts').boundingBox();
  const arranged = await top();
  await tile(page, 'posts').focus();
  await presses(page, 'Alt+ArrowUp Alt+ArrowUp Alt+ArrowUp Alt+ArrowUp');
  await expect.poll(top).not.toBe(arranged);
  const moved = await top();
  await page.reload();
  await expect.poll(top).toBe(moved);
  const box = await boxOf(page, 'posts');
  await expect(canvas(page).getByText(RELATION)).toHaveCount(0);
  await page.mouse.move(box.x + 20, box.y + 10);
  await expect(canvas(page).getByText(RELATION)).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 40, { steps: 3 });
  await page.mouse.up();
  await expect.poll(top).not.toBe(moved);
  await page.mouse.down();
  const dragged = await top();
  // Both before the next frame.
  await canvas(page).evaluate((element) => {
    for (const type of ['pointermove', 'pointerup'])
      element.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: 9, clientY: 9, buttons: 1 }));
  });
  await page.mouse.up();
  await expect.poll(top).not.toBe(dragged);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseAction(page, 'Arrange again');
  await expect.poll(() => tile(page, 'posts').boundingBox()).toEqual(before);
}

async function zoomAndPan(page: Page): Promise<void> {
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
}

/** Drags and turns the view with the mouse; with the space bar on a tile, too. */
async function dragView(page: Page): Promise<void> {
  const place = await placeOf(page, 'posts');
  const first = await boxOf(page, 'posts');
  const shows = (box: object) => expect.poll(() => boxOf(page, 'posts')).toEqual(box);
  const free = (await canvas(page).boundingBox()) ?? { x: 0, y: 0 };
  const drag = async ({ x, y }: Point, button: 'left' | 'middle' = 'left') => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + 30, y + 20, { steps: 2 });
    await page.mouse.up({ button });
  };
  await reach(page, tile(page, 'posts'));
  await drag(shifted(free, 5, 5));
  await shows(shifted(first, 30, 20));
  // The end of a drag is no click.
  await expect(tile(page, 'posts')).toHaveAttribute('aria-current', 'true');
  await drag(shifted(first, 40, 30), 'middle');
  await shows(shifted(first, 60, 40));
  await page.mouse.wheel(60, 0);
  await shows(shifted(first, 0, 40));
  await page.mouse.wheel(0, 40);
  await shows(first);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 50);
  await page.keyboard.up('Shift');
  await shows(shifted(first, -50, 0));
  await page.mouse.wheel(-50, 0);
  await shows(first);
  // What is below the mouse stays there.
  await page.mouse.move(first.x, first.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -30);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await boxOf(page, 'posts')).width).toBeGreaterThan(first.width);
  expect(await boxOf(page, 'posts')).toMatchObject({ x: first.x, y: first.y });
  await presses(page, '0');
  await page.keyboard.down(' ');
  await shows(first);
  await drag(shifted(first, 40, 10));
  await page.keyboard.up(' ');
  await shows(shifted(first, 30, 20));
  expect(await placeOf(page, 'posts')).toBe(place);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await presses(page, '0');
  await shows(first);
}

/** Which wheels, presses and keys the page leaves to the browser: scrolling, zooming, going back. */
async function expectLeft(page: Page): Promise<void> {
  const isLeft = await canvas(page).evaluate((element) => [
    element.dispatchEvent(new WheelEvent('wheel', { cancelable: true })),
    element.dispatchEvent(new PointerEvent('pointerdown', { button: 1, pointerId: 99, cancelable: true })),
    element.dispatchEvent(new PointerEvent('pointerup', { button: 1, pointerId: 99 })),
  ]);
  expect(isLeft).toEqual([false, false, true]);
  expect(await leavesKey(canvas(page), { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(await leavesKey(canvas(page), { key: 'ArrowLeft' })).toBe(false);
  expect(await leavesKey(canvas(page), { key: ' ' })).toBe(false);
  await canvas(page).dispatchEvent('keyup', { key: ' ' });
  await presses(page, '0');
}

/** One finger moves the view, or the selected tile; two zoom. */
async function useFingers(page: Page): Promise<void> {
  const place = await placeOf(page, 'posts');
  const isMoved = () => expect.poll(() => placeOf(page, 'posts')).not.toBe(place);
  const isBack = () => expect.poll(() => placeOf(page, 'posts')).toBe(place);
  const shows = (box: object) => expect.poll(() => boxOf(page, 'posts')).toEqual(box);
  const first = await boxOf(page, 'posts');
  const from = shifted(first, 40, 10);
  const to = shifted(from, 30, 20);
  const other = shifted(await boxOf(page, 'alone'), 40, 10);
  const touch = await fingers(page);
  await touch([other]);
  await touch([shifted(other, 10, 10)]);
  await touch([shifted(other, 30, 20)]);
  await touch([]);
  await shows(shifted(first, 30, 20));
  await presses(page, '0');
  await shows(first);
  // A second finger gives up the drag.
  await touch([from]);
  await touch([to]);
  await isMoved();
  await touch([to, other]);
  await isBack();
  await touch([shifted(to, (to.x - other.x) / 4, (to.y - other.y) / 4), other]);
  await expect(zoom(page)).toContainText('125%');
  await touch([other]);
  await touch([]);
  await presses(page, '0');
  // So does what the system does with a finger.
  await touch([from]);
  await touch([to]);
  await isMoved();
  await touch([], true);
  await isBack();
  await touch([from]);
  await touch([to]);
  await touch([]);
  await isMoved();
  await chooseAction(page, 'Arrange again');
  await isBack();
}

/** Opens an editor, and closes it. */
async function openEditor(page: Page, open: () => Promise<void>): Promise<void> {
  const { panel } = collectionEditor(page);
  await open();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

async function seed(api: AdminApi): Promise<void> {
  const tags = await createCollection(api, { name: 'tags', fields: [field('label', 'text')] });
  await createCollection(api, {
    name: 'posts',
    fields: [
      field('title', 'text'),
      field('tags', 'relation', { collectionId: tags.id, max: null, cascades: true }),
    ],
  });
  await createCollection(api, { name: 'alone', fields: [field('note', 'text')] });
}

test('the schema is a diagram and an outline, by keys, mouse and fingers', { tag: '@newer' }, async ({
  page,
  admin,
  backend: { api },
  step,
  expectedProblems,
}) => {
  await seed(api);
  await admin.signIn();
  await page.goto('/#/collections');
  const schema = frame(page, 'schema');

  await step('keys open it, and a failed arrangement is tried again', async () => {
    expectedProblems.allow(`console error: Error: ${UNARRANGED}`);
    await openByKeys(page);
  });
  await step('the search goes from match to match, arrow keys from tile to tile', () => searchAndMove(page));

  await step('a phone begins with the outline', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('tab', { name: 'Outline' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'posts' })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(tile(page, 'posts')).toBeVisible();
  });
  await step('a line below the mouse says which relation it is', async () => {
    const words = canvas(page).getByText(`posts.tags → tags: ${RELATION}`);
    const { x, y } = await middleOfLine(page);
    await page.mouse.move(x, y);
    await expect(words).toBeVisible();
    await page.mouse.move(x, y + 60);
    await expect(words).toHaveCount(0);
  });
  await step('a moved tile stays, after a reload too, until all are arranged again', () => moveTile(page));

  await step('Enter and Space open the editor, and the focus returns', async () => {
    await reach(page, tile(page, 'posts'));
    for (const key of ['Enter', 'Space']) {
      await openEditor(page, () => page.keyboard.press(key));
      await expect(tile(page, 'posts')).toBeFocused();
    }
  });
  await step('zoom, pan and show all', () => zoomAndPan(page));
  await step('the mouse drags and turns the view; with the space bar on a tile, too', () => dragView(page));
  await step('the browser goes back, and only the diagram scrolls', () => expectLeft(page));
  await step('fingers: one moves the view, or the selected tile; two zoom', () => useFingers(page));

  await step('with a deleted collection, the focus goes to the diagram', async () => {
    await tile(page, 'alone').focus();
    await expect(tile(page, 'alone')).toHaveAttribute('aria-current', 'true');
    await api.delete('/api/collections/alone');
    await announceChange(page);
    await expect(tile(page, 'alone')).toHaveCount(0);
    await expect(canvas(page)).toBeFocused();
    // Nothing is selected.
    await expect(tile(page, 'posts')).not.toHaveClass(/text-muted/);
  });

  await step('both pictures can be saved', async () => {
    const svg = String(await saved(page, 'SVG'));
    expect(svg).toContain(`posts.tags → tags: ${RELATION}`);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(String(await saved(page, 'SVG'))).toBe(svg);
    await page.emulateMedia({ forcedColors: null });
    expect((await saved(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  });

  await step('the outline has the same as links', async () => {
    await page.getByRole('tab', { name: 'Outline' }).click();
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'tags' }) });
    const fields = entry.getByRole('paragraph').filter({ hasText: 'Fields' });
    await expect(fields).toHaveText(`Fields label (text)${onLine('', ', created (date), updated (date)')}`);
    await entry.getByRole('link', { name: 'posts' }).click();
    const heading = page.getByRole('heading', { name: 'posts' });
    await expect(heading).toBeFocused();
    await openEditor(page, () => heading.getByRole('button').click());
    await api.delete('/api/collections/posts');
    await announceChange(page);
    await expect(heading).toHaveCount(0);
  });

  await step(
    'without collections, the first one can be created',
    async () => {
      for (const name of ['tags', 'users']) await api.delete(`/api/collections/${name}`);
      await announceChange(page);
      await expect(schema.getByText('No collections yet.')).toBeVisible();
      await schema.getByRole('button', { name: 'New collection' }).click();
      await expect(collectionEditor(page).panel).toBeVisible();
    },
    'hasNoSystemCollections',
  );
});
