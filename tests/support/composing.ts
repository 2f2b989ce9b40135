import type { Page } from '@playwright/test';

/** Composes a text in what has the focus, as an input method does, and leaves the composition unfinished. */
export async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await session.detach();
}
