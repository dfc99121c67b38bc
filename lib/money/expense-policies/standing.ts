import { database } from '../../core/database/database';
import { todayAt } from '../../directory/structure/reads/today';
import type { SetUpRecord } from '../../kit/setup/records';
import { policyInForce } from './read-version';

/** How a version of a policy stands today. */
export type Standing = 'draft' | 'planned' | 'in_force' | 'past' | 'inactive';

/** How a version that the reader sees stands today. */
export async function standingOf({ issuerId, ownerId, id, active, values }: SetUpRecord): Promise<Standing> {
  const { validFrom } = values;
  if (!active) return 'inactive';
  if (typeof validFrom !== 'string') return 'draft';
  const today = await todayAt(issuerId);
  if (validFrom > today) return 'planned';
  return (await policyInForce(database(), { issuerId, companyId: ownerId }, today)) === id ? 'in_force' : 'past';
}
