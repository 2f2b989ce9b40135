import { expect, type Page } from '@playwright/test';

/** Values that must be shown as text everywhere. Without null bytes, which SQLite's JSON refuses. */
export const hostileStrings = {
  script: '<script>window.__pwned = "script"</script>',
  image: '<img src="x" onerror="window.__pwned = \'image\'">',
  link: 'javascript:window.__pwned="link"',
  rightToLeft: 'user\u202Egpj.exe',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 é́́ 漢字 ﷽',
  quotes: `'"\`\\ ' OR 1=1 -- {{7*7}} \${7*7} </textarea></style>`,
  long: 'long '.repeat(2000),
  controls: 'tab\tnewline\nreturn\rbell\u0007zero\u200Bwidth',
} as const;

/** Expects that the texts created no element or script and did not make the page wider than the window. */
export async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
  expect(
    await page.locator('[onerror], [onload], .page-content script, a[href^="javascript:" i]').count(),
  ).toBe(0);
  expect(await page.locator('.page-content').locator('iframe, img[src="x"]').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Fails the test when a script of the texts opens a dialog. */
export function refuseDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
}
