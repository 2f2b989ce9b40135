import { type Browser, chromium } from 'playwright';
import { startAtollServer } from '#scripts/lib/atoll-server.ts';
import { wholeBrowser } from '#scripts/lib/browser.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import type { Supervisor } from '#scripts/start/supervisor.ts';

/** The running servers to measure, and the browser to measure with. */
export interface BenchEnvironment {
  backendUrl: string;
  atollUrl: string;
  browser: Browser;
}

/** Starts PocketBase on the data in `dir`, Atoll in front of it, and a browser; `supervisor` stops all three. */
export async function startEnvironment(dir: string, supervisor: Supervisor): Promise<BenchEnvironment> {
  const backend = await startPocketBaseServer({ bin: findPocketBase(), dir });
  supervisor.onEnd(() => backend.child.stop());
  const atoll = await startAtollServer({ backendUrl: backend.url });
  supervisor.onEnd(() => atoll.child.stop());
  const browser = await chromium.launch(wholeBrowser());
  supervisor.onEnd(() => browser.close());
  return { backendUrl: backend.url, atollUrl: atoll.url, browser };
}
