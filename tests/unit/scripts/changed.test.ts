import { expect, test } from 'vitest';
import { selectBrowserTests } from '#scripts/test/changed.ts';

const AREAS = ['app', 'logs', 'narrow', 'records'];
const select = (...files: string[]) => selectBrowserTests(files, AREAS);

test.each([
  ['src/islands/logs/LogPanel.tsx'],
  ['src/stores/logs/list.ts'],
  ['src/lib/domain/logs/span.ts'],
  ['tests/support/logs/page.ts'],
  ['tests/e2e/logs/outlines/logs.txt'],
])('%s touches the tests of its area, the walk through all screens and the pass at 360 px', (file) => {
  expect(select(file)).toEqual(['tests/e2e/app/screens', 'tests/e2e/logs/', 'tests/e2e/narrow/']);
});

test('a changed browser test runs alone, and each once', () => {
  const spec = 'tests/e2e/records/list.spec.ts';
  expect(select(spec, spec, 'tests/components/menus.spec.ts')).toEqual([
    'tests/components/menus.spec.ts',
    spec,
  ]);
});

test.each([
  'src/components/table/ListTable.tsx',
  'tests/support/fixtures.ts',
  'build/chunks.mjs',
  'package.json',
])('%s touches every browser test', (file) => expect(select('src/stores/logs/list.ts', file)).toEqual(['']));

test('texts, other tests and scripts touch no browser test', () => {
  const files = ['docs/logs.md', 'README.md', 'tests/unit/logs/span.test.ts', 'scripts/bench/main.ts'];
  expect(select(...files)).toEqual([]);
  expect(select()).toEqual([]);
});
