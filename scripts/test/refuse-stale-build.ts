import process from 'node:process';
import { BUILD_DIR, ROOT } from '#scripts/lib/paths.ts';
import { isBuildStale } from '#scripts/start/build.ts';

/**
 * Why the build must not be tested; undefined where it may. `STALE` in the environment allows one that is older than
 * its sources, as of another commit.
 */
export function reasonToRefuse(
  env: NodeJS.ProcessEnv = process.env,
  root = ROOT,
  buildDir = BUILD_DIR,
): string | undefined {
  if (env['STALE'] || !isBuildStale(root, buildDir)) return undefined;
  return 'The build is older than its sources: run npm run build first (STALE=1 tests it as it is).';
}

/** Playwright's global setup: the browser tests look at the build, so an old one would prove nothing. */
export default function refuseStaleBuild(): void {
  const reason = reasonToRefuse();
  if (!reason) return;
  console.error(reason);
  process.exit(1);
}
