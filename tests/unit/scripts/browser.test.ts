import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser, findTestBrowser } from '#scripts/lib/browser.ts';
import { ensureBrowser, type Machine } from '#scripts/test/browser.ts';

let bin: string;

beforeEach(() => {
  bin = mkdtempSync(`${tmpdir()}/atoll-path-`);
});

afterEach(() => rmSync(bin, { recursive: true }));

/** A machine without a browser, which notes what is run and said. */
function machine(overrides: Partial<Machine> = {}): { told: string[]; machine: Machine } {
  const told: string[] = [];
  const run = (command: string, args: string[]): boolean => {
    told.push([command, ...args].join(' '));
    return true;
  };
  const base: Machine = {
    env: { PATH: bin },
    isRoot: false,
    hasDownload: () => false,
    run,
    say: (line) => told.push(line),
  };
  return { told, machine: { ...base, ...overrides } };
}

describe('findBrowser', () => {
  test('looks along the PATH', () => {
    expect(findBrowser({ PATH: `/nowhere:${bin}` })).toBeUndefined();
    writeFileSync(`${bin}/google-chrome`, '');
    expect(findBrowser({ PATH: `/nowhere:${bin}` })).toBe(`${bin}/google-chrome`);
  });

  test('takes CHROMIUM_PATH before all others, and nothing else if it is wrong', () => {
    writeFileSync(`${bin}/chromium`, '');
    writeFileSync(`${bin}/mine`, '');
    expect(findBrowser({ PATH: bin, CHROMIUM_PATH: `${bin}/mine` })).toBe(`${bin}/mine`);
    expect(findBrowser({ PATH: bin, CHROMIUM_PATH: `${bin}/wrong` })).toBeUndefined();
  });
});

test('tests take the browser without windows first, measurements the one that people use', () => {
  for (const name of ['chromium-headless-shell', 'chromium']) writeFileSync(`${bin}/${name}`, '');
  expect(findTestBrowser({ PATH: bin })).toBe(`${bin}/chromium-headless-shell`);
  expect(findBrowser({ PATH: bin })).toBe(`${bin}/chromium`);
  rmSync(`${bin}/chromium-headless-shell`);
  expect(findTestBrowser({ PATH: bin })).toBe(`${bin}/chromium`);
});

describe('ensureBrowser', () => {
  test('installs nothing when both kinds are there, or the one that was named', () => {
    writeFileSync(`${bin}/chromium`, '');
    const { told, machine: one } = machine({ isRoot: true });
    expect(ensureBrowser({ ...one, env: { PATH: bin, CHROMIUM_PATH: `${bin}/chromium` } })).toBe(true);
    writeFileSync(`${bin}/chromium-headless-shell`, '');
    expect(ensureBrowser(one)).toBe(true);
    expect(told).toEqual([]);
  });

  test('nobody but root is asked to install the one without windows', () => {
    writeFileSync(`${bin}/chromium`, '');
    const { told, machine: one } = machine();
    expect(ensureBrowser(one)).toBe(true);
    expect(told).toEqual([]);
  });

  test.each([
    { there: [], installed: ['chromium', 'chromium-headless-shell'] },
    { there: ['chromium'], installed: ['chromium-headless-shell'] },
    { there: ['chromium-headless-shell'], installed: ['chromium'] },
  ])("installs Debian's packages $installed as root where $there is there", ({ there, installed }) => {
    for (const name of there) writeFileSync(`${bin}/${name}`, '');
    const { told, machine: one } = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args[0] === 'install') writeFileSync(`${bin}/${args.at(-1)}`, '');
      return one.run(command, args);
    };
    expect(ensureBrowser({ ...one, run })).toBe(true);
    const packages = told.filter((line) => line.startsWith('apt-get install'));
    expect(packages.map((line) => line.split(' ').at(-1))).toEqual(installed);
  });

  test('a system without a package for the one without windows is content with the other', () => {
    const { told, machine: one } = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args.at(-1) === 'chromium') writeFileSync(`${bin}/chromium`, '');
      return one.run(command, args);
    };
    expect(ensureBrowser({ ...one, run })).toBe(true);
    expect(told.at(-1)).toContain('chromium-headless-shell');
  });

  test("downloads Playwright's own otherwise, and when the package does not come", () => {
    for (const isRoot of [false, true]) {
      let downloaded = false;
      const { told, machine: one } = machine({ isRoot, hasDownload: () => downloaded });
      const run = (command: string, args: string[]): boolean => {
        downloaded ||= args.includes('npm:@playwright/test/cli');
        return one.run(command, args);
      };
      expect(ensureBrowser({ ...one, run })).toBe(true);
      expect(told.at(-1)).toContain('install chromium');
      expect(told.some((line) => line.startsWith('apt-get'))).toBe(isRoot);
    }
  });

  test('says what to do when nothing helps', () => {
    const { told, machine: one } = machine();
    expect(ensureBrowser(one)).toBe(false);
    expect(told.at(-1)).toContain('CHROMIUM_PATH');
  });

  test('does not replace a CHROMIUM_PATH that is wrong', () => {
    const { told, machine: one } = machine({ env: { PATH: bin, CHROMIUM_PATH: '/nowhere/chromium' } });
    expect(ensureBrowser(one)).toBe(false);
    expect(told).toEqual(['CHROMIUM_PATH is /nowhere/chromium, but no such file exists.']);
  });
});
