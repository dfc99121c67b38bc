import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { accountListsOf, listRefusal } from './account-lists';
import { type Account, isIssuersIca, seenAccount } from './accounts';
import { readCardNumber } from './card-number';
import { changedMeanwhile, heldNode, lockShape } from './nodes';
import type { AccountFields } from './schema';

/** Changes an account's data. Its card number never changes: a new card is a new account. */
export function changeAccount(
  principal: Principal,
  id: string,
  { version, ...fields }: AccountFields & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'accounts', 'modify')) return refused({ code: 'forbidden.action' });
    const held = await heldNode(tx, principal, id, lockShape);
    const account = held && (await seenAccount(principal, id, tx));
    if (!held || !account) return refused({ code: 'not.found' });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const { issuerId } = held;
    if (fields.ica && fields.ica !== account.ica && !(await isIssuersIca(tx, issuerId, fields.ica)))
      return refused({ code: 'ica.unknown', field: 'ica' });
    const unlisted = listRefusal(await accountListsOf(issuerId, tx), fields, {
      before: account,
      cardNumber: await cardNumberOf(tx, account)
    });
    if (unlisted) return refused(unlisted);
    const amounts = { creditLimit: plain(fields.creditLimit), transactionLimit: plain(fields.transactionLimit) };
    const changes = changesBetween({ ...held, ...account }, { ...fields, ...amounts });
    if (Object.keys(changes).length === 0) return accepted(null);
    const changed = await tx.$executeRaw`
      UPDATE nodes SET name_1 = ${fields.name1}, name_2 = ${fields.name2}, version = version + 1, updated_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND version = ${version}`;
    if (changed === 0) return refused(changedMeanwhile({ version: version + 1 }));
    await tx.$executeRaw`
      UPDATE accounts SET bank_number = ${fields.bankNumber}, ica = ${fields.ica}, status_code = ${fields.statusCode},
        card_type = ${fields.cardType}, currency = ${fields.currency}, credit_limit = ${fields.creditLimit}::numeric,
        transaction_limit = ${fields.transactionLimit}::numeric
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'account.changed',
      entity: 'account',
      entityId: id,
      details: changes
    });
    return accepted(null);
  });
}

/** Reads an account's card number if a rule needs it. */
async function cardNumberOf(
  tx: Transaction,
  { issuerId, id }: Pick<Account, 'issuerId' | 'id'>
): Promise<() => string> {
  const card = await tx.account.findFirst({ where: { issuerId, id }, select: { cardNumberEncrypted: true } });
  return () => readCardNumber(issuerId, id, card?.cardNumberEncrypted as Uint8Array);
}

/** Removes trailing zeros, so that amounts compare equal. */
function plain(amount: string | null): string | null {
  if (amount === null) return null;
  const [whole = '0', part = ''] = amount.split('.');
  const [digits, rest] = [whole.replace(/^0+(?=\d)/, ''), part.replace(/0+$/, '')];
  return rest === '' ? digits : `${digits}.${rest}`;
}
