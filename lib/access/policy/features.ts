import type { Refusal } from '../../core/entry/refusal';
import type { Role } from './policy';

/** What a feature takes beside the powers of lib/access/policy/policy.ts. */
type Need =
  /** One's own eyes: not while an administrator looks through them (C6.018). */
  | 'own eyes'
  /** An account of one's own: users without a card account lack it (C6.033). */
  | 'card account';

/**
 * The features that not everybody has, the one list of them. Through another's eyes nothing is done that binds them:
 * what the powers alone don't close (`isOfOwnEyes`) is closed here, and every command of it asks `eyesFault`.
 */
const FEATURES = {
  profile: ['own eyes'],
  password: ['own eyes'],
  passkeys: ['own eyes'],
  role_switching: ['own eyes'],
  linking: ['own eyes'],
  delegation: ['own eyes'],
  approval_profiles: ['own eyes'],
  reviewing: ['own eyes'],
  adding_transactions: ['own eyes'],
  new_users: ['own eyes'],
  exports: ['own eyes'],
  expense_reports: ['card account'],
  travel_expense: ['own eyes', 'card account'],
  card_services: ['card account']
} as const satisfies Record<string, readonly Need[]>;

export type Feature = keyof typeof FEATURES;

/** The features that somebody lacks, in the role in use and through the eyes that look. */
export function lackedFeatures({ role, accessor }: { role: Role; accessor: unknown }): Feature[] {
  const met: Record<Need, boolean> = { 'own eyes': !accessor, 'card account': role === 'A' };
  return (Object.keys(FEATURES) as Feature[]).filter((feature) => FEATURES[feature].some((need) => !met[need]));
}

/** Why somebody lacks a feature through another's eyes, or null. */
export function eyesFault(
  principal: { role: Role; accessor: unknown },
  feature: 'approval_profiles' | 'reviewing' | 'adding_transactions' | 'new_users' | 'exports'
): Refusal | null {
  return lackedFeatures(principal).includes(feature) ? { code: 'access.as.user.closed' } : null;
}
