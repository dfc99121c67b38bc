import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import { queueEventMails } from '../../brand/mail/event-mail';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { accountListsOf, listRefusal } from './account-lists';
import { isIssuersIca } from './accounts';
import { beginsWithOne } from './card-bins';
import { cardNumberHash, maskedCardNumber, protectCardNumber } from './card-number';
import { insertNode, placeRefusal } from './create-node';
import { heldNode, lockShape } from './nodes';
import type { NewAccount } from './schema';

/**
 * Creates an account below a company, an account group or an org point. Refuses a card number that the issuer already
 * has.
 */
export function createAccount(
  principal: Principal,
  parentId: string,
  account: NewAccount,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'accounts', 'modify')) return refused({ code: 'forbidden.action' });
    const parent = await heldNode(tx, principal, parentId, lockShape);
    if (!parent) return refused({ code: 'not.found' });
    const misplaced = placeRefusal('account', parent);
    if (misplaced) return refused(misplaced);
    const { issuerId } = parent;
    if (account.ica && !(await isIssuersIca(tx, issuerId, account.ica)))
      return refused({ code: 'ica.unknown', field: 'ica' });
    const lists = await accountListsOf(issuerId, tx);
    if (!beginsWithOne(account.cardNumber, lists.bins))
      return refused({ code: 'card.number.bin', field: 'cardNumber' });
    const unlisted = listRefusal(lists, account, { before: null, cardNumber: () => account.cardNumber });
    if (unlisted) return refused(unlisted);
    if (await isKnown(tx, issuerId, account.cardNumber))
      return refused({ code: 'card.number.taken', field: 'cardNumber' });
    const { name1, name2, cardNumber, ...fields } = account;
    const id = (await insertNode(tx, parent, { kind: 'account', number: null, name1, name2, level: null })) as string;
    const card = protectCardNumber(issuerId, id, cardNumber);
    await tx.$executeRaw`
      INSERT INTO accounts (issuer_id, id, card_number_encrypted, card_number_key_id, card_number_hash, last_four,
        bank_number, ica, status_code, card_type, currency, credit_limit, transaction_limit, opened_on)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${card.cardNumberEncrypted}, ${card.cardNumberKeyId}, ${card.cardNumberHash},
        ${card.lastFour}, ${fields.bankNumber}, ${fields.ica}, ${fields.statusCode}, ${fields.cardType}, ${fields.currency},
        ${fields.creditLimit}::numeric, ${fields.transactionLimit}::numeric, ${fields.openedOn}::date)`;
    const digits = await settingValue(tx, { issuerId, companyId: parent.companyId }, 'account.digits.displayed');
    // Audit entries are permanent, so they contain no more digits than are stored in clear text.
    const masked = maskedCardNumber(card.lastFour.slice(-digits));
    await queueEventMails(tx, {
      event: 'account_opened',
      issuerId,
      companyId: parent.companyId,
      brandName: principal.brandName,
      about: `${name1} ${masked}`,
      concerned: []
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'account.created',
      entity: 'account',
      entityId: id,
      details: { 'after.card': masked, 'after.name1': name1, parent: parent.id }
    });
    return accepted(id);
  });
}

/** Whether the issuer has the card number; it is locked until the transaction ends. */
async function isKnown(tx: Transaction, issuerId: string, cardNumber: string): Promise<boolean> {
  const hash = cardNumberHash(cardNumber);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(encode(${hash}, 'hex'), 0))`;
  return (await tx.account.count({ where: { issuerId, cardNumberHash: hash } })) > 0;
}
