import type { Transaction } from '../../../core/database/database';
import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';
import { atNode } from './joins';

/** The nodes of the issuers in the group that a column names, as rows of a statement: a condition may follow with `AND`. */
export const issuersOfGroup = (column: string, alias: string): Prisma.Sql =>
  Prisma.sql`issuer_group_members m ${atNode('m.issuer_id', alias)} WHERE m.issuer_group_id = ${sqlName(column)}`;

/** The group of issuers that a column names, as a document of SQL `{nodeId, name, number, cardNumber, companyName}`: as a place. */
export const groupAsPlace = (column: string): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('nodeId', g.id, 'name', g.name_1, 'number', g.number, 'cardNumber', NULL, 'companyName', NULL)
  FROM issuer_groups g WHERE g.id = ${sqlName(column)})`;

/** The groups of issuers whose name begins with a text, by name. */
export const groupsBeginning = (tx: Transaction, text: string, limit: number) =>
  tx.issuerGroup.findMany({
    where: { name1: { startsWith: text, mode: 'insensitive' } },
    select: { id: true, number: true, name1: true },
    orderBy: { name1: 'asc' },
    take: limit
  });

/** Whether there is a group of issuers with an id. */
export const isIssuerGroup = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.issuerGroup.count({ where: { id } })) > 0;

/** The first issuer of a group; null if it has none. */
export async function firstIssuerOf(tx: Transaction, issuerGroupId: string): Promise<string | null> {
  const member = await tx.issuerGroupMember.findFirst({ where: { issuerGroupId }, orderBy: { issuerId: 'asc' } });
  return member?.issuerId ?? null;
}
