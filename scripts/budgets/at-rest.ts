import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { atollPage } from '#scripts/bench/atoll-page.ts';
import { startEnvironment } from '#scripts/bench/environment.ts';
import { type Session, Visit } from '#scripts/bench/visit.ts';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { testBrowser } from '#scripts/lib/browser.ts';
import { findPocketBase, runPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import type { Budget } from './figures.ts';

const ADMIN = { email: 'budgets@example.com', password: 'budgets-atoll-2026' };

/** Paths of the backend: they are not files of the build. */
const BACKEND_PATHS = ['./api/', './_/'];

/**
 * Opens each route with an empty cache and a new backend, and waits until the page fetches nothing more on its own,
 * including prefetching.
 * @returns per budget, the fetched files of the build, page-relative.
 */
export async function filesAtRest(budgets: Budget[]): Promise<string[][]> {
  const supervisor = new Supervisor();
  try {
    const dir = mkdtempSync(`${tmpdir()}/atoll-budgets-`);
    supervisor.onEnd(() => rmSync(dir, { recursive: true, force: true }));
    const bin = findPocketBase();
    runPocketBase(bin, dir, ['migrate', 'up']);
    runPocketBase(bin, dir, ['admin', 'create', ADMIN.email, ADMIN.password]);
    const { backendUrl, atollUrl, browser } = await startEnvironment(dir, supervisor, {
      browser: testBrowser(),
    });
    const api = createAdminApi(backendUrl, ADMIN);
    const session = await api.session();
    // The backend writes its first entry some seconds later, and the logs fetch their chart only for entries.
    while ((await api.get<{ totalItems: number }>('/api/logs?perPage=1')).totalItems === 0) await delay(200);
    return await Promise.all(budgets.map((budget) => visit(browser, atollUrl, budget, session)));
  } finally {
    await supervisor.stopAll();
  }
}

async function visit(browser: Browser, url: string, budget: Budget, session: Session): Promise<string[]> {
  const page = atollPage(url);
  const visit = await Visit.start(browser, page, budget.isSignedIn ? session : undefined);
  await visit.open(
    `${page.url}#/${budget.path}`,
    `document.documentElement.dataset.route === '${budget.route}'`,
  );
  await visit.network.rest();
  const files = buildFiles(visit.network.urls, page.url);
  await visit.end();
  return files;
}

/** The files of the build among the addresses that a page fetched, page-relative; without the backend's responses. */
export function buildFiles(urls: string[], pageUrl: string): string[] {
  const { origin } = new URL(pageUrl);
  const paths = urls.map((url) => new URL(url)).filter((url) => url.origin === origin);
  return paths
    .map(({ pathname }) => (pathname === '/' ? './index.html' : `.${decodeURIComponent(pathname)}`))
    .filter((path) => !BACKEND_PATHS.some((prefix) => path.startsWith(prefix)));
}
