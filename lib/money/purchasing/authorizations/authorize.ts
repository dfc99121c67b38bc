import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { jsonOf, readRows, textOf } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { CLEARED } from '../clearings/cleared';
import { controlsSchema } from '../controls';
import { countersOf, type Earlier } from '../counters';
import { type Authorization, type Decision, decide, type Failure } from '../decide';
import { announceAnswered } from './announce-answered';

const heldRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  state: textOf<'active' | 'suspended' | 'closed'>(),
  controls: controlsSchema
});

/** The virtual card of a request, locked until the transaction ends: its answers come one after the other. */
export type HeldCard = z.infer<typeof heldRow>;

/** Locks the card of a request; null before the first approval. */
export async function heldCard(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<HeldCard | null> {
  const [card] = await readRows(tx, heldRow)`
    SELECT c.issuer_id AS "issuerId", c.id, c.state::text AS state, c.controls
    FROM virtual_cards c WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${id}::uuid FOR UPDATE`;
  return card ?? null;
}

/** What a merchant asks, under the network's reference. */
export interface ReferencedAuthorization extends Authorization {
  reference: string;
}

/**
 * Answers a merchant by the controls of a locked card and by what it answered before, and keeps the answer with every
 * control that said no (C6.032). A reference that was answered already gets the same answer and counts once.
 */
export async function authorize(
  tx: Transaction,
  { issuerId, id: cardId, controls }: HeldCard,
  asked: ReferencedAuthorization
): Promise<Pick<Decision, 'approved' | 'failures'>> {
  const known = await answerTo(tx, issuerId, asked.reference);
  if (known) return known;
  const { approved, failures } = decide(
    controls,
    countersOf(controls, await earlierOf(tx, { issuerId, cardId }), asked.at),
    asked
  );
  const id = newId();
  const { reference, kind, at, amount, currency, merchantName, merchantId, category } = asked;
  await tx.$executeRaw`
    INSERT INTO authorization_activity (issuer_id, id, card_id, reference, kind, asked_at, amount, currency, merchant_name,
      merchant_id, category, answer, failures)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${cardId}::uuid, ${reference}, ${kind}, ${at}, ${amount}::numeric, ${currency},
      ${merchantName}, ${merchantId}, ${category}, ${approved ? 'approved' : 'declined'}, ${JSON.stringify(failures)}::jsonb)`;
  await announceAnswered(tx, { issuerId, authorizationId: id });
  return { approved, failures };
}

const answerRow = z.strictObject({ approved: z.boolean(), failures: jsonOf<Failure[]>() });

async function answerTo(tx: Transaction, issuerId: string, reference: string) {
  const [answer] = await readRows(tx, answerRow)`
    SELECT a.answer = 'approved' AS approved, a.failures FROM authorization_activity a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.reference = ${reference}`;
  return answer;
}

const earlierRow = z.strictObject({ at: z.date(), amount: z.string(), cleared: z.string().nullable() });

/** What a card approved before, and what was booked of it; what was reversed is not counted. */
export const earlierOf = (
  tx: Transaction,
  { issuerId, cardId }: { issuerId: string; cardId: string }
): Promise<Earlier[]> =>
  readRows(tx, earlierRow)`
    SELECT a.asked_at AS at, (a.amount - a.reversed)::text AS amount, ${CLEARED}::text AS cleared FROM authorization_activity a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.card_id = ${cardId}::uuid AND a.answer = 'approved'`;
