/*
 * npm run release -- [--previous FILE]: builds, and writes to release/ the archive, the npm package, their checksums
 * and the notes of this version.
 * --previous is the archive of the release before: pages that are open during an update still load their parts.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inRoot } from '#scripts/lib/paths.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';
import { partOf } from './changelog.ts';
import { archive, extractBuild, stage, version } from './package.ts';

const OUT = inRoot('release');
/** Its own folder: what is kept of `dist` depends on what was built there before. */
const DIST = inRoot('dist-release');

const git = (...args: string[]) => execFileSync('git', args, { cwd: inRoot(''), encoding: 'utf8' }).trimEnd();

/** Astro's key for server islands, which Atoll does not have. A random one would make each archive another. */
const ASTRO_KEY = Buffer.alloc(32).toString('base64');

/** @throws UserError when this version can't be released */
function notesOf(release: string): string {
  const notes = partOf(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), release);
  if (!notes) throw new UserError(`CHANGELOG.md has no part for ${release}. Add: ## [${release}] - DATE`);
  const changes = git('status', '--porcelain');
  if (changes) throw new UserError(`Some changes are not committed:\n${changes}`);
  return notes;
}

/** Builds the dashboard; the assets of the release before are kept, and no others. */
async function build(previous: string | undefined): Promise<void> {
  rmSync(DIST, { recursive: true, force: true });
  if (previous !== undefined) {
    mkdirSync(DIST);
    await extractBuild(previous, DIST);
  }
  const args = ['run', '-A', '--no-lock', 'npm:astro', 'build'];
  execFileSync(process.execPath, args, {
    cwd: inRoot(''),
    env: { ...process.env, ATOLL_DIST: DIST, ASTRO_KEY },
    stdio: 'inherit',
  });
}

async function release(previous: string | undefined): Promise<void> {
  const name = version();
  const notes = notesOf(name);
  const time = new Date(git('log', '-1', '--format=%cI'));
  await build(previous);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  writeFileSync(`${OUT}/NOTES.md`, `${notes}\n`);
  const folder = mkdtempSync(`${tmpdir()}/atoll-release-`);
  try {
    await stage(folder, name, DIST);
    await archive(folder, `${OUT}/atoll-dashboard-${name}.tgz`, 'package', time);
    cpSync(inRoot('deploy'), `${folder}/deploy`, { recursive: true });
    await archive(folder, `${OUT}/atoll-${name}.tar.gz`, `atoll-${name}`, time);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(DIST, { recursive: true });
  }
  const sums = [`atoll-${name}.tar.gz`, `atoll-dashboard-${name}.tgz`].map((file) => {
    const sum = createHash('sha256').update(readFileSync(`${OUT}/${file}`));
    return `${sum.digest('hex')}  ${file}\n`;
  });
  writeFileSync(`${OUT}/SHA256SUMS`, sums.join(''));
  process.stdout.write(`Atoll ${name} is in release/\n${sums.join('')}`);
}

/** @throws UserError when the command line has anything else */
function previousOf(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { previous: { type: 'string' } } }).values.previous;
  } catch (error) {
    throw new UserError(`${messageOf(error)}. Use: npm run release -- --previous FILE`);
  }
}

try {
  await release(previousOf(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(`Atoll: ${error.message}`);
  process.exitCode = 1;
}
