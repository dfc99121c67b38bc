import { z } from 'zod';
import { optional } from '../../../../core/entry/optional';
import { nameOfMerchant } from '../name-of-merchant';
import type { ProcessorEvent, Question } from '../processor';

const reference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const card = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  /** Its last month, `06/27`, and its security code: checked where they are said. */
  expiry: optional(z.string().regex(/^\d\d\/\d\d$/)),
  code: optional(z.string().regex(/^\d{3,4}$/))
});

const identifier = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,15}$/);
const merchant = z.strictObject({
  name: z.string().max(1_000).transform(nameOfMerchant),
  id: optional(identifier),
  /** ISO 18245. */
  category: optional(z.string().regex(/^\d{4}$/)),
  acquirer: optional(identifier)
});

/** An exact amount in units of a currency (ISO 4217). */
const money = {
  amount: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/)
};

const asked = { reference, card, ...money, merchant };

/**
 * What a switch or a terminal sends to the processor in the box, one for each message of ISO 8583: 0100 and its increment,
 * 0400, 0220 and its refund. References are the network's: the same one again changes nothing.
 */
const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('authorization'),
    ...asked,
    kind: z.enum(['purchase', 'preauthorization']).default('purchase')
  }),
  z.strictObject({ type: z.literal('increment'), authorization: reference, ...asked }),
  /** `amount`: what was given back of the authorization and its increments, in all so far. */
  z.strictObject({ type: z.literal('reversal'), authorization: reference, card, amount: money.amount }),
  z.strictObject({
    type: z.literal('clearing'),
    authorization: optional(reference),
    ...asked,
    final: z.boolean().default(true)
  }),
  z.strictObject({ type: z.literal('refund'), authorization: optional(reference), ...asked })
]);
export type CardMessage = z.output<typeof messageSchema>;

/** Reads a message; null where it isn't as documented: nothing of it is told or logged, since it has a card's number. */
export function readMessage(body: string): CardMessage | null {
  try {
    return messageSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** What a message asks or tells of the card that the product knows by an id, at the instant when it came. */
export function meaningOf(
  message: CardMessage,
  id: string,
  at: Date
): { is: 'question'; question: Question } | { is: 'events'; events: ProcessorEvent[] } {
  const { type } = message;
  if (type === 'reversal') {
    const { authorization, amount } = message;
    return { is: 'events', events: [{ is: 'released', card: id, authorization, amount }] };
  }
  const { amount, currency, merchant: by } = message;
  const merchantOf = { merchantId: by.id, category: by.category };
  if (type === 'authorization' || type === 'increment') {
    const ofIncrement = type === 'increment';
    const asked = {
      at,
      amount,
      currency,
      ...merchantOf,
      merchantName: by.name,
      acquirerId: by.acquirer,
      reference: ofIncrement ? `${message.authorization}/${message.reference}` : message.reference,
      kind: ofIncrement ? ('increment' as const) : message.kind
    };
    return { is: 'question', question: { card: id, asked } };
  }
  const isRefund = type === 'refund';
  const clearing = {
    reference: message.reference,
    authorization: message.authorization,
    currency,
    merchantName: by.name,
    at,
    amount: isRefund ? `-${amount}` : amount,
    final: isRefund || message.final
  };
  return { is: 'events', events: [{ is: 'cleared', card: id, clearing, ...merchantOf }] };
}
