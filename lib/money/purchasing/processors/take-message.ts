import { database, type Transaction, transaction } from '../../../core/database/database';
import { exists } from '../../../core/database/rows';
import { log } from '../../../core/server/log';
import { enqueue } from '../../../core/server/outbox';
import { answerAsked } from '../authorizations/answer';
import { type Answer, heldCardAt, keepDecided } from '../authorizations/authorize';
import { releaseUnder } from '../authorizations/charges';
import { keepClearing } from '../clearings/keep-clearing';
import type { ProcessorName } from './names';
import type { ProcessorEvent, Question, SignedMessage } from './processor';
import { PROCESSORS } from './processors';

export type Taken = { is: 'answered'; answer: object } | { is: 'kept' } | { is: 'refused' };

/** The header in which a processor signs its messages. */
export const signatureHeaderOf = (processor: ProcessorName): string => PROCESSORS[processor].signatureHeader;

/**
 * Takes a signed message of an issuer's processor: a question is answered by the controls of its card, in the transaction
 * that counts it, and what is told is kept before it is acknowledged. A message twice changes nothing twice.
 */
export async function takeMessage(issuerId: string, processor: ProcessorName, signed: SignedMessage): Promise<Taken> {
  const message = await PROCESSORS[processor].read(database(), issuerId, signed);
  if (!message) return { is: 'refused' };
  if (message.is === 'answered') return message;
  if (message.is === 'question') {
    const given = await answerOf(issuerId, processor, message.question);
    return { is: 'answered', answer: PROCESSORS[processor].answer(given) };
  }
  await transaction((tx) => keepEvents(tx, { issuerId, processor }, message.events));
  return { is: 'kept' };
}

/** Answers a question once; null on any doubt, which is no. */
async function answerOf(issuerId: string, processor: ProcessorName, { card, asked }: Question): Promise<Answer | null> {
  try {
    return await answerAsked({ issuerId, processor, card, asked });
  } catch (err) {
    log.error({ err, issuerId, processor }, 'an authorization could not be decided, and is declined');
    return null;
  }
}

/** Keeps what a processor tells, in the transaction that knows that it was told. */
export async function keepEvents(
  tx: Transaction,
  { issuerId, processor }: { issuerId: string; processor: ProcessorName },
  events: readonly ProcessorEvent[]
): Promise<void> {
  for (const event of events) {
    const held = await heldCardAt(tx, { issuerId, processor, reference: event.card });
    // An account at a processor may have cards that nobody ordered here.
    if (!held) continue;
    if (event.is === 'decided') await keepDecided(tx, held, event.asked, event);
    else if (event.is === 'released')
      await releaseUnder(tx, held, { reference: event.authorization, amount: event.amount });
    else {
      const { clearing, merchantId, category } = event;
      const isKept = await exists(tx)`
        SELECT 1 FROM clearings WHERE issuer_id = ${issuerId}::uuid AND reference = ${clearing.reference}`;
      if (isKept) continue;
      // A capture whose authorization was never told, or is told later, says all of it that counts.
      if (clearing.authorization && !clearing.amount.startsWith('-')) {
        const { authorization: reference, amount, currency, merchantName, at } = clearing;
        const asked = { reference, at, amount, currency, merchantName, merchantId, category, acquirerId: null };
        await keepUntold(tx, held, asked);
      }
      await keepClearing(tx, held, clearing);
      const { final: _, ...booked } = clearing;
      const payload = { ...booked, merchantId, category, requestId: held.requestId };
      await enqueue(tx, { issuerId, topic: 'processor.cleared', payload });
    }
  }
}

/** Keeps what was approved under a reference that nobody has told of. */
async function keepUntold(
  tx: Transaction,
  held: Parameters<typeof keepDecided>[1],
  asked: Omit<Parameters<typeof keepDecided>[2], 'kind'>
): Promise<void> {
  const isTold = await exists(tx)`
    SELECT 1 FROM authorization_activity WHERE issuer_id = ${held.issuerId}::uuid AND reference = ${asked.reference}`;
  if (!isTold) await keepDecided(tx, held, { ...asked, kind: 'purchase' }, { approved: true, state: null });
}
