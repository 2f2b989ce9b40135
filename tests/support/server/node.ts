import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { inRoot } from '#scripts/lib/paths.ts';

/** The version of Node to download when no suitable one is installed. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE_VERSION = '22.23.3';
/** The minimum version for the built server. */
const MINIMUM = [22, 12] as const;
/** Enough time for a package of 50 MB. */
export const FETCH_TIMEOUT_MS = 120_000;

/**
 * A Node that can run the built server: NODE22_PATH, one on PATH, or that of an npm package, which is downloaded to
 * .cache once. Undefined when there is none and the download fails.
 */
export function findNode(): string | undefined {
  const folder = inRoot('.cache/node22');
  const fetched = `${folder}/node_modules/${NODE_PACKAGE}/bin/node`;
  const atHand = [process.env.NODE22_PATH ?? '', 'node22', 'node', fetched].find(isNewEnough);
  if (atHand) return atHand;
  mkdirSync(inRoot('.cache'), { recursive: true });
  // Several workers may download it at the same time: each uses its own folder, and the first rename wins.
  const draft = mkdtempSync(inRoot('.cache/node22-'));
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', draft];
    execFileSync('npm', ['install', ...flags, `${NODE_PACKAGE}@${NODE_VERSION}`], {
      stdio: 'ignore',
      timeout: FETCH_TIMEOUT_MS,
    });
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch {
    // Offline, or no package for this machine: the caller reports it.
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
