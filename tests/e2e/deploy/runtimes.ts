import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { test } from '@playwright/test';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { type Atoll, startAtoll } from '../../support/atoll.ts';

/** The Node that is fetched when none new enough is at hand. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE_VERSION = '22.23.3';
/** What the built server needs. */
const MINIMUM = [22, 12] as const;
/** The package has 50 MB. */
const FETCH_TIMEOUT_MS = 120_000;

/** Starts the built server in front of a backend, under the runtime of the group. */
export type Start = (backendUrl: string, env?: NodeJS.ProcessEnv) => Promise<Atoll>;

/** Defines the same tests for Deno with the fewest permissions and for plain Node. */
export function underEachRuntime(define: (start: Start) => void): void {
  test.describe('under Deno', () => define((backendUrl, env = {}) => startAtoll({ backendUrl, env })));
  test.describe('under Node', () => {
    const node = needNode();
    define((backendUrl, env = {}) => startAtoll({ backendUrl, env, runtime: [node()] }));
  });
}

/**
 * Finds a Node for the tests of a group before they start; skips them where there is none. Returns
 * its path, to be asked for inside tests and hooks.
 */
export function needNode(): () => string {
  let node: string | undefined;
  test.beforeAll(() => {
    test.setTimeout(FETCH_TIMEOUT_MS);
    node = findNode();
    test.skip(node === undefined, 'no Node of version 22.12 or newer is at hand, and none can be fetched');
  });
  return () => {
    if (node === undefined) throw new Error('No Node was found.');
    return node;
  };
}

/**
 * A Node that can run the built server: NODE22_PATH, one on PATH, or the one of an npm package, which
 * is fetched into .cache once. Undefined when there is none and none can be fetched.
 */
function findNode(): string | undefined {
  const folder = inRoot('.cache/node22');
  const fetched = `${folder}/node_modules/${NODE_PACKAGE}/bin/node`;
  const atHand = [process.env.NODE22_PATH ?? '', 'node22', 'node', fetched].find(isNewEnough);
  if (atHand) return atHand;
  mkdirSync(inRoot('.cache'), { recursive: true });
  // Workers may fetch it side by side: each into a folder of its own, and the first rename wins.
  const draft = mkdtempSync(inRoot('.cache/node22-'));
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', draft];
    execFileSync('npm', ['install', ...flags, `${NODE_PACKAGE}@${NODE_VERSION}`], {
      stdio: 'ignore',
      timeout: FETCH_TIMEOUT_MS,
    });
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch {
    // Offline, or no such package for this machine: the caller says so.
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return isNewEnough(fetched) ? fetched : undefined;
}

function isNewEnough(program: string): boolean {
  if (!program) return false;
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
    return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
  } catch {
    return false;
  }
}
