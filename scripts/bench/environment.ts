import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { startAtollServer } from '#scripts/lib/atoll-server.ts';
import { wholeBrowser } from '#scripts/lib/browser.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import type { Supervisor } from '#scripts/start/supervisor.ts';

/** Running servers to measure. */
export interface BenchServers {
  backendUrl: string;
  atollUrl: string;
  /** Of the other build, if there is one. */
  otherUrl: string | undefined;
}

/** The running servers, and the browser to measure with. */
export interface BenchEnvironment extends BenchServers {
  browser: Browser;
}

/**
 * Starts PocketBase on the data in `dir`, and Atoll in front of it, also of the build in `otherDist`; `supervisor` stops
 * them.
 */
export async function startServers(
  dir: string,
  supervisor: Supervisor,
  { bin = findPocketBase(), otherDist }: { bin?: string; otherDist?: string | undefined } = {},
): Promise<BenchServers> {
  const backend = await startPocketBaseServer({ bin, dir });
  supervisor.onEnd(() => backend.child.stop());
  const serve = async (distDir?: string): Promise<string> => {
    const { url, child } = await startAtollServer({ backendUrl: backend.url, ...(distDir && { distDir }) });
    supervisor.onEnd(() => child.stop());
    return url;
  };
  const otherUrl = otherDist ? await serve(otherDist) : undefined;
  return { backendUrl: backend.url, atollUrl: await serve(), otherUrl };
}

/** Starts a browser, which `supervisor` ends. */
export async function startBrowser(
  supervisor: Supervisor,
  options: LaunchOptions = wholeBrowser(),
): Promise<Browser> {
  const browser = await chromium.launch(options);
  supervisor.onEnd(() => browser.close());
  return browser;
}

/** Starts servers of PocketBase 0.22 on the data in `dir`, and a browser. */
export async function startEnvironment(
  dir: string,
  supervisor: Supervisor,
  { browser: options = wholeBrowser() }: { browser?: LaunchOptions } = {},
): Promise<BenchEnvironment> {
  const servers = await startServers(dir, supervisor);
  return { ...servers, browser: await startBrowser(supervisor, options) };
}
