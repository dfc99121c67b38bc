import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import { namedUser, userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import type { PurchaseState } from './states';
import { termsSchema } from './terms';

const requestRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  nodeId: z.string(),
  path: z.string(),
  number: z.number(),
  /** The group of its requester; null for requests from before there were groups. */
  groupId: z.string().nullable(),
  requesterId: z.string(),
  requester: z.string(),
  /** The person for whom the purchase is, where that isn't its requester: its place is theirs. */
  behalfOf: jsonOf<{ id: string; userId: string; name: string }>().nullable(),
  state: textOf<PurchaseState>(),
  version: z.number(),
  currency: z.string(),
  total: z.string(),
  purchaseLimit: z.string(),
  neededBy: z.string().nullable(),
  note: z.string().nullable(),
  custom: z.record(z.string(), z.string()),
  travel: z.record(z.string(), z.string()),
  terms: termsSchema,
  createdAt: z.date(),
  submittedAt: z.date().nullable()
});

/** A purchase request (C3.016). */
export type PurchaseRequest = z.infer<typeof requestRow>;

const plain = (column: Prisma.Sql) => Prisma.sql`round(${column}, greatest(2, scale(trim_scale(${column}))))::text`;

const COLUMNS = Prisma.sql`q.issuer_id AS "issuerId", q.id, q.company_id AS "companyId", q.node_id AS "nodeId", n.path,
  q.number, q.group_id AS "groupId", q.requester_id AS "requesterId", ${userName(Prisma.sql`q.issuer_id`, Prisma.sql`q.requester_id`)} AS requester,
  ${namedUser(Prisma.sql`q.issuer_id`, Prisma.sql`q.behalf_of_id`)} AS "behalfOf",
  q.state::text AS state, q.version, q.currency, ${plain(Prisma.sql`q.total`)} AS total,
  ${plain(Prisma.sql`q.purchase_limit`)} AS "purchaseLimit", q.needed_by::text AS "neededBy", q.note,
  q.custom_values AS custom, q.travel, q.terms, q.created_at AS "createdAt", q.submitted_at AS "submittedAt"`;

export const REQUESTS_FROM = Prisma.sql`purchase_requests q
  ${atNode('q.node_id')}`;

/**
 * The condition that a request `q` at node `n` is a principal's own: they made it, or it was submitted on their behalf. A
 * draft is its author's alone (C4.008D). It may be at the place of a colleague, but never outside their own company.
 */
export function ownRequests({ issuerId, userId, scope }: Principal): Prisma.Sql {
  const companies = scope.subtrees.flatMap((part) =>
    part.issuerId === issuerId && part.companyId !== null ? [part.companyId] : []
  );
  return Prisma.sql`(q.issuer_id = ${issuerId}::uuid
    AND (q.requester_id = ${userId}::uuid OR q.behalf_of_id = ${userId}::uuid AND q.state <> 'draft')
    AND (q.company_id = ANY(${companies}::uuid[]) OR ${within(scope, nodeColumns('n'))}))`;
}

/**
 * The condition that a principal sees a request `q` at node `n`: their own, and as an approver or administrator those of
 * their part of the structure that were submitted.
 */
export function seenRequests(principal: Principal): Prisma.Sql {
  if (!may(principal, 'purchase_requests', 'view')) return Prisma.sql`FALSE`;
  const own = ownRequests(principal);
  if (principal.role === 'A') return own;
  return Prisma.sql`(${within(principal.scope, nodeColumns('n'))} AND q.state <> 'draft' OR ${own})`;
}

/** The people whose request it is: nobody of them decides on it. */
export const partiesOf = ({ requesterId, behalfOf }: Pick<PurchaseRequest, 'requesterId' | 'behalfOf'>): string[] =>
  behalfOf === null ? [requesterId] : [requesterId, behalfOf.id];

/** The requests that a principal sees and that meet a condition. */
export const requestsWhere = (
  tx: Transaction,
  principal: Principal,
  condition: Prisma.Sql
): Promise<PurchaseRequest[]> =>
  readRows(tx, requestRow)`
    SELECT ${COLUMNS} FROM ${REQUESTS_FROM} WHERE ${seenRequests(principal)} AND ${condition}`;

/** A request that the principal sees; null if there is none. */
export async function seenRequest(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<PurchaseRequest | null> {
  const [request] = await requestsWhere(tx, principal, Prisma.sql`q.id = ${id}::uuid`);
  return request ?? null;
}

/** The same of the principal's issuer, locked until the transaction ends. */
export async function heldRequest(tx: Transaction, principal: Principal, id: string): Promise<PurchaseRequest | null> {
  const [request] = await requestsWhere(
    tx,
    principal,
    Prisma.sql`q.issuer_id = ${principal.issuerId}::uuid AND q.id = ${id}::uuid FOR UPDATE OF q`
  );
  return request ?? null;
}

/** A request of any requester, locked until the transaction ends: for what the system does. */
export async function requestOf(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<PurchaseRequest | null> {
  const [request] = await readRows(tx, requestRow)`
    SELECT ${COLUMNS} FROM ${REQUESTS_FROM} WHERE q.issuer_id = ${issuerId}::uuid AND q.id = ${id}::uuid FOR UPDATE OF q`;
  return request ?? null;
}

/** Its number as people say it. */
export const numberOf = ({ number }: Pick<PurchaseRequest, 'number'>): string =>
  `PR-${String(number).padStart(6, '0')}`;
