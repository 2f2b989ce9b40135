import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '#scripts/lib/child.ts';
import { startStatic } from '#tests/support/static-server.ts';

const KIT = fileURLToPath(new URL('./kit', import.meta.url));

/** The built kit page on a server, with the strict content security policy. */
export interface KitSite {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds the kit page with the real styles into a temporary folder and serves it.
 * @throws Error with the build's output when the build fails
 */
export async function startKitSite(): Promise<KitSite> {
  const outDir = await mkdtemp(join(tmpdir(), 'atoll-kit-'));
  // A separate process: the test runner's module loader interferes with native modules.
  const vite = ['run', '-A', '--no-lock', 'npm:vite', 'build', '--outDir', outDir];
  const build = await startChild(process.execPath, vite, { cwd: KIT });
  const { code } = await build.exited;
  if (code !== 0) throw new Error(`The kit page could not be built:\n${build.output()}`);
  const server = await startStatic({ dir: outDir });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
