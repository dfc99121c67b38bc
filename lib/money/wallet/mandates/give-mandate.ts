import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { settingValue } from '../../../access/settings/setting-value';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction } from '../../../core/database/database';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { todayAt } from '../../../directory/structure/reads/today';
import type { WalletAccount } from '../wallet';
import { ownMandates } from './mandates';
import type { MandateScheme } from './states';

/** A mandate that is still to be given for an account, as its giver sees it. */
export interface NextMandate {
  number: number;
  reference: string;
  scheme: MandateScheme;
}

/**
 * The mandate to give before anything is collected from an account; null where it has one, or its scheme needs none. Of
 * `isPersonal` it is of the core scheme: the other is for payments between companies.
 */
export async function nextMandate(
  principal: Principal,
  { issuerId, id, scheme }: Pick<WalletAccount, 'issuerId' | 'id' | 'scheme'>,
  { tx = database(), isPersonal = false }: { tx?: Transaction; isPersonal?: boolean } = {}
): Promise<NextMandate | null> {
  const last = scheme === 'iban' ? (await ownMandates(principal, tx)).get(id) : undefined;
  if (scheme !== 'iban' || last?.state === 'active') return null;
  const number = (last?.number ?? 0) + 1;
  const asked = isPersonal ? 'core' : await settingValue(tx, { issuerId, companyId: null }, 'payment.sepa.scheme');
  return { number, reference: referenceOf(id, number), scheme: asked === 'b2b' ? 'B2B' : 'CORE' };
}

/** Known before the mandate is given, and unique: the account's id in 25 letters and digits at most, and a number. */
const referenceOf = (accountId: string, number: number) =>
  `${BigInt(`0x${accountId.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()}-${number}`;

/** Gives a mandate for an account of the principal's wallet, which is locked, with the words that they agreed to. */
export async function giveMandate(
  tx: Transaction,
  principal: Principal,
  { issuerId, id: accountId, lastFour }: Pick<WalletAccount, 'issuerId' | 'id' | 'lastFour'>,
  { number, reference, scheme }: NextMandate,
  authorizationText: string,
  origin: Origin
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sepa_mandates (issuer_id, id, wallet_account_id, user_id, number, reference, scheme, authorization_text,
      given_at, signed_on)
    VALUES (${issuerId}::uuid, ${newId()}::uuid, ${accountId}::uuid, ${principal.userId}::uuid, ${number}, ${reference},
      ${scheme}::mandate_scheme, ${authorizationText}, ${now()}, ${await todayAt(issuerId, tx)}::date)`;
  await recordAct(tx, principal, origin, {
    issuerId,
    action: 'mandate.given',
    entity: 'wallet_account',
    entityId: accountId,
    details: { reference, scheme, 'last.four': lastFour }
  });
}
