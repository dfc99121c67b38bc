import type { AccessNeeds } from '@/lib/access/policy/is-open';
import type { TextKey } from '@/lib/core/language/text-key';

/** The groups of the navigation, in their order; the title of each is the text `navigation.<group>`. */
export const GROUPS = [
  'home',
  'transactions',
  'structure',
  'people',
  'setup',
  'programs',
  'reports',
  'brands'
] as const;
export type Group = (typeof GROUPS)[number];

/** The data that the navigation needs about a screen. */
export interface ScreenDeclaration extends AccessNeeds {
  /** Message key of the link's text in the navigation. */
  label: TextKey;
  /** `bar`: a link beside the user's name. */
  group: Group | 'bar';
  /** The sort order among the screens. */
  order: number;
  /** Whether the home page's quick links include it. */
  quick?: true;
  /** The key that opens it after `g`; unique. */
  shortcut?: string;
}

/** Declares a screen: the default export of the screen.ts beside its page.tsx, imported only by the generated index. */
export const defineScreen = (declaration: ScreenDeclaration): ScreenDeclaration => declaration;
