// npm run bench [-- --rounds N --busy --scene NAME,NAME --pocketbase VERSION,VERSION --table --write-docs
// --against DIR]: compares Atoll with PocketBase's own dashboards, or with another build of itself.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { setLine } from '#wire/choose.ts';
import { atollPage } from './atoll-page.ts';
import { LINES, provideBackend, type Version } from './backends.ts';
import { whileMachineIs } from './busy.ts';
import { CONDITIONS } from './conditions.ts';
import type { Dashboard } from './dashboard.ts';
import { startBrowser, startServers } from './environment.ts';
import type { Figures } from './figures.ts';
import { markdownTable, withTable } from './markdown.ts';
import { readOptions } from './options.ts';
import { referencePage } from './reference-page.ts';
import { formatTable, inTurn, missedLimits, summarize } from './report.ts';
import { rulesFor } from './rules.ts';
import type { SceneName, Stage } from './scene.ts';
import { measureScene } from './scenes.ts';
import { ADMIN, seed } from './seed.ts';

const RESULTS = 'bench-results.json';
const DOCS = 'docs/performance.md';
const TITLES = { idle: 'Idle machine', busy: 'One core taken by another process' } as const;

const { rounds, states, scenes, versions, table, writeDocs, against } = readOptions(process.argv.slice(2));

const supervisor = new Supervisor();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await bench();
} finally {
  await supervisor.stopAll();
}

/** The two dashboards before a seeded backend, and what their scenes need beside them. */
interface Pair extends Omit<Stage, 'browser' | 'dashboard'> {
  version: Version;
  dashboards: readonly Dashboard[];
}

async function startPair(version: Version): Promise<Pair> {
  const bin = await provideBackend(version);
  console.log(`Seeding a PocketBase ${version} ...`);
  const dir = await seed(bin);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  const otherDist = against && resolve(against);
  const { backendUrl, atollUrl, otherUrl } = await startServers(dir, supervisor, { bin, otherDist });
  const api = createAdminApi(backendUrl, ADMIN);
  const line = LINES[version];
  const reference = otherUrl
    ? { ...atollPage(otherUrl, line), name: 'reference' as const }
    : referencePage(backendUrl, line);
  const dashboards = [reference, atollPage(atollUrl, line)];
  return { version, dashboards, atollUrl, session: await api.session(), api };
}

async function bench(): Promise<void> {
  await buildWhenStale(supervisor);
  const pairs: Pair[] = [];
  for (const version of versions) pairs.push(await startPair(version));
  const browser = await startBrowser(supervisor);

  const results = states.flatMap((state) =>
    pairs.map((pair) => ({ state, pair, atoll: [] as Figures[], reference: [] as Figures[] })),
  );
  const store = (tables: readonly object[] = []): void => {
    const measured = new Date().toISOString();
    const written = results.map(({ pair, ...rest }) => ({ version: pair.version, ...rest }));
    const report = {
      measured,
      browser: browser.version(),
      conditions: CONDITIONS,
      scenes,
      tables,
      results: written,
    };
    writeFileSync(inRoot(RESULTS), `${JSON.stringify(report, null, 2)}\n`);
  };
  // Of two builds, the second one of a pair may gain: each round has both orders.
  const ordersOf = (round: number) => (against ? [1, 2] : [round]);
  const measure = async (name: SceneName, { dashboards, version, ...rest }: Pair, order: number) => {
    // The wire of this process speaks to one backend at a time.
    setLine(LINES[version]);
    const figures: Record<Dashboard['name'], Figures> = { atoll: {}, reference: {} };
    // In turns: what changes with time on this machine changes both.
    for (const dashboard of inTurn(order, dashboards))
      figures[dashboard.name] = await measureScene({ browser, dashboard, ...rest }, name);
    return figures;
  };
  for (let round = 1; round <= rounds; round++) {
    for (const state of states) {
      console.log(`Round ${round} of ${rounds}, ${state} machine`);
      const measured = results
        .filter((result) => result.state === state)
        .flatMap((result) =>
          ordersOf(round).map((order) => ({ result, order, figures: { atoll: {}, reference: {} } })),
        );
      await whileMachineIs(state, supervisor, async () => {
        for (const name of scenes) {
          const start = Date.now();
          for (const { result, order, figures } of measured) {
            const found = await measure(name, result.pair, order);
            for (const key of ['atoll', 'reference'] as const) Object.assign(figures[key], found[key]);
          }
          console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
        }
      });
      for (const { result, figures } of measured)
        for (const key of ['atoll', 'reference'] as const) result[key].push(figures[key]);
    }
    // A run may take an hour: what fails later must not lose what was measured.
    store();
  }
  store(showTables(results, browser.version()));
  console.log(`Written to ${RESULTS}`);
}

interface Result {
  state: (typeof states)[number];
  pair: Pair;
  atoll: Figures[];
  reference: Figures[];
}

/** Prints a table per state of the machine, writes the docs and says what was missed. Returns the tables. */
function showTables(results: readonly Result[], browserVersion: string): object[] {
  const tables = states.map((state) => ({
    state,
    versions: results
      .filter((result) => result.state === state)
      .map(({ pair: { version }, atoll, reference }) => {
        const rules = rulesFor(version, scenes, against !== undefined);
        return { version, lines: summarize(rules, { atoll, reference }, state) };
      }),
  }));
  for (const { state, versions } of tables) {
    console.log(`\n${TITLES[state]}\n${formatTable(versions)}\n`);
    if (table) console.log(`${markdownTable(versions)}\n`);
  }
  if (writeDocs) {
    const times =
      rounds === 1 ? 'One round' : `Medians of ${rounds} rounds, with the least and greatest values,`;
    const day = new Date().toISOString().slice(0, 10);
    const when = `${times} with Chromium ${browserVersion} on ${day}.`;
    const parts = tables.map(({ state, versions }) => `**${TITLES[state]}**\n\n${markdownTable(versions)}`);
    const page = withTable(readFileSync(inRoot(DOCS), 'utf8'), [when, ...parts].join('\n\n'));
    writeFileSync(inRoot(DOCS), page);
    console.log(`Table written to ${DOCS}`);
  }
  // A limit counts as kept if it is kept in every state of the machine.
  const missed = tables.flatMap(({ state, versions }) =>
    versions.flatMap(({ version, lines }) =>
      missedLimits(lines).map((name) => `${name} (${version}, ${state})`),
    ),
  );
  if (missed.length > 0) {
    console.error(`Limits missed: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
  return tables;
}
