import { database } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';

/** The id of the issuer with a number, as the names of watched folders say it; null if none has it. */
export async function issuerNumbered(number: string): Promise<string | null> {
  const [issuer] = await readRows(database(), idRow)`SELECT i.id FROM issuers i WHERE i.number = ${number}`;
  return issuer?.id ?? null;
}
