import { z } from 'zod';
import { settingValue } from '../../access/settings/setting-value';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';

const cardTypeRow = z.strictObject({
  code: z.string(),
  name: z.string(),
  /** The prefixes of its card numbers; empty means any. */
  bins: z.array(z.string())
});

/** A kind of card of an issuer. */
type CardType = z.infer<typeof cardTypeRow>;

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

const listedRow = cardTypeRow.extend({ entity: z.string() });

/** The active card types, account status codes and BINs of an issuer (C2.066, C2.067, C5.029). */
export async function accountListsOf(issuerId: string, tx: Transaction = database()): Promise<AccountLists> {
  const rows = await readRows(tx, listedRow)`
    SELECT entity, code, name, coalesce(data->'bins', '[]'::jsonb) AS bins FROM setup_records
    WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${issuerId}::uuid AND active
      AND entity IN ('issuer-card-type', 'issuer-account-status-code') ORDER BY position, code`;
  const bins = await settingValue(tx, { issuerId, companyId: null }, 'card.bins');
  return {
    cardTypes: rows.filter(({ entity }) => entity === 'issuer-card-type'),
    statusCodes: rows.filter(({ entity }) => entity === 'issuer-account-status-code'),
    bins
  };
}

/** Whether a card number begins with one of these; true if there are none. */
export const beginsWithOne = (cardNumber: string, bins: readonly string[]) =>
  bins.length === 0 || bins.some((bin) => cardNumber.startsWith(bin));

/** The codes of card types that don't accept a card number. */
export const typesRefusing = ({ cardTypes }: AccountLists, cardNumber: string): string[] =>
  cardTypes.filter(({ bins }) => !beginsWithOne(cardNumber, bins)).map(({ code }) => code);

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

/** The name of a column's value of account `a` in the issuer's list. */
export const listedName = (
  entity: 'issuer-card-type' | 'issuer-account-status-code',
  column: Prisma.Sql
) => Prisma.sql`(
  SELECT s.name FROM setup_records s
  WHERE s.issuer_id = a.issuer_id AND s.owner_id = a.issuer_id AND s.entity = ${entity} AND s.code = ${column})`;

/** Whether the status code of account `a` blocks it for new entries. */
export const USE_BLOCKED = Prisma.sql`EXISTS (SELECT 1 FROM setup_records s
  WHERE s.issuer_id = a.issuer_id AND s.owner_id = a.issuer_id AND s.entity = 'issuer-account-status-code'
    AND s.code = a.status_code AND s.active AND s.data->'blocksUse' = 'true'::jsonb)`;
