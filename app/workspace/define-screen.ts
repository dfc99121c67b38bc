import type { Feature } from '@/lib/access/policy/features';
import type { Action, Area } from '@/lib/access/policy/policy';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
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

/** What the navigation must know of a screen. */
export interface ScreenDeclaration {
  /** Message key of what the navigation calls it. */
  label: TextKey;
  /** `bar`: a link beside the person's name. */
  group: Group | 'bar';
  /** Where it stands among the others: the screens come in the order of these numbers. */
  order: number;
  /** What somebody must be allowed to see it; null: everybody may. */
  needs: readonly [Area, Action] | null;
  /** The feature it is of, for those that not everybody has. */
  feature?: Feature;
  /** The feature of a company's program that it belongs to. */
  program?: ProgramFeature;
  /** Whether it is among the quick links of the home page. */
  quick?: true;
  /** The key that leads there after `g`; each only once. */
  shortcut?: string;
}

/** Declares a screen: the default export of the screen.ts beside its page.tsx, which nothing but the generated index imports. */
export const defineScreen = (declaration: ScreenDeclaration): ScreenDeclaration => declaration;
