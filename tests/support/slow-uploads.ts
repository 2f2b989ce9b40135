import type { Page } from '@playwright/test';

/** Returns a function that limits the speed of uploads to a number of bytes per second; -1 removes the limit. */
export async function slowUploads(page: Page): Promise<(speed: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  return (uploadThroughput) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}
