import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { rowsOf } from '../../kit/setup/records-of';
import { isOver } from './card-expiry';
import realCard from './entities/real-card';
import { levelFault } from './validity-levels';

const cardRow = z.strictObject({
  id: z.string(),
  alias: z.string(),
  lastFour: z.string(),
  expiry: z.string()
});

/** A real card as everybody knows it: by its alias, never by its number (C1.027). */
export type RealCard = z.infer<typeof cardRow>;

const offeredRow = z.strictObject({ ...cardRow.shape, type: z.string().nullable() });

/** A real card to choose, with its card type, if its number tells one. */
export type OfferedCard = z.infer<typeof offeredRow>;

/** The real cards of a company as a table of SQL statements. */
export const REAL_CARDS = rowsOf(realCard);

/** The cards of a company that pay for new requests: active ones whose month isn't over. */
export async function offeredCards(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string }
): Promise<OfferedCard[]> {
  const cards = await readRows(tx, offeredRow)`
    SELECT r.id, r.name AS alias, r.number AS "lastFour", r.type, r.expiry FROM ${REAL_CARDS} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active
    ORDER BY r.name LIMIT 500`;
  const today = await todayAt(issuerId, tx);
  return cards.filter(({ expiry }) => !isOver(expiry, today));
}

const standingRow = z.strictObject({ ...cardRow.shape, active: z.boolean() });

/**
 * The real card of a request as it is now, held until the end of the transaction; null where there is none. Refused
 * where it pays for no new virtual card on a day (C4.044, C9.040D): it was made inactive, its month is over, or a check of its
 * number fails.
 */
export async function payingCard(
  tx: Transaction,
  { issuerId, terms }: { issuerId: string; terms: { realCard?: RealCard; validityLevels: readonly string[] } },
  day: string
): Promise<Result<RealCard | null>> {
  if (!terms.realCard) return accepted(null);
  const { id, alias } = terms.realCard;
  const [held] = await readRows(tx, standingRow)`
    SELECT r.id, r.name AS alias, r.number AS "lastFour", r.expiry, r.active FROM ${REAL_CARDS} r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid FOR SHARE OF r`;
  if (!held?.active) return refused({ code: 'purchase.card.inactive', params: { alias } });
  if (isOver(held.expiry, day)) return refused({ code: 'purchase.card.expired', params: { alias } });
  const fault = await levelFault(tx, { issuerId, id }, terms.validityLevels);
  if (fault) return refused(fault);
  const { active: _, ...card } = held;
  return accepted(card);
}
