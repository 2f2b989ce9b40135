// npm run bench [-- --rounds N]: compares Atoll with PocketBase's own dashboard on a slow network and processor.
import { rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { atollPage } from './atoll-page.ts';
import { startEnvironment } from './environment.ts';
import type { Figures } from './figures.ts';
import { measureRound } from './measures.ts';
import { referencePage } from './reference-page.ts';
import { formatTable, inTurn, missedLimits, summarize } from './report.ts';
import { ADMIN, seed } from './seed.ts';
import { SLOW } from './visit.ts';

const RESULTS = 'bench-results.json';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Math.max(1, Number.parseInt(values.rounds, 10) || 1);

const supervisor = new Supervisor();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await bench();
} finally {
  await supervisor.stopAll();
}

async function bench(): Promise<void> {
  await buildWhenStale(supervisor);
  const bin = findPocketBase();
  console.log('Seeding a PocketBase ...');
  const dir = await seed(bin);
  const removeData = (): void => rmSync(dir, { recursive: true, force: true });
  process.on('exit', removeData);
  const { backendUrl, atollUrl, browser } = await startEnvironment(dir, supervisor);

  const session = await createAdminApi(backendUrl, ADMIN).session();
  const dashboards = [referencePage(backendUrl), atollPage(atollUrl)];
  const results: Record<'atoll' | 'reference', Figures[]> = { atoll: [], reference: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const dashboard of inTurn(round, dashboards)) {
      console.log(`Round ${round} of ${rounds}: ${dashboard.name} ...`);
      results[dashboard.name].push(await measureRound(browser, dashboard, session));
    }
  }
  const lines = summarize(results);
  console.log(`\n${formatTable(lines)}\n`);
  const report = {
    measured: new Date().toISOString(),
    browser: browser.version(),
    conditions: SLOW,
    rounds,
    lines,
    results,
  };
  writeFileSync(inRoot(RESULTS), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${RESULTS}`);
  const missed = missedLimits(lines);
  if (missed.length === 0) return;
  console.error(`Limits missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
