import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';

/** Debian's package of headless Chromium: the same engine, and a test takes two thirds of the time. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Debian's drivers of WebKit, and the display that its browser needs. */
const WEBKIT = ['WebKitWebDriver', 'Xvfb'];

/** Flags of every browser: no sandbox (it also runs as root), no background traffic. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Pages live for seconds in tests: V8 optimizes no code, and compiles none before it is called, which is a fifth of the
// processor time of most tests. Not for what measures times.
const BRIEF_FLAGS = ['--js-flags=--no-opt --no-maglev --max-lazy'];

/** A regular Chromium or Chrome: `CHROMIUM_PATH`, else the first on the PATH or in a usual place, else undefined. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findOneOf(NAMES, env);
}

/** The browser to test with: like {@link findBrowser}, but prefers the headless one. */
export function findTestBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findOneOf([HEADLESS_SHELL, ...NAMES], env);
}

/** Firefox on the PATH, Debian's first. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findProgram(['firefox-esr', 'firefox'], env);
}

/** Whether all that drives WebKit is on the PATH. */
export function hasWebKit(env: NodeJS.ProcessEnv = process.env): boolean {
  return WEBKIT.every((name) => findProgram([name], env));
}

function findOneOf(names: string[], env: NodeJS.ProcessEnv): string | undefined {
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  return findProgram(names, env) ?? USUAL_PLACES.find((path) => existsSync(path));
}

function findProgram(names: string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path));
}

/** Options of Playwright's `launch` for the browser to test with. */
export function testBrowser(): { executablePath?: string; args: string[] } {
  const executablePath = findTestBrowser();
  return { args: [...BROWSER_FLAGS, ...BRIEF_FLAGS], ...(executablePath ? { executablePath } : {}) };
}

/** Options of Playwright's `launch` for a regular browser. */
export function wholeBrowser(): { executablePath?: string; channel?: string; args: string[] } {
  const executablePath = findBrowser();
  return { args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : { channel: 'chromium' }) };
}
