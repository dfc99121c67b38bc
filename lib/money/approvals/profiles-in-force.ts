import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atCompany, atNode } from '../../directory/structure/reads/joins';
import { CONVERSION_RULES } from './conversion-rules';

const rateRow = z.strictObject({
  currency: z.string(),
  from: z.string(),
  rate: z.string()
});

/** The rate from another currency to the company's, valid from a day on (C5.069). */
export type Rate = z.infer<typeof rateRow>;

export interface Level {
  name: string;
  /** The largest amount it approves; null means any. */
  limit: string | null;
  /** The requested users who belong to its group. */
  members: ReadonlySet<string>;
}

/** The approval levels for places of a company, from the lowest limit to the highest. */
export interface ApprovalProfile {
  id: string;
  name: string;
  companyId: string;
  currency: string;
  rates: readonly Rate[];
  levels: readonly Level[];
}

/** The profiles in force, by the path of their place. */
export type ProfilesInForce = ReadonlyMap<string, ApprovalProfile>;

const LABEL = 8;

/** The profile in force for an account: that of the nearest place above it, or null. */
export function profileAt(profiles: ProfilesInForce, path: string): ApprovalProfile | null {
  for (let end = path.length; end > 0; end -= LABEL) {
    const found = profiles.get(path.slice(0, end));
    if (found) return found;
  }
  return null;
}

const profileRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  companyId: z.string(),
  currency: z.string(),
  levels: z.array(z.strictObject({ name: z.string(), limit: z.string().nullable(), members: z.array(z.string()) }))
});

/** Whose memberships are read, and whether the profiles are locked until the transaction ends. */
interface Whom {
  issuerId: string;
  userIds: readonly string[];
  held: boolean;
}

const PROFILES = Prisma.sql`approval_profiles p ${atCompany('p.company_id')}`;

const columns = (userIds: readonly string[]) => Prisma.sql`
  p.id, p.name, p.company_id AS "companyId", c.currency, (
    SELECT json_agg(json_build_object('name', l.name, 'limit', trim_scale(l.amount_limit)::text, 'members', ARRAY(
      SELECT m.user_id FROM approval_level_members m WHERE (m.issuer_id, m.profile_id, m.position) = (l.issuer_id, l.profile_id, l.position)
        AND m.user_id = ANY(${[...userIds]}::uuid[])
    )) ORDER BY l.position) FROM approval_levels l WHERE (l.issuer_id, l.profile_id) = (p.issuer_id, p.id)
  ) AS levels`;

const locked = (held: boolean) => (held ? Prisma.sql`FOR SHARE OF p` : Prisma.empty);

const placedRow = profileRow.extend({ path: z.string() });

/**
 * The profiles of an issuer's places `n` that match `where`. If all amounts are in one currency, `amountsIn`, a profile in
 * that currency has no rates.
 */
export async function profilesInForce(
  tx: Transaction,
  { issuerId, where, userIds, held, amountsIn }: Whom & { where: Prisma.Sql; amountsIn?: string | undefined }
): Promise<ProfilesInForce> {
  const rows = await readRows(tx, placedRow)`
    SELECT n.path, ${columns(userIds)}
    FROM approval_places x
    ${atNode('x.node_id')}
    JOIN (${PROFILES}) ON (p.issuer_id, p.id) = (x.issuer_id, x.profile_id)
    WHERE x.issuer_id = ${issuerId}::uuid AND ${where} ${locked(held)}`;
  const profiles = await withRates(tx, issuerId, rows, amountsIn);
  return new Map(rows.map(({ path, id }) => [path, profiles.get(id) as ApprovalProfile]));
}

/** Profiles of an issuer by their ids, wherever they apply. */
export async function profilesNamed(
  tx: Transaction,
  { issuerId, ids, userIds, held }: Whom & { ids: readonly string[] }
): Promise<ReadonlyMap<string, ApprovalProfile>> {
  const rows = await readRows(tx, profileRow)`
    SELECT ${columns(userIds)} FROM ${PROFILES}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ANY(${[...new Set(ids)]}::uuid[]) ORDER BY p.id ${locked(held)}`;
  return withRates(tx, issuerId, rows);
}

async function withRates(
  tx: Transaction,
  issuerId: string,
  rows: readonly z.infer<typeof profileRow>[],
  amountsIn?: string
): Promise<ReadonlyMap<string, ApprovalProfile>> {
  const converting = rows.filter(({ currency }) => currency !== amountsIn);
  const rates = await ratesOf(tx, issuerId, [...new Set(converting.map(({ companyId }) => companyId))]);
  return new Map(
    rows.map(({ id, name, companyId, currency, levels }) => [
      id,
      {
        id,
        name,
        companyId,
        currency,
        rates: rates.get(companyId) ?? [],
        levels: levels.map((level) => ({ ...level, members: new Set(level.members) }))
      }
    ])
  );
}

const companyRateRow = rateRow.extend({ companyId: z.string() });

/** The rates of companies' currency conversion rules, latest first: the first that has begun by a day is in force. */
async function ratesOf(
  tx: Transaction,
  issuerId: string,
  companies: readonly string[]
): Promise<ReadonlyMap<string, Rate[]>> {
  if (companies.length === 0) return new Map();
  const rows = await readRows(tx, companyRateRow)`
    SELECT r.owner_id AS "companyId", r.posted_currency AS currency, r.effective_date::text AS "from", r.rate::text AS rate
    FROM ${CONVERSION_RULES} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ANY(${[...companies]}::uuid[]) AND r.active
    ORDER BY r.effective_date DESC`;
  return groupBy(rows, ({ companyId }) => companyId);
}
