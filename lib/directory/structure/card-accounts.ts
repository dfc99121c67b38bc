import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { readCardNumber } from './card-number';

const numberRow = z.strictObject({ id: z.string(), encrypted: z.instanceof(Uint8Array) });

/** The card numbers of an issuer's accounts, by the accounts' ids: for files that name accounts as banks do. */
export async function cardNumbersOf(issuerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await readRows(database(), numberRow)`
    SELECT a.id, a.card_number_encrypted AS encrypted FROM accounts a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, encrypted }) => [id, readCardNumber(issuerId, id, encrypted)]));
}

const accountRow = z.strictObject({ id: z.string(), currency: z.string(), companyCurrency: z.string() });

/** The first of these accounts that is in a company, with both currencies; null if none is. */
export async function accountInCompany(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  ids: readonly string[]
): Promise<z.infer<typeof accountRow> | null> {
  const [account] = await readRows(tx, accountRow)`
    SELECT a.id, a.currency, c.currency AS "companyCurrency" FROM accounts a
    JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id)
    JOIN companies c ON (c.issuer_id, c.id) = (n.issuer_id, n.company_id)
    WHERE a.issuer_id = ${issuerId}::uuid AND c.id = ${companyId}::uuid AND a.id = ANY(${[...ids]}::uuid[])
    ORDER BY array_position(${[...ids]}::uuid[], a.id) LIMIT 1`;
  return account ?? null;
}
