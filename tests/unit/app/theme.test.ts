import { expect, test } from 'vitest';
import { parseTheme, themeName } from '#domain/app/theme.ts';

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  ['toString', 'system'],
  ['', 'system'],
  [undefined, 'system'],
])('the stored theme %j is read as %s', (stored, theme) => {
  expect(parseTheme(stored)).toBe(theme);
});

test.each([
  ['light', true, 'atoll'],
  ['dark', false, 'atoll-dark'],
  ['system', false, 'atoll'],
  ['system', true, 'atoll-dark'],
] as const)('the theme %s on a dark device (%s) is %s', (theme, isSystemDark, name) => {
  expect(themeName(theme, isSystemDark)).toBe(name);
});
