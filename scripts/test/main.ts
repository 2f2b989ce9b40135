// npm test: every suite, each even if one before it failed, and one line with the sum at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { measureBudgets } from '../budgets/budgets.ts';
import { ROOT } from '../lib/paths.ts';
import { ensureBrowser } from './browser.ts';
import { formatFlaky, readBrowserTests } from './playwright-report.ts';
import { add, formatTally, oneCheck, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';

const reports = mkdtempSync(`${tmpdir()}/atoll-reports-`);

// Biome paints each letter of a log by itself when CI is set.
const BIOME_COLOURS = process.stdout.isTTY ? [] : ['--colors=off'];

/** The browser tests that passed only when run again. */
let flaky = '';

/** Runs an npm package's command under Deno in the repository; returns its exit status. */
function run(args: string[], env: NodeJS.ProcessEnv = {}): number {
  const { status } = spawnSync(process.execPath, ['run', '-A', '--no-lock', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status ?? 1;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function runVitest(): Tally {
  const file = `${reports}/vitest.json`;
  const status = run([
    'npm:vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return tallyVitest(readReport(file), status);
}

function runPlaywright(): Tally {
  if (!ensureBrowser()) return oneCheck(false);
  const file = `${reports}/playwright.json`;
  const status = run(['npm:@playwright/test/cli', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport(file);
  flaky = formatFlaky(readBrowserTests(report));
  return tallyPlaywright(report, status);
}

const SUITES: [name: string, run: () => Tally | Promise<Tally>][] = [
  ['lint', () => oneCheck(run(['npm:@biomejs/biome', 'ci', '--error-on-warnings', ...BIOME_COLOURS]) === 0)],
  ['types', () => oneCheck(run(['npm:astro', 'check']) === 0)],
  ['acceptance ids', () => oneCheck(run(['scripts/acceptance/main.ts']) === 0)],
  ['unit and store tests', runVitest],
  ['build', () => oneCheck(run(['npm:astro', 'build']) === 0)],
  ['byte budgets', measureBudgets],
  ['end-to-end tests', runPlaywright],
];

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
rmSync(reports, { recursive: true, force: true });

if (flaky) console.log(`\n${flaky}`);
console.log(`\n${summary.join('\n')}\n`);
console.log(formatTally(total));
process.exitCode = total.failed === 0 ? 0 : 1;
