/*
 * npm test: runs every suite, even after a failed one, and prints one line with the sum at the end. The browser tests
 * and all other checks run beside each other.
 * --changed runs what the changes of the working tree can touch; --all also what is for the time before a release, and
 * the groups that have not changed (groups.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compare, parseAcceptance } from '#scripts/acceptance/acceptance.ts';
import { readProofs } from '#scripts/acceptance/proofs.ts';
import { checkTestSources } from '#scripts/acceptance/sources.ts';
import { measureBudgets } from '#scripts/budgets/budgets.ts';
import { NEWEST } from '#scripts/download/versions.ts';
import { listOf } from '#scripts/lib/json.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { ensureBrowser, ensureOtherEngines } from './browser.ts';
import { selectBrowserTests } from './changed.ts';
import { runCommand } from './command.ts';
import {
  type Decision,
  decideGroups,
  type GroupName,
  hashGroups,
  isTestOf,
  readRecord,
  recordedProofs,
  writeRecord,
} from './groups.ts';
import { formatFailed, formatFlaky, type TestOutcome } from './outcomes.ts';
import { formatLeftOut, readBrowserTests, readErrorsOutside } from './playwright-report.ts';
import { programOf, providePrograms } from './programs.ts';
import { beginReports, readJson, readReports, reportFile } from './reports.ts';
import { add, formatTally, oneCheck, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';
import { changedFiles, workingTree } from './tree.ts';
import { readUnhandled, readVitestTests } from './vitest-report.ts';

const { values: options } = parseArgs({
  options: { changed: { type: 'boolean' }, all: { type: 'boolean' } },
});

// When CI is set, Biome colours each letter of a log separately.
const BIOME_COLOURS = process.stdout.isTTY ? [] : ['--colors=off'];

const KNIP = ['npm:knip', '--no-progress'];
const KNIP_PRODUCTION = ['--production', '--include', 'files,exports'];

/** Components of Astro, which only its own checker reads; it also writes the types that the others need. */
const ASTRO_TYPES = ['npm:astro', 'check', '--tsconfig', 'tsconfig.astro.json'];
/** Everything else: eight times as fast as Astro's checker, which needs TypeScript 6. */
const TYPES = ['node_modules/typescript-7/lib/tsc.js', '--noEmit'];

/** What only a run with --all does: the second runtime of the server, long property runs, a minute of live lists. */
const ALL: NodeJS.ProcessEnv = options.all ? { ALL_RUNTIMES: '1', ALL_CASES: '1', LIVE_SECONDS: '60' } : {};

const LEFT_OUT =
  'Left to --all: Firefox and WebKit, the server under Node, long property runs, all stores on PocketBase 0.22.27.';

const changed = options.changed ? changedFiles() : undefined;

const tree = workingTree();
const hashes = hashGroups(tree);
const groups: Decision[] = options.all ? [] : decideGroups(tree, hashes, readRecord(), changed);

const runs = (name: GroupName): boolean => !groups.some((group) => group.name === name && !group.runs);

/** The browser tests of this run. */
const selected = changed ? selectBrowserTests(changed) : [''];
const browserTests = [...tree.files].filter(
  (file) =>
    /^tests\/(e2e|components)\/.+\.spec\.ts$/.test(file) &&
    selected.some((part) => file.includes(part)) &&
    !groups.some(({ name }) => !runs(name) && isTestOf(name, file)),
);

const NOTHING: Tally = { passed: 0, failed: 0, flaky: 0, skipped: 0 };

/** Printed at the end, before the sums. */
const notes: string[] = [];

/** Repeats failures at the end, where they are visible in a long log. */
function noteOutcomes(tests: TestOutcome[]): void {
  notes.push(...[formatFlaky(tests), formatFailed(tests)].filter(Boolean));
}

const check = async (...commands: string[][]): Promise<Tally> => {
  const statuses: number[] = [];
  for (const command of commands) statuses.push(await runCommand(command));
  return oneCheck(statuses.every((status) => status === 0));
};

async function runVitest(): Promise<Tally> {
  notes.push(...(options.all ? ensureOtherEngines() : [LEFT_OUT]));
  const file = reportFile('vitest');
  const status = await runCommand(
    [
      'npm:vitest',
      'run',
      // The browser tests need the other cores, and far longer: four runners on two cores only keep one another
      // waiting.
      '--maxWorkers=50%',
      ...(changed ? ['--changed', '--passWithNoTests'] : []),
      ...(runs('server') ? [] : ['--project=!server']),
      ...(options.all ? [] : ['--project=!engines']),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/test/unhandled-errors.ts',
      `--outputFile.json=${file}`,
    ],
    { env: ALL },
  );
  const report = readJson(file);
  noteOutcomes([...readVitestTests(report), ...readUnhandled(readJson(reportFile('unhandled')))]);
  // Changes may touch nothing that Vitest tests.
  if (changed && status === 0 && listOf(report, 'testResults').length === 0) return NOTHING;
  return tallyVitest(report, status);
}

/** Some tests need another PocketBase than npm's; without its program they are left out. */
async function provideBackends(): Promise<Tally> {
  const problems = await providePrograms(options.all === true);
  if (problems.length === 0) return oneCheck(true);
  notes.push(...problems.map((problem) => `Not tested with ${problem}`));
  // Whoever works on another system can go on; the run that decides must not leave it out.
  return process.env['CI'] ? oneCheck(false) : NOTHING;
}

/** The whole store suite again, against the newer backend. */
async function runOnNewer(): Promise<Tally> {
  const bin = programOf('0.22.27');
  if (!existsSync(bin)) return NOTHING;
  const file = reportFile('newer');
  const args = ['--project=stores', '--maxWorkers=50%', '--reporter=default', '--reporter=json'];
  const env = { POCKETBASE_BIN: bin };
  const status = await runCommand(['npm:vitest', 'run', ...args, `--outputFile.json=${file}`], { env });
  const report = readJson(file);
  noteOutcomes(readVitestTests(report));
  return tallyVitest(report, status);
}

async function runPlaywright(
  name: 'playwright' | 'playwright-newer' = 'playwright',
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Tally> {
  if (!ensureBrowser()) return oneCheck(false);
  const file = reportFile(name);
  const status = await runCommand(
    ['npm:@playwright/test/cli', 'test', ...browserTests, '--reporter=list,json', ...args],
    { env: { ...ALL, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env }, isLive: true },
  );
  const report = readJson(file);
  const tests = readBrowserTests(report);
  noteOutcomes([...tests, ...readErrorsOutside(report)]);
  const leftOut = formatLeftOut(tests);
  if (leftOut) notes.push(leftOut);
  // None of the chosen files may have a test of this run.
  if (changed && status === 0 && tests.length === 0) return NOTHING;
  return tallyPlaywright(report, status);
}

/** A way through each screen, on the newest backend. */
async function runPlaywrightOnNewest(): Promise<Tally> {
  const version = NEWEST.pb23;
  if (!existsSync(programOf(version))) return NOTHING;
  return runPlaywright('playwright-newer', ['--grep=@newer', '--pass-with-no-tests'], {
    POCKETBASE: version,
  });
}

/** Prints how many items of docs/acceptance.md this run has proven; fails on an unknown id. */
function sumUpAcceptance(): Tally {
  const areas = parseAcceptance(readFileSync(inRoot('docs/acceptance.md'), 'utf8'));
  const { covered, total, recorded, unknown } = compare(areas, readProofs(readReports() ?? {}));
  const before = recorded.length > 0 ? `, ${recorded.length} of them by tests that were left out` : '';
  const sum = `${covered} of ${total} items of docs/acceptance.md proven${before}`;
  console.log(sum);
  notes.push(covered === total ? sum : `${sum}; npm run acceptance lists the others`);
  for (const { id, where } of unknown) console.log(`Unknown id ${id} in ${where}`);
  return oneCheck(unknown.length === 0);
}

type Suite = [name: string, run: () => Tally | Promise<Tally>];

/** One after another; each list of a stage runs beside the others, which share a machine of two cores well. */
const STAGES: Suite[][][] = [
  [
    [
      ['build', () => check(['npm:astro', 'build'])],
      ['other PocketBases', provideBackends],
    ],
    [
      ['lint', () => check(['npm:@biomejs/biome', 'ci', '--error-on-warnings', ...BIOME_COLOURS])],
      ['import rules', () => check(['npm:dependency-cruiser/depcruise', 'src', 'build', 'scripts'])],
      ['unused code', () => check(KNIP, [...KNIP, ...KNIP_PRODUCTION])],
      ['acceptance ids', () => oneCheck(checkTestSources())],
    ],
  ],
  [
    browserTests.length === 0
      ? []
      : [
          ['end-to-end tests', () => runPlaywright()],
          [`end-to-end tests on PocketBase ${NEWEST.pb23}`, runPlaywrightOnNewest],
        ],
    [
      ['types', () => check(...(runs('astro check') ? [ASTRO_TYPES] : []), TYPES)],
      ['unit, store and server tests', runVitest],
      ['byte budgets', measureBudgets],
    ],
  ],
  options.all ? [[['store tests on a newer PocketBase', runOnNewer]]] : [],
  changed ? [] : [[['acceptance', sumUpAcceptance]]],
];

beginReports(recordedProofs(groups));
let total = NOTHING;
const summary: string[] = [];

async function runSuites(suites: readonly Suite[]): Promise<void> {
  for (const [name, runSuite] of suites) {
    const start = performance.now();
    let tally: Tally;
    try {
      tally = await runSuite();
    } catch (error) {
      console.error(error);
      tally = oneCheck(false);
    }
    total = add(total, tally);
    const line = `${name}: ${formatTally(tally)} (${Math.round((performance.now() - start) / 1000)} s)`;
    // Below its output: suites run beside each other.
    console.log(`=== ${line} ===\n`);
    summary.push(line);
  }
}

for (const stage of STAGES) await Promise.all(stage.map(runSuites));

notes.push(...groups.map(({ name, reason }) => `${name}: ${reason}`));
const reports = readReports();
if (options.all && !changed && total.failed === 0 && reports) {
  writeRecord(hashes, readProofs(reports), reports);
  notes.push('tests/groups.json records that all groups are green: commit it.');
}

for (const note of notes) console.log(`\n${note}`);
console.log(`\n${summary.join('\n')}\n`);
console.log(formatTally(total));
process.exitCode = total.failed === 0 ? 0 : 1;
