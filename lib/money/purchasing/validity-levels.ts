import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { accountListsOf } from '../../directory/structure/account-lists';
import { beginsWithOne } from '../../directory/structure/card-bins';
import { openSecret } from '../../kit/setup/keep-secrets';
import { nameOfLevel } from './failure-names';

/**
 * The first of a template's validity checks of a real card's number that fails, or can't be made (C4.041, C9.040D). Its BIN
 * must be one of the issuer's, and its type is that of an issuer's card type with such a BIN; without any there is nothing to
 * check by. The checks of expiry and status need no number and are made of every card.
 */
export async function levelFault(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  levels: readonly string[]
): Promise<Refusal | null> {
  const asked = levels.filter((level) => level === 'type' || level === 'bin');
  if (asked.length === 0) return null;
  const { cardTypes, bins } = await accountListsOf(issuerId, tx);
  const binsOf = { type: cardTypes.flatMap((type) => type.bins), bin: bins };
  const number = await openSecret(tx, { issuerId, id, field: 'number' });
  for (const level of asked) {
    const known = binsOf[level];
    if (number === null || known.length === 0)
      return { code: 'purchase.level.unavailable', params: { level: nameOfLevel(level) } };
    if (!beginsWithOne(number, known)) return { code: 'purchase.level.failed', params: { level: nameOfLevel(level) } };
  }
  return null;
}
