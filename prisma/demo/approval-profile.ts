import type { Principal } from '../../lib/access/policy/principal';
import { database } from '../../lib/core/database/database';
import { assignPlace } from '../../lib/money/approvals/profile-places';
import { createProfile } from '../../lib/money/approvals/save-profile';
import { profileSchema } from '../../lib/money/approvals/schema';
import { ORIGIN } from './as-user';
import type { ShownCompany } from './company-set-up';
import { CURRENCIES } from './data/countries';

/** The limits of the first two levels, about so many dollars. */
const LIMITS = [250, 1000];
/** The most approvers of a level. */
const MOST_MEMBERS = 60;

/**
 * Adds an approval profile of three levels and makes it the company's default: level managers, account group managers,
 * administrators. The first two levels also have the members of the next one, since not every unit has a manager.
 */
export async function addApprovalProfile(principal: Principal, company: ShownCompany, currency: string): Promise<void> {
  const members = await approvers(company);
  const ofRoles = (...roles: string[]) => {
    const fitting = members.filter(({ role }) => roles.includes(role));
    // A small company has administrators alone.
    return (fitting.length > 0 ? fitting : members).slice(0, MOST_MEMBERS).map(({ userId }) => userId);
  };
  const [first, second] = LIMITS.map((dollars) => limitIn(currency, dollars));
  const entry = profileSchema.parse({
    company: company.id,
    name: 'Three levels',
    'level.1.name': 'Department',
    'level.1.limit': first,
    'level.1.members': ofRoles('O', 'S'),
    'level.2.name': 'Division',
    'level.2.limit': second,
    'level.2.members': ofRoles('S', 'C'),
    'level.3.name': 'Finance',
    'level.3.members': ofRoles('C', 'G')
  });
  const made = await createProfile(principal, entry, ORIGIN);
  if (!made.ok) throw new Error(`approval profile: ${JSON.stringify(made.refusal)}`);
  const assigned = await assignPlace(principal, made.value, company.id, ORIGIN);
  if (!assigned.ok) throw new Error(`approval profile: ${JSON.stringify(assigned.refusal)}`);
}

/** The managers and administrators of a company, and the administrators of its company group; the demo's own first. */
function approvers({ issuerId, id }: ShownCompany): Promise<{ userId: string; role: string }[]> {
  return database().$queryRaw`
    SELECT u.user_id AS "userId", u.role::text AS role FROM users u
    JOIN nodes c ON c.issuer_id = u.issuer_id AND c.id = ${id}::uuid
    WHERE u.issuer_id = ${issuerId}::uuid AND u.status = 'active' AND u.deleted_at IS NULL
      AND (u.company_id = c.id AND u.role IN ('O', 'S', 'C') OR u.node_id = c.parent_id AND u.role = 'G')
    ORDER BY u.email LIKE '%@demo.example' DESC, u.id`;
}

/** A round amount of the size that a currency's money has. */
export function limitIn(currency: string, dollars: number): string {
  const { perDollar = 1 } = CURRENCIES[currency] ?? {};
  return String(dollars * 10 ** Math.max(0, Math.round(Math.log10(perDollar))));
}
