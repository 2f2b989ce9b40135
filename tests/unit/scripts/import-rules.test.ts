import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import rules from '#root/.dependency-cruiser.mjs';
import { inRoot } from '#scripts/lib/paths.ts';

/** A small copy of the repository, with every file that a forbidden import may target. */
const FILES = {
  'build/integration.mjs': '',
  'scripts/lib/ports.ts': '',
  'tests/support/atoll.ts': '',
  'src/islands/auth/LoginPage.tsx': '',
  'src/islands/field-types/icons.ts': '',
  'src/islands/records/panel/PanelForm.tsx': '',
  'src/layouts/boot.ts': '',
  'src/components/elements/Button.tsx': '',
  'src/stores/app/session.ts': '',
  'src/stores/job/job.ts': '',
  'src/stores/records/list.ts': '',
  'src/stores/records/panel/form.ts': '',
  'src/lib/api/client.ts': '',
  'src/lib/browser/storage.ts': '',
  'src/lib/domain/app/own.ts': '',
  'src/lib/domain/collections/collection.ts': '',
  'src/lib/domain/collections/editor/merge.ts': '',
  'src/lib/domain/collections/editor/values.ts': '',
  'src/lib/routing/routes.ts': '',
  'src/lib/wire/collections.ts': '',
  'src/lib/wire/pb22/collections.ts': '',
  'src/lib/wire/pb22/early.ts': '',
  'src/server/proxy.ts': '',
  'node_modules/pocketbase/package.json': '{ "name": "pocketbase", "main": "index.js" }',
  'node_modules/pocketbase/index.js': '',
};

/** Forbidden imports: importer, import specifier, and the rule that rejects it. */
const FORBIDDEN = [
  ['src/lib/domain/records/panel/deep/a.ts', '#api/client.ts', 'domain-is-pure'],
  ['src/lib/domain/a.ts', '../api/client.ts', 'domain-is-pure'],
  ['src/lib/domain/field-types/a.ts', '../collections/collection.ts', 'field-types-import-no-feature'],
  ['src/lib/browser/a.ts', '#stores/app/session.ts', 'browser-imports-only-domain'],
  ['src/lib/routing/a.ts', '#api/client.ts', 'routing-imports-no-api'],
  ['src/lib/api/records/a.ts', '#stores/app/session.ts', 'api-imports-no-store'],
  ['src/lib/wire/pb22/a.ts', '#api/client.ts', 'wire-imports-only-domain'],
  ['src/lib/api/records/b.ts', '#wire/pb22/collections.ts', 'lines-only-through-the-port'],
  ['src/lib/routing/b.ts', '../wire/pb22/collections.ts', 'lines-only-through-the-port'],
  ['src/lib/domain/model/filter/a.ts', '../../collections/collection.ts', 'model-imports-no-feature'],
  ['src/lib/domain/access/a.ts', '../collections/editor/merge.ts', 'features-import-only-what-others-export'],
  [
    'src/lib/api/access/a.ts',
    '#domain/collections/editor/merge.ts',
    'features-import-only-what-others-export',
  ],
  [
    'src/stores/access/a.ts',
    '#domain/collections/editor/merge.ts',
    'features-import-only-what-others-export',
  ],
  ['src/stores/access/b.ts', '../records/panel/form.ts', 'features-import-only-what-others-export'],
  ['src/islands/auth/b.tsx', '#stores/records/panel/form.ts', 'features-import-only-what-others-export'],
  ['src/stores/a.ts', '../components/elements/Button.tsx', 'stores-import-no-interface'],
  ['src/stores/records/panel/a.ts', '#islands/auth/LoginPage.tsx', 'stores-import-no-interface'],
  ['src/stores/base/a.ts', '#stores/app/session.ts', 'base-stores-import-no-store'],
  ['src/stores/app/a.ts', '../records/list.ts', 'app-stores-import-no-feature'],
  ['src/stores/factories/a.ts', '#stores/records/list.ts', 'factories-import-no-feature'],
  ['src/stores/job/a.ts', '#stores/records/list.ts', 'jobs-import-no-feature'],
  ['src/stores/factories/b.ts', '#stores/job/job.ts', 'factories-import-no-feature'],
  ['src/components/form/a.tsx', '#stores/app/session.ts', 'components-import-no-stores'],
  ['src/components/form/b.tsx', '#api/client.ts', 'components-import-no-stores'],
  ['src/islands/auth/a.tsx', '#api/client.ts', 'islands-import-no-api'],
  [
    'src/islands/collections/editor/fields/deep/a.tsx',
    '#islands/records/panel/PanelForm.tsx',
    'islands-import-no-other-feature',
  ],
  [
    'src/islands/collections/editor/fields/deep/b.tsx',
    '../../../../records/panel/PanelForm.tsx',
    'islands-import-no-other-feature',
  ],
  [
    'src/islands/field-types/a.tsx',
    '#islands/records/panel/PanelForm.tsx',
    'islands-import-no-other-feature',
  ],
  ['src/islands/collections/c.tsx', '../auth/LoginPage.tsx', 'islands-import-no-other-feature'],
  ['src/layouts/a.ts', '#server/proxy.ts', 'pages-and-layouts-import-no-server'],
  ['src/server/deep/a.ts', '#stores/app/session.ts', 'server-imports-only-domain'],
  ['build/a.mjs', '#stores/app/session.ts', 'build-imports-only-server'],
  ['scripts/start/a.ts', '#tests/support/atoll.ts', 'scripts-import-no-interface'],
  ['src/stores/records/b.ts', 'pocketbase', 'sdk-only-in-its-module'],
  ['src/lib/domain/docs/a.ts', './b.ts', 'no-circular-imports'],
] as const;

/** Allowed imports that resemble forbidden ones. */
const ALLOWED = [
  ['src/islands/records/d.tsx', './panel/PanelForm.tsx'],
  ['src/islands/records/e.tsx', '#islands/field-types/icons.ts'],
  ['src/lib/domain/field-types/d.ts', '#domain/app/own.ts'],
  ['src/lib/domain/access/d.ts', '../collections/collection.ts'],
  ['src/lib/domain/access/e.ts', '../collections/editor/values.ts'],
  ['src/stores/collections/d.ts', '#domain/collections/editor/merge.ts'],
  ['src/islands/field-types/d.tsx', '#stores/records/panel/form.ts'],
  ['src/islands/auth/d.tsx', '#stores/app/session.ts'],
  ['src/components/form/d.tsx', '#domain/app/own.ts'],
  ['src/stores/records/d.ts', '#api/client.ts'],
  ['src/stores/records/e.ts', '#stores/job/job.ts'],
  ['src/stores/job/d.ts', '#stores/app/session.ts'],
  ['src/lib/api/records/d.ts', '#wire/collections.ts'],
  ['src/lib/routing/d.ts', '../wire/pb22/early.ts'],
  ['src/lib/api/sdk.ts', 'pocketbase'],
  ['build/d.mjs', '#server/proxy.ts'],
  ['src/server/d.ts', '#domain/app/own.ts'],
] as const;

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atoll-rules-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  for (const [path, target] of [...FORBIDDEN, ...ALLOWED]) write(path, `import '${target}';\n`);
  write('src/lib/domain/docs/b.ts', "import './a.ts';\n");
  copyFileSync(inRoot('package.json'), join(dir, 'package.json'));
});
afterAll(() => rmSync(dir, { recursive: true }));

async function violations(): Promise<{ from: string; rule: string }[]> {
  const { forbidden, options } = rules;
  const { output } = await cruise(['src', 'build', 'scripts'], {
    ...options,
    baseDir: dir,
    validate: true,
    ruleSet: { forbidden },
  });
  return (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
}

test('every import rule rejects a forbidden import, at any depth and in any notation', async () => {
  const found = await violations();
  const missed = FORBIDDEN.filter(
    ([from, , rule]) => !found.some((violation) => violation.from === from && violation.rule === rule),
  );
  expect(missed).toEqual([]);
  const rejected = new Set(found.map(({ from }) => from));
  for (const [from] of ALLOWED) expect(rejected).not.toContain(from);
  expect(new Set(FORBIDDEN.map(([, , rule]) => rule))).toEqual(
    new Set(rules.forbidden.map(({ name }) => name)),
  );
});
