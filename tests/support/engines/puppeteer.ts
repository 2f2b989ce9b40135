import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import puppeteer, { type ElementHandle, type LaunchOptions } from 'puppeteer-core';
import { BROWSER_FLAGS } from '#scripts/lib/browser.ts';
import { type Engine, findByName, readText } from './engine.ts';

/** Starts Chromium by its own protocol, or Firefox by WebDriver BiDi. */
export async function startPuppeteer(
  browser: 'chrome' | 'firefox',
  executablePath: string,
): Promise<Engine<ElementHandle>> {
  const downloads = mkdtempSync(`${tmpdir()}/atoll-downloads-`);
  const options: LaunchOptions =
    browser === 'chrome'
      ? { args: BROWSER_FLAGS }
      : { extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads } };
  const launched = await puppeteer.launch({
    browser,
    executablePath,
    defaultViewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await launched.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    // No driver can answer its dialog.
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`Refused by ${effectiveDirective}: ${blockedURI}`),
    );
  });
  if (browser === 'chrome') {
    const cdp = await launched.target().createCDPSession();
    await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  }
  return {
    version: await launched.version(),
    open: async (url) => {
      await page.goto(url);
    },
    text: () => page.evaluate(readText),
    find: async (selector, name) => {
      const handle = await page.evaluateHandle(findByName, selector, name);
      return handle.asElement() ? (handle as ElementHandle<Element>) : undefined;
    },
    click: (handle) => handle.click(),
    async type(handle, text) {
      await handle.focus();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    chooseFile: (handle, path) => (handle as ElementHandle<HTMLInputElement>).uploadFile(path),
    downloads,
    problems: () => problems,
    async close() {
      await launched.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}
