// @ts-check
// Who may import whom. Checked in `npm test` on resolved paths, so no depth or spelling gets past a rule;
// tests/unit/scripts/import-rules.test.ts plants a forbidden import for each.

const OURS = '^(build|scripts|src|tests)/';

/**
 * Files of `from` import, of this repository, nothing but `to`.
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
    only('field-types-know-no-room', '^src/lib/domain/field-types/', '^src/lib/domain/(field-types|app)/'),
    only('browser-is-low', '^src/lib/browser/', '^src/lib/(browser|domain)/'),
    only('routing-is-low', '^src/lib/routing/', '^src/lib/(routing|browser|domain)/'),
    only('api-is-low', '^src/lib/api/', '^src/lib/(api|browser|domain)/'),
    only('stores-show-nothing', '^src/stores/', '^src/(stores|lib)/'),
    only('app-stores-know-no-feature', '^src/stores/app/', '^src/(stores/(app|factories)|lib)/'),
    only('factories-know-no-feature', '^src/stores/factories/', '^src/(stores/(app|factories)|lib)/'),
    only('components-take-props', '^src/components/', '^src/(components/|lib/(domain|browser)/)'),
    only(
      'islands-call-stores',
      '^src/islands/',
      '^src/(islands/|components/|stores/|lib/(domain|browser|routing)/)',
    ),
    {
      name: 'islands-keep-to-their-room',
      severity: 'error',
      from: { path: '^src/islands/([^/]+)/' },
      // What belongs to a type of field is shared by the rooms that show fields.
      to: { path: '^src/islands/[^/]+/', pathNot: '^src/islands/($1|field-types)/' },
    },
    only('pages-and-layouts-face-the-browser', '^src/(pages|layouts)/', '^src/(?!server/)'),
    only('server-shares-pure-code', '^src/server/', '^src/(server|lib/domain)/'),
    only('build-reads-the-server', '^build/', '^(build|src/server)/'),
    only('scripts-stay-outside', '^scripts/', '^(scripts|build|src/server)/'),
    {
      name: 'sdk-only-in-api',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/api/' },
      to: { path: '^node_modules/pocketbase/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    // Types count: an arrow is an arrow.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
