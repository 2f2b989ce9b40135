import type { BrowserContext, Page } from '@playwright/test';

/** Slowdown factor of every page's processor; `SLOWDOWN=4 npm run test:e2e` finds hidden races. */
const RATE = Number(process.env['SLOWDOWN'] ?? 1);

/** Slows down every page of `context` by the factor of `SLOWDOWN`; does nothing without it. */
export async function applySlowdown(context: BrowserContext): Promise<void> {
  if (!(RATE > 1)) return;
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
  };
  for (const page of context.pages()) await slow(page);
  context.on('page', (page) => {
    // The page was closed at once.
    slow(page).catch(() => undefined);
  });
}
