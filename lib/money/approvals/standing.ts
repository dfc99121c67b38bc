import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { ofUser } from '../../directory/people/reads/of-user';
import { accountsOf } from '../../directory/people/reads/own-accounts';
import { atIssuer } from '../../directory/structure/reads/joins';
import { dayOf } from '../../directory/structure/reads/today';
import { approvingPlaces } from './approvers';

/** A user for whom an approver stands in. */
export interface Delegator {
  userId: string;
  name: string;
  /** The places where the delegator may approve; a delegate can't approve elsewhere. */
  paths: readonly string[];
  /** The delegator's own accounts. */
  accounts: ReadonlySet<string>;
  /** The user ids under which the delegator may have entered an amount (CD.60). */
  authors: ReadonlySet<string>;
}

/** An approver: the user, today's delegators, and the user's own accounts. */
export interface Standing {
  issuerId: string;
  userId: string;
  accounts: ReadonlySet<string>;
  /** The user ids under which the approver may have entered an amount (CD.60). */
  authors: ReadonlySet<string>;
  delegators: readonly Delegator[];
}

const approverRow = z.strictObject({ userId: z.string(), name: z.string(), paths: z.array(z.string()) });

/** The approver's standing today. With `held` no delegation can be withdrawn until the transaction ends. */
export async function standingOf(
  tx: Transaction,
  principal: Pick<Principal, 'issuerId' | 'userId' | 'accessor'>,
  { held }: { held: boolean }
): Promise<Standing> {
  const { issuerId, userId } = principal;
  const rows = await readRows(tx, approverRow)`
    SELECT u.id AS "userId", concat_ws(' ', u.first_name, u.last_name) AS name,
      (SELECT coalesce(json_agg(n.path), '[]'::json) FROM ${approvingPlaces()}) AS paths
    FROM approval_delegations d
    ${atIssuer('d')}
    ${ofUser('d.delegator_id')}
    WHERE d.issuer_id = ${issuerId}::uuid AND d.delegate_id = ${userId}::uuid AND d.withdrawn_at IS NULL
      AND ${dayOf(now())} BETWEEN d.first_day AND d.last_day AND u.status <> 'inactive'
    ORDER BY u.id ${held ? Prisma.sql`FOR SHARE OF d` : Prisma.empty}`;
  const delegators = [...new Map(rows.map((row) => [row.userId, row])).values()];
  const owned = await ownedBy(tx, issuerId, [userId, ...delegators.map((delegator) => delegator.userId)]);
  return {
    issuerId,
    userId,
    ...owned(userId),
    delegators: delegators.map((delegator) => ({ ...delegator, ...owned(delegator.userId) }))
  };
}

/** The standing of somebody by their own right alone: for nobody do they stand in. */
export async function ownStandingOf(
  tx: Transaction,
  { issuerId, userId }: Pick<Principal, 'issuerId' | 'userId'>
): Promise<Standing> {
  const owned = await ownedBy(tx, issuerId, [userId]);
  return { issuerId, userId, ...owned(userId), delegators: [] };
}

const ownedRow = z.strictObject({ userId: z.string(), accounts: z.array(z.string()), authors: z.array(z.string()) });

/** What counts as the own of each of these users: their accounts, and the user ids under which they may have entered an amount. */
async function ownedBy(tx: Transaction, issuerId: string, userIds: readonly string[]) {
  const rows = await readRows(tx, ownedRow)`
    SELECT asked AS "userId", ${accountsOf(issuerId, Prisma.sql`asked`)} AS accounts,
      ARRAY(SELECT author_ids(${issuerId}::uuid, asked)) AS authors
    FROM unnest(${[...userIds]}::uuid[]) AS asked`;
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return (id: string) => ({
    accounts: new Set(byUser.get(id)?.accounts),
    authors: new Set(byUser.get(id)?.authors)
  });
}
