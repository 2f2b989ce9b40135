import '#wire/both-lines.ts';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type PlaywrightTestArgs,
} from '@playwright/test';
import type { FactName } from '#tests/contract/facts.ts';
import { type Atoll, startAtoll } from './atoll.ts';
import { type Backend, type BackendOptions, startPocketBase } from './backend.ts';
import { leaveUndrawn } from './drawing.ts';
import { ProblemGuard } from './guard.ts';
import { has, LEFT_OUT, reasonOf } from './lines.ts';
import { PlantedFaults } from './planted-faults.ts';
import { signIn } from './session.ts';
import { applySlowdown } from './slow-machine.ts';

export { expect };

/** A backend and an Atoll server in front of it. */
export interface Site {
  backend: Backend;
  atoll: Atoll;
}

const MOST_FAILED_STEPS = 3;

interface WorkerFixtures {
  /** The site of a test file, started with its first test; stops the backend of the previous file. */
  siteOf(file: string): Promise<Site>;
}

interface TestOptions {
  /**
   * Whether the browser is told to save data: it fetches nothing ahead then, which takes a tenth of the time of most
   * tests.
   */
  savesData: boolean;
  /** Whether pages are drawn: for tests of pixels. */
  isDrawn: boolean;
}

interface TestFixtures extends TestOptions {
  /** The PocketBase of this file, shared by its tests: use unique names. */
  backend: Backend;
  /** Atoll's server in front of `backend`; `page.goto('/#/login')` uses it. */
  atoll: Atoll;
  /**
   * Collects console errors, failed requests and similar problems. The test fails on every problem that it did not
   * `allow`, and on every allowed problem that never happened.
   */
  expectedProblems: ProblemGuard;
  /** Watches a new browser context: its problems, and what the variables of the run ask for. */
  watch(context: BrowserContext): Promise<void>;
  /** Stores the admin's session in the origin of `page` (or another page); call `page.goto('/#/collections')` next. */
  admin: { signIn(page?: Page, site?: Site): Promise<void> };
  /**
   * Runs a step of a flow; its title starts with the ids it proves. After a failed step the next ones go on in the same
   * page; the test fails at its end and names each step that failed. One that needs what the backend does not have is
   * left out, which the report says.
   */
  step(title: string, body: () => Promise<unknown>, need?: FactName): Promise<void>;
  /** Opens another tab of the same browser context (same storage). */
  secondTab(url?: string): Promise<Page>;
  /** A separate backend and server for one test, for example to kill it or to start without an admin. */
  startSite(options?: BackendOptions): Promise<Site>;
  /** Another browser context with its own storage, watched like the first. */
  newWindow(
    options?: Parameters<import('@playwright/test').Browser['newContext']>[0],
  ): Promise<BrowserContext>;
}

/** What a part of a flow needs that stands beside its test. */
export type Flow = Pick<PlaywrightTestArgs & TestFixtures, 'page' | 'backend' | 'step' | 'expectedProblems'>;

async function newSite(options?: BackendOptions): Promise<Site> {
  const backend = await startPocketBase(options);
  return { backend, atoll: await startAtoll({ backendUrl: backend.url }) };
}

/** The last requests that the backend has refused, and why; it writes its log every 3 s. */
async function refusals(backend: Backend): Promise<string> {
  await delay(4000);
  const query =
    "SELECT message, data FROM _logs WHERE json_extract(data, '$.status') >= 400 ORDER BY rowid DESC LIMIT 5";
  try {
    return backend
      .sql(query, [], 'logs')
      .map(({ message, data }) => `${message} ${data}`)
      .join('\n');
  } catch (error) {
    return String(error);
  }
}

/** Playwright's `test` with a real backend per file and a check for every problem in the browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  siteOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must prepare from the pattern.
    async ({}, use) => {
      let running: { file: string; site: Site } | undefined;
      await use(async (file) => {
        if (running?.file === file) return running.site;
        // One backend per file: collections of earlier files would appear in every list. Atoll's server stays: what it
        // forwards to has the same address.
        await running?.site.backend.stop();
        const site = running
          ? { ...running.site, backend: await startPocketBase({ port: running.site.backend.port }) }
          : await newSite();
        running = { file, site };
        return site;
      });
      await running?.site.atoll.stop();
      await running?.site.backend.stop();
    },
    { scope: 'worker' },
  ],
  backend: async ({ siteOf }, use, info) => {
    const { backend } = await siteOf(info.file);
    await use(backend);
    if (info.status !== info.expectedStatus)
      await info.attach('log of the backend', { body: await refusals(backend), contentType: 'text/plain' });
  },
  atoll: async ({ siteOf }, use, { file }) => use((await siteOf(file)).atoll),
  baseURL: ({ atoll }, use) => use(atoll.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must prepare from the pattern.
  expectedProblems: async ({}, use, info) => {
    const guard = new ProblemGuard();
    await use(guard);
    guard.judge(info);
  },
  watch: async ({ expectedProblems, savesData, isDrawn }, use, info) => {
    const planted = new PlantedFaults();
    await use(async (context) => {
      await expectedProblems.watch(context);
      await applySlowdown(context);
      await context.addInitScript((saveData) => {
        Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData }) });
      }, savesData);
      if (!isDrawn) await leaveUndrawn(context);
      await planted.watch(context);
    });
    planted.write(info);
  },
  savesData: [true, { option: true }],
  // A trace has pictures.
  isDrawn: [Boolean(process.env['TRACE']), { option: true }],
  context: async ({ context, watch }, use) => {
    await watch(context);
    await use(context);
  },
  newWindow: async ({ browser, watch, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      opened.push(context);
      await watch(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  admin: async ({ page: first, backend, atoll }, use) => {
    await use({
      signIn: (page = first, site = { backend, atoll }) => signIn(page, site.backend, site.atoll.url),
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must prepare from the pattern.
  step: async ({}, use, info) => {
    const failures: string[] = [];
    await use(async (title, body, need) => {
      if (need && !has(need)) {
        info.annotations.push({ type: LEFT_OUT, description: reasonOf(need) });
        return;
      }
      try {
        await base.step(title, body);
      } catch (error) {
        failures.push(`${title}: ${error instanceof Error ? error.stack : error}`);
        // What has left the way of the flow only waits from then on.
        if (failures.length === MOST_FAILED_STEPS) throw new Error('The flow ended: too many steps failed.');
      }
    });
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
  },
  secondTab: async ({ context }, use) => {
    await use(async (url) => {
      const page = await context.newPage();
      if (url !== undefined) await page.goto(url);
      return page;
    });
  },
  startSite: async ({ context }, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const site = await newSite(options);
      stops.push(site.backend.stop, site.atoll.stop);
      return site;
    });
    // A page may still send a request, for example for its icon: close it before the server stops.
    for (const page of context.pages()) await page.close();
    for (const stop of stops.reverse()) await stop();
  },
});
