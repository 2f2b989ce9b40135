import { writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Proof } from '#scripts/acceptance/acceptance.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { type Reports, readJson } from './reports.ts';
import { hashOf, importsOf, type Tree, withImports } from './tree.ts';

/*
 * Groups of tests that cost much and seldom have anything new to say: `npm test` leaves one out while all that decides
 * its result is as it was when the group was last green. `tests/groups.json` says by hashes what that was, and is
 * committed, so that a fresh clone knows it. A green `npm test -- --all` writes it.
 */

/** Paths, as globs. */
type Globs = readonly string[];

interface Group {
  /** Its test files; a check has none. They decide the result with all that they import. */
  tests?: Globs;
  /** Other files that do. */
  roots?: Globs;
  /** Files that decide it with what they import directly. */
  users?: Globs;
  /** Files that decide it by themselves. */
  inputs: Globs;
}

/** These decide the result of every group: the packages, and what a name of an import means. */
const EVERYWHERE = ['{package,package-lock,tsconfig}.json'];

const BUILD = ['astro.config.mjs', '{build,public}/**'];

const GROUPS = {
  // What all features stand on, how it is built and how it is served. Features are only examples here: a change of one
  // runs its own tests.
  'deployment and faults': {
    tests: ['tests/e2e/app/{missing-parts,storage,upgrade,frames,early-requests,faults-*,deploy-*}.spec.ts'],
    roots: ['playwright.config.ts', 'src/server/**'],
    inputs: [
      ...BUILD,
      'src/{*,components/**,layouts/**,lib/{api,browser,routing}/**,pages/**}',
      'src/{islands/{*,app/**,auth/**},stores/{app,auth,base,factories}/**}',
    ],
  },
  server: {
    tests: ['tests/server/**/*.test.ts'],
    roots: ['vitest.config.ts', 'src/server/**', 'tests/{server,support/server}/**'],
    inputs: [...BUILD, 'deploy/**', 'scripts/{start.mjs,{demo,download,install,lib,release,start}/**}'],
  },
  kit: {
    tests: ['tests/components/**/*.spec.ts'],
    roots: ['playwright.config.ts', 'tests/components/kit/**'],
    inputs: [...BUILD, 'src/{components,layouts}/**'],
  },
  // What is behind the direct imports of a component, TypeScript itself checks.
  'astro check': { users: ['**/*.astro'], inputs: ['tsconfig.astro.json', 'src/*.d.ts'] },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** A green run of a group. */
export interface Entry {
  /** Hash of all that decided its result. */
  inputs: string;
  commit: string;
  /** The day, ISO 8601. */
  date: string;
  /** The ids of docs/acceptance.md that its tests proved, separated by spaces. */
  ids: string;
}

export type GroupRecord = Partial<Record<GroupName, Entry>>;

/** Whether a group runs, and why. */
export interface Decision {
  name: GroupName;
  runs: boolean;
  reason: string;
  /** The last green run, of the same inputs when the group is left out for them. */
  entry: Entry | undefined;
}

const FILE = inRoot('tests/groups.json');

/** The files that decide the result of a group. */
export function inputsOf(name: GroupName, tree: Tree): Set<string> {
  const { tests = [], roots = [], users = [], inputs }: Group = GROUPS[name];
  const match = (globs: Globs) => [...tree.files].filter((file) => fits(file, globs));
  return new Set([
    ...match([...EVERYWHERE, ...inputs, ...users]),
    ...withImports(match([...tests, ...roots]), tree),
    ...match(users).flatMap((file) => importsOf(file, tree)),
  ]);
}

/** Hash of all that decides the result of each group. */
export function hashGroups(tree: Tree): Record<GroupName, string> {
  const hashes = GROUP_NAMES.map((name) => [name, hashOf(inputsOf(name, tree), tree)]);
  return Object.fromEntries(hashes);
}

/**
 * Whether each group runs.
 * @param changed in a run for some changed files, those: a group that none of them touches is left out, too.
 */
export function decideGroups(
  tree: Tree,
  hashes: Record<GroupName, string>,
  record: GroupRecord,
  changed?: readonly string[],
): Decision[] {
  return GROUP_NAMES.map((name) => {
    const entry = record[name];
    const then = entry && `commit ${entry.commit} of ${entry.date}`;
    if (entry?.inputs === hashes[name])
      return { name, runs: false, reason: `left out: it was green with the same inputs at ${then}`, entry };
    if (changed && inputsOf(name, tree).isDisjointFrom(new Set(changed)))
      return { name, runs: false, reason: 'left out: no change touches it', entry };
    return {
      name,
      runs: true,
      reason: then ? `runs: inputs differ from those of ${then}` : 'runs: it has no record',
      entry,
    };
  });
}

/** Whether a file is a test of a group. */
export function isTestOf(name: GroupName, file: string): boolean {
  const { tests = [] }: Group = GROUPS[name];
  return fits(file, tests);
}

const fits = (file: string, globs: Globs): boolean => globs.some((glob) => posix.matchesGlob(file, glob));

export function readRecord(file = FILE): GroupRecord {
  return (readJson(file) ?? {}) as GroupRecord;
}

/**
 * Records that all groups are green.
 * @param hashes of their inputs when the run began.
 * @param proofs what its tests have proven.
 */
export function writeRecord(
  hashes: Record<GroupName, string>,
  proofs: readonly Proof[],
  { commit, started }: Pick<Reports, 'commit' | 'started'>,
  file = FILE,
): void {
  const entries = GROUP_NAMES.map((name): [GroupName, Entry] => {
    const own = proofs.filter(({ where, isRetried }) => isTestOf(name, where) && !isRetried);
    const ids = [...new Set(own.map(({ id }) => id))].sort().join(' ');
    return [name, { inputs: hashes[name], commit, date: started.slice(0, 10), ids }];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** What the tests of the groups that were left out have proven when they were last green. */
export function recordedProofs(decisions: readonly Decision[]): Proof[] {
  return decisions.flatMap(({ runs, entry }) => {
    const ids = runs || !entry ? [] : entry.ids.split(' ').filter(Boolean);
    return ids.map((id) => ({ id, where: 'tests/groups.json', isRecorded: true }));
  });
}
