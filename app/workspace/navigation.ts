import type { Action, Area } from '@/lib/access/policy';
import { may, type Principal } from '@/lib/access/principal';

/** The groups of the navigation, in their order; the title of each is the text `navigation.<group>`. */
const GROUPS = ['home', 'structure', 'people', 'setup', 'programs', 'reports', 'brands'] as const;

export interface Screen {
  href: string;
  /** Message key of what the navigation calls it. */
  label: string;
  /** `bar`: a link beside the person's name. */
  group: (typeof GROUPS)[number] | 'bar';
  /** What somebody must be allowed to see it; null: everybody may. */
  needs: [Area, Action] | null;
  /** The key that leads there after `g`; each only once. */
  shortcut?: string;
}

/** Every screen that the navigation leads to. A new screen is a line here. */
export const SCREENS: Screen[] = [
  { href: '/workspace', label: 'home.title', group: 'home', needs: null, shortcut: 'h' },
  { href: '/workspace/profile', label: 'profile.title', group: 'bar', needs: null, shortcut: 'p' },
  { href: '/workspace/audit', label: 'audit.title', group: 'reports', needs: ['audit', 'view'], shortcut: 'a' },
  {
    href: '/workspace/set-up',
    label: 'setup.title',
    group: 'setup',
    needs: ['company_setup', 'view'],
    shortcut: 's'
  },
  {
    href: '/workspace/brands',
    label: 'brand.studio.title',
    group: 'brands',
    needs: ['system', 'view'],
    shortcut: 'b'
  }
];

/** Where the search field of the header leads, with `?q=`; null: there is no such screen. */
export const SEARCH: string | null = null;

/** The screens that somebody may see, by group; no group is empty. */
export function screensFor(principal: Principal): { group: Screen['group']; screens: Screen[] }[] {
  return GROUPS.map((group) => ({
    group,
    screens: SCREENS.filter(
      (screen) => screen.group === group && (screen.needs === null || may(principal, ...screen.needs))
    )
  })).filter(({ screens }) => screens.length > 0);
}
