import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needsInstall } from '#scripts/install/install.mjs';
import { isBuildStale, newestChange } from '#scripts/start/build.ts';
import { reasonToRefuse } from '#scripts/test/refuse-stale-build.ts';

let root: string;

beforeEach(() => {
  root = `${mkdtempSync(`${tmpdir()}/atoll-fresh-`)}/`;
});

afterEach(() => rmSync(root, { recursive: true }));

/** Creates a file with a change time of `minute` minutes after a fixed moment in the past. */
function file(path: string, minute: number): void {
  mkdirSync(dirname(root + path), { recursive: true });
  writeFileSync(root + path, '');
  touch(path, minute);
}

function touch(path: string, minute: number): void {
  const seconds = 1_700_000_000 + minute * 60;
  utimesSync(root + path, seconds, seconds);
}

describe('needsInstall', () => {
  test('installs when there are no packages', () => {
    file('package-lock.json', 0);
    expect(needsInstall(root)).toBe(true);
  });

  test('keeps packages that are newer than the lock file', () => {
    file('package-lock.json', 0);
    file('node_modules/.package-lock.json', 1);
    expect(needsInstall(root)).toBe(false);
  });

  test('installs when the lock file is newer', () => {
    file('node_modules/.package-lock.json', 0);
    file('package-lock.json', 1);
    expect(needsInstall(root)).toBe(true);
  });

  test('uses its own stamp when npm wrote none', () => {
    file('package-lock.json', 0);
    file('node_modules/.atoll-installed', 1);
    expect(needsInstall(root)).toBe(false);
  });
});

function built(minute: number): void {
  file('dist/client/index.html', minute);
  file('dist/server/main.mjs', minute);
}

describe('isBuildStale', () => {
  test('builds when there is no build, or an incomplete one', () => {
    file('src/a.ts', 0);
    expect(isBuildStale(root, `${root}dist`)).toBe(true);
    file('dist/client/index.html', 1);
    expect(isBuildStale(root, `${root}dist`)).toBe(true);
  });

  test('builds when any source is newer than the build, in any subfolder', () => {
    file('src/a/b/c.ts', 0);
    for (const folder of ['src/a/b', 'src/a', 'src']) touch(folder, 0);
    built(1);
    expect(isBuildStale(root, `${root}dist`)).toBe(false);
    touch('src/a/b/c.ts', 2);
    expect(isBuildStale(root, `${root}dist`)).toBe(true);
  });

  test('builds when a source was removed', () => {
    file('src/a.ts', 0);
    touch('src', 2);
    built(1);
    expect(isBuildStale(root, `${root}dist`)).toBe(true);
  });
});

test('the browser tests refuse a build that is older than its sources with one line, unless STALE is set', () => {
  file('src/a.ts', 0);
  touch('src', 0);
  built(1);
  expect(reasonToRefuse({}, root, `${root}dist`)).toBeUndefined();
  touch('src/a.ts', 2);
  expect(reasonToRefuse({}, root, `${root}dist`)).toMatch(/^The build is older than its sources\. .+$/);
  expect(reasonToRefuse({ STALE: '1' }, root, `${root}dist`)).toBeUndefined();
});

test('newestChange is 0 when no file exists', () => {
  expect(newestChange(['nowhere'], root)).toBe(0);
});
