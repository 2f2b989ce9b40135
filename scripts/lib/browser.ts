import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium or Chrome to test with: `CHROMIUM_PATH`, else the first on the PATH, else undefined. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  return [...candidates, ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Flags that keep a test browser to itself: no sandbox (it also runs as root), no calls home. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
