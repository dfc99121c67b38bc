import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { USE_BLOCKED } from './account-lists';
import { accountNumber, openNumbers } from './account-number';
import { KINDS, PARENTS } from './kinds';
import { type StructureNode, wordsBegin } from './nodes';

export const placeRow = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  number: z.string().nullable(),
  name1: z.string(),
  /** For accounts: the masked card number. */
  cardNumber: z.string().nullable()
});
export type NodeChoice = z.infer<typeof placeRow>;

const MOST = 20;

/** The possible new parents of a node, by a word prefix of their name or by number. */
export function placesFor(principal: Principal, node: StructureNode, text: string): Promise<NodeChoice[]> {
  const inReach = node.kind === 'company' ? Prisma.sql`TRUE` : Prisma.sql`n.company_id = ${node.companyId}::uuid`;
  return find(
    principal,
    node,
    text,
    Prisma.sql`n.kind = ANY(${[...PARENTS[node.kind]]}::node_kind[]) AND ${inReach}
      AND NOT (n.path >= ${node.path} AND n.path < ${`${node.path}g`}) AND n.id <> ${node.parentId}::uuid`
  );
}

/** The accounts that can replace one: active ones of its company, by name or last four digits. */
export function replacementsFor(principal: Principal, node: StructureNode, text: string): Promise<NodeChoice[]> {
  return find(
    principal,
    node,
    text,
    Prisma.sql`n.kind = 'account' AND n.company_id = ${node.companyId}::uuid AND n.id <> ${node.id}::uuid`
  );
}

/** Active accounts in the principal's scope without a blocking status code, by name or last four digits. */
export const accountsFor = (principal: Principal, text: string): Promise<NodeChoice[]> =>
  find(principal, principal, text, Prisma.sql`n.kind = 'account' AND NOT ${USE_BLOCKED}`);

async function find(
  { scope }: Principal,
  { issuerId }: Pick<StructureNode, 'issuerId'>,
  text: string,
  condition: Prisma.Sql
): Promise<NodeChoice[]> {
  const sought = text.trim().slice(0, 100);
  const byCard = /^\d{4}$/.test(sought) ? Prisma.sql`OR a.last_four = ${sought}` : Prisma.empty;
  const places = await readRows(database(), placeRow)`
    SELECT n.id, n.kind::text AS kind, n.number, n.name_1 AS "name1", ${accountNumber('a', 'n')} AS "cardNumber"
    FROM nodes n LEFT JOIN accounts a ON n.kind = 'account' AND a.issuer_id = n.issuer_id AND a.id = n.id
    WHERE n.issuer_id = ${issuerId}::uuid AND n.status = 'active' AND ${condition} AND ${within(scope, nodeColumns('n'))}
      AND (${wordsBegin(sought, 'n')} ${byCard})
    ORDER BY n.kind, n.name_1, n.id LIMIT ${MOST}`;
  return places.map((place) => ({ ...place, cardNumber: openNumbers(place.cardNumber) }));
}

/** The active nodes `n` of the principal's scope that meet a condition, by a word prefix of their name or by number; at most 20. */
export const placesNamed = (
  { scope }: Pick<Principal, 'scope'>,
  condition: Prisma.Sql,
  text: string
): Promise<NodeChoice[]> =>
  readRows(database(), placeRow)`
    SELECT n.id, n.kind::text AS kind, n.number, n.name_1 AS "name1", NULL AS "cardNumber" FROM nodes n
    WHERE n.status = 'active' AND ${condition} AND ${within(scope, nodeColumns('n'))} AND ${wordsBegin(text.trim().slice(0, 100), 'n')}
    ORDER BY n.kind, n.name_1, n.id LIMIT ${MOST}`;

const scopePlaceRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(KINDS).exclude(['account']),
  number: z.string().nullable(),
  name: z.string()
});

/** A node with people: any but an account. */
export type ScopePlace = z.infer<typeof scopePlaceRow>;

/** The active nodes `n` of the principal's scope that meet a condition, whatever their issuer: all but accounts; at most 20. */
export const scopePlaces = (
  { scope }: Principal,
  condition: Prisma.Sql,
  tx: Transaction = database()
): Promise<ScopePlace[]> =>
  readRows(tx, scopePlaceRow)`
    SELECT n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.number, n.name_1 AS name FROM nodes n
    WHERE n.kind <> 'account' AND n.status = 'active' AND ${within(scope, nodeColumns('n'))} AND ${condition}
    ORDER BY n.kind, n.name_1, n.id LIMIT ${MOST}`;
