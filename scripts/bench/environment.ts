import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { startAtollServer } from '#scripts/lib/atoll-server.ts';
import { wholeBrowser } from '#scripts/lib/browser.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import type { Supervisor } from '#scripts/start/supervisor.ts';

/** The running servers to measure, and the browser to measure with. */
export interface BenchEnvironment {
  backendUrl: string;
  atollUrl: string;
  /** Of the other build, if there is one. */
  otherUrl: string | undefined;
  browser: Browser;
}

/**
 * Starts PocketBase on the data in `dir`, Atoll in front of it, also of the build in `otherDist`, and a browser;
 * `supervisor` stops them.
 */
export async function startEnvironment(
  dir: string,
  supervisor: Supervisor,
  { otherDist, browser: options = wholeBrowser() }: { otherDist?: string; browser?: LaunchOptions } = {},
): Promise<BenchEnvironment> {
  const backend = await startPocketBaseServer({ bin: findPocketBase(), dir });
  supervisor.onEnd(() => backend.child.stop());
  const serve = async (distDir?: string): Promise<string> => {
    const { url, child } = await startAtollServer({ backendUrl: backend.url, ...(distDir && { distDir }) });
    supervisor.onEnd(() => child.stop());
    return url;
  };
  const browser = await chromium.launch(options);
  supervisor.onEnd(() => browser.close());
  const otherUrl = otherDist ? await serve(otherDist) : undefined;
  return { backendUrl: backend.url, atollUrl: await serve(), otherUrl, browser };
}
