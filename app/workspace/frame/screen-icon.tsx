'use client';

import {
  Activity,
  BadgeCheck,
  BellRing,
  BookOpenText,
  ChartColumn,
  CircleUserRound,
  CreditCard,
  FileChartColumn,
  FileInput,
  FileText,
  FolderUp,
  HandCoins,
  House,
  Inbox,
  KeyRound,
  Landmark,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  Network,
  Palette,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Settings2,
  ShieldCheck,
  ShoppingCart,
  SlidersHorizontal,
  Split,
  UserRoundCheck,
  UserRoundPlus,
  Users,
  WalletCards,
  Wrench
} from 'lucide-react';
import type { ScreenIconName } from '../define-screen';

const ICONS: Record<ScreenIconName, LucideIcon> = {
  accounts: CreditCard,
  alerts: BellRing,
  approvals: BadgeCheck,
  audit: ScrollText,
  brands: Palette,
  configuration: Settings2,
  delegation: UserRoundCheck,
  disputes: Scale,
  'expense-reports': FileText,
  feeds: FileInput,
  home: House,
  inbox: Inbox,
  issuers: Landmark,
  jobs: Activity,
  ledger: BookOpenText,
  maintenance: Wrench,
  options: ListChecks,
  payments: HandCoins,
  people: Users,
  profile: CircleUserRound,
  purchases: ShoppingCart,
  receipts: Receipt,
  registrations: UserRoundPlus,
  reports: FileChartColumn,
  resources: LibraryBig,
  roles: KeyRound,
  security: ShieldCheck,
  setup: SlidersHorizontal,
  spend: ChartColumn,
  split: Split,
  structure: Network,
  transactions: ReceiptText,
  upload: FolderUp,
  wallet: WalletCards
};

/** The icon of a screen; its text stands beside it. */
export function ScreenIcon({ name, size = 18 }: { name: ScreenIconName; size?: number }) {
  const Icon = ICONS[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" className="screen-icon" />;
}
