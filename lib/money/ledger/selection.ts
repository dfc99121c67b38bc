import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { plainDate } from '../../core/entry/date-entry';
import { type StructureNode, seenNode, structureNodeRow, wordsBegin } from '../../directory/structure/nodes';
import { CURRENCIES } from '../../kit/setup/fields';
import { transactionColumns } from '../transactions/transactions';
import { type CurrencyTotal, totalsOf } from './booked';

/** Which transactions go into an export: a part of the structure, days of posting, and what else is asked. */
export const selectionSchema = z
  .object({
    nodeId: z.guid('ledger.place.unknown'),
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

const exportPlaceRow = structureNodeRow.pick({ number: true, id: true, kind: true, name1: true });

/** Where an export can be of, by the beginning of a word of the name or number; twenty at most. */
export function exportPlaces(
  principal: Principal,
  text: string
): Promise<Pick<StructureNode, 'id' | 'kind' | 'number' | 'name1'>[]> {
  if (!may(principal, 'ledger_exports', 'run')) return Promise.resolve([]);
  return readRows(database(), exportPlaceRow)`
    SELECT n.id, n.kind::text AS kind, n.number, n.name_1 AS "name1" FROM nodes n
    WHERE n.issuer_id = ${principal.issuerId}::uuid AND n.kind = ANY(${[...KINDS]}::node_kind[]) AND n.status = 'active'
      AND ${within(principal.scope, nodeColumns('n'))} AND ${wordsBegin(text.trim().slice(0, 100), 'n')}
    ORDER BY n.kind, n.name_1, n.id LIMIT 20`;
}

/** The id of the place that is meant by what was typed; empty where none is, or several are. */
export async function placeTyped(principal: Principal, typed: string): Promise<string> {
  const sought = typed.replaceAll('\0', '').split(' · ')[0]?.trim() ?? '';
  const found = sought ? await exportPlaces(principal, sought) : [];
  const exact = found.filter(({ name1, number }) => [name1, number].includes(sought));
  const [one, other] = exact.length > 0 ? exact : found;
  return one && !other ? one.id : '';
}
