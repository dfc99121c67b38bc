import { z } from 'zod';
import { eyesFault } from '../../../access/policy/features';
import { may, type Principal } from '../../../access/policy/principal';
import { above, nodeColumns, within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { peopleSeen } from '../../../directory/people/people-by-id';
import { fullName } from '../../../directory/people/user-record';
import { currencyOf } from '../../../directory/structure/companies';
import { scopePlaces } from '../../../directory/structure/places';
import { atNode } from '../../../directory/structure/reads/joins';
import { choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { TEMPLATES, TYPES } from '../set-up-tables';
import { type MissingSection, missingSections } from './sections';
import { type GroupState, PURCHASE_GROUP, STATE_TEXTS } from './states';

const sql = Prisma.sql;

/** A company's users see its groups, also at places below it. */
const seen = ({ scope }: Pick<Principal, 'scope'>) =>
  sql`(${within(scope, nodeColumns('n'))} OR ${above(scope, nodeColumns('n'))})`;

const FROM = sql`purchase_groups g ${atNode('g.company_id')}`;

/** The purchase groups of the principal's companies (C2.077). */
export const PURCHASE_GROUPS: Listing = {
  name: 'purchase-groups',
  area: 'company_setup',
  from: () => FROM,
  where: seen,
  issuer: sql`g.issuer_id`,
  id: sql`g.id`,
  columns: {
    name: { sql: sql`g.name`, type: 'text', label: 'purchase.group.name', filter: 'contains' },
    company: { sql: sql`n.name_1`, type: 'text', label: 'approval.profile.company', filter: 'begins' },
    users: {
      sql: sql`(SELECT count(*)::int FROM purchase_group_users u WHERE (u.issuer_id, u.group_id) = (g.issuer_id, g.id))`,
      type: 'number',
      label: 'users.title',
      sort: false
    },
    state: {
      sql: sql`g.state::text`,
      type: 'choice',
      label: 'setup.status',
      filter: 'choice',
      choices: choicesOf(PURCHASE_GROUP.states, (state) => STATE_TEXTS[state])
    }
  },
  search: (text) => contains(text, sql`g.name`),
  order: { column: 'name' }
};

const recordRow = z.strictObject({ id: z.string(), entity: z.string() });

const groupRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  company: z.string(),
  name: z.string(),
  instructions: z.string().nullable(),
  state: textOf<GroupState>(),
  version: z.number(),
  profileId: z.string().nullable(),
  missing: z.array(textOf<MissingSection>()),
  userIds: z.array(z.string()),
  records: z.array(recordRow),
  isUsed: z.boolean()
});

/** A purchase group with its sections (C3.061). */
export interface PurchaseGroup extends Omit<z.infer<typeof groupRow>, 'userIds'> {
  /** Of its company: amounts to ask about are in it. */
  currency: string;
  /** Its users whom the principal sees, by name. */
  users: { id: string; userId: string; name: string }[];
  /** The number of other users. */
  others: number;
}

/** A purchase group of the principal's companies, or null. */
export async function findGroup(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<PurchaseGroup | null> {
  if (!may(principal, 'company_setup', 'view')) return null;
  const [group] = await readRows(tx, groupRow)`
    SELECT g.issuer_id AS "issuerId", g.id, g.company_id AS "companyId", n.name_1 AS company, g.name, g.instructions,
      g.state::text AS state, g.version, g.profile_id AS "profileId",
      ${missingSections({ types: TYPES, templates: TEMPLATES })} AS missing,
      ARRAY(SELECT m.user_id FROM purchase_group_users m WHERE (m.issuer_id, m.group_id) = (g.issuer_id, g.id)) AS "userIds",
      (SELECT coalesce(json_agg(json_build_object('id', m.record_id, 'entity', m.entity) ORDER BY m.record_id), '[]')
        FROM purchase_group_records m WHERE (m.issuer_id, m.group_id) = (g.issuer_id, g.id)) AS records,
      EXISTS (SELECT 1 FROM purchase_requests q WHERE (q.issuer_id, q.group_id) = (g.issuer_id, g.id)) AS "isUsed"
    FROM ${FROM} WHERE g.id = ${id}::uuid AND ${seen(principal)}`;
  if (!group) return null;
  const { userIds, ...kept } = group;
  const people = await peopleSeen(tx, principal.scope, kept.issuerId, userIds);
  return {
    ...kept,
    currency: await currencyOf(tx, kept.issuerId, kept.companyId),
    users: people.map((one) => ({ id: one.id, userId: one.userId, name: fullName(one) })),
    others: userIds.length - people.length
  };
}

/** Whether the principal may change a company's groups: the whole company must be in scope, and the eyes their own. */
export async function mayChangeGroups(
  principal: Principal,
  { issuerId, companyId }: Pick<PurchaseGroup, 'issuerId' | 'companyId'>,
  tx: Transaction = database()
): Promise<boolean> {
  if (!may(principal, 'company_setup', 'modify') || eyesFault(principal, 'approval_profiles')) return false;
  const here = sql`n.issuer_id = ${issuerId}::uuid AND n.id = ${companyId}::uuid`;
  return (await scopePlaces(principal, here, tx)).length > 0;
}

/** A group that the principal may change, in the version that they saw, locked until the transaction ends. */
export async function heldGroup(
  tx: Transaction,
  principal: Principal,
  { id, version }: { id: string; version: number }
): Promise<Result<PurchaseGroup>> {
  const found = await findGroup(principal, id, tx);
  if (!found) return refused({ code: 'record.not.found' });
  if (!(await mayChangeGroups(principal, found, tx))) return refused({ code: 'forbidden.action' });
  await lockGroups(tx, found.issuerId, [id]);
  const held = await findGroup(principal, id, tx);
  if (!held) return refused({ code: 'record.not.found' });
  return held.version === version
    ? accepted(held)
    : refused({ code: 'record.changed', params: { version: held.version } });
}

/** Locks groups until the transaction ends, always in the same order. */
export async function lockGroups(tx: Transaction, issuerId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM purchase_groups g WHERE g.issuer_id = ${issuerId}::uuid AND g.id = ANY(${[...ids]}::uuid[])
    ORDER BY g.id FOR UPDATE`;
}
