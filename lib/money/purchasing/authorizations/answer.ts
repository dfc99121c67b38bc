import { z } from 'zod';
import { transaction } from '../../../core/database/database';
import { readPrepared } from '../../../core/database/prepared';
import { idRow, jsonOf, textOf } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { log } from '../../../core/server/log';
import { together } from '../../../core/server/together';
import { CLEARED } from '../clearings/cleared';
import type { Controls } from '../controls';
import type { Failure } from '../decide';
import type { ProcessorName } from '../processors/names';
import { announcingIfKept } from './announce-answered';
import { type Answer, answerBy, authorize, heldCardAt, type ReferencedAuthorization } from './authorize';

/** What a merchant asks of a card that its processor knows by a reference of its own. */
interface Question {
  issuerId: string;
  processor: ProcessorName;
  card: string;
  asked: ReferencedAuthorization;
}

/** How often an answer that another one overtook is worked out anew, before its card is locked. */
const TRIES = 3;
/** How long a locked card is waited for, and the whole answer: Stripe waits two seconds. */
const LOCK_MILLIS = 1_000;
const ANSWER_MILLIS = 1_500;
/** The most questions that are answered by one pair of statements. */
const MOST = 50;

/**
 * Answers what a merchant asks of a card, and keeps the answer, as `authorize` does, but locks nothing while it decides: one
 * statement reads, one writes, and the second one keeps the answer only if the card still is as it was read and no other
 * answer took its turn; else it is decided anew. Null if there is no such card.
 * @throws where the database does not answer in time: nobody waits any longer
 */
export async function answerAsked(question: Question): Promise<Answer | null> {
  const begun = performance.now();
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const given = await answerTogether(question);
      if (given !== OVERTAKEN) return given;
    }
  } catch (err) {
    // Alone it may still be answered.
    log.warn({ err, issuerId: question.issuerId }, 'authorizations could not be answered together');
  }
  const left = Math.round(ANSWER_MILLIS - (performance.now() - begun));
  if (left <= 0) throw new Error('an authorization waited too long');
  return answerLocked(question, left);
}

/** Answers while the card is locked: after whatever else holds it. */
const answerLocked = ({ issuerId, processor, card, asked }: Question, millis: number): Promise<Answer | null> =>
  transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('lock_timeout', ${`${Math.min(LOCK_MILLIS, millis)}ms`}, TRUE)`;
    const held = await heldCardAt(tx, { issuerId, processor, reference: card });
    return held && authorize(tx, held, asked);
  }, millis);

const OVERTAKEN = Symbol('another answer took the turn, or the card changed');
type Given = Answer | null | typeof OVERTAKEN;

const answerTogether = together<Question, Given>({
  keyOf: ({ issuerId, processor, card }) => `${issuerId}/${processor}/${card}`,
  most: MOST,
  async work(questions) {
    const given = new Map<Question, Given>();
    const ofIssuers = new Map<string, Question[]>();
    for (const one of questions) {
      const of = `${one.issuerId}/${one.processor}`;
      ofIssuers.set(of, [...(ofIssuers.get(of) ?? []), one]);
    }
    await Promise.all([...ofIssuers.values()].map((some) => answerAll(some as [Question, ...Question[]], given)));
    return questions.map((one) => given.get(one) ?? null);
  }
});

/** Answers questions about different cards of one issuer's processor. */
async function answerAll(questions: [Question, ...Question[]], given: Map<Question, Given>): Promise<void> {
  const cards = await cardsAsked(questions);
  const answers = cards.flatMap((card) => {
    const question = questions[card.place - 1] as Question;
    const { known, failures } = card;
    if (known) {
      given.set(question, { approved: known === 'approved', failures: failures ?? [] });
      return [];
    }
    const earlier = (card.earlier ?? []).map(([at, amount, cleared]) => ({ at: new Date(at), amount, cleared }));
    return [{ id: newId(), question, card, answer: answerBy(card, earlier, question.asked) }];
  });
  if (answers.length === 0) return;
  const kept = await keptOf(questions[0].issuerId, answers);
  for (const { id, question, answer } of answers) given.set(question, kept.has(id) ? answer : OVERTAKEN);
}

const cardRow = z.strictObject({
  /** The place of its question, from 1. */
  place: z.number(),
  id: z.string(),
  version: z.number(),
  state: textOf<'active' | 'suspended' | 'closed'>(),
  controls: jsonOf<Controls>(),
  /** The turn of the next answer. */
  turn: z.number(),
  /** What it approved before: when, how much of it was not reversed, and what was booked of that. */
  earlier: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])).nullable(),
  /** What was answered under the reference already. */
  known: textOf<'approved' | 'declined'>().nullable(),
  failures: jsonOf<Failure[]>().nullable()
});
type AskedCard = z.infer<typeof cardRow>;

/** The cards of questions with everything that an answer depends on, at one instant. */
const cardsAsked = (questions: [Question, ...Question[]]): Promise<AskedCard[]> => {
  const [{ issuerId, processor }] = questions;
  const cards = questions.map(({ card }) => card);
  const references = questions.map(({ asked }) => asked.reference);
  return readPrepared(cardRow, 'authorizations.asked')`
    SELECT q.place::int AS place, c.id, c.version, c.state::text AS state, c.controls, o.turn, o.earlier, k.answer AS known,
      k.failures
    FROM unnest(${cards}::text[], ${references}::text[]) WITH ORDINALITY AS q (card, reference, place)
    JOIN virtual_cards c
      ON c.issuer_id = ${issuerId}::uuid AND c.processor = ${processor} AND c.processor_card = q.card
    CROSS JOIN LATERAL (
      SELECT coalesce(max(a.turn), 0) + 1 AS turn,
        json_agg(json_build_array(a.asked_at, (a.amount - a.reversed)::text, ${CLEARED}::text))
          FILTER (WHERE a.answer = 'approved') AS earlier
      FROM authorization_activity a WHERE a.issuer_id = c.issuer_id AND a.card_id = c.id) o
    LEFT JOIN authorization_activity k ON k.issuer_id = c.issuer_id AND k.reference = q.reference`;
};

interface Decided {
  id: string;
  question: Question;
  card: AskedCard;
  answer: Answer;
}

/**
 * Keeps answers with their announcement, and returns the ids of those that it kept: of cards that nobody holds and that
 * have not changed, as long as turn and reference are free. In the order of the cards, so that two writers of the same ones
 * don't wait for each other.
 */
async function keptOf(issuerId: string, decided: readonly Decided[]): Promise<Set<string>> {
  const each = <T>(of: (one: Decided) => T) => decided.map(of);
  const rows = await readPrepared(idRow, 'authorizations.answered')`
    WITH answered AS (
      INSERT INTO authorization_activity (issuer_id, id, card_id, turn, reference, kind, asked_at, amount, currency,
        merchant_name, merchant_id, category, answer, failures)
      SELECT c.issuer_id, x.id, c.id, x.turn, x.reference, x.kind, x.at, x.amount, x.currency, x.merchant_name, x.merchant_id,
        x.category, x.answer, x.failures
      FROM unnest(
        ${each(({ id }) => id)}::uuid[], ${each(({ card }) => card.id)}::uuid[], ${each(({ card }) => card.version)}::int[],
        ${each(({ card }) => card.state)}::text[], ${each(({ card }) => card.turn)}::int[],
        ${each(({ question }) => question.asked.reference)}::text[], ${each(({ question }) => question.asked.kind)}::text[],
        ${each(({ question }) => question.asked.at)}::timestamptz[],
        ${each(({ question }) => question.asked.amount)}::numeric[],
        ${each(({ question }) => question.asked.currency)}::text[],
        ${each(({ question }) => question.asked.merchantName)}::text[],
        ${each(({ question }) => question.asked.merchantId)}::text[],
        ${each(({ question }) => question.asked.category)}::text[],
        ${each(({ answer }) => (answer.approved ? 'approved' : 'declined'))}::text[],
        ${each(({ answer }) => JSON.stringify(answer.failures))}::jsonb[]
      ) AS x (id, card, version, state, turn, reference, kind, at, amount, currency, merchant_name, merchant_id, category,
        answer, failures)
      JOIN virtual_cards c ON c.issuer_id = ${issuerId}::uuid AND c.id = x.card AND c.version = x.version
        AND c.state::text = x.state
      ORDER BY c.id
      FOR SHARE OF c SKIP LOCKED
      ON CONFLICT DO NOTHING
      RETURNING id
    ), announced AS (${announcingIfKept({ issuerId, authorizationIds: each(({ id }) => id) })})
    SELECT id FROM answered`;
  return new Set(rows.map(({ id }) => id));
}
