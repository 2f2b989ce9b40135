import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['atoll', 'atoll-dark'] as const;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of those tags whose result depends on colours: all that a second theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects axe to find nothing on the page as it stands, and leaves the page in the theme it had: every rule in the
 * first theme, the rules about colours in the second one too.
 * @param include selector of the part to check; the whole page when absent.
 */
export async function axeCheck(page: Page, include?: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    const runOnly =
      theme === THEMES[0]
        ? ({ type: 'tag', values: TAGS } as const)
        : ({ type: 'rule', values: COLOUR_RULES } as const);
    const builder = new AxeBuilder({ page }).options({ runOnly, resultTypes: ['violations'] });
    // Else the results of the frames are put together in a page opened for that, which takes as long as the check.
    if (page.frames().length === 1) builder.setLegacyMode();
    const { violations } = await (include ? builder.include(include) : builder).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      at: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
    }));
    expect(found, `axe, theme ${theme}`).toEqual([]);
  }
  await setTheme(page, before);
}

/** Switches the theme the way the app does, and ends the fading of colours. */
async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate(async (name) => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations()) {
      // Waiting would not do: inside of closed details none ends by itself.
      if (animation instanceof CSSTransition) animation.finish();
    }
  }, theme);
}
