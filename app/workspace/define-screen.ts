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

/** The data that the navigation needs about a screen. */
export interface ScreenDeclaration {
  /** Message key of the link's text in the navigation. */
  label: TextKey;
  /** `bar`: a link beside the user's name. */
  group: Group | 'bar';
  /** The sort order among the screens. */
  order: number;
  /** The permission needed to see it; null: everybody may. */
  needs: readonly [Area, Action] | null;
  /** The optional feature it belongs to. */
  feature?: Feature;
  /** The feature of a company's program that it belongs to. */
  program?: ProgramFeature;
  /** Whether the home page's quick links include it. */
  quick?: true;
  /** The key that opens it after `g`; unique. */
  shortcut?: string;
}

/** Declares a screen: the default export of the screen.ts beside its page.tsx, imported only by the generated index. */
export const defineScreen = (declaration: ScreenDeclaration): ScreenDeclaration => declaration;
