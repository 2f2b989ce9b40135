import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import {
  decideGroups,
  type GroupName,
  hashGroups,
  inputsOf,
  readRecord,
  recordedProofs,
  writeRecord,
} from '#scripts/test/groups.ts';
import { hashOf, importsOf, type Tree, withImports, workingTree } from '#scripts/test/tree.ts';

const treeOf = (contents: Record<string, string>): Tree => ({
  files: new Set(Object.keys(contents)),
  read: (file) => Buffer.from(contents[file] ?? ''),
});

/** A small repository, with a file of each kind that a group depends on. */
const CONTENTS: Record<string, string> = {
  'package-lock.json': '{}',
  'astro.config.mjs': '',
  'tsconfig.astro.json': '{}',
  'build/csp.mjs': '',
  'deploy/Caddyfile': '',
  'scripts/start/main.ts': '',
  'scripts/bench/main.ts': '',
  'src/server/main.ts': "import { read } from '#domain/app/bytes.ts';",
  'src/lib/domain/app/bytes.ts': '',
  'src/lib/routing/hash.ts': '',
  'src/components/Menu.tsx': "import type { Item } from '#domain/app/items.ts';",
  'src/lib/domain/app/items.ts': '',
  'src/stores/base/session.ts': '',
  'src/stores/logs/list.ts': '',
  'src/islands/logs/LogsPage.tsx': "import '#stores/logs/list.ts';",
  'src/layouts/Shell.astro': "---\nimport LogsPage from '#islands/logs/LogsPage.tsx';\n---\n<LogsPage />",
  'src/layouts/styles/menu.css': '',
  'tests/server/proxy.test.ts': "import { client } from '#tests/support/server/client.ts';",
  'tests/support/server/client.ts': "import { eventually } from '../eventually.ts';",
  'tests/support/eventually.ts': '',
  'tests/support/fixtures.ts': "import './guard.ts';",
  'tests/support/guard.ts': '',
  'tests/e2e/app/upgrade.spec.ts': "import { test } from '#tests/support/fixtures.ts';",
  'tests/e2e/logs/list.spec.ts': "import { test } from '#tests/support/fixtures.ts';",
  'tests/components/menus.spec.ts': "import './fixtures.ts';",
  'tests/components/fixtures.ts': "import '#tests/support/guard.ts';",
  'tests/components/kit/Menus.tsx': "import '#components/Menu.tsx';",
};

const TREE = treeOf(CONTENTS);
const RUN = { commit: '1a2b3c4', started: '2026-05-04T10:20:30.000Z' };

/** The groups that run after this change, when all were green before. */
function running(change: Record<string, string>, files?: readonly string[]): GroupName[] {
  const before = hashGroups(TREE);
  const record = Object.fromEntries(
    Object.entries(before).map(([name, inputs]) => [
      name,
      { inputs, commit: '1a2b3c4', date: '2026-05-04', ids: '' },
    ]),
  );
  const tree = treeOf({ ...CONTENTS, ...change });
  return decideGroups(tree, hashGroups(tree), record, files)
    .filter(({ runs }) => runs)
    .map(({ name }) => name);
}

const FAULTS = 'deployment and faults';

describe('a group runs when what decides its result has changed', () => {
  test.each<[file: string, groups: GroupName[]]>([
    ['package-lock.json', [FAULTS, 'server', 'kit', 'astro check']],
    ['build/csp.mjs', [FAULTS, 'server', 'kit']],
    ['astro.config.mjs', [FAULTS, 'server', 'kit']],
    ['tsconfig.astro.json', ['astro check']],
    ['deploy/Caddyfile', ['server']],
    ['scripts/start/main.ts', ['server']],
    ['src/server/main.ts', [FAULTS, 'server']],
    ['src/lib/domain/app/bytes.ts', [FAULTS, 'server']],
    ['src/lib/routing/hash.ts', [FAULTS]],
    ['src/stores/base/session.ts', [FAULTS]],
    ['src/components/Menu.tsx', [FAULTS, 'kit']],
    ['src/lib/domain/app/items.ts', ['kit']],
    ['src/layouts/Shell.astro', [FAULTS, 'kit', 'astro check']],
    ['src/layouts/styles/menu.css', [FAULTS, 'kit']],
    ['src/islands/logs/LogsPage.tsx', ['astro check']],
    ['tests/server/proxy.test.ts', ['server']],
    ['tests/support/eventually.ts', ['server']],
    ['tests/support/guard.ts', [FAULTS, 'kit']],
    ['tests/e2e/app/upgrade.spec.ts', [FAULTS]],
    ['tests/components/fixtures.ts', ['kit']],
    ['tests/components/kit/Menus.tsx', ['kit']],
    ['src/stores/logs/list.ts', []],
    ['tests/e2e/logs/list.spec.ts', []],
    ['scripts/bench/main.ts', []],
  ])('%s: %j', (file, groups) => {
    expect(running({ [file]: `${CONTENTS[file]}\n// changed` })).toEqual(groups);
  });

  test('a new file counts, and a group without a record runs', () => {
    expect(running({ 'deploy/new.conf': '' })).toEqual(['server']);
    const all = decideGroups(TREE, hashGroups(TREE), {});
    expect(all.map(({ runs, reason }) => [runs, reason])).toEqual(
      Array(4).fill([true, 'runs: it has no record']),
    );
  });

  test('in a run for changed files a group that none of them touches is left out, too', () => {
    const change = { 'src/server/main.ts': '// changed' };
    expect(running(change, ['docs/logs.md'])).toEqual([]);
    expect(running(change, ['src/server/main.ts'])).toEqual([FAULTS, 'server']);
  });
});

test('each group has inputs in this repository, and leaves the features out', () => {
  const tree = workingTree();
  for (const name of Object.keys(hashGroups(TREE)) as GroupName[]) {
    const inputs = inputsOf(name, tree);
    expect(inputs.size, name).toBeGreaterThan(20);
    expect([...inputs].filter((file) => file.startsWith('src/stores/settings/'))).toEqual([]);
    if (name === 'server') expect(inputs).toContain('tests/support/backend.ts');
  }
});

test('a record has the ids that tests of the group proved at the first try, and a later run reads them', () => {
  const dir = mkdtempSync(`${tmpdir()}/atoll-groups-`);
  const file = `${dir}/groups.json`;
  const proofs = [
    { id: 'SH-02', where: 'tests/e2e/app/upgrade.spec.ts' },
    { id: 'SH-01', where: 'tests/e2e/app/upgrade.spec.ts' },
    { id: 'SH-01', where: 'tests/e2e/app/upgrade.spec.ts' },
    { id: 'SH-03', where: 'tests/e2e/app/upgrade.spec.ts', isRetried: true },
    { id: 'SH-04', where: 'tests/e2e/logs/list.spec.ts' },
  ];
  writeRecord(hashGroups(TREE), proofs, RUN, file);
  const decisions = decideGroups(TREE, hashGroups(TREE), readRecord(file));
  rmSync(dir, { recursive: true });
  expect(decisions[0]?.reason).toBe(
    'left out: it was green with the same inputs at commit 1a2b3c4 of 2026-05-04',
  );
  expect(recordedProofs(decisions)).toEqual([
    { id: 'SH-01', where: 'tests/groups.json', isRecorded: true },
    { id: 'SH-02', where: 'tests/groups.json', isRecorded: true },
  ]);
  const changed = decideGroups(TREE, { ...hashGroups(TREE), [FAULTS]: 'other' }, readRecord(file));
  expect(recordedProofs(changed)).toEqual([]);
});

describe('imports', () => {
  test('are followed through relative paths and the names of package.json, also for types and when dynamic', () => {
    const tree = treeOf({
      'src/server/a.ts':
        "import '../server/b.ts'; import type { C } from '#server/c.ts'; import('#server/d.ts');",
      'src/server/b.ts': "export * from './a.ts';",
      'src/server/c.ts': "import 'node:fs'; import './missing.ts';",
      'src/server/d.ts': "export { x } from './e.css?raw';",
      'src/server/e.css': '',
    });
    expect([...withImports(['src/server/a.ts'], tree)].sort()).toEqual([...tree.files]);
    expect(importsOf('src/server/c.ts', tree)).toEqual([]);
  });

  test('a hash tells names from contents', () => {
    const one = treeOf({ a: 'x', b: '' });
    const other = treeOf({ a: '', b: 'x' });
    expect(hashOf(one.files, one)).not.toBe(hashOf(other.files, other));
    expect(hashOf(['b', 'a'], one)).toBe(hashOf(['a', 'b'], one));
  });
});
