import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutStacks } from '#build/editor-stacks.mjs';

const { resolve } = createRequire(import.meta.url);

test.each([
  ['hugerte/themes/silver/theme.js', /new Error\(\);\s+if \(err\.stack/],
  ['hugerte/plugins/codesample/plugin.js', /= _\.util\.currentScript\(\)/],
])('%s is built without the place that reads a stack', async (name, place) => {
  const path = resolve(name);
  const code = await readFile(path, 'utf8');
  expect(code).toMatch(place);
  expect(withoutStacks(code, path)).not.toMatch(place);
});

test('other modules are not changed', () => {
  expect(withoutStacks('const err = new Error();', '/hugerte/hugerte.js')).toBeUndefined();
});

test('a place that an update has changed fails the build', () => {
  expect(() => withoutStacks('', '/hugerte/themes/silver/theme.js')).toThrow('Expected once');
});
