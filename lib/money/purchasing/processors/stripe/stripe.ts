import { z } from 'zod';
import type { Transaction } from '../../../../core/database/database';
import { minorDigits } from '../../../../core/entry/currency';
import { Busy } from '../../../../core/entry/refusal';
import { now } from '../../../../core/server/clock';
import type { Controls } from '../../controls';
import { unitsOf } from '../../units';
import type {
  Capabilities,
  CardCommand,
  CardProcessor,
  IssuedCard,
  ProcessorAnswer,
  ProcessorPage
} from '../processor';
import { askStripe, type Params, type Said, type StripeAccount, stripeAccount } from './ask';
import { cardholderOf, forgetCardholder } from './cardholder';
import { eventSchema, eventsOf, eventsSchema, messageOf, type StripeEvent } from './events';
import { foundByMetadata, HOUR_SECONDS } from './found';
import { isSignedByStripe } from './signature';

/**
 * Stripe keeps limits of an amount for the life of a card and for each authorization. It counts no purchases and knows no
 * hours, days or names; its other windows are those of UTC, while a card's are of its own time zone. So the rest is kept
 * by our answers to its questions, where it asks us.
 */
const capabilitiesOf = (others: 'asked' | 'none'): Capabilities => ({
  controls: {
    validity: others,
    curfew: others,
    timeOfDay: others,
    purchaseType: others,
    merchant: others,
    merchantName: others,
    transactionLimit: 'native',
    transactionCount: others,
    amountRange: others,
    exactAmounts: others,
    velocityCount: others,
    agingVelocity: others
  },
  velocity: {
    continuous: 'native',
    daily: others,
    weekly: others,
    monthly: others,
    quarterly: others,
    yearly: others
  },
  straightThrough: false
});

const SCALE = 4;

/** An amount in the smallest unit of its currency, as Stripe writes it. */
function minorUnits(amount: string, currency: string): number {
  return Number(unitsOf(amount) / 10n ** BigInt(SCALE - minorDigits(currency)));
}

/** The limits that Stripe keeps; none clears those that it has. */
function spendingControls({ currency, velocities, transactionLimit }: Controls): Params {
  const whole = velocities.find(({ period }) => period === 'continuous')?.amount ?? null;
  const limits = [
    ...(whole === null ? [] : [{ amount: minorUnits(whole, currency), interval: 'all_time' }]),
    ...(transactionLimit?.amount == null
      ? []
      : [{ amount: minorUnits(transactionLimit.amount, currency), interval: 'per_authorization' }])
  ];
  return { spending_controls: { spending_limits: limits.length > 0 ? limits : '' } };
}

const cardSchema = z.object({
  id: z.string().regex(/^ic_/),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2099),
  metadata: z.record(z.string(), z.string()).default({})
});
type StripeCard = z.infer<typeof cardSchema>;

const expiryOf = ({ exp_month, exp_year }: Pick<StripeCard, 'exp_month' | 'exp_year'>) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;

const issuedOf = (card: StripeCard): IssuedCard => ({
  reference: card.id,
  lastFour: card.last4,
  expiry: expiryOf(card),
  number: null
});

/** The answer to a command whose document is a card. */
function answerOf(said: Said): ProcessorAnswer {
  if (said.is === 'unknown') return said;
  if (said.is === 'refused')
    return { is: said.type === 'authentication_error' ? 'closed' : 'refused', text: said.text };
  const read = cardSchema.safeParse(said.document);
  return read.success ? { is: 'done', card: issuedOf(read.data) } : { is: 'unknown' };
}

/** Finds the card that an earlier command made, by the id that it was given. */
const foundCard = (account: StripeAccount, { cardId, since }: Pick<CardCommand, 'cardId' | 'since'>) =>
  foundByMetadata(account, { path: '/v1/issuing/cards', schema: cardSchema }, since, { tessera_card: cardId });

const STATUS = { change: 'active', issue: 'active', suspend: 'inactive', close: 'canceled' } as const;

const update = (account: StripeAccount, id: string, command: CardCommand, idempotencyKey: string): Promise<Said> =>
  askStripe(account, {
    path: `/v1/issuing/cards/${encodeURIComponent(id)}`,
    params: { status: STATUS[command.kind], ...('terms' in command && spendingControls(command.terms.controls)) },
    idempotencyKey
  });

/** Makes a card of its requester's. */
async function create(
  tx: Transaction,
  account: StripeAccount,
  command: Extract<CardCommand, { kind: 'issue' | 'change' }>
): Promise<Said> {
  const { issuerId, cardId, terms, key } = command;
  const holder = await cardholderOf(tx, account, command);
  if (holder.is !== 'done') return holder;
  const said = await askStripe(account, {
    path: '/v1/issuing/cards',
    params: {
      cardholder: holder.id,
      currency: terms.controls.currency.toLowerCase(),
      type: 'virtual',
      status: 'active',
      ...spendingControls(terms.controls),
      metadata: { tessera_card: cardId }
    },
    idempotencyKey: key
  });
  if (said.is !== 'refused' || said.missing !== 'cardholder') return said;
  await forgetCardholder(issuerId, holder.id);
  return { is: 'unknown' };
}

/** Tells a card that may be there already, so that none is made twice. */
async function tellFound(tx: Transaction, account: StripeAccount, command: CardCommand): Promise<ProcessorAnswer> {
  const found = await foundCard(account, command);
  if (found.is !== 'found') return answerOf(found);
  if (found.one) return answerOf(await update(account, found.one.id, command, `${command.key}/found`));
  if (command.kind === 'issue') return answerOf(await create(tx, account, command));
  // What isn't there needs neither be suspended nor closed.
  return command.kind === 'change' ? { is: 'refused', text: 'There is no such card.' } : { is: 'done', card: null };
}

async function command(tx: Transaction, account: StripeAccount, command: CardCommand): Promise<ProcessorAnswer> {
  const { kind, reference, mayExist, key } = command;
  if (reference !== null) return answerOf(await update(account, reference, command, key));
  if (mayExist || kind !== 'issue') return tellFound(tx, account, command);
  const said = await create(tx, account, command);
  // Its cardholder is another one since the key was first used: what that made is looked for.
  return said.is === 'refused' && said.type === 'idempotency_error' ? tellFound(tx, account, command) : answerOf(said);
}

const numberSchema = cardSchema.extend({ number: z.string().regex(/^\d{12,19}$/), cvc: z.string().regex(/^\d{3,4}$/) });

const BUSY_SECONDS = 30;
const SIGNATURE_HEADER = 'stripe-signature';

/** Stripe Issuing. Numbers stay there: one is fetched only when it is shown. */
export const STRIPE: CardProcessor = {
  isInTheBox: false,
  signatureHeader: SIGNATURE_HEADER,
  async capabilities(tx, issuerId) {
    const account = await stripeAccount(tx, issuerId);
    return account && capabilitiesOf(account.webhookSecret ? 'asked' : 'none');
  },
  async command(tx, asked) {
    const account = await stripeAccount(tx, asked.issuerId);
    return account ? command(tx, account, asked) : { is: 'closed', text: 'Stripe is not set up.' };
  },
  async reveal(tx, { issuerId, reference }) {
    const account = await stripeAccount(tx, issuerId);
    const said =
      account &&
      (await askStripe(account, {
        path: `/v1/issuing/cards/${encodeURIComponent(reference ?? '')}`,
        params: { expand: ['number', 'cvc'] }
      }));
    const read = numberSchema.safeParse(said?.is === 'done' ? said.document : undefined);
    if (!read.success) throw new Busy('the card processor does not show the card', BUSY_SECONDS);
    const { number, cvc: code } = read.data;
    return { number, expiry: expiryOf(read.data), code };
  },
  async read(tx, issuerId, { headers, body }) {
    const secret = (await stripeAccount(tx, issuerId))?.webhookSecret;
    const signature = headers.get(SIGNATURE_HEADER);
    return secret && signature && isSignedByStripe(signature, body, secret, now()) ? messageOf(body, now()) : null;
  },
  answer: (given) => ({ approved: given?.approved ?? false }),
  async eventsAfter(tx, issuerId, after) {
    const account = await stripeAccount(tx, issuerId);
    return account && pagesAfter(account, after);
  },
  async eventsAt(tx, issuerId, cursor) {
    const account = await stripeAccount(tx, issuerId);
    const said = account && (await askStripe(account, { path: `/v1/events/${encodeURIComponent(cursor)}` }));
    return said?.is === 'done' ? eventsOf(eventSchema.parse(said.document)) : null;
  }
};

/** The most pages that are read at first: ten thousand events. */
const MOST_EVENT_PAGES = 100;

/**
 * The events of cards after a cursor. Stripe lists the latest first: after a cursor it is asked for what came right after
 * that, and without one back to the beginning, since which it keeps 30 days.
 */
async function pagesAfter(
  account: StripeAccount,
  { cursor, since }: { cursor: string | null; since: Date }
): Promise<ProcessorPage | null> {
  const params = { type: 'issuing_*', limit: 100 };
  const from = Math.floor(since.getTime() / 1_000) - HOUR_SECONDS;
  let earlier: StripeEvent[] = [];
  for (let page = 0; page < MOST_EVENT_PAGES; page += 1) {
    const before = earlier.at(-1)?.id;
    const said = await askStripe(account, {
      path: '/v1/events',
      params:
        cursor === null
          ? { ...params, created: { gte: from }, ...(before !== undefined && { starting_after: before }) }
          : { ...params, ending_before: cursor }
    });
    const read = eventsSchema.safeParse(said.is === 'done' ? said.document : undefined);
    if (!read.success) return null;
    const { data, has_more: hasMore } = read.data;
    earlier = [...earlier, ...data];
    // What came right after a cursor is kept first; the next look asks on.
    if (cursor !== null || !hasMore) break;
  }
  return earlier.reverse().map((event) => ({ cursor: event.id, read: () => eventsOf(event) }));
}
