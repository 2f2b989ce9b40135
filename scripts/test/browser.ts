import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { findBrowser, findTestBrowser, HEADLESS_SHELL } from '#scripts/lib/browser.ts';

/** The parts of the machine that `ensureBrowser` uses. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  isRoot: boolean;
  /** Whether Playwright has downloaded its own Chromium. */
  hasDownload(): boolean;
  /** Runs a command and returns whether it succeeded. */
  run(command: string, args: string[]): boolean;
  print(line: string): void;
}

const DENO_PLAYWRIGHT = ['run', '-A', '--no-lock', 'npm:@playwright/test/cli'];

/**
 * Makes sure that there is a browser to test with: an installed one, else Debian's packages (as root), else
 * Playwright's own. Most tests use the headless browser if it is installed; a few need a regular one.
 * @returns whether there is one now; if not, prints what to do.
 */
export function ensureBrowser(machine: Machine = thisMachine()): boolean {
  const { env, isRoot, hasDownload, run, print } = machine;
  if (env.CHROMIUM_PATH && !findBrowser(env)) {
    print(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but no such file exists.`);
    return false;
  }
  const missing = [...(findBrowser(env) ? [] : ['chromium']), ...(hasShell(env) ? [] : [HEADLESS_SHELL])];
  if (missing.length === 0 || hasDownload()) return true;
  if (isRoot && run('apt-get', ['--version'])) {
    run('apt-get', ['update', '-qq']);
    // One by one: older systems have no package for the headless browser.
    for (const name of missing) {
      print(`Installing ${name} with apt-get ...`);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    }
  }
  if (findBrowser(env)) return true;
  print("Downloading Playwright's Chromium ...");
  run(process.execPath, [...DENO_PLAYWRIGHT, 'install', 'chromium']);
  if (hasDownload()) return true;
  print('There is no browser to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  return false;
}

/** When `CHROMIUM_PATH` names a browser, no other one is needed. */
function hasShell(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.CHROMIUM_PATH) || findTestBrowser(env)?.endsWith(HEADLESS_SHELL) === true;
}

function thisMachine(): Machine {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    hasDownload: () => existsSync(chromium.executablePath()),
    run: (command, args) =>
      spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0,
    print: (line) => console.log(line),
  };
}
