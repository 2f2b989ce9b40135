import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/lib/paths.ts';

type Package = { optionalDependencies?: Record<string, string> };

// npm installs only what the lock file names: without the programs of another platform, Atoll can't be built there.
test('the lock file names the packages of every platform', () => {
  const text = readFileSync(`${ROOT}/package-lock.json`, 'utf8');
  const packages: Record<string, Package> = JSON.parse(text).packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !packages[`node_modules/${name}`] && !packages[`${path ? `${path}/` : ''}node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
  expect(packages['node_modules/@deno/darwin-arm64']).toBeDefined();
});
