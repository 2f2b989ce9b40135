// npm run bench [-- --rounds N --busy --scene NAME,NAME --table --write-docs --against DIR]: compares Atoll with
// PocketBase's own dashboard, or with another build of itself.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { atollPage } from './atoll-page.ts';
import { whileMachineIs } from './busy.ts';
import { CONDITIONS } from './conditions.ts';
import { startEnvironment } from './environment.ts';
import type { Figures } from './figures.ts';
import { markdownTable, withTable } from './markdown.ts';
import { readOptions } from './options.ts';
import { referencePage } from './reference-page.ts';
import { formatTable, inTurn, missedLimits, summarize } from './report.ts';
import { FIGURES, MAX_OF_OTHER_BUILD } from './rules.ts';
import { measureScene } from './scenes.ts';
import { ADMIN, seed } from './seed.ts';

const RESULTS = 'bench-results.json';
const DOCS = 'docs/performance.md';
const TITLES = { idle: 'Idle machine', busy: 'One core taken by another process' } as const;

const { rounds, states, scenes, table, writeDocs, against } = readOptions(process.argv.slice(2));

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
  const otherDist = against && resolve(against);
  const { backendUrl, atollUrl, otherUrl, browser } = await startEnvironment(dir, supervisor, { otherDist });

  const api = createAdminApi(backendUrl, ADMIN);
  const session = await api.session();
  const reference = otherUrl
    ? { ...atollPage(otherUrl), name: 'reference' as const }
    : referencePage(backendUrl);
  const dashboards = [reference, atollPage(atollUrl)];
  const results = states.map((state) => ({ state, atoll: [] as Figures[], reference: [] as Figures[] }));
  const store = (tables: readonly object[] = []): void => {
    const measured = new Date().toISOString();
    const report = { measured, browser: browser.version(), conditions: CONDITIONS, scenes, tables, results };
    writeFileSync(inRoot(RESULTS), `${JSON.stringify(report, null, 2)}\n`);
  };
  for (let round = 1; round <= rounds; round++) {
    for (const { state, ...rest } of results) {
      console.log(`Round ${round} of ${rounds}, ${state} machine`);
      await whileMachineIs(state, supervisor, async () => {
        const figures = { atoll: {}, reference: {} };
        for (const name of scenes) {
          const start = Date.now();
          // In turns: what changes with time on this machine changes both.
          for (const dashboard of inTurn(round, dashboards)) {
            const stage = { browser, dashboard, atollUrl, session, api };
            Object.assign(figures[dashboard.name], await measureScene(stage, name));
          }
          console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
        }
        for (const { name } of dashboards) rest[name].push(figures[name]);
      });
    }
    // A run may take an hour: what fails later must not lose what was measured.
    store();
  }
  const figures = FIGURES.filter(({ scene }) => scenes.includes(scene));
  const rules = otherUrl
    ? figures.map(({ scene, name, unit }) => ({ scene, name, unit, maxRatio: MAX_OF_OTHER_BUILD }))
    : figures;
  const tables = results.map(({ state, ...rest }) => ({ state, lines: summarize(rules, rest, state) }));
  for (const { state, lines } of tables) {
    console.log(`\n${TITLES[state]}\n${formatTable(lines)}\n`);
    if (table) console.log(`${markdownTable(lines)}\n`);
  }
  store(tables);
  console.log(`Written to ${RESULTS}`);
  if (writeDocs) {
    const times =
      rounds === 1 ? 'One round' : `Medians of ${rounds} rounds, with the least and greatest values,`;
    const day = new Date().toISOString().slice(0, 10);
    const when = `${times} with Chromium ${browser.version()} on ${day}.`;
    const parts = tables.map(({ state, lines }) => `**${TITLES[state]}**\n\n${markdownTable(lines)}`);
    const page = withTable(readFileSync(inRoot(DOCS), 'utf8'), [when, ...parts].join('\n\n'));
    writeFileSync(inRoot(DOCS), page);
    console.log(`Table written to ${DOCS}`);
  }
  // A limit counts as kept if it is kept in every state of the machine.
  const missed = tables.flatMap(({ state, lines }) =>
    missedLimits(lines).map((name) => `${name} (${state})`),
  );
  if (missed.length === 0) return;
  console.error(`Limits missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
