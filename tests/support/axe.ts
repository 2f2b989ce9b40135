import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { setDrawn } from './drawing.ts';

const THEMES = ['atoll', 'atoll-dark'] as const;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of those tags that depend on colours: only these can fail in a second theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The part of the window that axe adds. */
interface AxeWindow {
  axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

/**
 * Expects that axe finds no problem on the current page: checks every rule in the first theme, and the rules about
 * colours in the second one too. Restores the theme.
 * @param themes where colours are checked elsewhere, the first one is enough.
 */
export async function axeCheck(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<void> {
  // Reading its source takes as long as a check: once for each document. In frames, it answers the page's axe.
  await Promise.all(page.frames().map(addAxe));
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  // Nothing has a contrast that has no opacity.
  await setDrawn(page, true);
  for (const theme of themes) {
    await setTheme(page, theme);
    await page.waitForFunction(isAtRest);
    const runOnly =
      theme === THEMES[0]
        ? ({ type: 'tag', values: TAGS } as const)
        : ({ type: 'rule', values: COLOUR_RULES } as const);
    const { violations, passes } = await page.evaluate(
      (options) => (window as unknown as AxeWindow).axe.run(document, options),
      // Nothing here plays sound or depends on how a device is turned: axe needs no other files.
      { runOnly, resultTypes: ['violations'], preload: false } as RunOptions,
    );
    expect(passes.length, 'rules of axe that found something to check').toBeGreaterThan(0);
    const found = violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      at: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
    }));
    expect(found, `axe, theme ${theme}`).toEqual([]);
  }
  await setTheme(page, before);
  await setDrawn(page, false);
}

/** Whether nothing appears or fades, which would change its contrast. Spinners move on. */
const isAtRest = () =>
  document.getAnimations().every((animation) => {
    const { endTime } = animation.effect?.getComputedTiming() ?? {};
    return animation.playState !== 'running' || endTime === Number.POSITIVE_INFINITY;
  });

async function addAxe(frame: Frame): Promise<void> {
  const hasAxe = await frame.evaluate(() => 'axe' in window);
  if (!hasAxe) await frame.evaluate(SOURCE);
}

/** Switches the theme as the app does, and finishes colour transitions. */
async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate((name) => {
    if (name === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, theme);
  await finishTransitions(page);
}

/** Ends the colour transitions that a change of theme or focus started. */
export async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations()) {
      // Waiting is not enough: transitions inside closed details never end.
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}
