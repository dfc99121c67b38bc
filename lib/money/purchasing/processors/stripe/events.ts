import { z } from 'zod';
import { minorDigits } from '../../../../core/entry/currency';
import type { ReferencedAuthorization } from '../../authorizations/authorize';
import { amountOf } from '../../units';
import { nameOfMerchant } from '../name-of-merchant';
import type { ProcessorEvent, ProcessorMessage } from '../processor';

const currency = z.string().regex(/^[a-z]{3}$/);
const merchant = z.object({
  name: z.string().nullish(),
  network_id: z.string().nullish(),
  category_code: z.string().nullish()
});
const cardOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** An authorization (`issuing.authorization`), as far as it is read; amounts are in the smallest unit of the card's currency. */
const authorizationSchema = z.object({
  id: z.string().regex(/^iauth_\w{1,80}$/),
  created: z.int(),
  amount: z.int().min(0),
  currency,
  status: z.string(),
  card: cardOf,
  merchant_data: merchant,
  network_data: z.object({ acquiring_institution_id: z.string().nullish() }).nullish(),
  /** What it asks now. */
  pending_request: z.object({ amount: z.int().min(0), currency }).nullish(),
  /** What was asked before, the earliest first. */
  request_history: z.array(
    z.object({ amount: z.int().min(0), approved: z.boolean(), created: z.int(), reason: z.string().nullish() })
  ),
  /** What was captured or refunded of it. */
  transactions: z.array(z.unknown()).default([])
});
type StripeAuthorization = z.infer<typeof authorizationSchema>;

/** A capture or a refund (`issuing.transaction`): what is taken from the issuer is below zero. */
const transactionSchema = z.object({
  id: z.string().regex(/^ipi_\w{1,90}$/),
  created: z.int(),
  amount: z.int(),
  currency,
  authorization: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  card: cardOf,
  merchant_data: merchant
});

export const eventSchema = z.object({
  id: z.string().regex(/^evt_\w{1,200}$/),
  type: z.string().regex(/^[a-z_.]{1,100}$/),
  created: z.int(),
  data: z.object({ object: z.unknown() })
});
export type StripeEvent = z.infer<typeof eventSchema>;
export const eventsSchema = z.object({ data: z.array(eventSchema), has_more: z.boolean() });

const instant = (seconds: number) => new Date(seconds * 1_000);
const SCALE = 4;

/** An amount in the smallest unit of its currency, as an exact decimal. */
const exact = (minor: number, code: string): string =>
  amountOf(BigInt(minor) * 10n ** BigInt(SCALE - minorDigits(code.toUpperCase())));

const MOST_ID = 15;

const merchantOf = ({ name, network_id, category_code }: z.infer<typeof merchant>) => ({
  merchantName: nameOfMerchant(name ?? ''),
  merchantId: network_id?.trim().slice(0, MOST_ID) || null,
  category: /^\d{4}$/.test(category_code ?? '') ? (category_code ?? null) : null
});

/** One of the requests of an authorization: the first has the authorization's own reference, an increment a number after it. */
const askedOf = (
  { id, currency: code, merchant_data, network_data }: StripeAuthorization,
  { place, amount, at }: { place: number; amount: number; at: Date }
): ReferencedAuthorization => ({
  ...merchantOf(merchant_data),
  reference: place === 0 ? id : `${id}/${place}`,
  kind: place === 0 ? 'purchase' : 'increment',
  at,
  amount: exact(amount, code),
  currency: code.toUpperCase(),
  acquirerId: network_data?.acquiring_institution_id ?? null
});

/** The reasons for which Stripe declines by itself that are a card's state. */
const STATES: Readonly<Record<string, 'suspended' | 'closed'>> = {
  card_inactive: 'suspended',
  card_canceled: 'closed'
};

/** The ends of an authorization of which nothing more is captured. */
const ENDED = ['reversed', 'expired', 'closed'];

/** What an authorization tells: every decision on it, and what was given back of it as long as nothing was captured. */
function ofAuthorization(authorization: StripeAuthorization): ProcessorEvent[] {
  const { id, card, amount, currency: code, status, request_history: history, transactions } = authorization;
  const decided = history.map(
    (one, place): ProcessorEvent => ({
      is: 'decided',
      card,
      approved: one.approved,
      state: one.approved ? null : (STATES[one.reason ?? ''] ?? null),
      asked: askedOf(authorization, { place, amount: one.amount, at: instant(one.created) })
    })
  );
  const granted = history.reduce((sum, one) => sum + (one.approved ? one.amount : 0), 0);
  const released = ENDED.includes(status) ? granted : granted - amount;
  if (transactions.length > 0 || released <= 0) return decided;
  return [...decided, { is: 'released', card, authorization: id, amount: exact(released, code) }];
}

/** What an event tells; nothing, where it is of another kind. @throws ZodError where it isn't what Stripe documents */
export function eventsOf({ type, data: { object } }: StripeEvent): ProcessorEvent[] {
  if (type === 'issuing_authorization.created' || type === 'issuing_authorization.updated')
    return ofAuthorization(authorizationSchema.parse(object));
  if (type !== 'issuing_transaction.created') return [];
  const { id, card, created, amount, currency: code, authorization, merchant_data } = transactionSchema.parse(object);
  if (amount === 0) return [];
  const { merchantName, merchantId, category } = merchantOf(merchant_data);
  const size = exact(Math.abs(amount), code);
  const clearing = {
    reference: id,
    authorization: authorization ?? null,
    currency: code.toUpperCase(),
    merchantName,
    amount: amount > 0 ? `-${size}` : size,
    final: true,
    at: instant(created)
  };
  return [{ is: 'cleared', card, clearing, merchantId, category }];
}

/** The message of an event: a question where Stripe waits for an answer. @throws ZodError */
export function messageOf(body: string, at: Date): ProcessorMessage {
  const event = eventSchema.parse(JSON.parse(body));
  if (event.type !== 'issuing_authorization.request') return { is: 'events', events: eventsOf(event) };
  const authorization = authorizationSchema.parse(event.data.object);
  const { card, pending_request: pending, request_history: history } = authorization;
  // When the product received it: a terminal's own time does not count.
  const asked = askedOf(authorization, { place: history.length, amount: pending?.amount ?? authorization.amount, at });
  return { is: 'question', question: { card, asked } };
}
