import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const THEMES = ['atoll', 'atoll-dark'] as const;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects axe to find nothing on the page as it stands, in both themes, and leaves the page in the theme it had.
 * @param include selector of the part to check; the whole page when absent.
 */
export async function axeCheck(page: Page, include?: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    const builder = new AxeBuilder({ page }).withTags(TAGS);
    const { violations } = await (include ? builder.include(include) : builder).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      at: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
    }));
    expect(found, `axe, theme ${theme}`).toEqual([]);
  }
  await setTheme(page, before);
}

/** Switches the theme the way the app does, and waits until colours no longer fade. */
async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate(async (name) => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  }, theme);
}
