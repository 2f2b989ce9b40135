import type { Page } from '@playwright/test';

/** Lets the page read and write the clipboard and returns a reader of its text. */
export async function allowClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}
