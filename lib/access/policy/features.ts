import type { Refusal } from '../../core/entry/refusal';
import { FEATURES } from './generated/features';
import type { Role } from './policy';

/** The requirement of a feature in addition to the permissions of lib/access/policy/policy.ts. */
export type FeatureNeed =
  /** Not while an administrator is viewing as the user (C6.018). */
  | 'own eyes'
  /** The user's own card account: users without one lack the feature (C6.033). */
  | 'card account';

/**
 * A feature that not every user has, as its module declares it (`features`). Viewing as a user permits no binding
 * action: those that permissions alone don't close (`isOfOwnEyes`) are closed here, and each of its commands calls
 * `eyesFault`.
 */
export type Feature = keyof typeof FEATURES;

const needsOf = (feature: Feature): readonly FeatureNeed[] => FEATURES[feature];

/** The features that a user lacks, by role and when viewed by an administrator. */
export function lackedFeatures({ role, accessor }: { role: Role; accessor: unknown }): Feature[] {
  const met: Record<FeatureNeed, boolean> = { 'own eyes': !accessor, 'card account': role === 'A' };
  return (Object.keys(FEATURES) as Feature[]).filter((feature) => needsOf(feature).some((need) => !met[need]));
}

/** The reason that a feature is closed when viewing as a user, or null. */
export function eyesFault(
  principal: { role: Role; accessor: unknown },
  feature:
    | 'approval_profiles'
    | 'reviewing'
    | 'adding_transactions'
    | 'filing_disputes'
    | 'new_users'
    | 'exports'
    | 'submitting_reports'
    | 'travel_expense'
    | 'signing_statements'
): Refusal | null {
  return lackedFeatures(principal).includes(feature) ? { code: 'access.as.user.closed' } : null;
}
