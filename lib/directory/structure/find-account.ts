import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import { placesOf } from '../../kit/search/places';
import { cardNumberHash } from './card-number';

/** The account with a whole card number, if the principal sees it; the number itself is neither stored nor shown. */
export async function findAccount(principal: Principal, typed: string): Promise<{ id: string } | null> {
  if (!may(principal, 'accounts', 'view')) return null;
  const hash = cardNumberHash(typed.replaceAll(/\D/g, ''));
  return transaction(async (tx) => {
    const { issuerIds, companies } = await placesOf(tx, principal);
    const issuers = [...new Set([...issuerIds, ...companies.map(({ issuerId }) => issuerId)])];
    const [account] = await readRows(tx, idRow)`
      SELECT a.id FROM accounts a JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id)
      WHERE a.issuer_id = ANY(${issuers}::uuid[]) AND a.card_number_hash = ${hash}
        AND ${within(principal.scope, nodeColumns('n'))}
      LIMIT 1`;
    return account ?? null;
  });
}
