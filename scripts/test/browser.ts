import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import {
  findBrowser,
  findFirefox,
  findTestBrowser,
  HEADLESS_SHELL,
  hasWebKit,
} from '#scripts/lib/browser.ts';

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
  const { env, hasDownload, run, print } = machine;
  if (env.CHROMIUM_PATH && !findBrowser(env)) {
    print(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but no such file exists.`);
    return false;
  }
  const missing = [...(findBrowser(env) ? [] : ['chromium']), ...(hasShell(env) ? [] : [HEADLESS_SHELL])];
  if (missing.length === 0 || hasDownload()) return true;
  installPackages(missing, machine);
  if (findBrowser(env)) return true;
  print("Downloading Playwright's Chromium ...");
  run(process.execPath, [...DENO_PLAYWRIGHT, 'install', 'chromium']);
  if (hasDownload()) return true;
  print('There is no browser to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  return false;
}

/** The browsers of other engines, with Debian's packages. */
const OTHERS = [
  { name: 'Firefox', isThere: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKit', isThere: hasWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
];

/**
 * Installs the browsers of other engines that are missing, as root on Debian.
 * @returns for each that is still missing, a line for people.
 */
export function ensureOtherEngines(machine: Machine = thisMachine()): string[] {
  const missing = OTHERS.filter(({ isThere }) => !isThere(machine.env));
  installPackages(
    missing.flatMap(({ packages }) => packages),
    machine,
  );
  return missing
    .filter(({ isThere }) => !isThere(machine.env))
    .map(({ name, packages }) => `${name} was not tested: install ${packages.join(' and ')}.`);
}

function installPackages(names: string[], { isRoot, run, print }: Machine): void {
  if (names.length === 0 || !isRoot || !run('apt-get', ['--version'])) return;
  run('apt-get', ['update', '-qq']);
  // One by one: older systems don't have every package.
  for (const name of names) {
    print(`Installing ${name} with apt-get ...`);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  }
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
