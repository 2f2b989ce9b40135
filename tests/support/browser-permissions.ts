import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';

/** Lets the page read and write the clipboard and returns a reader of its text. */
export async function allowClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}

/** Does `act` and returns the file whose download it starts. */
export async function downloadFrom(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ name: string; text: string; download: Download }> {
  const started = page.waitForEvent('download');
  await act();
  const download = await started;
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
    download,
  };
}
