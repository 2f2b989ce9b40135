import { globSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { avatarOf, DRAWINGS } from '#domain/app/drawings.ts';
import { inRoot } from '#scripts/lib/paths.ts';

const images = globSync('public/**/*.svg', { cwd: inRoot('.') });

test('every drawing has a file', () => {
  for (const drawing of DRAWINGS) expect(images).toContain(`public/avatars/${avatarOf(drawing)}.svg`);
});

test('no image is larger than 5 kB', () => {
  expect(images.filter((file) => statSync(inRoot(file)).size > 5000)).toEqual([]);
});
