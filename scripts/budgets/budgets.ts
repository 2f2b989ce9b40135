import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { replaceTemplates } from '#build/frames.mjs';
import { modulesOf } from '#build/preload.mjs';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { ensureBrowser } from '#scripts/test/browser.ts';
import { oneCheck, type Tally } from '#scripts/test/tally.ts';
import { filesAtRest } from './at-rest.ts';
import { BUDGETS, type Budget, MAX_PAGE_KILOBYTES } from './figures.ts';

export interface Measured {
  /** Such as `login, to use`. */
  name: string;
  kilobytes: number;
  maxKilobytes: number;
  /** Number of files, including the page itself. */
  files: number;
}

/** Page-relative address of the icons; empty when the build has none. */
function findIcons(html: string): string[] {
  const href = /<meta\b[^>]*\bname="atoll-icons"[^>]*\bcontent="([^"]+)"/.exec(html)?.[1];
  return href === undefined ? [] : [href];
}

/** The wires in the map, by their lines. */
const OLDER = 'pb22';
const NEWER = 'pb23';
/** The most that a first visit of a backend of 0.23 or newer is of the same one of 0.22. */
const MAX_SHARE = 1.05;

/** The files with frames, page-relative. */
const findFrames = (html: string): { frame: string; src: string }[] =>
  [...html.matchAll(/<template data-frames="([^"]*)" data-file="([^"]*)"/g)].map(
    ([, frame = '', hash = '']) => ({
      frame,
      src: `./assets/${frame}.${hash}.txt`,
    }),
  );

/**
 * The size of the page, and of the first visit of each route in `budgets`: to use it (what its islands import), and at
 * rest.
 * @param buildDir folder of the build, absolute.
 * @param atRest files that the page fetches on its own, page-relative, in the order of the budgets.
 * @throws Error when no island hydrates on the frames: there would be nothing to measure.
 */
export function measure(buildDir: string, budgets: Budget[], atRest: string[][]): Measured[] {
  const clientDir = `${buildDir}/client`;
  const html = readFileSync(`${clientDir}/index.html`, 'utf8');
  const frameFiles = findFrames(html);
  const map: Record<string, string[]> = JSON.parse(readFileSync(`${buildDir}/server/modules.json`, 'utf8'));
  const sizeOf = (files: string[]): { kilobytes: number; files: number } => {
    const unique = [...new Set(files)];
    const bytes = unique.reduce((sum, file) => sum + brotliSize(`${clientDir}/${file}`), 0);
    return { kilobytes: bytes / 1000, files: unique.length };
  };
  const parsed = replaceTemplates(html, () => '');
  const page = { kilobytes: Buffer.byteLength(parsed) / 1000, maxKilobytes: MAX_PAGE_KILOBYTES, files: 1 };
  const visits = budgets.flatMap(({ route, frames, maxKilobytes, maxKilobytesAtRest }, index) => {
    const modules = modulesOf(map, frames);
    if (modules.length === 0) throw new Error(`No island hydrates on ${frames.join()}.`);
    // Every route with a sidebar loads the icons; the sign-in shows none.
    const icons = frames.includes('sidebar') ? findIcons(html) : [];
    const own = frameFiles.filter(({ frame }) => frames.includes(frame));
    const page = ['./index.html', ...icons, ...own.map(({ src }) => src)];
    const toUse = sizeOf([...page, ...modules]);
    const newer = modulesOf(
      map,
      frames.map((name) => (name === OLDER ? NEWER : name)),
    );
    return [
      { name: `${route}, to use`, maxKilobytes, ...toUse },
      ...(frames.includes(OLDER)
        ? [
            {
              name: `${route}, to use with 0.23 and newer`,
              maxKilobytes: MAX_SHARE * toUse.kilobytes,
              ...sizeOf([...page, ...newer]),
            },
          ]
        : []),
      { name: `${route}, at rest`, maxKilobytes: maxKilobytesAtRest, ...sizeOf(atRest[index] ?? []) },
    ];
  });
  return [{ name: 'page, decoded', ...page }, ...visits];
}

/** Size in bytes as the server sends it. */
function brotliSize(path: string): number {
  return existsSync(`${path}.br`)
    ? statSync(`${path}.br`).size
    : brotliCompressSync(readFileSync(path)).length;
}

/** Measures the build, prints a line per limit and counts each as one check. */
export async function measureBudgets(): Promise<Tally> {
  if (!ensureBrowser()) return oneCheck(false);
  const measured = measure(BUILD_DIR, BUDGETS, await filesAtRest(BUDGETS));
  let failed = 0;
  for (const { name, kilobytes, maxKilobytes, files } of measured) {
    const ok = kilobytes <= maxKilobytes;
    if (!ok) failed += 1;
    const size = `${kilobytes.toFixed(1)} of ${maxKilobytes} kB in ${files} files`;
    console.log(`${ok ? 'ok      ' : 'TOO BIG '} ${name}: ${size}`);
  }
  return { passed: measured.length - failed, failed, flaky: 0, skipped: 0 };
}
