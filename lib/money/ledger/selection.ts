import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { plainDate } from '../../core/entry/date-entry';
import { type StructureNode, seenNode } from '../../directory/structure/nodes';
import { type NodeChoice, placesNamed } from '../../directory/structure/places';
import { CURRENCIES } from '../../kit/setup/fields';
import { transactionsThat } from '../transactions/reads/transactions-that';
import { transactionColumns } from '../transactions/transactions';
import { type CurrencyTotal, totalsOf } from './booked';

/** The selection of an export: a place, days of posting, and further criteria. */
export const selectionSchema = z
  .object({
    nodeId: z.guid('ledger.place.unknown'),
    from: plainDate(),
    to: plainDate(),
    currency: z
      .union([z.literal('').transform(() => null), z.enum(CURRENCIES as [string, ...string[]])], 'currency.unknown')
      .nullish()
      .transform((value) => value ?? null),
    /** One of `ledgerLayouts`. */
    layoutId: z.string('required').min(1, 'required').max(36)
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'range.reversed' });

export type Selection = z.output<typeof selectionSchema>;

const KINDS: readonly string[] = ['issuer', 'company_group', 'company', 'account_group', 'org_point'];

/** A place that can be exported, within one issuer, or null. */
export async function exportPlace(
  principal: Principal,
  nodeId: string,
  tx: Transaction = database()
): Promise<StructureNode | null> {
  const node = await seenNode(principal, nodeId, tx);
  return node && node.issuerId === principal.issuerId && KINDS.includes(node.kind) ? node : null;
}

/** The approved transactions of a selection: rows with issuer, day and id, in locking order. */
export function approvedOf(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, id, kind, companyId, path }: StructureNode,
  { from, to, currency }: Pick<Selection, 'from' | 'to' | 'currency'>
): Prisma.Sql {
  const conditions = [
    Prisma.sql`t.posting_date BETWEEN ${from}::text::date AND ${to}::text::date`,
    Prisma.sql`t.state = 'approved' AND ${within(scope, transactionColumns)}`
  ];
  if (companyId) conditions.push(Prisma.sql`t.company_id = ${companyId}::uuid`);
  // Hexadecimal digits sort before "g". A transaction stays with the company in which it was booked.
  if (kind !== 'issuer' && companyId !== id) conditions.push(Prisma.sql`n.path >= ${path} AND n.path < ${`${path}g`}`);
  if (currency) conditions.push(Prisma.sql`t.billed_currency = ${currency}`);
  return Prisma.sql`SELECT t.issuer_id, t.posting_date, t.id
    FROM ${transactionsThat(issuerId, Prisma.join(conditions, ' AND '))}
    ORDER BY t.issuer_id, t.posting_date, t.id`;
}

/** The totals of an export made now, by currency; null for a place that the principal doesn't see. */
export async function exportable(
  principal: Principal,
  selection: Pick<Selection, 'nodeId' | 'from' | 'to' | 'currency'>
): Promise<CurrencyTotal[] | null> {
  if (!may(principal, 'ledger_exports', 'view')) return null;
  const node = await exportPlace(principal, selection.nodeId);
  return node && totalsOf(database(), Prisma.sql`(${approvedOf(principal, node, selection)})`);
}

/** The places to export, by a word prefix of their name or by number; at most twenty. */
export function exportPlaces(principal: Principal, text: string): Promise<NodeChoice[]> {
  if (!may(principal, 'ledger_exports', 'run')) return Promise.resolve([]);
  const isOfKind = Prisma.sql`n.issuer_id = ${principal.issuerId}::uuid AND n.kind = ANY(${[...KINDS]}::node_kind[])`;
  return placesNamed(principal, isOfKind, text);
}

/** The id of the place that matches the entered text; empty if none or several match. */
export async function placeTyped(principal: Principal, typed: string): Promise<string> {
  const sought = typed.replaceAll('\0', '').split(' · ')[0]?.trim() ?? '';
  const found = sought ? await exportPlaces(principal, sought) : [];
  const exact = found.filter(({ name1, number }) => [name1, number].includes(sought));
  const [one, other] = exact.length > 0 ? exact : found;
  return one && !other ? one.id : '';
}
