import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { CLEARED } from '../clearings/cleared';
import { controlsSchema } from '../controls';
import { countersOf, type Earlier } from '../counters';
import { type Authorization, type Decision, decide, type Failure } from '../decide';
import type { ProcessorName } from '../processors/names';
import { announcing } from './announce-answered';

const heldRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  requestId: z.string(),
  processor: textOf<ProcessorName>(),
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
    SELECT c.issuer_id AS "issuerId", c.id, c.request_id AS "requestId", c.processor, c.state::text AS state, c.controls
    FROM virtual_cards c WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${id}::uuid FOR UPDATE`;
  return card ?? null;
}

/** Locks the card that a processor knows by its own reference; null if there is none. */
export async function heldCardAt(
  tx: Transaction,
  { issuerId, processor, reference }: { issuerId: string; processor: ProcessorName; reference: string }
): Promise<HeldCard | null> {
  const [card] = await readRows(tx, heldRow)`
    SELECT c.issuer_id AS "issuerId", c.id, c.request_id AS "requestId", c.processor, c.state::text AS state, c.controls
    FROM virtual_cards c
    WHERE c.issuer_id = ${issuerId}::uuid AND c.processor = ${processor} AND c.processor_card = ${reference} FOR UPDATE`;
  return card ?? null;
}

/** What a merchant asks, under the network's reference. */
export interface ReferencedAuthorization extends Authorization {
  reference: string;
}

/** What a card answered, and everything that said no. */
export type Answer = Pick<Decision, 'approved' | 'failures'>;

/**
 * Answers a merchant by the state and the controls of a locked card and by what it answered before, and keeps the answer
 * with everything that said no (C6.032). A reference that was answered already gets the same answer and counts once.
 */
export async function authorize(tx: Transaction, card: HeldCard, asked: ReferencedAuthorization): Promise<Answer> {
  const { known, earlier } = await historyOf(tx, card, asked.reference);
  if (known) return known;
  const answer = answerBy(card, earlier, asked);
  await keepAnswer(tx, card, asked, answer);
  return answer;
}

/** What a card answers by its state, its controls and what it approved before. */
export function answerBy(
  { state, controls }: Pick<HeldCard, 'state' | 'controls'>,
  earlier: readonly Earlier[],
  asked: ReferencedAuthorization
): Answer {
  const decided = decide(controls, countersOf(controls, earlier, asked.at), asked);
  const failures = [...failureOf(state), ...decided.failures];
  return { approved: failures.length === 0, failures };
}

/** Why the state of a card says no, if it does. */
const failureOf = (state: HeldCard['state'] | null): Failure[] =>
  state === null || state === 'active' ? [] : [{ control: 'cardState', state }];

/**
 * Keeps what the processor of a locked card decided: its word counts, also where the card's own answer was another one or
 * came too late. What it declined by itself is kept if it did so for the card's state, or if a control says no too.
 */
export async function keepDecided(
  tx: Transaction,
  card: HeldCard,
  asked: ReferencedAuthorization,
  { approved: isApproved, state }: { approved: boolean; state: 'suspended' | 'closed' | null }
): Promise<void> {
  const { issuerId, controls } = card;
  const { reference } = asked;
  const { known, earlier } = await historyOf(tx, card, reference);
  if (!known) {
    const failures = isApproved
      ? []
      : [...failureOf(state), ...decide(controls, countersOf(controls, earlier, asked.at), asked).failures];
    if (isApproved || failures.length > 0) await keepAnswer(tx, card, asked, { approved: isApproved, failures });
  } else if (known.approved && !isApproved)
    await tx.$executeRaw`
      UPDATE authorization_activity SET reversed = amount
      WHERE issuer_id = ${issuerId}::uuid AND reference = ${reference}`;
  else if (isApproved && !known.approved)
    await tx.$executeRaw`
      UPDATE authorization_activity SET answer = 'approved', failures = '[]'
      WHERE issuer_id = ${issuerId}::uuid AND reference = ${reference}`;
}

/** Keeps an answer of a locked card in the next turn, which the database counts, and announces it. */
async function keepAnswer(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  asked: ReferencedAuthorization,
  { approved, failures }: Answer
): Promise<void> {
  const id = newId();
  const { reference, kind, at, amount, currency, merchantName, merchantId, category } = asked;
  await tx.$executeRaw`
    WITH announced AS (${announcing({ issuerId, authorizationIds: [id] })})
    INSERT INTO authorization_activity (issuer_id, id, card_id, reference, kind, asked_at, amount, currency, merchant_name,
      merchant_id, category, answer, failures)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${cardId}::uuid, ${reference}, ${kind}, ${at}, ${amount}::numeric, ${currency},
      ${merchantName}, ${merchantId}, ${category}, ${approved ? 'approved' : 'declined'}, ${JSON.stringify(failures)}::jsonb)`;
}

const earlierRow = z.strictObject({ at: z.date(), amount: z.string(), cleared: z.string().nullable() });
const earlierColumns = Prisma.sql`a.asked_at AS at, (a.amount - a.reversed)::text AS amount, ${CLEARED}::text AS cleared`;

/** What a card approved before, and what was booked of it; what was reversed is not counted. */
export const earlierOf = (
  tx: Transaction,
  { issuerId, cardId }: { issuerId: string; cardId: string }
): Promise<Earlier[]> =>
  readRows(tx, earlierRow)`
    SELECT ${earlierColumns} FROM authorization_activity a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.card_id = ${cardId}::uuid AND a.answer = 'approved'`;

const historyRow = earlierRow.extend({ isAsked: z.boolean(), approved: z.boolean(), failures: jsonOf<Failure[]>() });

/** The answer that was given under a reference, if one was, and what the card approved before: in one trip. */
async function historyOf(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  reference: string
): Promise<{ known: Answer | null; earlier: Earlier[] }> {
  const rows = await readRows(tx, historyRow)`
    SELECT a.reference = ${reference} AS "isAsked", a.answer = 'approved' AS approved, a.failures, ${earlierColumns}
    FROM authorization_activity a
    WHERE a.issuer_id = ${issuerId}::uuid
      AND (a.card_id = ${cardId}::uuid AND a.answer = 'approved' OR a.reference = ${reference})`;
  const asked = rows.find(({ isAsked }) => isAsked);
  return {
    known: asked ? { approved: asked.approved, failures: asked.failures } : null,
    earlier: rows.filter(({ isAsked }) => !isAsked)
  };
}
