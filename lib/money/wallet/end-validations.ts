import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import { accountsDue, blockAccounts, passValidation } from './validate-accounts';

const ORIGIN: Origin = { requestId: 'wallet-validations', address: '127.0.0.1', userAgent: '' };

/**
 * Ends validations whose day is over (C3.029): a prenote that the bank hasn't returned makes its account usable, and an
 * account whose amounts nobody has typed is blocked. Returns how many ended.
 */
export async function endValidations(): Promise<number> {
  const issuers = await readRows(database(), idRow)`
    SELECT DISTINCT w.issuer_id AS id FROM wallet_accounts w
    WHERE w.validation IS NOT NULL AND w.state = 'validating' AND w.validation_day IS NOT NULL ORDER BY 1`;
  let ended = 0;
  for (const { id } of issuers) ended += await transaction((tx) => endOfIssuer(tx, id));
  return ended;
}

async function endOfIssuer(tx: Transaction, issuerId: string): Promise<number> {
  const good = await accountsDue(tx, issuerId, 'prenote');
  const late = await accountsDue(tx, issuerId, 'micro_entries');
  if (good.length > 0) await passValidation(tx, issuerId, good, { origin: ORIGIN });
  const expired = late.map((account) => ({ ...account, reason: 'expired', code: null }) as const);
  if (expired.length > 0) await blockAccounts(tx, issuerId, expired, { origin: ORIGIN });
  return good.length + late.length;
}
