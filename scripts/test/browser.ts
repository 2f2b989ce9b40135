import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { findBrowser } from '../lib/browser.ts';

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
 * Makes sure there is a browser to test with: the one at hand, else Debian's package (as root), else Playwright's own.
 * @returns whether there is one now; what to do if not has been said.
 */
export function ensureBrowser(machine: Machine = thisMachine()): boolean {
  const { env, isRoot, hasDownload, run, say } = machine;
  if (env.CHROMIUM_PATH && !findBrowser(env)) {
    say(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but no such file exists.`);
    return false;
  }
  if (findBrowser(env) || hasDownload()) return true;
  if (isRoot && run('apt-get', ['--version'])) {
    say('Installing chromium with apt-get ...');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    if (findBrowser(env)) return true;
  }
  say("Downloading Playwright's Chromium ...");
  run(process.execPath, [...DENO_PLAYWRIGHT, 'install', 'chromium']);
  if (hasDownload()) return true;
  say('No browser to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  return false;
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
