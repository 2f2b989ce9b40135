// @ts-check
// The import rules. `npm test` checks them on resolved paths, so the depth and spelling of an import don't matter.
// tests/unit/scripts/import-rules.test.ts tests each rule with a forbidden import.

const OURS = '^(build|scripts|src|tests)/';

/** What features take from folders inside of others'; the files at the top of a feature's folder are for all. */
const EXPORTED = [
  // A collection as the editor has it, and what its changes mean to what refers to it.
  'lib/domain/collections/editor/(body|changes|names|query-names|references|values)',
  // Moving between backends imports collections.
  'lib/domain/settings/import/(diff|ids|losses|outcome|refusal)',
  'lib/domain/records/import/read-file',
  'lib/domain/records/transfer/csv',
  'lib/domain/records/views/view',
  'stores/collections/editor/(open|review)',
  'stores/records/bulk/replace-choices',
  'stores/records/panel/stack',
].map((file) => `^src/${file}\\.ts$`);

/**
 * Forbids files of `from` to import any file of this repository except `to`.
 * @param {string} name
 * @param {string} from
 * @param {string} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: to },
});

/** @type {import('dependency-cruiser').IConfiguration & { forbidden: import('dependency-cruiser').IForbiddenRuleType[] }} */
export default {
  forbidden: [
    only('domain-is-pure', '^src/lib/domain/', '^src/lib/domain/'),
    only(
      'field-types-import-no-feature',
      '^src/lib/domain/field-types/',
      '^src/lib/domain/(field-types|app|backend|model)/',
    ),
    only('browser-imports-only-domain', '^src/lib/browser/', '^src/lib/(browser|domain)/'),
    only('routing-imports-no-api', '^src/lib/routing/', '^src/lib/(routing|browser|domain|wire)/'),
    only('wire-imports-only-domain', '^src/lib/wire/', '^src/lib/(wire|domain)/'),
    only('api-imports-no-store', '^src/lib/api/', '^src/lib/(api|browser|domain|wire)/'),
    {
      // What differs between backends is chosen in one place; the first script has no room for more than its part.
      name: 'lines-only-through-the-port',
      severity: 'error',
      from: { path: '^(build|scripts|src)/', pathNot: '^src/lib/wire/' },
      to: { path: '^src/lib/wire/[^/]+/', pathNot: '^src/lib/wire/[^/]+/early\\.ts$' },
    },
    only(
      'model-imports-no-feature',
      '^src/lib/domain/(model|backend)/',
      '^src/lib/domain/(model|backend|app|field-types)/',
    ),
    {
      name: 'features-import-only-what-others-export',
      severity: 'error',
      // What shows and changes the values of a type is part of the panels of records and collections.
      from: {
        path: '^src/(?:lib/domain|stores|islands|lib/api)/([^/]+)/',
        pathNot: '^src/islands/field-types/',
      },
      to: {
        path: '^src/(?:lib/domain|stores)/[^/]+/[^/]+/',
        pathNot: ['^src/(?:lib/domain|stores)/$1/', '^src/lib/domain/model/', ...EXPORTED],
      },
    },
    only('stores-import-no-interface', '^src/stores/', '^src/(stores|lib)/'),
    only('base-stores-import-no-store', '^src/stores/base/', '^src/(stores/base|lib)/'),
    only('app-stores-import-no-feature', '^src/stores/app/', '^src/(stores/(app|base)|lib)/'),
    only('factories-import-no-feature', '^src/stores/factories/', '^src/(stores/(app|base|factories)|lib)/'),
    only('jobs-import-no-feature', '^src/stores/job/', '^src/(stores/(app|base|factories|job)|lib/)'),
    only('components-import-no-stores', '^src/components/', '^src/(components/|lib/(domain|browser)/)'),
    only(
      'islands-import-no-api',
      '^src/islands/',
      '^src/(islands/|components/|stores/|lib/(domain|browser|routing)/)',
    ),
    {
      name: 'islands-import-no-other-feature',
      severity: 'error',
      from: { path: '^src/islands/([^/]+)/' },
      // Code that depends on the type of a field is shared by the features that show fields.
      to: { path: '^src/islands/[^/]+/', pathNot: '^src/islands/($1|field-types)/' },
    },
    only('pages-and-layouts-import-no-server', '^src/(pages|layouts)/', '^src/(?!server/)'),
    only('server-imports-only-domain', '^src/server/', '^src/(server|lib/(domain|wire))/'),
    only('build-imports-only-server', '^build/', '^(build|src/server)/'),
    only('scripts-import-no-interface', '^scripts/', '^(scripts|build|src/(server|lib/(domain|wire)))/'),
    {
      // The first load has no room for it.
      name: 'sdk-only-in-its-module',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/api/sdk\\.ts$' },
      to: { path: '^node_modules/pocketbase/' },
    },
    { name: 'no-circular-imports', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    // Type imports count too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
