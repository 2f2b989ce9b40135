import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { findBrowser, findTestBrowser, HEADLESS_SHELL } from '#scripts/lib/browser.ts';

/** What `ensureBrowser` touches of the machine. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  isRoot: boolean;
  /** Whether Playwright has downloaded its own Chromium. */
  hasDownload(): boolean;
  /** Runs a command; whether it ended well. */
  run(command: string, args: string[]): boolean;
  say(line: string): void;
}

const DENO_PLAYWRIGHT = ['run', '-A', '--no-lock', 'npm:@playwright/test/cli'];

/**
 * Makes sure there is a browser to test with: those at hand, else Debian's packages (as root), else Playwright's own.
 * Most tests run in the one without windows, if it is there; a few need the one that people use.
 * @returns whether there is one now; what to do if not has been said.
 */
export function ensureBrowser(machine: Machine = thisMachine()): boolean {
  const { env, isRoot, hasDownload, run, say } = machine;
  if (env.CHROMIUM_PATH && !findBrowser(env)) {
    say(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but no such file exists.`);
    return false;
  }
  const missing = [...(findBrowser(env) ? [] : ['chromium']), ...(hasShell(env) ? [] : [HEADLESS_SHELL])];
  if (missing.length === 0 || hasDownload()) return true;
  if (isRoot && run('apt-get', ['--version'])) {
    run('apt-get', ['update', '-qq']);
    // One by one: older systems have no package for the one without windows.
    for (const name of missing) {
      say(`Installing ${name} with apt-get ...`);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    }
  }
  if (findBrowser(env)) return true;
  say("Downloading Playwright's Chromium ...");
  run(process.execPath, [...DENO_PLAYWRIGHT, 'install', 'chromium']);
  if (hasDownload()) return true;
  say('No browser to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  return false;
}

/** A browser named by `CHROMIUM_PATH` is the only one wanted. */
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
    say: (line) => console.log(line),
  };
}
