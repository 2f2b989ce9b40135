import { existsSync, readdirSync, statSync } from 'node:fs';
import { startChild } from '#scripts/lib/child.ts';
import { BUILD_DIR, ROOT } from '#scripts/lib/paths.ts';
import { UserError } from '#scripts/lib/user-error.ts';
import type { Supervisor } from './supervisor.ts';

const SOURCES = ['build', 'src', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'];
/** Every build writes both. */
const PRODUCTS = ['client/index.html', 'server/main.mjs'];

/** Time of the newest change in these files and folders (recursive), in ms since 1970; 0 when none exists. */
export function newestChange(paths: string[], root = ROOT): number {
  let newest = 0;
  for (const path of paths) {
    const full = `${root}${path}`;
    if (!existsSync(full)) continue;
    const stats = statSync(full);
    const isFolder = stats.isDirectory();
    // The folder's own time shows that a file was removed.
    const inside = isFolder
      ? newestChange(
          readdirSync(full).map((name) => `${path}/${name}`),
          root,
        )
      : 0;
    newest = Math.max(newest, stats.mtimeMs, inside);
  }
  return newest;
}

/** Whether there is no build, or a source is newer than it. */
export function isBuildStale(root = ROOT, buildDir = BUILD_DIR): boolean {
  const built = PRODUCTS.map((path) => newestChange([path], `${buildDir}/`));
  return newestChange(SOURCES, root) > Math.min(...built);
}

/** @throws UserError when the build fails, after printing its output. */
export async function buildWhenStale(supervisor: Supervisor): Promise<void> {
  if (!isBuildStale()) return;
  console.log(`Atoll: building${existsSync(BUILD_DIR) ? ' (sources have changed)' : ''} ...`);
  const child = await startChild(process.execPath, ['run', '-A', '--no-lock', 'npm:astro', 'build'], {
    cwd: ROOT,
  });
  supervisor.onEnd(() => child.stop());
  const { code } = await child.exited;
  supervisor.assertRunning();
  if (code === 0) return;
  console.error(child.output());
  throw new UserError('The build failed (see the lines above).');
}
