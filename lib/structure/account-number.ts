import { Prisma } from '../core/prisma/client';
import { settingColumn } from '../settings/setting-value';
import { maskedCardNumber, readCardNumber } from './card-number';

/** Digits of a card number that are kept readable. */
const KEPT_DIGITS = 4;
/** Stands before what has to be opened: no text of a person's has it. */
const SEALED = '\u0001';

/**
 * An account's number as everybody sees it, masked but for as many of its last digits as its company or issuer has
 * set (C5.028): a column for the account and the node under these aliases; null where there is no account. More digits
 * than are kept readable come sealed: every reader hands the text to `openNumbers`.
 */
export function accountNumber(account: string, node: string): Prisma.Sql {
  const [a, n] = [
    (column: string) => Prisma.raw(`${account}.${column}`),
    (column: string) => Prisma.raw(`${node}.${column}`)
  ];
  const digits = settingColumn('account.digits.displayed', n('issuer_id'), n('company_id'));
  return Prisma.sql`(SELECT CASE WHEN shown.digits <= ${KEPT_DIGITS}::int THEN ${maskedCardNumber('')}::text || right(${a('last_four')}, shown.digits)
    ELSE concat_ws(':', ${SEALED}::text, ${a('issuer_id')}, ${a('id')}, shown.digits, encode(${a('card_number_encrypted')}, 'hex')) END
    FROM (SELECT (${digits})::int AS digits) AS shown WHERE ${a('last_four')} IS NOT NULL)`;
}

const SEALED_NUMBER = new RegExp(`${SEALED}:([0-9a-f-]{36}):([0-9a-f-]{36}):(\\d+):([0-9a-f]+)`, 'g');

/** A text with the numbers that `accountNumber` left sealed in it as they are shown. */
export function openNumbers<Text extends string | null>(text: Text): Text {
  if (!text?.includes(SEALED)) return text;
  return text.replaceAll(SEALED_NUMBER, (_, issuerId: string, id: string, digits: string, sealed: string) =>
    maskedCardNumber(readCardNumber(issuerId, id, Buffer.from(sealed, 'hex')).slice(-Number(digits)))
  ) as Text;
}
