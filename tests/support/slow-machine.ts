import type { BrowserContext, Page } from '@playwright/test';

/** How many times slower the processor of every page is; `SLOWDOWN=4 npm run test:e2e` finds hidden races. */
const RATE = Number(process.env['SLOWDOWN'] ?? 1);

/** Slows every page of `context` as `SLOWDOWN` asks for; without it nothing is changed. */
export async function slowDownAsAsked(context: BrowserContext): Promise<void> {
  if (!(RATE > 1)) return;
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
  };
  for (const page of context.pages()) await slow(page);
  context.on('page', (page) => {
    // A page that is closed at once needs no slowing.
    slow(page).catch(() => undefined);
  });
}
