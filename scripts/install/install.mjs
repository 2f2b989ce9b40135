// Plain JavaScript without packages, because this runs on a fresh clone, on Node 20 or on Deno.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files that date the last installation: the first is written here, the second by npm. */
const STAMPS = ['node_modules/.atoll-installed', 'node_modules/.package-lock.json'];

/** npm writes its own lock file and then package-lock.json within this time. */
const SAME_MOMENT_MS = 10_000;

// npm follows package-lock.json and, with --no-save, does not change it. `npm ci` would refuse a lock file that lacks
// a package of some other platform.
const INSTALL = [
  'install',
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

// `deno install` resolves versions on its own; npm under Deno installs the same packages as npm under Node.
// Installation scripts are off: they need Node, and no package needs its script because Deno is already present.
const NPM_UNDER_DENO = [
  'run',
  '-A',
  '--no-lock',
  '--node-modules-dir=none',
  'npm:npm@11.19.1',
  '--ignore-scripts',
];

/**
 * Whether node_modules is missing or older than package-lock.json.
 * @param {string} root absolute path of the repository, with a trailing slash
 */
export function needsInstall(root = ROOT) {
  const installed = Math.max(0, ...STAMPS.map((stamp) => modified(root + stamp)));
  return installed === 0 || installed + SAME_MOMENT_MS < modified(`${root}package-lock.json`);
}

/** @param {string} path */
function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/**
 * Installs the packages when they are missing or outdated.
 * @returns {string} path of the Deno program that runs all other commands
 * @throws {Error} with one line that says what to do
 */
export function ensureInstalled() {
  const runsOnDeno = 'Deno' in globalThis;
  if (needsInstall()) {
    console.log('Atoll: installing packages ...');
    const [command, args] = runsOnDeno ? [process.execPath, NPM_UNDER_DENO] : ['npm', []];
    const shell = process.platform === 'win32';
    const { status } = spawnSync(command, [...args, ...INSTALL], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell,
    });
    if (status !== 0) {
      throw new Error(
        'Installing the packages failed (see above). Check the network connection, then try again.',
      );
    }
    writeFileSync(ROOT + STAMPS[0], '');
  }
  return runsOnDeno ? process.execPath : denoOfNodeModules();
}

function denoOfNodeModules() {
  const path = `${ROOT}node_modules/deno/deno${process.platform === 'win32' ? '.exe' : ''}`;
  if (existsSync(path)) return path;
  // The package's installation script puts the program there, but some machines disable such scripts.
  const { status } = spawnSync(process.execPath, [`${ROOT}node_modules/deno/install.cjs`], {
    stdio: 'inherit',
  });
  if (status === 0 && existsSync(path)) return path;
  throw new Error(
    `Deno is not available for ${process.platform} ${process.arch}. Install it from https://deno.com, then run: deno task start`,
  );
}
