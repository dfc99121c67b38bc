import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { jsonOf, readRows } from '../../core/database/rows';
import type { Codes } from '../allocation/check-codes';
import type { TransactionKey } from './transactions';

const allocationRow = z.strictObject({
  transactionId: z.string(),
  position: z.number(),
  amount: z.string(),
  percent: z.string().nullable(),
  taxAmount: z.string().nullable(),
  description: z.string().nullable(),
  codes: jsonOf<Codes>()
});

/** A part of a transaction's cost (CD.43). Exact decimals as text. */
export type Allocation = z.infer<typeof allocationRow>;

/** The allocations of transactions, by their id, in the order of the splits; empty for unallocated ones. */
export async function allocationsOf(
  tx: Transaction = database(),
  keys: readonly TransactionKey[]
): Promise<Map<string, Allocation[]>> {
  if (keys.length === 0) return new Map();
  const wanted = keys.map(({ issuerId, postingDate, id }) => ({ issuerId, postingDate, id }));
  const rows = await readRows(tx, allocationRow)`
    SELECT a.transaction_id AS "transactionId", a.position::int AS position, trim_scale(a.amount)::text AS amount,
      trim_scale(a.percent)::text AS percent, trim_scale(a.tax_amount)::text AS "taxAmount", a.description, a.codes
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid)
    JOIN allocations a ON (a.issuer_id, a.posting_date, a.transaction_id) = (w."issuerId", w."postingDate", w.id)
    ORDER BY a.transaction_id, a.position`;
  return groupBy(rows, ({ transactionId }) => transactionId);
}

/** Replaces the stored parts. */
export async function writeAllocations(
  tx: Transaction,
  written: readonly (TransactionKey & { parts: readonly Omit<Allocation, 'transactionId' | 'position'>[] })[]
): Promise<void> {
  const keys = written.map(({ issuerId, postingDate, id }) => ({ issuerId, postingDate, id }));
  await tx.$executeRaw`
    DELETE FROM allocations a USING jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid)
    WHERE (a.issuer_id, a.posting_date, a.transaction_id) = (w."issuerId", w."postingDate", w.id)`;
  const rows = written.flatMap(({ issuerId, postingDate, id, parts }) =>
    parts.map((part, index) => ({ ...part, issuerId, postingDate, id, position: index + 1 }))
  );
  await tx.$executeRaw`
    INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, percent, tax_amount, description, codes)
    SELECT p."issuerId", p."postingDate", p.id, p.position, p.amount, p.percent, p."taxAmount", p.description, p.codes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p ("issuerId" uuid, "postingDate" date, id uuid, position smallint,
      amount numeric, percent numeric, "taxAmount" numeric, description text, codes jsonb)`;
}
