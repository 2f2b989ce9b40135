import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { findBrowser } from '../lib/browser.ts';

/**
 * Makes sure there is a browser to test with: the one at hand, else Debian's package (as root), else Playwright's own.
 * @returns whether there is one now; what was tried has been printed.
 */
export function ensureBrowser(): boolean {
  if (process.env.CHROMIUM_PATH && !findBrowser()) {
    console.error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but no such file exists.`);
    return false;
  }
  if (findBrowser() || existsSync(chromium.executablePath())) return true;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')) {
    console.log('Installing chromium with apt-get ...');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    if (findBrowser()) return true;
  }
  console.log("Downloading Playwright's Chromium ...");
  run(process.execPath, ['run', '-A', '--no-lock', 'npm:@playwright/test/cli', 'install', 'chromium']);
  if (existsSync(chromium.executablePath())) return true;
  console.error('No browser to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  return false;
}

function run(command: string, args: string[], output: 'inherit' | 'ignore' = 'inherit'): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', output, output], env }).status === 0;
}
