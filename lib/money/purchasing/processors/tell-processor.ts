import { z } from 'zod';
import { appendAudit } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { jsonOf, readRows, textOf } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { redact } from '../../../core/server/log';
import { enqueue, MAX_ATTEMPTS, NotYet, type OutboxEntry, Undeliverable } from '../../../core/server/outbox';
import { numberOf, requestOf } from '../requests';
import { afterRefusal } from './after-refusal';
import type { ProcessorName } from './names';
import { PROCESSOR_ORIGIN } from './origin';
import {
  type CardCommand,
  type CardTerms,
  type CommandKind,
  type IssuedCard,
  KEY_HOURS,
  type ProcessorAnswer
} from './processor';
import { PROCESSORS } from './processors';

interface ToldCard {
  issuerId: string;
  id: string;
  processor: ProcessorName;
}

/** What is said, and whose act it follows from. */
type Said = { askedBy: string } & (
  | { kind: Extract<CommandKind, 'issue' | 'change'>; terms: CardTerms }
  | { kind: Extract<CommandKind, 'suspend' | 'close'>; terms: null }
);

const roundRow = z.strictObject({ round: z.number() });

/**
 * Tells the processor of a card the next round, in the transaction that causes it: a processor in the box does it at once,
 * others through the outbox. The caller has locked the card's request.
 */
export async function tellProcessor(
  tx: Transaction,
  { issuerId, id: cardId, processor }: ToldCard,
  { kind, terms, askedBy }: Said
): Promise<void> {
  const [added] = await readRows(tx, roundRow)`
    INSERT INTO card_commands (issuer_id, card_id, round, kind, terms, asked_by, queued_at)
    SELECT ${issuerId}::uuid, ${cardId}::uuid, coalesce(max(m.round), 0) + 1, ${kind}::card_command_kind,
      ${terms && JSON.stringify(terms)}::jsonb, ${askedBy}::uuid, ${now()}
    FROM card_commands m WHERE m.issuer_id = ${issuerId}::uuid AND m.card_id = ${cardId}::uuid
    RETURNING round`;
  const key = { issuerId, cardId, round: added?.round ?? 1 };
  if (!PROCESSORS[processor].isInTheBox)
    return enqueue(tx, { issuerId, topic: 'card.processor', payload: { cardId, round: key.round } });
  const said = { kind, terms, reference: null, since: now(), isOld: false };
  const answer = await PROCESSORS[processor].command(tx, commandOf(key, said));
  if (answer.is !== 'done') throw new Error(`a processor in the box answered ${answer.is}`);
  await keepDone(tx, key, answer.card);
}

interface Key {
  issuerId: string;
  cardId: string;
  round: number;
}

const commandOf = (
  { issuerId, cardId, round }: Key,
  { kind, terms, reference, since, isOld }: Pick<Waiting, 'kind' | 'terms' | 'reference' | 'since' | 'isOld'>
): CardCommand => ({
  key: `card/${cardId}/${round}`,
  issuerId,
  cardId,
  reference,
  since,
  mayExist: round > 1 || isOld,
  ...(kind === 'issue' || kind === 'change' ? { kind, terms: terms as CardTerms } : { kind })
});

const payloadSchema = z.strictObject({ cardId: z.guid(), round: z.int() });
const waitingRow = z.strictObject({
  kind: textOf<CommandKind>(),
  terms: jsonOf<CardTerms>().nullable(),
  askedBy: z.string(),
  processor: textOf<ProcessorName>(),
  reference: z.string().nullable(),
  requestId: z.string(),
  since: z.date(),
  /** Whether processors may have forgotten the key by now. */
  isOld: z.boolean(),
  /** Whether an earlier command of the card has no answer yet. */
  isEarly: z.boolean()
});
type Waiting = z.infer<typeof waitingRow>;
type Told = Exclude<ProcessorAnswer, { is: 'closed' }>;

/** The longest reason of a refusal that is kept. */
const MOST_REASON = 255;

/**
 * The handler of commands to processors outside. What a processor may or may not have taken is asked again with the same
 * key by the outbox; an answer is kept once. Neither card nor request is locked while it is asked, since merchants ask the
 * card meanwhile.
 */
export async function commandProcessor(tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> {
  const key = { issuerId, ...payloadSchema.parse(payload) };
  const { cardId, round } = key;
  const [waiting] = await readRows(tx, waitingRow)`
    SELECT m.kind::text AS kind, m.terms, m.asked_by AS "askedBy", c.processor, c.processor_card AS reference,
      c.request_id AS "requestId", c.issued_at AS since, m.queued_at < ${now()}::timestamptz - make_interval(hours => ${KEY_HOURS}) AS "isOld",
      EXISTS (SELECT 1 FROM card_commands e WHERE (e.issuer_id, e.card_id) = (m.issuer_id, m.card_id)
        AND e.round < m.round AND e.answered_at IS NULL) AS "isEarly"
    FROM card_commands m JOIN virtual_cards c ON (c.issuer_id, c.id) = (m.issuer_id, m.card_id)
    WHERE m.issuer_id = ${issuerId}::uuid AND m.card_id = ${cardId}::uuid AND m.round = ${round}
      AND m.answered_at IS NULL
    FOR UPDATE OF m`;
  // An answer is kept once.
  if (!waiting) return;
  const said: ProcessorAnswer = waiting.isEarly
    ? { is: 'unknown' }
    : await PROCESSORS[waiting.processor].command(tx, commandOf(key, waiting));
  const answer = said.is === 'closed' ? closedAnswer(said.text, attempts) : said;
  if (answer.is !== 'unknown') return keep(tx, key, waiting, answer);
  if (attempts + 1 < MAX_ATTEMPTS)
    throw new NotYet('the processor may not have taken the command', answer.seconds ?? 0);
  // What is left must outlive the entry's own transaction, which is rolled back; that holds no lock any more then.
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT taken`;
  await transaction((own) => keep(own, key, waiting, { is: 'refused', text: 'unanswered' }));
  throw new Undeliverable('the processor never said whether it took the command');
}

/**
 * A processor whose settings were removed refuses what it was never asked. What it may have taken before stays unknown, and
 * ends as unanswered: another card elsewhere would be a second one.
 */
const closedAnswer = (text: string, attempts: number): Told =>
  attempts === 0 ? { is: 'refused', text } : { is: 'unknown' };

async function keep(
  tx: Transaction,
  key: Key,
  { kind, askedBy, processor, requestId }: Waiting,
  answer: Exclude<Told, { is: 'unknown' }>
): Promise<void> {
  const { issuerId, cardId, round } = key;
  // A request is locked before its card, as whoever decides on it does.
  const request = await requestOf(tx, { issuerId, id: requestId });
  if (!request) return;
  const isDone = answer.is === 'done';
  const reason = isDone ? null : redact(answer.text, MOST_REASON) || 'refused';
  if (isDone) await keepDone(tx, key, answer.card);
  else {
    await tx.cardCommand.updateMany({
      where: { issuerId, cardId, round, answeredAt: null },
      data: { answeredAt: now(), refusal: reason }
    });
    await afterRefusal(tx, request, { cardId, kind, askedBy });
  }
  await appendAudit(tx, PROCESSOR_ORIGIN, {
    issuerId,
    nodeId: request.nodeId,
    entity: 'purchase_request',
    entityId: requestId,
    action: isDone ? 'virtual_card.told' : 'virtual_card.refused',
    details: { number: numberOf(request), processor, round, command: kind, ...(reason && { reason }) }
  });
}

/** Keeps that a command was done, and the card that it made. */
async function keepDone(tx: Transaction, { issuerId, cardId, round }: Key, card: IssuedCard | null): Promise<void> {
  await tx.cardCommand.updateMany({
    where: { issuerId, cardId, round, answeredAt: null },
    data: { answeredAt: now() }
  });
  if (!card) return;
  const { reference, lastFour, expiry, number } = card;
  await tx.$executeRaw`
    UPDATE virtual_cards SET processor_card = ${reference}, last_four = ${lastFour}, expiry = ${expiry},
      number_encrypted = ${number?.encrypted ?? null}, number_key_id = ${number?.keyId ?? null},
      number_hash = ${number?.hash ?? null}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${cardId}::uuid AND last_four IS NULL`;
}
