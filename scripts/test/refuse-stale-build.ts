import process from 'node:process';
import { BUILD_DIR, ROOT } from '#scripts/lib/paths.ts';
import { isBuildStale } from '#scripts/start/build.ts';

/**
 * Why the build must not be tested; undefined when it may. The variable `STALE` allows a build that is older than its
 * sources, for example one of another commit.
 */
export function reasonToRefuse(
  env: NodeJS.ProcessEnv = process.env,
  root = ROOT,
  buildDir = BUILD_DIR,
): string | undefined {
  if (env['STALE'] || !isBuildStale(root, buildDir)) return undefined;
  return 'The build is older than its sources. Run npm run build first, or set STALE=1 to test the old build.';
}

/** Playwright's global setup: the browser tests use the build, so an old build would prove nothing. */
export default function refuseStaleBuild(): void {
  const reason = reasonToRefuse();
  if (!reason) return;
  console.error(reason);
  process.exit(1);
}
