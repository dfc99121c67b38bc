import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { above, nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { ofUser } from '../../directory/people/reads/of-user';
import { userColumns } from '../../directory/people/user-record';
import type { ChildKind } from '../../directory/structure/kinds';
import { atCompany, atNode } from '../../directory/structure/reads/joins';
import { isNodeThat } from '../../directory/structure/reads/node-that';
import { contains, type Listing } from '../../kit/listing/listing';

const sql = Prisma.sql;

/** A company's users see its profiles, also at places below it, because the profiles name the approvers there. */
const seen = ({ scope }: Pick<Principal, 'scope'>) =>
  sql`(${within(scope, nodeColumns('c'))} OR ${above(scope, nodeColumns('c'))})`;

/** The approval profiles of the principal's companies. */
export const APPROVAL_PROFILES: Listing = {
  name: 'approval-profiles',
  area: 'company_setup',
  from: () => sql`approval_profiles p ${atNode('p.company_id', 'c')}`,
  where: seen,
  issuer: sql`p.issuer_id`,
  id: sql`p.id`,
  columns: {
    name: { sql: sql`p.name`, type: 'text', label: 'approval.profile.name', filter: 'contains' },
    company: { sql: sql`c.name_1`, type: 'text', label: 'approval.profile.company', filter: 'begins' },
    levels: {
      sql: sql`(SELECT count(*)::int FROM approval_levels l WHERE (l.issuer_id, l.profile_id) = (p.issuer_id, p.id))`,
      type: 'number',
      label: 'approval.levels',
      sort: false
    },
    places: {
      sql: sql`(SELECT count(*)::int FROM approval_places x WHERE (x.issuer_id, x.profile_id) = (p.issuer_id, p.id))`,
      type: 'number',
      label: 'approval.places',
      sort: false
    }
  },
  search: (text) => contains(text, sql`p.name`),
  order: { column: 'name' }
};

const profileLevelRow = z.strictObject({
  position: z.number(),
  name: z.string(),
  limit: z.string().nullable(),
  /** The members of its group whom the principal sees, by name. */
  members: z.array(z.strictObject({ id: z.string(), userId: z.string(), name: z.string() })),
  /** The number of other members. */
  others: z.number()
});
export type ProfileLevel = z.infer<typeof profileLevelRow>;

const profilePlaceRow = z.strictObject({
  nodeId: z.string(),
  kind: textOf<ChildKind>(),
  number: z.string(),
  name: z.string()
});

const approvalProfileViewRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  company: z.string(),
  currency: z.string(),
  name: z.string(),
  version: z.number(),
  levels: z.array(profileLevelRow),
  places: z.array(profilePlaceRow)
});

/** An approval profile as the principal sees it. */
export type ApprovalProfileView = z.infer<typeof approvalProfileViewRow>;

/** An approval profile of the principal's companies, or null. */
export async function findProfile(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<ApprovalProfileView | null> {
  if (!may(principal, 'company_setup', 'view')) return null;
  const [profile] = await readRows(db, approvalProfileViewRow)`
    SELECT p.issuer_id AS "issuerId", p.id, p.company_id AS "companyId", c.name_1 AS company, o.currency, p.name, p.version,
      (SELECT json_agg(json_build_object('position', l.position, 'name', l.name, 'limit', trim_scale(l.amount_limit)::text,
        'members', (
          SELECT coalesce(json_agg(json_build_object('id', u.id, 'userId', u.user_id, 'name', concat_ws(' ', u.first_name, u.last_name))
            ORDER BY u.last_name, u.first_name, u.id), '[]')
          FROM approval_level_members m ${ofUser('m.user_id')}
          LEFT ${atNode('u.node_id')}
          WHERE (m.issuer_id, m.profile_id, m.position) = (l.issuer_id, l.profile_id, l.position) AND ${within(principal.scope, userColumns)}
        ), 'others', (
          SELECT count(*) FROM approval_level_members m
          WHERE (m.issuer_id, m.profile_id, m.position) = (l.issuer_id, l.profile_id, l.position)
        )) ORDER BY l.position)
        FROM approval_levels l WHERE (l.issuer_id, l.profile_id) = (p.issuer_id, p.id)) AS levels,
      (SELECT coalesce(json_agg(json_build_object('nodeId', n.id, 'kind', n.kind, 'number', n.number, 'name', n.name_1) ORDER BY n.path), '[]')
        FROM approval_places x ${atNode('x.node_id')}
        WHERE (x.issuer_id, x.profile_id) = (p.issuer_id, p.id)
          AND (${within(principal.scope, nodeColumns('n'))} OR ${above(principal.scope, nodeColumns('n'))})) AS places
    FROM approval_profiles p
    ${atCompany('p.company_id', 'o')}
    ${atNode('p.company_id', 'c')}
    WHERE p.id = ${id}::uuid AND ${seen(principal)}`;
  if (!profile) return null;
  const levels = profile.levels.map((level) => ({ ...level, others: level.others - level.members.length }));
  return { ...profile, levels };
}

/** Whether the principal may change a company's profiles: the whole company must be in scope. */
export async function mayChangeProfiles(
  principal: Principal,
  { issuerId, companyId }: Pick<ApprovalProfileView, 'issuerId' | 'companyId'>,
  db: Transaction = database()
): Promise<boolean> {
  if (!may(principal, 'company_setup', 'modify') || eyesFault(principal, 'approval_profiles')) return false;
  return isNodeThat(db, { issuerId, id: companyId }, within(principal.scope, nodeColumns('n')));
}
