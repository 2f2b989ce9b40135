import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { list } from 'tar';
import { expect, test } from 'vitest';
import { inRoot } from '#scripts/lib/paths.ts';
import { partOf } from '#scripts/release/changelog.ts';
import { archive, extractBuild } from '#scripts/release/package.ts';

const CHANGELOG = `# Changelog

## [1.10.0] - 2026-12-01

- Ten.

## [1.1.0] - 2026-11-24

### Added

- One.

## [1.0.0] - Unreleased
`;

test('the notes of a version are its part of the changelog', () => {
  expect(partOf(CHANGELOG, '1.1.0')).toBe('### Added\n\n- One.');
  expect(partOf(CHANGELOG, '1.10.0')).toBe('- Ten.');
});

test('a version without a part, or with an empty one, has no notes', () => {
  expect(partOf(CHANGELOG, '1.2.0')).toBeUndefined();
  expect(partOf(CHANGELOG, '1.0.0')).toBeUndefined();
});

test('the same files make the same archive, in whatever order, when and with which umask they were written', async () => {
  const dir = mkdtempSync(`${tmpdir()}/atoll-archive-`);
  const names = ['b.txt', 'a.txt', 'inside/c.txt'];
  const archives: Buffer[] = [];
  for (const [order, mode] of [
    [names, 0o644],
    [names.toReversed(), 0o600],
  ] as const) {
    const folder = mkdtempSync(`${dir}/folder-`);
    mkdirSync(`${folder}/inside`);
    for (const name of order) writeFileSync(`${folder}/${name}`, name, { mode });
    chmodSync(`${folder}/a.txt`, mode | 0o100);
    await archive(folder, `${folder}.tgz`, 'package', new Date('2026-01-01'));
    archives.push(readFileSync(`${folder}.tgz`));
    const entries: unknown[] = [];
    await list({ file: `${folder}.tgz`, onReadEntry: ({ path, mode }) => entries.push([path, mode]) });
    expect(entries).toEqual([
      ['package/a.txt', 0o755],
      ['package/b.txt', 0o644],
      ['package/inside/c.txt', 0o644],
    ]);
  }
  expect(archives[0]?.equals(archives[1] ?? Buffer.of())).toBe(true);
  rmSync(dir, { recursive: true });
});

test('takes the build out of a release, and refuses every other file', async () => {
  const dir = mkdtempSync(`${tmpdir()}/atoll-archive-`);
  const pack = async (name: string, path: string) => {
    mkdirSync(`${dir}/${name}/dist/server`, { recursive: true });
    writeFileSync(`${dir}/${name}/${path}`, '[]');
    await archive(`${dir}/${name}`, `${dir}/${name}.tgz`, 'package', new Date('2026-01-01'));
    return readFileSync(`${dir}/${name}.tgz`);
  };
  const whole = await pack('whole', 'dist/server/parts.json');
  writeFileSync(`${dir}/cut.tgz`, whole.subarray(0, whole.length / 2));
  writeFileSync(`${dir}/page.tgz`, '<html>Not found</html>');
  await pack('sources', 'package.json');
  for (const [name, problem] of [
    ['nowhere', /nowhere\.tgz can't be read: .*no such file/],
    ['cut', /cut\.tgz can't be read: /],
    ['page', /page\.tgz can't be read: /],
    ['sources', /sources\.tgz is no release of Atoll\.$/],
  ] as const) {
    mkdirSync(`${dir}/to-${name}`);
    await expect(extractBuild(`${dir}/${name}.tgz`, `${dir}/to-${name}`)).rejects.toThrow(problem);
  }
  mkdirSync(`${dir}/to`);
  await extractBuild(`${dir}/whole.tgz`, `${dir}/to`);
  expect(readdirSync(`${dir}/to/server`)).toEqual(['parts.json']);
  rmSync(dir, { recursive: true });
});

test.each([['--help'], ['--previous'], ['--previous', 'nowhere.tar.gz', 'more']])(
  'refuses %j in one line',
  (...args) => {
    const command = ['run', '-A', '--no-lock', inRoot('scripts/release/main.ts'), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Atoll: .* Use: npm run release -- --previous FILE\n$/);
  },
);
