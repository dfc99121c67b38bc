import { settingColumn, settingJoin } from '../../access/settings/setting-value';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { maskedCardNumber, readCardNumber } from './card-number';

/** The number of a card number's digits that are stored in clear text. */
const KEPT_DIGITS = 4;
/** Marks sealed text; entered text can't contain it. */
const SEALED = '\u0001';

/**
 * The masked number of an account, with the number of last digits that its company or issuer has set (C5.028): a column
 * for the account and node under these aliases; null if there is no account. Digits beyond those in clear text come
 * sealed: readers pass the text to `openNumbers`.
 */
export function accountNumber(account: string, node: string): Prisma.Sql {
  const n = (column: string) => sqlName(`${node}.${column}`);
  const digits = settingColumn('account.digits.displayed', n('issuer_id'), n('company_id'));
  // OFFSET 0 makes it a single lookup, not one for each use.
  return Prisma.sql`(SELECT ${masked(account, Prisma.sql`shown.digits`)}
    FROM (SELECT (${digits})::int AS digits OFFSET 0) AS shown WHERE ${sqlName(`${account}.last_four`)} IS NOT NULL)`;
}

/**
 * Does the same for lists of many rows: returns the column, and the joins that it needs after the tables under these
 * aliases.
 */
export function joinedAccountNumber(account: string, node: string): { joins: Prisma.Sql; column: Prisma.Sql } {
  const n = (column: string) => sqlName(`${node}.${column}`);
  const { joins, value } = settingJoin('account.digits.displayed', 'digits', n('issuer_id'), n('company_id'));
  return { joins, column: masked(account, Prisma.sql`(${value})::int`) };
}

function masked(account: string, digits: Prisma.Sql): Prisma.Sql {
  const a = (column: string) => sqlName(`${account}.${column}`);
  return Prisma.sql`CASE WHEN ${digits} <= ${KEPT_DIGITS}::int THEN ${maskedCardNumber('')}::text || right(${a('last_four')}, ${digits})
    ELSE concat_ws(':', ${SEALED}::text, ${a('issuer_id')}, ${a('id')}, ${digits}, encode(${a('card_number_encrypted')}, 'hex')) END`;
}

const SEALED_NUMBER = new RegExp(`${SEALED}:([0-9a-f-]{36}):([0-9a-f-]{36}):(\\d+):([0-9a-f]+)`, 'g');

/** Opens the numbers in a text that `accountNumber` left sealed. */
export function openNumbers<Text extends string | null>(text: Text): Text {
  if (!text?.includes(SEALED)) return text;
  return text.replaceAll(SEALED_NUMBER, (_, issuerId: string, id: string, digits: string, sealed: string) =>
    maskedCardNumber(readCardNumber(issuerId, id, Buffer.from(sealed, 'hex')).slice(-Number(digits)))
  ) as Text;
}
