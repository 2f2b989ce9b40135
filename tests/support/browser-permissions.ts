import type { Page } from '@playwright/test';

/** Allows the page to use the clipboard and returns a function that reads its text. */
export async function allowClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}
