/*
 * npm run soak [-- --minutes N]: a scripted administrator works through every screen in one tab for 30 minutes, on the
 * demo. Fails when the tab keeps memory, elements, listeners, timers or connections, or its console reports anything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startEnvironment } from '#scripts/bench/environment.ts';
import { makeDemo } from '#scripts/demo/demo.ts';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { formatSample, growth, type Sample, TABLE_HEAD } from './report.ts';
import { REST, workThrough } from './screens.ts';
import { countTimers, placesOfElements, SETTLE_MS, takeSample, watchProblems, writeHeap } from './tab.ts';

/** When caches and code are loaded: the end is compared with the tab of this minute. */
const WARM_MINUTES = 5;
const MINUTE_MS = 60_000;
/** The heap of the tab when elements have just been left behind. */
const HEAP_FILE = 'soak.heapsnapshot';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`Not a number of minutes: ${values.minutes}`);

const supervisor = new Supervisor();
const dir = mkdtempSync(`${tmpdir()}/atoll-soak-`);
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await soak();
} finally {
  await supervisor.stopAll();
}

async function soak(): Promise<void> {
  await buildWhenStale(supervisor);
  const admin = await makeDemo({ bin: findPocketBase(), dir });
  const { backendUrl, atollUrl, browser } = await startEnvironment(dir, supervisor);
  const session = JSON.stringify(await createAdminApi(backendUrl, admin).session());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(countTimers);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const problems = watchProblems(page);
  await page.goto(`${atollUrl}/`);
  await page.evaluate((value) => localStorage.setItem('pocketbase_auth', value), session);
  await page.goto(`${atollUrl}/#${REST}`);
  await page.reload();

  console.log(TABLE_HEAD);
  const start = Date.now();
  const elapsed = (): number => (Date.now() - start) / MINUTE_MS;
  let first: Sample | undefined;
  let nodes = Number.POSITIVE_INFINITY;
  for (let rounds = 1; ; rounds++) {
    await workThrough(page, admin);
    const isLast = elapsed() >= minutes;
    // At the two that are compared, no timeout of the last round may be left.
    const isCompared = isLast || (!first && elapsed() >= Math.min(WARM_MINUTES, minutes / 2));
    const reading = await takeSample(page, cdp, isCompared ? SETTLE_MS : 1000);
    const sample = { minutes: elapsed(), rounds, ...reading };
    console.log(formatSample(sample));
    if (sample.nodes > nodes * 1.1) {
      // Elements that stay in the page are told from those that only memory keeps.
      console.log(`Elements in the page: ${await placesOfElements(page)}`);
      await writeHeap(cdp, inRoot(HEAP_FILE));
      console.log(`What keeps the others: ${HEAP_FILE}`);
    }
    nodes = sample.nodes;
    if (isCompared) first ??= sample;
    if (!isLast || !first) continue;
    const failures = [...growth(first, sample), ...new Set(problems)];
    for (const failure of failures) console.error(failure);
    process.exitCode = failures.length === 0 ? 0 : 1;
    console.log(failures.length === 0 ? 'Nothing was left behind.' : 'The soak failed.');
    return;
  }
}
