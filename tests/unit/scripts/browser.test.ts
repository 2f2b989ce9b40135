import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser, findFirefox, findTestBrowser, hasWebKit } from '#scripts/lib/browser.ts';
import { ensureBrowser, ensureOtherEngines, type Machine } from '#scripts/test/browser.ts';

let bin: string;

beforeEach(() => {
  bin = mkdtempSync(`${tmpdir()}/atoll-path-`);
});

afterEach(() => rmSync(bin, { recursive: true }));

/** A machine without a browser, which records commands and output. */
function machine(overrides: Partial<Machine> = {}): { output: string[]; machine: Machine } {
  const output: string[] = [];
  const run = (command: string, args: string[]): boolean => {
    output.push([command, ...args].join(' '));
    return true;
  };
  const base: Machine = {
    env: { PATH: bin },
    isRoot: false,
    hasDownload: () => false,
    run,
    print: (line) => output.push(line),
  };
  return { output, machine: { ...base, ...overrides } };
}

describe('findBrowser', () => {
  test('searches the PATH', () => {
    expect(findBrowser({ PATH: `/nowhere:${bin}` })).toBeUndefined();
    writeFileSync(`${bin}/google-chrome`, '');
    expect(findBrowser({ PATH: `/nowhere:${bin}` })).toBe(`${bin}/google-chrome`);
  });

  test('prefers CHROMIUM_PATH, and uses no other browser if it is wrong', () => {
    writeFileSync(`${bin}/chromium`, '');
    writeFileSync(`${bin}/mine`, '');
    expect(findBrowser({ PATH: bin, CHROMIUM_PATH: `${bin}/mine` })).toBe(`${bin}/mine`);
    expect(findBrowser({ PATH: bin, CHROMIUM_PATH: `${bin}/wrong` })).toBeUndefined();
  });
});

test('tests prefer the headless browser, measurements use a regular one', () => {
  for (const name of ['chromium-headless-shell', 'chromium']) writeFileSync(`${bin}/${name}`, '');
  expect(findTestBrowser({ PATH: bin })).toBe(`${bin}/chromium-headless-shell`);
  expect(findBrowser({ PATH: bin })).toBe(`${bin}/chromium`);
  rmSync(`${bin}/chromium-headless-shell`);
  expect(findTestBrowser({ PATH: bin })).toBe(`${bin}/chromium`);
});

describe('ensureBrowser', () => {
  test('installs nothing when both kinds are installed, or CHROMIUM_PATH names one', () => {
    writeFileSync(`${bin}/chromium`, '');
    const { output, machine: one } = machine({ isRoot: true });
    expect(ensureBrowser({ ...one, env: { PATH: bin, CHROMIUM_PATH: `${bin}/chromium` } })).toBe(true);
    writeFileSync(`${bin}/chromium-headless-shell`, '');
    expect(ensureBrowser(one)).toBe(true);
    expect(output).toEqual([]);
  });

  test('only root installs the headless browser', () => {
    writeFileSync(`${bin}/chromium`, '');
    const { output, machine: one } = machine();
    expect(ensureBrowser(one)).toBe(true);
    expect(output).toEqual([]);
  });

  test.each([
    { present: [], installed: ['chromium', 'chromium-headless-shell'] },
    { present: ['chromium'], installed: ['chromium-headless-shell'] },
    { present: ['chromium-headless-shell'], installed: ['chromium'] },
  ])("installs Debian's packages $installed as root when $present is installed", ({ present, installed }) => {
    for (const name of present) writeFileSync(`${bin}/${name}`, '');
    const { output, machine: one } = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args[0] === 'install') writeFileSync(`${bin}/${args.at(-1)}`, '');
      return one.run(command, args);
    };
    expect(ensureBrowser({ ...one, run })).toBe(true);
    const packages = output.filter((line) => line.startsWith('apt-get install'));
    expect(packages.map((line) => line.split(' ').at(-1))).toEqual(installed);
  });

  test('a system without a package of the headless browser uses the regular one', () => {
    const { output, machine: one } = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args.at(-1) === 'chromium') writeFileSync(`${bin}/chromium`, '');
      return one.run(command, args);
    };
    expect(ensureBrowser({ ...one, run })).toBe(true);
    expect(output.at(-1)).toContain('chromium-headless-shell');
  });

  test("downloads Playwright's browser without root, and when the package is not available", () => {
    for (const isRoot of [false, true]) {
      let downloaded = false;
      const { output, machine: one } = machine({ isRoot, hasDownload: () => downloaded });
      const run = (command: string, args: string[]): boolean => {
        downloaded ||= args.includes('npm:@playwright/test/cli');
        return one.run(command, args);
      };
      expect(ensureBrowser({ ...one, run })).toBe(true);
      expect(output.at(-1)).toContain('install chromium');
      expect(output.some((line) => line.startsWith('apt-get'))).toBe(isRoot);
    }
  });

  test('prints what to do when no browser is available', () => {
    const { output, machine: one } = machine();
    expect(ensureBrowser(one)).toBe(false);
    expect(output.at(-1)).toContain('CHROMIUM_PATH');
  });

  test('does not replace a CHROMIUM_PATH that is wrong', () => {
    const { output, machine: one } = machine({ env: { PATH: bin, CHROMIUM_PATH: '/nowhere/chromium' } });
    expect(ensureBrowser(one)).toBe(false);
    expect(output).toEqual(['CHROMIUM_PATH is /nowhere/chromium, but no such file exists.']);
  });
});

describe('the other engines', () => {
  test('are found on the PATH: WebKit needs its driver and a display', () => {
    expect(findFirefox({ PATH: bin })).toBeUndefined();
    writeFileSync(`${bin}/firefox`, '');
    expect(findFirefox({ PATH: bin })).toBe(`${bin}/firefox`);
    writeFileSync(`${bin}/WebKitWebDriver`, '');
    expect(hasWebKit({ PATH: bin })).toBe(false);
    writeFileSync(`${bin}/Xvfb`, '');
    expect(hasWebKit({ PATH: bin })).toBe(true);
  });

  test('only root installs them, and each that stays missing is told with its packages', () => {
    const told = [
      'Firefox was not tested: install firefox-esr.',
      'WebKit was not tested: install webkit2gtk-driver and xvfb.',
    ];
    const user = machine();
    expect(ensureOtherEngines(user.machine)).toEqual(told);
    expect(user.output).toEqual([]);
    const root = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args.at(-1) === 'firefox-esr') writeFileSync(`${bin}/firefox-esr`, '');
      return root.machine.run(command, args);
    };
    expect(ensureOtherEngines({ ...root.machine, run })).toEqual(told.slice(1));
    const installed = root.output.filter((line) => line.startsWith('apt-get install'));
    expect(installed.map((line) => line.split(' ').at(-1))).toEqual([
      'firefox-esr',
      'webkit2gtk-driver',
      'xvfb',
    ]);
  });
});
