import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.ts';
import { ensureBrowser, type Machine } from '../../../scripts/test/browser.ts';

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

describe('ensureBrowser', () => {
  test('installs nothing when there is one', () => {
    writeFileSync(`${bin}/chromium`, '');
    const { told, machine: one } = machine({ isRoot: true });
    expect(ensureBrowser(one)).toBe(true);
    expect(told).toEqual([]);
  });

  test("installs Debian's package as root", () => {
    const { told, machine: one } = machine({ isRoot: true });
    const run = (command: string, args: string[]): boolean => {
      if (args.includes('chromium')) writeFileSync(`${bin}/chromium`, '');
      return one.run(command, args);
    };
    expect(ensureBrowser({ ...one, run })).toBe(true);
    expect(told.at(-1)).toMatch(/^apt-get install .* chromium$/);
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
