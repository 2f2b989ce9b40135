// npm run mutation [-- --sample N --seed N --jobs N PATH ...]: checks that unit and store tests detect small faults.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inRoot } from '#scripts/lib/paths.ts';
import { Random } from '#scripts/lib/random.ts';
import { testsByProbe } from './coverage.ts';
import { applyMutant, type Mutant, makeMutants } from './mutants.ts';
import { addProbes } from './probes.ts';
import { formatVerdicts, LIMIT, score, type Verdict } from './report.ts';
import { readDurations, runTests } from './run-tests.ts';

const FOLDERS = ['src/lib/domain', 'src/stores', 'src/server'];
/** How many of the fastest test files run first: they detect most faults. */
const FASTEST = 3;
/** The time limit of a run: this many times the usual duration, plus the grace period. */
const LIMIT_FACTOR = 4;
const GRACE_MS = 30_000;
const BASELINE_LIMIT_MS = 900_000;

const { values, positionals: paths } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});

const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');
const all = sourceFiles().flatMap((file) => makeMutants(textOf(file), file));
const count = values.sample === 'all' ? all.length : Math.min(all.length, Number.parseInt(values.sample, 10));
if (!(count > 0))
  throw new Error(`There is no mutant to test: ${all.length} mutants, --sample ${values.sample}.`);
const mutants = new Random(Number.parseInt(values.seed, 10)).some(all, count, count);

const dir = mkdtempSync(`${tmpdir()}/atoll-mutation-`);
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

console.log(
  `${count} of ${all.length} mutants, seed ${values.seed}. Running all tests without a fault first ...`,
);
const [report, probes] = [`${dir}/report.json`, `${dir}/probes.jsonl`];
for (const file of new Set(mutants.map((mutant) => mutant.file))) {
  const placed = mutants.flatMap(({ start, ...mutant }, id) => (mutant.file === file ? [{ id, start }] : []));
  write('baseline', file, addProbes(textOf(file), file, placed));
}
const first = await runTests({
  tests: [],
  sources: `${dir}/baseline`,
  limitMs: BASELINE_LIMIT_MS,
  probes,
  report,
});
if (first.end !== 'passed') throw new Error(`The tests must pass without a fault.\n${first.output}`);
const durations = readDurations(report);
const testsOf = testsByProbe(readFileSync(probes, 'utf8'), durations);

await assertTestsLoadMutants();

const verdicts: Verdict[] = [];
const queue = [...mutants.entries()];
await Promise.all(Array.from({ length: Math.max(1, Number.parseInt(values.jobs, 10) || 1) }, work));
console.log(
  `\n${formatVerdicts(verdicts, FOLDERS, ({ file, start, end }) => textOf(file).slice(start, end))}`,
);
if (score(verdicts) < LIMIT) {
  console.error(`The tests detected less than ${LIMIT * 100} % of the mutants.`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [id, mutant] = next;
    const verdict: Verdict = { mutant, end: await judge(id, mutant) };
    verdicts.push(verdict);
    console.log(`${verdicts.length}/${count} ${verdict.end} ${mutant.file}:${mutant.line} ${mutant.kind}`);
  }
}

/** @throws Error when tests pass with a source that throws on load: then every mutant would seem to survive. */
async function assertTestsLoadMutants(): Promise<void> {
  const [id, tests] = [...testsOf][0] ?? [];
  const file = id === undefined ? undefined : mutants[id]?.file;
  if (!tests || !file) return;
  write('broken', file, 'throw new Error("broken");');
  const sources = `${dir}/broken`;
  const { end } = await runTests({ tests: tests.slice(0, 1), sources, limitMs: BASELINE_LIMIT_MS });
  if (end !== 'failed') throw new Error('The tests do not load the mutated sources.');
}

/** Runs the tests that reach the fault until one fails. */
async function judge(id: number, mutant: Mutant): Promise<Verdict['end']> {
  const tests = testsOf.get(id) ?? [];
  write(`${id}`, mutant.file, applyMutant(textOf(mutant.file), mutant));
  for (const some of [tests.slice(0, FASTEST), tests.slice(FASTEST)]) {
    if (some.length === 0) continue;
    const usual = some.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0);
    const limitMs = usual * LIMIT_FACTOR + GRACE_MS;
    const { end } = await runTests({ tests: some, sources: `${dir}/${id}`, limitMs });
    if (end !== 'passed') return end === 'failed' ? 'killed' : 'timeout';
  }
  return tests.length > 0 ? 'survived' : 'uncovered';
}

/** Writes a changed source into a folder for `runTests`. */
function write(folder: string, file: string, text: string): void {
  const path = `${dir}/${folder}/${file}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function sourceFiles(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  return files
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
    .sort();
}
