import type { AccessNeeds } from '@/lib/access/policy/is-open';
import type { WorkspaceAddress } from '@/lib/core/http/pages';
import type { TextKey } from '@/lib/core/language/text-key';

/** The groups of the navigation, in their order; the title of each is the text `navigation.<group>`, of `home` none. */
export const GROUPS = ['home', 'spend', 'insight', 'accounting', 'company', 'system'] as const;
export type Group = (typeof GROUPS)[number];

/** The second level below the entry "Set-up", in its order; the title of each is the text `navigation.<group>`. */
export const SETUP_GROUPS = [
  'setup.general',
  'setup.accounting',
  'setup.expenses',
  'setup.cards',
  'setup.people',
  'setup.files'
] as const;
export type SetupGroup = (typeof SETUP_GROUPS)[number];

/** The name of a screen's icon (frame/screen-icon.tsx). */
export type ScreenIconName =
  | 'accounts'
  | 'alerts'
  | 'approvals'
  | 'audit'
  | 'authorizations'
  | 'brands'
  | 'configuration'
  | 'delegation'
  | 'disputes'
  | 'expense-reports'
  | 'feeds'
  | 'home'
  | 'inbox'
  | 'issuers'
  | 'jobs'
  | 'ledger'
  | 'maintenance'
  | 'options'
  | 'payment-files'
  | 'payments'
  | 'people'
  | 'profile'
  | 'purchases'
  | 'receipts'
  | 'reconciliation'
  | 'registrations'
  | 'reports'
  | 'resources'
  | 'roles'
  | 'security'
  | 'setup'
  | 'spend'
  | 'split'
  | 'structure'
  | 'transactions'
  | 'travel'
  | 'upload'
  | 'wallet';

/** A page that a screen leads to. */
export interface PageDeclaration extends AccessNeeds {
  href: WorkspaceAddress;
  label: TextKey;
}

/** The data that the navigation needs about a screen. */
export interface ScreenDeclaration extends AccessNeeds {
  /** Message key of the link's text in the navigation. */
  label: TextKey;
  /** `person`: an entry of the menu of the signed-in person. */
  group: Group | SetupGroup | 'person';
  /** The sort order among the screens. */
  order: number;
  icon: ScreenIconName;
  /** Its place in the bar at the bottom of a phone, which shows the first four that the user may see. */
  thumb?: number;
  /** The key that opens it after `g`; unique. */
  shortcut?: string;
  /** What its users may add: an entry of the header's "New" menu and a command of the palette. */
  create?: PageDeclaration;
  /** Further pages that the palette offers by name; the screen itself leads to each. */
  pages?: readonly PageDeclaration[];
  /** The entry of the second level: shown if the user may see any page of it. */
  leadsToSetup?: true;
}

/** Declares a screen: the default export of the screen.ts beside its page.tsx, imported only by the generated index. */
export const defineScreen = (declaration: ScreenDeclaration): ScreenDeclaration => declaration;
