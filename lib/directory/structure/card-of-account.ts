import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const cardRow = z.strictObject({
  company: z.string(),
  /** The last four digits of the card; null for an account without one. */
  lastFour: z.string().nullable()
});

/** The company and the card of an account that the caller has read within the reader's scope. */
export async function cardOfAccount(issuerId: string, accountId: string): Promise<z.infer<typeof cardRow> | null> {
  const [card] = await readRows(database(), cardRow)`
    SELECT c.name_1 AS company, a.last_four AS "lastFour"
    FROM accounts a JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id)
      JOIN nodes c ON (c.issuer_id, c.id) = (n.issuer_id, n.company_id)
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ${accountId}::uuid`;
  return card ?? null;
}
