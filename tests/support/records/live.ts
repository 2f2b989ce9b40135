import { expect, type Locator, type Page } from '@playwright/test';
import { frame } from '../screens.ts';

/** Opens an address and waits until the backend reports changes of its list. */
export async function openLive(page: Page, address: string): Promise<void> {
  const subscribed = nextSubscription(page);
  await page.goto(address);
  await subscribed;
}

/** Waits until the page has subscribed (again), and has looked for what it missed before. */
export async function nextSubscription(page: Page): Promise<void> {
  await page.waitForResponse((response) => {
    const request = response.request();
    return request.method() === 'POST' && new URL(request.url()).pathname === '/api/realtime';
  });
  const isCatchUp = (url: string) => new URL(url).searchParams.get('fields') === 'id,updated';
  await (await page.waitForResponse((response) => isCatchUp(response.url()))).finished();
}

/** The button with the number of changes elsewhere. */
export const changesButton = (page: Page): Locator =>
  frame(page, 'collections').getByRole('button', { name: /^[\d,]+\+? changes?$/ });

/** Expects that the list says that nothing, or this number of records, was changed elsewhere. */
export async function expectChanges(page: Page, count: number): Promise<void> {
  if (count === 0) await expect(changesButton(page)).toHaveCount(0);
  else await expect(changesButton(page)).toHaveAccessibleName(count === 1 ? '1 change' : `${count} changes`);
}

/** Id and place of every row in the page. */
export function places(page: Page): Promise<Record<string, number>> {
  return frame(page, 'collections').evaluate((screen) =>
    Object.fromEntries(
      [...screen.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => [
        row.dataset['rowId'] ?? '',
        row.getBoundingClientRect().top,
      ]),
    ),
  );
}
