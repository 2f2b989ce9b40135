import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutUnusedIcons } from '#build/editor-icons.mjs';

const { resolve } = createRequire(import.meta.url);
const read = (name: string) => readFile(resolve(name), 'utf8');
const namesOf = (code: string) =>
  [...code.matchAll(/^ *'?([\w-]+)'?: '<svg/gm)].map(([, name]) => name ?? '');

test('icons that no part of the editor names are not built, all others are', async () => {
  const path = resolve('hugerte/icons/default/icons.js');
  const icons = await read(path);
  const built = withoutUnusedIcons(icons, path) ?? '';
  const kept = namesOf(built);
  expect(kept).toContain('bold');
  // The result is still a script.
  expect(() => new Function(built)).not.toThrow();

  const list = await readFile('src/components/rich-text/hugerte.ts', 'utf8');
  const parts = [...list.matchAll(/import (?:\w+ from )?'(hugerte[^']*)'/g)].map(([, name]) => name ?? '');
  expect(parts.length).toBeGreaterThan(10);
  const code = await Promise.all(parts.filter((name) => !name.includes('/icons/')).map(read));
  const setup = await readFile('src/components/rich-text/RichText.tsx', 'utf8');
  const removed = namesOf(icons).filter((name) => !kept.includes(name));
  expect(removed.filter((name) => [...code, setup].some((part) => part.includes(`'${name}'`)))).toEqual([]);
});

test('other modules are not changed, and an update without such an icon fails the build', () => {
  expect(withoutUnusedIcons("'emoji': '<svg>',\n", '/hugerte/hugerte.js')).toBeUndefined();
  expect(() => withoutUnusedIcons('', '/hugerte/icons/default/icons.js')).toThrow('Expected once');
});
