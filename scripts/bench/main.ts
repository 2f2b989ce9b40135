// npm run bench [-- --rounds N --scene NAME,NAME --table --write-docs]: compares Atoll with PocketBase's own dashboard.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { atollPage } from './atoll-page.ts';
import { CONDITIONS } from './conditions.ts';
import { startEnvironment } from './environment.ts';
import type { Figures } from './figures.ts';
import { markdownTable, withTable } from './markdown.ts';
import { readOptions } from './options.ts';
import { referencePage } from './reference-page.ts';
import { formatTable, inTurn, missedLimits, summarize } from './report.ts';
import { FIGURES } from './rules.ts';
import type { SceneName } from './scene.ts';
import { measureRound } from './scenes.ts';
import { ADMIN, seed } from './seed.ts';

const RESULTS = 'bench-results.json';
const DOCS = 'docs/performance.md';

const { rounds, scenes, table, writeDocs } = readOptions(process.argv.slice(2));

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

  const api = createAdminApi(backendUrl, ADMIN);
  const session = await api.session();
  const dashboards = [referencePage(backendUrl), atollPage(atollUrl)];
  const results: Record<'atoll' | 'reference', Figures[]> = { atoll: [], reference: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const dashboard of inTurn(round, dashboards)) {
      console.log(`Round ${round} of ${rounds}: ${dashboard.name} ...`);
      const stage = { browser, dashboard, session, api };
      results[dashboard.name].push(await measureRound(stage, scenes, tell));
    }
  }
  const rules = FIGURES.filter(({ scene }) => scenes.includes(scene));
  const lines = summarize(rules, results);
  console.log(`\n${formatTable(lines)}\n`);
  if (table) console.log(`${markdownTable(lines)}\n`);
  const measured = new Date().toISOString();
  const report = {
    measured,
    browser: browser.version(),
    conditions: CONDITIONS,
    rounds,
    scenes,
    lines,
    results,
  };
  writeFileSync(inRoot(RESULTS), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${RESULTS}`);
  if (writeDocs) {
    const times = rounds === 1 ? 'One round' : `Medians of ${rounds} rounds`;
    const when = `${times} with Chromium ${browser.version()} on ${measured.slice(0, 10)}.`;
    const page = withTable(readFileSync(inRoot(DOCS), 'utf8'), `${when}\n\n${markdownTable(lines)}`);
    writeFileSync(inRoot(DOCS), page);
    console.log(`Table written to ${DOCS}`);
  }
  const missed = missedLimits(lines);
  if (missed.length === 0) return;
  console.error(`Limits missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

function tell(name: SceneName, seconds: number): void {
  console.log(`  ${name}: ${seconds.toFixed(0)} s`);
}
