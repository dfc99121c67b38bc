import type { Principal } from '../../../access/policy/principal';
import { leastLevel } from '../../approvals/decide';
import { findProfile, type ProfileLevel } from '../../approvals/profiles';
import type { PurchaseGroup } from './groups';

/** Who would be asked for an amount: the first level whose limit covers it, and those above, which may approve too. */
export interface Asked {
  asked: ProfileLevel;
  above: ProfileLevel[];
}

/**
 * Who would be asked for an amount in the company's currency, by the rule of deciding itself (C3.071); null where the
 * group has no profile, or no level reaches the amount.
 */
export async function askedFor(
  principal: Principal,
  { profileId }: Pick<PurchaseGroup, 'profileId'>,
  amount: string
): Promise<Asked | null> {
  const profile = profileId === null ? null : await findProfile(principal, profileId);
  const least = profile ? leastLevel(profile.levels, amount) : -1;
  const [asked, ...above] = least < 0 ? [] : (profile?.levels.slice(least) ?? []);
  return asked ? { asked, above } : null;
}
