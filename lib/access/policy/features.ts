import type { Refusal } from '../../core/entry/refusal';
import { FEATURES } from './generated/features';
import type { Role } from './policy';

/** What a feature takes beside the powers of lib/access/policy/policy.ts. */
export type FeatureNeed =
  /** One's own eyes: not while an administrator looks through them (C6.018). */
  | 'own eyes'
  /** An account of one's own: users without a card account lack it (C6.033). */
  | 'card account';

/**
 * A feature that not everybody has, as its module declares it (`features`). Through another's eyes nothing is done that
 * binds them: what the powers alone don't close (`isOfOwnEyes`) is closed here, and every command of it asks `eyesFault`.
 */
export type Feature = keyof typeof FEATURES;

const needsOf = (feature: Feature): readonly FeatureNeed[] => FEATURES[feature];

/** The features that somebody lacks, in the role in use and through the eyes that look. */
export function lackedFeatures({ role, accessor }: { role: Role; accessor: unknown }): Feature[] {
  const met: Record<FeatureNeed, boolean> = { 'own eyes': !accessor, 'card account': role === 'A' };
  return (Object.keys(FEATURES) as Feature[]).filter((feature) => needsOf(feature).some((need) => !met[need]));
}

/** Why somebody lacks a feature through another's eyes, or null. */
export function eyesFault(
  principal: { role: Role; accessor: unknown },
  feature: 'approval_profiles' | 'reviewing' | 'adding_transactions' | 'new_users' | 'exports'
): Refusal | null {
  return lackedFeatures(principal).includes(feature) ? { code: 'access.as.user.closed' } : null;
}
