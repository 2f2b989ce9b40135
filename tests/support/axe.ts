import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['atoll', 'atoll-dark'] as const;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of those tags that depend on colours: only these can fail in a second theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no problem on the current page: checks every rule in the first theme, and the rules about
 * colours in the second one too. Restores the theme.
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
    // Otherwise axe merges the results of frames in a new page, which takes as long as the check.
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

/** Switches the theme as the app does, and finishes colour transitions. */
async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate(async (name) => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations()) {
      // Waiting is not enough: transitions inside closed details never end.
      if (animation instanceof CSSTransition) animation.finish();
    }
  }, theme);
}
