import { may, type Principal } from '../../access/policy/principal';
import { above, nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Listing } from '../../kit/listing/listing';
import { type ApprovalProfile, type ProfilesInForce, profilesInForce } from '../approvals/profiles-in-force';
import { type Standing, standingOf } from '../approvals/standing';
import { inPart } from './in-part';
import { TRANSACTIONS } from './listing';
import { AMOUNT_BY } from './transactions';

const sql = Prisma.sql;
const { state, ...columns } = TRANSACTIONS.columns;

/** The transactions that the user is asked to approve, newest first: by their own right and as a delegate. */
export const WAITING: Listing = { ...TRANSACTIONS, name: 'approvals', where: isWaiting, columns, tabs: [] };

/**
 * The condition that a transaction waits for the principal: it is reviewed, in scope, on no expense report, not their own, and the principal
 * belongs to the lowest sufficient level of its approval profile. Profiles are read first, so that an index finds the
 * rows.
 */
async function isWaiting(principal: Principal): Promise<Prisma.Sql> {
  if (!may(principal, 'approvals', 'approve')) return sql`FALSE`;
  const { issuerId, scope } = principal;
  const standing = await standingOf(database(), principal, { held: false });
  const profiles = await profilesInForce(database(), {
    issuerId,
    where: sql`(${within(scope, nodeColumns('n'))} OR ${above(scope, nodeColumns('n'))})`,
    userIds: [standing.userId, ...standing.delegators.map(({ userId }) => userId)],
    held: false
  });
  const own = sql`AND t.account_id <> ALL(${[...standing.accounts]}::uuid[])`;
  // The user who entered an amount doesn't approve it, nor does their delegate (CD.60).
  const authors = [standing, ...standing.delegators].flatMap((one) => [...one.authors]);
  const entered = sql`AND NOT ${AMOUNT_BY} && ${authors}::uuid[]`;
  // Those on an expense report are approved with it.
  return sql`t.state = 'reviewed' AND NOT t.expensed AND ${await inPart(principal)} ${own} ${entered} ${asked(profiles, standing)}`;
}

/** The condition that the profile in force asks the approver; without a profile every approver is asked. */
function asked(profiles: ProfilesInForce, standing: Standing): Prisma.Sql {
  if (profiles.size === 0) return Prisma.empty;
  const all = [...new Set(profiles.values())];
  const { starts, which } = stretches(profiles, all);
  const cases = all.map((profile, index) => sql`WHEN ${index + 1} THEN ${askedBy(profile, standing)}`);
  // The interval of paths that contains the account's path: 0 before the first.
  const stretch = sql`width_bucket(n.path, ${starts}::text[])`;
  return sql`AND CASE coalesce((${which}::int[])[${stretch}], 0) WHEN 0 THEN TRUE ${Prisma.join(cases, ' ')} END`;
}

/**
 * The profile in force for each interval of paths in sorted order, 0 for none, 1 for the first: a place's profile
 * applies from its path to the end of the subtree, except at places within it.
 */
function stretches(profiles: ProfilesInForce, all: readonly ApprovalProfile[]): { starts: string[]; which: number[] } {
  const numberAt = (path: string) => all.indexOf(profiles.get(path) as ApprovalProfile) + 1;
  const starts: string[] = [];
  const which: number[] = [];
  const begin = (start: string, number: number) => {
    starts.push(start);
    which.push(number);
  };
  const open: string[] = [];
  const closeUntil = (path: string | null) => {
    for (let last = open.at(-1); last !== undefined && !path?.startsWith(last); last = open.at(-1)) {
      open.pop();
      const outer = open.at(-1);
      begin(`${last}g`, outer === undefined ? 0 : numberAt(outer));
    }
  };
  for (const path of [...profiles.keys()].sort()) {
    closeUntil(path);
    begin(path, numberAt(path));
    open.push(path);
  }
  closeUntil(null);
  return { starts, which };
}

/** The condition that the approver, or a delegator, belongs to a profile's lowest sufficient level. */
function askedBy({ currency, rates, levels }: ApprovalProfile, { userId, delegators }: Standing): Prisma.Sql {
  const converted = rates
    .filter((rate) => rate.currency !== currency)
    .map(
      (rate) =>
        sql`WHEN t.billed_currency = ${rate.currency} AND t.transaction_date >= ${rate.from}::date THEN abs(t.billed_amount) * ${rate.rate}::numeric`
    );
  const amount = sql`CASE WHEN t.billed_currency = ${currency} THEN abs(t.billed_amount) ${Prisma.join([Prisma.empty, ...converted], ' ')} END`;
  const found = levels.flatMap(({ limit, members }, index) => {
    const below = levels[index - 1]?.limit;
    const range = [
      below === undefined || below === null ? sql`${amount} IS NOT NULL` : sql`${amount} > ${below}::numeric`,
      ...(limit === null ? [] : [sql`${amount} <= ${limit}::numeric`])
    ];
    const within = (more: Prisma.Sql[]) => sql`(${Prisma.join([...range, ...more], ' AND ')})`;
    if (members.has(userId)) return [within([])];
    return delegators
      .filter((delegator) => members.has(delegator.userId))
      .map(({ accounts, paths }) =>
        within([
          sql`t.account_id <> ALL(${[...accounts]}::uuid[])`,
          sql`EXISTS (SELECT 1 FROM unnest(${[...paths]}::text[]) AS place WHERE starts_with(n.path, place))`
        ])
      );
  });
  return found.length > 0 ? sql`(${Prisma.join(found, ' OR ')})` : sql`FALSE`;
}
