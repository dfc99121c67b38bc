import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { WalletEntry } from './schema';
import { sealBankNumber } from './sealed-number';
import { placeThatAsks, tellAdministrators } from './second-person';
import type { WalletAccountState } from './states';
import { validationAsked } from './validation';
import { lockWallet, MOST_ACCOUNTS, ownWallet, walletFault } from './wallet';

/**
 * Adds a bank account to the principal's wallet (C1.033, C3.029); the first becomes the default. Refuses a sixth
 * (C9.030), and one that the wallet has (C5.129). Where the company or issuer asks for a second person, they are told, and
 * nothing is paid from it until one has confirmed it; nor until it is validated, where the issuer asks for that. Returns
 * its id.
 */
export async function addWalletAccount(
  principal: Principal,
  entry: WalletEntry,
  origin: Origin
): Promise<Result<string>> {
  const fault = await walletFault(principal);
  if (fault) return refused(fault);
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    await lockWallet(tx, principal);
    const wallet = await ownWallet(principal, tx);
    if (wallet.length >= MOST_ACCOUNTS) return refused({ code: 'wallet.full', params: { maximum: MOST_ACCOUNTS } });
    const id = newId();
    const { encrypted, keyId, hash, lastFour } = sealBankNumber(issuerId, id, entry);
    const isKnown = await exists(tx)`
      SELECT 1 FROM wallet_accounts w WHERE w.issuer_id = ${issuerId}::uuid AND w.user_id = ${userId}::uuid
        AND w.number_hash = ${hash}`;
    const isUs = entry.scheme === 'us';
    if (isKnown) return refused({ code: 'wallet.already', field: isUs ? 'accountNumber' : 'iban' });
    const place = [1, 2, 3, 4, 5].find((free) => wallet.every((one) => one.place !== free));
    const asking = await placeThatAsks(tx, principal);
    const validation = await validationAsked(tx, issuerId, entry.scheme);
    const state: WalletAccountState = asking ? 'proposed' : validation ? 'added' : 'usable';
    const country = isUs ? 'US' : entry.iban.slice(0, 2);
    await tx.$executeRaw`
      INSERT INTO wallet_accounts (issuer_id, id, user_id, place, scheme, country, nickname, holder_name, routing_number,
        kind, number_encrypted, number_key_id, number_hash, last_four, is_default, added_at,
        state, validation)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${userId}::uuid, ${place}::smallint, ${entry.scheme}::wallet_scheme,
        ${country}, ${entry.nickname}, ${entry.holderName}, ${isUs ? entry.routingNumber : null},
        ${isUs ? entry.kind : null}::bank_account_kind, ${encrypted}, ${keyId}, ${hash}, ${lastFour},
        ${wallet.length === 0}, ${now()}, ${state}::wallet_account_state,
        ${asking ? null : validation}::wallet_validation)`;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'wallet.added',
      entity: 'wallet_account',
      entityId: id,
      details: { scheme: entry.scheme, country, 'last.four': lastFour, 'after.state': state }
    });
    if (asking) await tellAdministrators(tx, principal, { companyId: asking.companyId, accountId: id });
    return accepted(id);
  });
}
