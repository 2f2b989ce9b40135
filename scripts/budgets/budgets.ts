import { existsSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { findStyles, preloadMap } from '../../src/server/build/preload.mjs';
import { BUILD_DIR } from '../lib/paths.ts';
import type { Tally } from '../test/tally.ts';
import { BUDGETS, type Budget } from './figures.ts';

export interface Measured extends Budget {
  kilobytes: number;
  /** Files counted, the page itself included. */
  files: number;
}

/** Page-relative address of the icons' style sheet, none when the build has not parted them. */
function findIcons(html: string): string[] {
  const href = /<meta\b[^>]*\bname="atoll-icons"[^>]*\bcontent="([^"]+)"/.exec(html)?.[1];
  return href === undefined ? [] : [href];
}

/** Modules of every island that wakes on one of `frames`; the map's keys are such names, separated by spaces. */
export function modulesOf(map: Record<string, string[]>, frames: string[]): string[] {
  const fitting = Object.entries(map).filter(([key]) => key.split(' ').some((name) => frames.includes(name)));
  return [...new Set(fitting.flatMap(([, modules]) => modules))];
}

/**
 * What the first visit of each route in `budgets` costs.
 * @param clientDir folder of the built page, absolute.
 * @throws Error when no island wakes on its frames: then there would be nothing to measure.
 */
export async function measure(clientDir: string, budgets: Budget[]): Promise<Measured[]> {
  const html = readFileSync(`${clientDir}/index.html`, 'utf8');
  const map: Record<string, string[]> = await preloadMap(html, pathToFileURL(`${clientDir}/`));
  return budgets.map((budget) => {
    const modules = modulesOf(map, budget.frames);
    if (modules.length === 0) throw new Error(`No island wakes on ${budget.frames.join()}.`);
    // The icons come with every route of the app; the sign-in page shows none.
    const icons = budget.frames.includes('sidebar') ? findIcons(html) : [];
    const files = [...new Set(['./index.html', ...findStyles(html), ...icons, ...modules])];
    const bytes = files.reduce((sum, file) => sum + brotliSize(`${clientDir}/${file}`), 0);
    return { ...budget, kilobytes: bytes / 1000, files: files.length };
  });
}

/** Size in bytes as the server sends it. */
function brotliSize(path: string): number {
  return existsSync(`${path}.br`)
    ? statSync(`${path}.br`).size
    : brotliCompressSync(readFileSync(path)).length;
}

/** Measures the build, prints a line per budget and counts each as one check. */
export async function measureBudgets(): Promise<Tally> {
  const measured = await measure(`${BUILD_DIR}/client`, BUDGETS);
  let failed = 0;
  for (const { route, kilobytes, maxKilobytes, files } of measured) {
    const ok = kilobytes <= maxKilobytes;
    if (!ok) failed += 1;
    const size = `${kilobytes.toFixed(1)} of ${maxKilobytes} kB in ${files} files`;
    console.log(`${ok ? 'ok      ' : 'TOO BIG '} ${route}: ${size}`);
  }
  return { passed: measured.length - failed, failed, flaky: 0, skipped: 0 };
}
