import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { addWalletAccount } from '@/lib/money/wallet/add-account';
import type { WalletEntry } from '@/lib/money/wallet/schema';
import type { TestDatabase } from './database';
import { ORIGIN } from './module-world';
import { granted } from './results';
import type { StructureNode } from './structure';

/** IBANs as banks publish them as examples. */
export const IBANS = [
  'DE89370400440532013000',
  'SE4550000000058398257466',
  'NO9386011117947',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300'
] as const;

/** The form of a bank account with an IBAN. */
export const anIban = (iban: string = IBANS[0]): WalletEntry => ({
  scheme: 'iban',
  iban,
  holderName: 'Ada Holm',
  nickname: `Account ${iban.slice(0, 2)}`
});

/** The form of a bank account in the United States. */
export const aUsAccount = (accountNumber = '123456789', routingNumber = '021000021'): WalletEntry => ({
  scheme: 'us',
  routingNumber,
  accountNumber,
  kind: 'checking',
  holderName: 'Ada Holm',
  nickname: 'Everyday'
});

/** A bank account in somebody's wallet. Returns its id. */
export const aWalletAccount = async (principal: Principal, entry: WalletEntry = anIban()): Promise<string> =>
  granted(await addWalletAccount(principal, entry, ORIGIN));

/** A bank account that waits for a second person, in the wallet of a user. Returns its id. */
export async function aProposedAccount(
  database: TestDatabase,
  { issuerId, id: userId }: { issuerId: string; id: string }
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO wallet_accounts (issuer_id, id, user_id, place, scheme, country, nickname, holder_name, number_encrypted,
       number_key_id, number_hash, last_four, added_at, state)
     VALUES ($1, $2, $3, 5, 'iban', 'SE', 'New', 'Ada Holm', 'x', 'x', sha256('x'), '7466', now(), 'proposed')`,
    [issuerId, id, userId]
  );
  return id;
}

/** A scheduled payment of an account from a bank account of its payer, put there as it is, with a mandate. Returns its id. */
export async function aPayment(
  database: TestDatabase,
  account: StructureNode,
  {
    payerId,
    walletAccountId,
    amount = '150',
    payOn = '2026-12-15'
  }: { payerId: string; walletAccountId: string; amount?: string; payOn?: string }
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO payments (issuer_id, id, number, company_id, account_id, payer_id, form_key, wallet_account_id, from_scheme,
       from_last_four, amount, currency, pay_on, authorization_text, made_at)
     SELECT $1, $2, (SELECT coalesce(max(number), 0) + 1 FROM payments WHERE issuer_id = $1), $3, $4, $5, $2, w.id, w.scheme,
       w.last_four, $6, 'EUR', $7, 'Agreed.', now()
     FROM wallet_accounts w WHERE w.issuer_id = $1 AND w.id = $8`,
    [account.issuerId, id, account.companyId, account.id, payerId, amount, payOn, walletAccountId]
  );
  await database.query(
    `INSERT INTO sepa_mandates (issuer_id, id, wallet_account_id, user_id, number, reference, scheme, authorization_text,
       given_at, signed_on)
     SELECT w.issuer_id, gen_random_uuid(), w.id, w.user_id, 1, upper(replace(w.id::text, '-', '')) || '-1', 'CORE', 'Agreed.',
       now(), '2026-03-15'
     FROM wallet_accounts w WHERE w.issuer_id = $1 AND w.id = $2 AND w.scheme = 'iban' ON CONFLICT DO NOTHING`,
    [account.issuerId, walletAccountId]
  );
  return id;
}

/** Puts a payment into a state that a bank gives it. */
export async function asWithBank(database: TestDatabase, id: string, state: string): Promise<void> {
  const isEnd = ['paid', 'returned'].includes(state);
  await database.query(
    `UPDATE payments SET state = $2::payment_state, return_code = CASE WHEN $2 = 'returned' THEN 'R01' END,
       ended_at = CASE WHEN $3 THEN now() END, wallet_account_id = CASE WHEN NOT $3 THEN wallet_account_id END
     WHERE id = $1`,
    [id, state, isEnd]
  );
}
