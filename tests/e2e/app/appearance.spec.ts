import type { Locator, Page } from '@playwright/test';
import { finishTransitions } from '#tests/support/axe.ts';
import {
  type Collection,
  createCollection,
  createTitles,
  everyFieldType,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { openLive } from '#tests/support/records/live.ts';
import { isListRequest, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { goToHash } from '#tests/support/screens.ts';

test.use({ isDrawn: true });

/** What the first match looks like on screen. */
const pictureOf = async (page: Page, target: Locator) => {
  const clip = await target.boundingBox();
  if (!clip) throw new Error('Not on screen.');
  return (await page.screenshot({ clip })).toString('base64');
};

async function expectInkWithForcedColours(page: Page, { id, name }: Collection): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await goToHash(page, recordsHash(id).slice(1));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  const icons = page.locator('[class*="icon-["]:visible');
  expect(await icons.count()).toBeGreaterThan(10);
  const invisible = await icons.evaluateAll((all) => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    return all
      .filter((icon) => getComputedStyle(icon).opacity !== '0')
      .filter((icon) => getComputedStyle(icon).backgroundColor === canvas)
      .map(({ className }) => className);
  });
  expect(invisible).toEqual([]);
  // The same place with and without the icon differs on screen.
  const gear = page.getByRole('button', { name: 'Edit collection' }).locator('[class*="icon-["]');
  const drawn = await pictureOf(page, gear);
  await gear.evaluate((icon) => {
    icon.style.maskImage = 'linear-gradient(transparent, transparent)';
  });
  expect(await pictureOf(page, gear)).not.toBe(drawn);
  for (const current of [
    page.getByRole('link', { name, exact: true }),
    page.getByRole('link', { name: 'Collections', exact: true }),
  ]) {
    await expect(current).toHaveCSS('outline-style', 'solid');
  }
  const box = screen.rows.first().getByRole('checkbox');
  const empty = await pictureOf(page, box);
  await box.check();
  await page.mouse.move(0, 0);
  await expect(screen.rows.first()).toHaveCSS('outline-style', 'solid');
  expect(await pictureOf(page, box)).not.toBe(empty);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.locator('[role=option][data-active-item]')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ forcedColors: 'none' });
}

/** The form of a new record with every type of field, of which there are `count`. */
async function expectContrasts(page: Page, id: string, count: number): Promise<void> {
  await goToHash(page, recordsHash(id).slice(1));
  await page.getByRole('button', { name: 'New record' }).first().click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur());
    await finishTransitions(page);
    const contrasts = await page
      .locator('.input, .textarea, .checkbox, .toggle, [role=dialog] [class*=text-type-]')
      .filter({ visible: true })
      .evaluateAll((all) => {
        const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('No canvas.');
        // The colours of the elements below, one over the other.
        const luminance = (colours: readonly string[]) => {
          for (const colour of colours) {
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
          }
          const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
            const value = byte / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        // An editor may have taken the place of its plain field meanwhile.
        return all
          .filter((control) => control.isConnected)
          .map((control) => {
            const around: string[] = [];
            for (let parent = control.parentElement; parent; parent = parent.parentElement) {
              around.unshift(getComputedStyle(parent).backgroundColor);
            }
            const outside = luminance(around);
            const { color, borderTopColor } = getComputedStyle(control);
            const ink = luminance([...around, control.className.includes('icon-') ? color : borderTopColor]);
            return [
              (Math.max(outside, ink) + 0.05) / (Math.min(outside, ink) + 0.05),
              control.className,
            ] as const;
          });
      });
    expect(contrasts.length).toBeGreaterThan(count);
    expect(contrasts.filter(([contrast]) => contrast < 3)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

async function printListAndRecord(page: Page, id: string): Promise<void> {
  await goToHash(page, recordsHash(id).slice(1));
  const screen = recordsScreen(page);
  await expect(screen.rows.first()).toBeVisible();
  const print = async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
  };
  await print();
  await expect(screen.rows).toHaveCount(40);
  const tops = await screen.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(40);
  const around = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'New record' }),
    screen.search,
  ];
  for (const part of around) await expect(part).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => screen.rows.count()).toBeLessThan(40);

  await screen.rows.first().click();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('textbox', { name: 'title' });
  await expect(title).toBeVisible();
  await print();
  await expect(title).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await expect(screen.rows.first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
}

async function loseConnection(page: Page, id: string): Promise<void> {
  const note = page.getByText("You're offline. Retrying…");
  await page.context().setOffline(true);
  await expect(note).toBeVisible();
  const listed = page.waitForRequest((request) => isListRequest(request, id));
  await page.context().setOffline(false);
  await listed;
  await expect(note).toBeHidden();
}

test('forced colours, contrasts, a printed page, and a page without a connection', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET .* net::ERR_INTERNET_DISCONNECTED$/);
  const few = await createTitles(backend.api, 3);
  const many = await createTitles(backend.api, 40);
  const fields = everyFieldType(few.id);
  const { id } = await createCollection(backend.api, { name: uniqueName('types'), fields });
  await admin.signIn();
  await openLive(page, recordsHash(few.id));
  await step('without a connection it says so, asks again, and reloads the list when it is back', () =>
    loseConnection(page, few.id),
  );
  await step('in forced colours every icon has ink, and what is chosen or current an outline', () =>
    expectInkWithForcedColours(page, few),
  );
  await step('borders of inputs and icons of types have a contrast of 3:1, in both themes', () =>
    expectContrasts(page, id, fields.length),
  );
  await step('a printed list has all loaded rows, and a printed record its fields, and nothing else', () =>
    printListAndRecord(page, many.id),
  );
});
