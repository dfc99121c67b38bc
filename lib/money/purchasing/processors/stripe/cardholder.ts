import { z } from 'zod';
import { type Transaction, transaction } from '../../../../core/database/database';
import { readRows } from '../../../../core/database/rows';
import { now } from '../../../../core/server/clock';
import { peopleOf } from '../../../../directory/people/people-by-id';
import { latinLetters } from '../../../../directory/people/transliterate';
import { type CardCommand, KEY_HOURS } from '../processor';
import { askStripe, type Params, type Said, type StripeAccount } from './ask';
import { foundByMetadata } from './found';

/** The longest name of a cardholder. */
const MOST_NAME = 24;

const cardholderSchema = z.object({
  id: z.string().regex(/^ich_\w{1,100}$/),
  metadata: z.record(z.string(), z.string()).default({})
});
const modelSchema = z.object({
  name: z.string(),
  billing: z.object({ address: z.record(z.string(), z.string().nullish()) })
});

const knownRow = z.strictObject({ userId: z.string(), reference: z.string().nullable(), askedAt: z.date().nullable() });

/** Whose card it is. */
type Of = Pick<CardCommand, 'issuerId' | 'cardId'>;
type Holder = { is: 'done'; id: string } | Exclude<Said, { is: 'done' }>;

/**
 * The cardholder of whoever requested a card: made at Stripe for their first one, and remembered in a transaction of its own,
 * since the caller's may be rolled back.
 */
export async function cardholderOf(tx: Transaction, account: StripeAccount, of: Of): Promise<Holder> {
  const [known] = await readRows(tx, knownRow)`
    SELECT q.requester_id AS "userId", h.reference, h.asked_at AS "askedAt"
    FROM virtual_cards c JOIN purchase_requests q ON (q.issuer_id, q.id) = (c.issuer_id, c.request_id)
    LEFT JOIN processor_cardholders h
      ON (h.issuer_id, h.user_id) = (q.issuer_id, q.requester_id) AND h.processor = 'stripe'
    WHERE c.issuer_id = ${of.issuerId}::uuid AND c.id = ${of.cardId}::uuid`;
  if (!known) throw new Error('a card of no request is issued');
  if (known.reference !== null) return { is: 'done', id: known.reference };
  const { issuerId } = of;
  const { userId } = known;
  const askedAt = known.askedAt ?? now();
  if (known.askedAt === null)
    await transaction((own) =>
      own.processorCardholder.createMany({
        data: { issuerId, userId, processor: 'stripe', askedAt },
        skipDuplicates: true
      })
    );
  const asked = { ...of, userId, askedAt };
  const isOld = now().getTime() - askedAt.getTime() > KEY_HOURS * 3_600_000;
  const holder = (isOld && (await found(account, asked))) || (await made(tx, account, asked));
  if (holder.is === 'done')
    await transaction((own) =>
      own.processorCardholder.updateMany({
        where: { issuerId, userId, processor: 'stripe', reference: null },
        data: { reference: holder.id }
      })
    );
  return holder;
}

/** Forgets a cardholder that Stripe doesn't know, as it is where the issuer has moved to another account there. */
export const forgetCardholder = (issuerId: string, reference: string) =>
  transaction((own) => own.processorCardholder.deleteMany({ where: { issuerId, processor: 'stripe', reference } }));

/** A person who is asked for as a cardholder, since when. */
interface Asked {
  issuerId: string;
  userId: string;
  askedAt: Date;
}

/** Finds the cardholder that was made when nobody heard the answer; null: there is none. */
async function found(account: StripeAccount, { userId, askedAt }: Asked): Promise<Holder | null> {
  const said = await foundByMetadata(account, { path: '/v1/issuing/cardholders', schema: cardholderSchema }, askedAt, {
    tessera_user: userId
  });
  if (said.is !== 'found') return said;
  return said.one && { is: 'done', id: said.one.id };
}

/** Makes a cardholder of the name of a user, with the billing address of the issuer's own. */
async function made(tx: Transaction, account: StripeAccount, asked: Asked): Promise<Holder> {
  const { issuerId, userId } = asked;
  const own = await askStripe(account, { path: `/v1/issuing/cardholders/${account.cardholder}` });
  if (own.is !== 'done') return own;
  const model = modelSchema.safeParse(own.document);
  if (!model.success) return { is: 'unknown' };
  const [person] = await peopleOf(tx, issuerId, [userId]);
  const [first, last] = [plain(person?.firstName), plain(person?.lastName)];
  const address = Object.fromEntries(
    Object.entries(model.data.billing.address).flatMap(([part, value]) => (value ? [[part, value]] : []))
  );
  const params: Params = {
    type: 'individual',
    // A name in a script that Stripe does not print is the company's.
    name: first && last ? `${first} ${last}`.slice(0, MOST_NAME).trim() : model.data.name,
    ...(first && last && { individual: { first_name: first, last_name: last } }),
    billing: { address },
    metadata: { tessera_user: userId }
  };
  const said = await askStripe(account, {
    path: '/v1/issuing/cardholders',
    params,
    idempotencyKey: `cardholder/${issuerId}/${userId}`
  });
  // Their name is another one since the key was first used.
  if (said.is === 'refused' && said.type === 'idempotency_error')
    return (await found(account, asked)) ?? { is: 'unknown' };
  if (said.is !== 'done') return said;
  const read = cardholderSchema.safeParse(said.document);
  return read.success ? { is: 'done', id: read.data.id } : { is: 'unknown' };
}

/** A name in the letters that Stripe takes. */
const plain = (name = ''): string =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .map(latinLetters)
    .filter(Boolean)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
