import { settingValue } from '../../access/settings/setting-value';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import { beginsWithOne } from './card-bins';
import statusCode from './entities/issuer-account-status-code';
import cardType from './entities/issuer-card-type';

/** A kind of card of an issuer. */
interface CardType {
  code: string;
  name: string;
  /** The prefixes of its card numbers; empty means any. */
  bins: readonly string[];
}

/** An issuer's own code for the state of an account. */
interface StatusCode {
  code: string;
  name: string;
}

/** The lists of values for an issuer's accounts. Without a list any value is accepted. */
export interface AccountLists {
  cardTypes: readonly CardType[];
  statusCodes: readonly StatusCode[];
  /** The prefixes of the issuer's card numbers (C5.029). */
  bins: readonly string[];
}

/** The active card types, account status codes and BINs of an issuer (C2.066, C2.067, C5.029). */
export async function accountListsOf(issuerId: string, tx: Transaction = database()): Promise<AccountLists> {
  const own = Prisma.sql`WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${issuerId}::uuid AND r.active
    ORDER BY r.position, r.code`;
  const cardTypes = await recordsOf(tx, cardType)`${own}`;
  const statusCodes = await recordsOf(tx, statusCode)`${own}`;
  const bins = await settingValue(tx, { issuerId, companyId: null }, 'card.bins');
  return {
    cardTypes: cardTypes.map(({ values }) => ({ ...values, bins: values.bins ?? [] })),
    statusCodes: statusCodes.map(({ values }) => values),
    bins
  };
}

/** The codes of card types that don't accept a card number. */
export const typesRefusing = ({ cardTypes }: AccountLists, cardNumber: string): string[] =>
  cardTypes.filter(({ bins }) => !beginsWithOne(cardNumber, bins)).map(({ code }) => code);

/** The name of the card type that a number belongs to: that of the longest BIN it begins with; null: of none. */
export function typeOfNumber(cardTypes: AccountLists['cardTypes'], cardNumber: string): string | null {
  const matching = cardTypes.flatMap(({ name, bins }) =>
    bins.filter((bin) => cardNumber.startsWith(bin)).map((bin) => ({ name, length: bin.length }))
  );
  return matching.sort((one, other) => other.length - one.length)[0]?.name ?? null;
}

interface Listed {
  cardType: string | null;
  statusCode: string | null;
}

/**
 * The reason that an account can't be saved with a card type and a status code: they aren't in the issuer's lists, or
 * the type doesn't accept the card number. Existing values (`before`) may stay.
 */
export function listRefusal(
  lists: AccountLists,
  { cardType, statusCode }: Listed,
  { before, cardNumber }: { before: Listed | null; cardNumber: () => string }
): Refusal | null {
  const isIn = (list: readonly { code: string }[], code: string) =>
    list.length === 0 || list.some((entry) => entry.code === code);
  if (cardType && cardType !== before?.cardType) {
    if (!isIn(lists.cardTypes, cardType)) return { code: 'card.type.unknown', field: 'cardType' };
    if (typesRefusing(lists, cardNumber()).includes(cardType)) return { code: 'card.type.bin', field: 'cardType' };
  }
  if (statusCode && statusCode !== before?.statusCode && !isIn(lists.statusCodes, statusCode))
    return { code: 'status.code.unknown', field: 'statusCode' };
  return null;
}

/** The name of the card type of account `a`. */
export const CARD_TYPE_NAME = Prisma.sql`(
  SELECT s.name FROM ${rowsOf(cardType)} s
  WHERE s.issuer_id = a.issuer_id AND s.owner_id = a.issuer_id AND s.code = a.card_type)`;

/** The name of the status code of account `a`. */
export const STATUS_CODE_NAME = Prisma.sql`(
  SELECT s.name FROM ${rowsOf(statusCode)} s
  WHERE s.issuer_id = a.issuer_id AND s.owner_id = a.issuer_id AND s.code = a.status_code)`;

/** The values of an issuer's list as the text of a table in a statement without parameters. */
export const listedValues = (list: 'cardType' | 'statusCode'): string =>
  rowsOf(list === 'cardType' ? cardType : statusCode).sql;

/** Whether the status code of account `a` blocks it for new entries. */
export const USE_BLOCKED = Prisma.sql`EXISTS (SELECT 1 FROM ${rowsOf(statusCode)} s
  WHERE s.issuer_id = a.issuer_id AND s.owner_id = a.issuer_id AND s.code = a.status_code AND s.active AND s.blocks_use)`;
