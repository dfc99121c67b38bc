import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import type { KINDS, Scheme } from './schema';
import { openBankNumber } from './sealed-number';

const sealedRow = z.strictObject({
  id: z.string(),
  scheme: textOf<Scheme>(),
  holderName: z.string(),
  routingNumber: z.string().nullable(),
  kind: textOf<(typeof KINDS)[number]>().nullable(),
  /** The bank's code for blocking it; nothing is collected from it then. */
  blockCode: z.string().nullable(),
  sealed: z.instanceof(Uint8Array)
});

/** A bank account with its whole number, for the sealed file that collects from it and for nothing else. */
export interface BankAccount extends Omit<z.infer<typeof sealedRow>, 'sealed'> {
  number: string;
}

/** The bank's code for blocking an account; null of one that isn't blocked. */
export const blockCode = (issuerId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT w.block_code FROM wallet_accounts w WHERE (w.issuer_id, w.id) = (${issuerId}, ${id}))`;

/** Bank accounts of any wallets by their ids. */
export async function bankAccounts(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<Map<string, BankAccount>> {
  const rows = await readRows(tx, sealedRow)`
    SELECT w.id, w.scheme::text AS scheme, w.holder_name AS "holderName", w.routing_number AS "routingNumber",
      w.kind::text AS kind, w.block_code AS "blockCode",
      w.number_encrypted AS sealed
    FROM wallet_accounts w WHERE w.issuer_id = ${issuerId}::uuid AND w.id = ANY(${[...new Set(ids)]}::uuid[])`;
  return new Map(
    rows.map(({ sealed, ...account }) => [
      account.id,
      { ...account, number: openBankNumber(issuerId, account.id, sealed) }
    ])
  );
}
