// npm test: runs every suite, even after a failed one, and prints one line with the sum at the end.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { compare, parseAcceptance } from '#scripts/acceptance/acceptance.ts';
import { readProofs } from '#scripts/acceptance/proofs.ts';
import { checkTestSources } from '#scripts/acceptance/sources.ts';
import { measureBudgets } from '#scripts/budgets/budgets.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';
import { ensureBrowser } from './browser.ts';
import { formatFailed, formatFlaky, type TestOutcome } from './outcomes.ts';
import { readBrowserTests, readErrorsOutside } from './playwright-report.ts';
import { beginReports, readJson, readReports, reportFile } from './reports.ts';
import { add, formatTally, oneCheck, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';
import { readUnhandled, readVitestTests } from './vitest-report.ts';

// When CI is set, Biome colours each letter of a log separately.
const BIOME_COLOURS = process.stdout.isTTY ? [] : ['--colors=off'];

const KNIP = ['npm:knip', '--no-progress'];
const KNIP_PRODUCTION = ['--production', '--include', 'files,exports'];

/** Printed at the end, before the sums. */
const notes: string[] = [];

/** Runs an npm package's command under Deno in the repository; returns its exit status. */
function run(args: string[], env: NodeJS.ProcessEnv = {}): number {
  const { status, signal } = spawnSync(process.execPath, ['run', '-A', '--no-lock', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (signal) notes.push(`${args[0]} was stopped by ${signal}`);
  return status ?? 1;
}

/** Repeats failures at the end, where they are visible in a long log. */
function noteOutcomes(tests: TestOutcome[]): void {
  notes.push(...[formatFlaky(tests), formatFailed(tests)].filter(Boolean));
}

function runVitest(): Tally {
  const file = reportFile('vitest');
  const status = run([
    'npm:vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/test/unhandled-errors.ts',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson(file);
  noteOutcomes([...readVitestTests(report), ...readUnhandled(readJson(reportFile('unhandled')))]);
  return tallyVitest(report, status);
}

function runPlaywright(): Tally {
  if (!ensureBrowser()) return oneCheck(false);
  const file = reportFile('playwright');
  const status = run(['npm:@playwright/test/cli', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readJson(file);
  noteOutcomes([...readBrowserTests(report), ...readErrorsOutside(report)]);
  return tallyPlaywright(report, status);
}

/** Prints how many items of docs/acceptance.md this run has proven; fails on an unknown id. */
function sumUpAcceptance(): Tally {
  const areas = parseAcceptance(readFileSync(inRoot('docs/acceptance.md'), 'utf8'));
  const { covered, total, unknown } = compare(areas, readProofs(readReports() ?? {}));
  const sum = `${covered} of ${total} items of docs/acceptance.md proven`;
  console.log(sum);
  notes.push(covered === total ? sum : `${sum}; npm run acceptance lists the others`);
  for (const { id, where } of unknown) console.log(`Unknown id ${id} in ${where}`);
  return oneCheck(unknown.length === 0);
}

const SUITES: [name: string, run: () => Tally | Promise<Tally>][] = [
  ['lint', () => oneCheck(run(['npm:@biomejs/biome', 'ci', '--error-on-warnings', ...BIOME_COLOURS]) === 0)],
  [
    'import rules',
    () => oneCheck(run(['npm:dependency-cruiser/depcruise', 'src', 'build', 'scripts']) === 0),
  ],
  ['types', () => oneCheck(run(['npm:astro', 'check']) === 0)],
  ['unused code', () => oneCheck(run(KNIP) === 0 && run([...KNIP, ...KNIP_PRODUCTION]) === 0)],
  ['acceptance ids', () => oneCheck(checkTestSources())],
  ['build', () => oneCheck(run(['npm:astro', 'build']) === 0)],
  ['unit, store and server tests', runVitest],
  ['byte budgets', measureBudgets],
  ['end-to-end tests', runPlaywright],
  ['acceptance', sumUpAcceptance],
];

beginReports();
let total: Tally = { passed: 0, failed: 0, flaky: 0, skipped: 0 };
const summary: string[] = [];
for (const [name, runSuite] of SUITES) {
  console.log(`\n=== ${name} ===`);
  let tally: Tally;
  try {
    tally = await runSuite();
  } catch (error) {
    console.error(error);
    tally = oneCheck(false);
  }
  total = add(total, tally);
  summary.push(`${name}: ${formatTally(tally)}`);
}

for (const note of notes) console.log(`\n${note}`);
console.log(`\n${summary.join('\n')}\n`);
console.log(formatTally(total));
process.exitCode = total.failed === 0 ? 0 : 1;
