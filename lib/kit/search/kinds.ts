import type { Area } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';

/** What the global search finds (C2.006), in the order in which results are shown. */
export const SEARCH_KINDS = [
  'issuer',
  'company_group',
  'company',
  'account_group',
  'org_point',
  'account',
  'user'
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const areaOf = (kind: SearchKind): Area => (kind === 'user' ? 'users' : kind === 'account' ? 'accounts' : 'structure');

/** The kinds that somebody may see at all. */
export function kindsFor(principal: Principal): SearchKind[] {
  return SEARCH_KINDS.filter((kind) => may(principal, areaOf(kind), 'view'));
}
