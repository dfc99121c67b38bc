import type { Principal } from '../../lib/access/policy/principal';
import { database } from '../../lib/core/database/database';
import { activateGroup } from '../../lib/money/purchasing/groups/activate-group';
import type { SeenGroup } from '../../lib/money/purchasing/groups/change-group';
import {
  changeApprovals,
  changeTemplates,
  changeTypes,
  changeUsers
} from '../../lib/money/purchasing/groups/change-sections';
import { type GroupChoices, groupChoices } from '../../lib/money/purchasing/groups/choices';
import { findGroup } from '../../lib/money/purchasing/groups/groups';
import { changeDetails, createGroup } from '../../lib/money/purchasing/groups/save-group';
import { ORIGIN } from './as-user';
import type { ShownCompany } from './company-set-up';

/** The most users of a group. */
const MOST_USERS = 60;
const INSTRUCTIONS = 'Ask before you order, and name the cost centre in the note.';

/** Adds an active purchase group with everything that the company offers, for its cardholders and administrators. */
export async function addPurchaseGroup(principal: Principal, company: ShownCompany): Promise<void> {
  const made = await createGroup(principal, { company: company.id, name: 'Buyers' }, ORIGIN);
  if (!made.ok) throw new Error(`purchase group: ${JSON.stringify(made.refusal)}`);
  const group = async () => {
    const found = await findGroup(principal, made.value);
    if (!found) throw new Error('purchase group: not there');
    return found;
  };
  const { profiles, types, templates, suppliers } = await groupChoices(await group());
  const idsOf = (choices: GroupChoices['types']) => choices.map(({ id }) => id);
  const users = await buyers(company);
  for (const change of [
    (seen: SeenGroup) => changeDetails(principal, seen, { name: 'Buyers', instructions: INSTRUCTIONS }, ORIGIN),
    (seen: SeenGroup) => changeUsers(principal, seen, { users }, ORIGIN),
    (seen: SeenGroup) => changeApprovals(principal, seen, { profile: profiles[0]?.id ?? null }, ORIGIN),
    (seen: SeenGroup) => changeTypes(principal, seen, { types: idsOf(types) }, ORIGIN),
    (seen: SeenGroup) =>
      changeTemplates(principal, seen, { templates: idsOf(templates), suppliers: idsOf(suppliers) }, ORIGIN)
  ]) {
    const changed = await change(await group());
    if (!changed.ok) throw new Error(`purchase group: ${JSON.stringify(changed.refusal)}`);
  }
  const activated = await activateGroup(principal, await group(), ORIGIN);
  if (!activated.ok) throw new Error(`purchase group: ${JSON.stringify(activated.refusals)}`);
}

/** The cardholders and administrators of a company, the demo's own first. */
async function buyers({ issuerId, id }: ShownCompany): Promise<string[]> {
  const users: { userId: string }[] = await database().$queryRaw`
    SELECT u.user_id AS "userId" FROM users u
    WHERE u.issuer_id = ${issuerId}::uuid AND u.company_id = ${id}::uuid AND u.role IN ('A', 'C')
      AND u.status = 'active' AND u.deleted_at IS NULL
    ORDER BY u.email LIKE '%@demo.example' DESC, u.id LIMIT ${MOST_USERS}`;
  return users.map(({ userId }) => userId);
}
