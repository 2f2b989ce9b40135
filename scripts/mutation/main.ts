// npm run mutation [-- --sample N --screens N --seed N --jobs N PATH ...]: checks that tests detect small faults; a
// sample is that of each layer.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inRoot } from '#scripts/lib/paths.ts';
import { Random } from '#scripts/lib/random.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';
import { addFaults, type NumberedMutant } from './add-faults.ts';
import { type Coverage, IN_BUILD, readCoverage } from './coverage.ts';
import { type Mutant, makeMutants } from './mutants.ts';
import { formatVerdicts, LIMIT, layersBelow, type Verdict } from './report.ts';
import { runBrowserTests, runVitest } from './run-tests.ts';

/** How many of the fastest tests run first: they detect most faults. */
const FASTEST = 3;
/** The time limit of a run: this many times the usual duration, plus the grace period. */
const LIMIT_FACTOR = 4;
const GRACE_MS = 30_000;
const TEST_GRACE_MS = 5000;
const BASELINE_LIMIT_MS = 3_600_000;
const IN_PROCESS_LIMIT_MS = 900_000;

const { values, positionals: paths } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    screens: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});

/** The tests of some layers. */
const SUITES = [
  {
    folders: ['src/lib/domain', 'src/stores', 'src/server'],
    sample: values.sample,
    runTests: runVitest,
    find: findInProcess,
  },
  {
    folders: ['src/islands'],
    sample: values.screens,
    runTests: runBrowserTests,
    find: undefined,
  },
];
type Suite = (typeof SUITES)[number];

const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');

// A build finds its packages only from within the checkout.
const dir = mkdtempSync(inRoot('node_modules', '.atoll-mutation-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

// A unit test reads what was built.
await buildWhenStale(new Supervisor());
const verdicts: Verdict[] = [];
for (const suite of SUITES) await testSuite(suite);
if (verdicts.length === 0) throw new Error('There is no mutant to test.');

const layers = SUITES.flatMap(({ folders }) => folders);
console.log(
  `\n${formatVerdicts(verdicts, layers, ({ file, start, end }) => textOf(file).slice(start, end))}`,
);
const low = layersBelow(LIMIT, verdicts, layers);
if (low.length > 0) {
  console.error(`The tests detected less than ${LIMIT * 100} % of the mutants of ${low.join(', ')}.`);
  process.exitCode = 1;
}

/** Tests a sample of the mutants of a suite's layers. */
async function testSuite(suite: Suite): Promise<void> {
  const mutants = suite.folders
    .flatMap((folder) => sampleOf(folder, suite.sample))
    .map((mutant, id) => ({ ...mutant, id }));
  const count = mutants.length;
  if (count === 0) return;
  const sources = `${dir}/${suite.folders[0]}`;
  for (const [file, ofFile] of Map.groupBy(mutants, ({ file }) => file)) {
    const path = `${sources}/${file}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, addFaults(textOf(file), file, ofFile));
  }
  const found = (await suite.find?.(sources)) ?? new Set();
  for (const mutant of mutants) if (found.has(mutant.id)) verdicts.push({ mutant, end: 'killed' });
  const queue = mutants.filter(({ id }) => !found.has(id));
  if (!queue.length) return;
  console.log(`${found.size} are found by unit tests in one process. Running all tests without a fault ...`);
  const coverage = await runWithoutFault(suite, sources);
  await assertTestsReachFaults(suite, sources, coverage);
  let done = found.size;
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const end = await judge(suite, sources, mutant, coverage);
      verdicts.push({ mutant, end });
      done += 1;
      console.log(`${done}/${count} ${end} ${mutant.file}:${mutant.line} ${mutant.kind}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number.parseInt(values.jobs, 10) || 1) }, work));
}

/** Some mutants of a layer: as many as `size` says, or all. */
function sampleOf(folder: string, size: string): Mutant[] {
  const all = sourceFiles(folder).flatMap((file) => makeMutants(textOf(file), file));
  const count = size === 'all' ? all.length : Math.min(all.length, Number.parseInt(size, 10));
  if (!(count > 0)) return [];
  console.log(`${count} of ${all.length} mutants of ${folder}, seed ${values.seed}.`);
  return new Random(Number.parseInt(values.seed, 10)).some(all, count, count);
}

/** The numbers of the faults that unit tests find in one process; other tests may find more. */
async function findInProcess(sources: string): Promise<ReadonlySet<number>> {
  const found = `${sources}.found`;
  mkdirSync(dirname(found), { recursive: true });
  writeFileSync(found, '');
  await runVitest({ tests: [], sources, limitMs: IN_PROCESS_LIMIT_MS, found });
  return new Set(readFileSync(found, 'utf8').split('\n').filter(Boolean).map(Number));
}

/** @throws Error when a test fails. */
async function runWithoutFault({ runTests }: Suite, sources: string): Promise<Coverage> {
  const probes = `${sources}.jsonl`;
  const { end, output } = await runTests({ tests: [], sources, limitMs: BASELINE_LIMIT_MS, probes });
  if (end !== 'passed') throw new Error(`The tests must pass without a fault.\n${output}`);
  return readCoverage(readFileSync(probes, 'utf8'));
}

/**
 * @throws Error when a test passes although each fault that it reaches throws: then every mutant would seem to survive.
 */
async function assertTestsReachFaults(
  { runTests }: Suite,
  sources: string,
  { testsOf }: Coverage,
): Promise<void> {
  const test = [...testsOf.values()].flat().find((name) => name !== IN_BUILD);
  if (!test) return;
  const { end } = await runTests({ tests: [test], sources, limitMs: BASELINE_LIMIT_MS, fault: 'all' });
  if (end !== 'failed') throw new Error('The tests do not run the sources with faults.');
}

/** Runs the tests that reach the fault until one fails. */
async function judge(
  { runTests }: Suite,
  sources: string,
  { id }: NumberedMutant,
  { testsOf, durations }: Coverage,
): Promise<Verdict['end']> {
  const reached = testsOf.get(id) ?? [];
  const tests = reached.filter((test) => test !== IN_BUILD);
  const isInBuild = tests.length < reached.length;
  for (const some of [tests.slice(0, FASTEST), tests.slice(FASTEST)]) {
    if (some.length === 0) continue;
    const usual = some.map((test) => durations.get(test) ?? 0);
    const limitMs = usual.reduce((sum, ms) => sum + ms, 0) * LIMIT_FACTOR + GRACE_MS;
    const testLimitMs = Math.max(...usual) * LIMIT_FACTOR + TEST_GRACE_MS;
    const { end } = await runTests({
      tests: some,
      sources,
      limitMs,
      testLimitMs,
      fault: String(id),
      isInBuild,
    });
    if (end !== 'passed') return end === 'failed' ? 'killed' : 'timeout';
  }
  return tests.length > 0 ? 'survived' : 'uncovered';
}

function sourceFiles(folder: string): string[] {
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
    .sort();
}
