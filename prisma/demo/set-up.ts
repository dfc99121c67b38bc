import type { Principal } from '../../lib/access/policy/principal';
import { PROGRAM_FEATURES } from '../../lib/access/policy/program-features';
import { database } from '../../lib/core/database/database';
import { createProgramOption } from '../../lib/directory/programs/save-program-option';
import { administratorOf, asUser, ORIGIN } from './as-user';
import { fillCompany, type ShownCompany } from './company-set-up';
import { ISSUER_RECORDS, PROGRAM_OPTIONS } from './data/set-up';
import type { IssuerPlan } from './plan';
import { addRecords } from './set-up-records';

/**
 * Fills the lists of issuers, of their house companies and of the largest others in the same company group, as
 * their own administrators would, by the product's commands. @throws when one is refused
 */
export async function fillSetUp(plans: readonly IssuerPlan[], today: string): Promise<void> {
  for (const plan of plans) {
    const { id: issuerId } = await database().issuer.findUniqueOrThrow({ where: { number: plan.number } });
    await asUser(await administratorOf(issuerId), async (principal) => {
      await addPrograms(principal);
      for (const [entity, typed] of Object.entries(ISSUER_RECORDS))
        await addRecords(principal, entity, { issuerId }, typed);
      for (const company of await shownCompanies(issuerId, plan)) await fillCompany(principal, company, today);
    });
  }
}

/** The most companies beside a house company whose lists are filled. */
const MOST_OTHERS = 3;

/** The house company, and the largest of those that its company group's administrator sees beside it. */
async function shownCompanies(issuerId: string, { house }: IssuerPlan): Promise<ShownCompany[]> {
  return database().$queryRaw`
    SELECT c.issuer_id AS "issuerId", c.id, c.name_1 AS "name1" FROM nodes h
    JOIN nodes c ON c.issuer_id = h.issuer_id AND c.kind = 'company'
      AND (c.id = h.id OR ${house.inGroup} AND c.parent_id = h.parent_id)
    WHERE h.issuer_id = ${issuerId}::uuid AND h.kind = 'company' AND h.name_1 = ${house.name}
    ORDER BY c.id <> h.id, (SELECT count(*) FROM nodes a WHERE a.issuer_id = c.issuer_id AND a.company_id = c.id) DESC, c.id
    LIMIT ${1 + MOST_OTHERS}`;
}

async function addPrograms(principal: Principal): Promise<void> {
  const ids: string[] = [];
  for (const { name, programType, without } of PROGRAM_OPTIONS) {
    const features = PROGRAM_FEATURES.filter((feature) => !(without as readonly string[]).includes(feature));
    const made = await createProgramOption(principal, { name, programType, features, isDefault: false }, ORIGIN);
    if (!made.ok) throw new Error(`program option ${name}: ${JSON.stringify(made.refusal)}`);
    ids.push(made.value.id);
  }
  // Most have the first, which is the default; some deal in goods rather than in travel.
  await database().$executeRaw`
    UPDATE companies c SET program_option_id = CASE right(n.number, 1)
      WHEN '2' THEN ${ids[1]}::uuid WHEN '9' THEN ${ids[2]}::uuid ELSE ${ids[0]}::uuid END
    FROM nodes n WHERE (n.issuer_id, n.id) = (c.issuer_id, c.id) AND c.issuer_id = ${principal.issuerId}::uuid`;
}
