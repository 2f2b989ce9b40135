import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(inRoot(`src/${path}`), 'utf8');
const tokens = read('layouts/styles/tokens.css');
const [large = '', small = ''] = tokens.split('@media');

/** The number of a token, in px or without a unit. */
const token = (text: string, name: string) => Number(new RegExp(`--${name}: (\\d+)(px)?;`).exec(text)?.[1]);

test.each([
  ['row', 'row-height'],
  ['logRow', 'log-row-height'],
])('the height of a %s is the same in the code and in the style sheet', (kind, name) => {
  const [, inCode] =
    new RegExp(`${kind}: (\\{[^}]*\\})`).exec(read('components/table/use-row-height.ts')) ?? [];
  expect(inCode).toBe(`{ large: ${token(large, name)}, small: ${token(small, name)} }`);
});

test('panels are in their layer', () => {
  expect(read('components/overlay/panel-stack.ts')).toContain(
    `const BASE_Z = ${token(large, 'layer-panel')};`,
  );
});

test('no class names a breakpoint that does not exist: it would have no effect', () => {
  const files = globSync('src/**/*.{ts,tsx,astro,css}', { cwd: inRoot('.') });
  expect(files.length).toBeGreaterThan(500);
  const unknown = files.filter((file) =>
    /[\s"'`](max-|min-)?(md|lg|xl|2xl):[a-z[-]/.test(readFileSync(inRoot(file), 'utf8')),
  );
  expect(unknown).toEqual([]);
});

test('small screens begin at one width everywhere', () => {
  const width = /--breakpoint-sm: (\w+);/.exec(tokens)?.[1];
  expect(small).toContain(`(width < ${width})`);
  expect(read('components/hooks/use-is-small.ts')).toContain(`'(width < ${width})'`);
  expect(read('stores/app/drawer.ts')).toContain(`'(width >= ${width})'`);
});
