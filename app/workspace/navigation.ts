import { type Feature, lackedFeatures } from '@/lib/access/policy/features';
import type { Action, Area } from '@/lib/access/policy/policy';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import type { TextKey } from '@/lib/core/language/text-key';

/** The groups of the navigation, in their order; the title of each is the text `navigation.<group>`. */
const GROUPS = ['home', 'transactions', 'structure', 'people', 'setup', 'programs', 'reports', 'brands'] as const;

export interface Screen {
  href: string;
  /** Message key of what the navigation calls it. */
  label: TextKey;
  /** `bar`: a link beside the person's name. */
  group: (typeof GROUPS)[number] | 'bar';
  /** What somebody must be allowed to see it; null: everybody may. */
  needs: [Area, Action] | null;
  /** The feature it is of, for those that not everybody has. */
  feature?: Feature;
  /** Whether it is among the quick links of the home page. */
  quick?: true;
  /** The feature of a company's program that it belongs to. */
  program?: ProgramFeature;
  /** The key that leads there after `g`; each only once. */
  shortcut?: string;
}

/** Every screen that the navigation leads to. A new screen is a line here. */
export const SCREENS: Screen[] = [
  { href: '/workspace', label: 'home.title', group: 'home', needs: null, shortcut: 'h' },
  {
    href: '/workspace/profile',
    quick: true,
    label: 'profile.title',
    group: 'bar',
    needs: null,
    feature: 'profile',
    shortcut: 'p'
  },
  {
    href: '/workspace/people/own-roles',
    label: 'own.roles.title',
    group: 'home',
    needs: null,
    feature: 'role_switching'
  },
  {
    href: '/workspace/transactions',
    quick: true,
    label: 'transaction.title',
    group: 'transactions',
    needs: ['transactions', 'view'],
    program: 'transaction.review',
    shortcut: 'x'
  },
  {
    href: '/workspace/transactions/profiles',
    label: 'split.profile.title',
    group: 'transactions',
    needs: ['transactions', 'view'],
    program: 'cost.allocation'
  },
  {
    href: '/workspace/transactions/spend',
    label: 'spend.title',
    group: 'transactions',
    needs: ['transactions', 'view'],
    program: 'transaction.review'
  },
  {
    href: '/workspace/approvals',
    quick: true,
    label: 'approval.waiting',
    group: 'transactions',
    needs: ['approvals', 'approve'],
    program: 'transaction.review',
    shortcut: 'w'
  },
  {
    href: '/workspace/approvals/delegation',
    label: 'delegation.title',
    group: 'transactions',
    needs: ['approvals', 'approve'],
    feature: 'delegation',
    program: 'transaction.review'
  },
  {
    href: '/workspace/ledger',
    quick: true,
    label: 'ledger.title',
    group: 'transactions',
    needs: ['ledger_exports', 'view'],
    program: 'transaction.review',
    shortcut: 'l'
  },
  {
    href: '/workspace/ledger/layouts',
    label: 'ledger.layouts',
    group: 'transactions',
    needs: ['ledger_exports', 'view'],
    program: 'transaction.review'
  },
  {
    href: '/workspace/feeds',
    quick: true,
    label: 'feed.title',
    group: 'transactions',
    needs: ['feeds', 'view'],
    shortcut: 'f'
  },
  { href: '/workspace/feeds/mappings', label: 'feed.mapping.title', group: 'transactions', needs: ['feeds', 'view'] },
  {
    href: '/workspace/people',
    quick: true,
    label: 'users.title',
    group: 'people',
    needs: ['users', 'view'],
    shortcut: 'u'
  },
  {
    href: '/workspace/people/authority-templates',
    label: 'authority.templates.title',
    group: 'people',
    needs: ['authority_templates', 'view']
  },
  {
    href: '/workspace/people/user-templates',
    label: 'user.templates.title',
    group: 'people',
    needs: ['user_templates', 'view']
  },
  {
    href: '/workspace/people/user-groups',
    label: 'user.groups.title',
    group: 'people',
    needs: ['user_groups', 'view']
  },
  {
    href: '/workspace/people/dual-authentication',
    label: 'dual.title',
    group: 'people',
    needs: ['users', 'view']
  },
  {
    href: '/workspace/registrations',
    label: 'registrations.title',
    group: 'people',
    needs: ['registrations', 'view'],
    shortcut: 'r'
  },
  { href: '/workspace/people/policy', label: 'policy.title', group: 'people', needs: ['users', 'view'] },
  {
    href: '/workspace/structure',
    quick: true,
    label: 'structure.title',
    group: 'structure',
    needs: ['structure', 'view'],
    shortcut: 't'
  },
  {
    href: '/workspace/structure/accounts',
    quick: true,
    label: 'structure.accounts',
    group: 'structure',
    needs: ['accounts', 'view']
  },
  {
    href: '/workspace/structure/upload',
    label: 'structure.upload.title',
    group: 'structure',
    needs: ['structure_upload', 'view'],
    program: 'structure.upload'
  },
  { href: '/workspace/issuers', quick: true, label: 'issuer.title', group: 'structure', needs: ['system', 'view'] },
  { href: '/workspace/jobs', label: 'job.title', group: 'home', needs: ['jobs', 'view'], shortcut: 'j' },
  {
    href: '/workspace/audit',
    quick: true,
    label: 'audit.title',
    group: 'reports',
    needs: ['audit', 'view'],
    shortcut: 'a'
  },
  {
    href: '/workspace/configuration/issuer',
    quick: true,
    label: 'configuration.issuer',
    group: 'programs',
    needs: ['issuer_configuration', 'view']
  },
  {
    href: '/workspace/configuration/company',
    quick: true,
    label: 'configuration.company',
    group: 'programs',
    needs: ['company_configuration', 'view']
  },
  {
    href: '/workspace/program-options',
    label: 'program.options',
    group: 'programs',
    needs: ['program_options', 'view']
  },
  {
    href: '/workspace/set-up',
    quick: true,
    label: 'setup.title',
    group: 'setup',
    needs: ['company_setup', 'view'],
    shortcut: 's'
  },
  {
    href: '/workspace/approvals/profiles',
    label: 'approval.profiles',
    group: 'setup',
    needs: ['company_setup', 'view'],
    program: 'transaction.review'
  },
  {
    href: '/workspace/brands',
    quick: true,
    label: 'brand.studio.title',
    group: 'brands',
    needs: ['system', 'view'],
    shortcut: 'b'
  },
  { href: '/workspace/maintenance', label: 'maintenance.title', group: 'brands', needs: ['system', 'modify'] }
];

/** Whether somebody may see a screen, and their program has it. */
export function isOpen(
  principal: Principal,
  has: ReadonlySet<ProgramFeature>,
  { needs, feature, program }: Screen
): boolean {
  if (feature && lackedFeatures(principal).includes(feature)) return false;
  if (program && !has.has(program)) return false;
  return needs === null || may(principal, ...needs);
}

/** The screens that somebody may see and that their program has, by group; no group is empty. */
export function screensFor(
  principal: Principal,
  program: ReadonlySet<ProgramFeature>
): { group: (typeof GROUPS)[number]; screens: Screen[] }[] {
  return GROUPS.map((group) => ({
    group,
    screens: SCREENS.filter((screen) => screen.group === group && isOpen(principal, program, screen))
  })).filter(({ screens }) => screens.length > 0);
}

/** The screens that somebody of their role goes to most. */
export const quickLinksFor = (principal: Principal, program: ReadonlySet<ProgramFeature>): Screen[] =>
  SCREENS.filter((screen) => screen.quick && isOpen(principal, program, screen));
