import { z } from 'zod';
import { may, type Principal } from '../access/principal';
import { within } from '../access/scope';
import { database, type Transaction } from '../core/database';
import { plainDate } from '../core/date-entry';
import { Prisma } from '../core/prisma/client';
import { CURRENCIES } from '../setup/fields';
import { type StructureNode, seenNode } from '../structure/nodes';
import { transactionColumns } from '../transactions/transactions';
import { type CurrencyTotal, totalsOf } from './booked';

/** Which transactions go into an export: a part of the structure, days of posting, and what else is asked. */
export const selectionSchema = z
  .object({
    nodeId: z.guid('required'),
    from: plainDate(),
    to: plainDate(),
    currency: z
      .union([z.literal('').transform(() => null), z.enum(CURRENCIES as [string, ...string[]], 'currency.unknown')])
      .nullish()
      .transform((value) => value ?? null),
    /** One of `ledgerLayouts`. */
    layoutId: z.string('required').min(1, 'required').max(36)
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'range.reversed' });

export type Selection = z.output<typeof selectionSchema>;

const KINDS: readonly string[] = ['issuer', 'company_group', 'company', 'account_group', 'org_point'];

/** The part of the structure that an export may be of, with the transactions of one issuer in it; null for others. */
export async function exportPlace(
  principal: Principal,
  nodeId: string,
  tx: Transaction = database()
): Promise<StructureNode | null> {
  const node = await seenNode(principal, nodeId, tx);
  return node && node.issuerId === principal.issuerId && KINDS.includes(node.kind) ? node : null;
}

/** The approved transactions of a selection: rows with issuer, day and id, in the order in which they are locked. */
export function approvedOf(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, id, kind, companyId, path }: StructureNode,
  { from, to, currency }: Pick<Selection, 'from' | 'to' | 'currency'>
): Prisma.Sql {
  const conditions = [
    Prisma.sql`t.issuer_id = ${issuerId}::uuid AND t.posting_date BETWEEN ${from}::text::date AND ${to}::text::date`,
    Prisma.sql`t.state = 'approved' AND ${within(scope, transactionColumns)}`
  ];
  if (companyId) conditions.push(Prisma.sql`t.company_id = ${companyId}::uuid`);
  // Hexadecimal digits end before "g". What was booked stays with the company that it was booked in.
  if (kind !== 'issuer' && companyId !== id) conditions.push(Prisma.sql`n.path >= ${path} AND n.path < ${`${path}g`}`);
  if (currency) conditions.push(Prisma.sql`t.billed_currency = ${currency}`);
  return Prisma.sql`SELECT t.issuer_id, t.posting_date, t.id
    FROM transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY t.issuer_id, t.posting_date, t.id`;
}

/** What would go into an export now, by currency; null for a place that the principal doesn't see. */
export async function exportable(
  principal: Principal,
  selection: Pick<Selection, 'nodeId' | 'from' | 'to' | 'currency'>
): Promise<CurrencyTotal[] | null> {
  if (!may(principal, 'ledger_exports', 'view')) return null;
  const node = await exportPlace(principal, selection.nodeId);
  return node && totalsOf(database(), Prisma.sql`(${approvedOf(principal, node, selection)})`);
}
