import type { Page } from '@playwright/test';

/** Composes a text in the focused element, like an input method, without finishing the composition. */
export async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await session.detach();
}
