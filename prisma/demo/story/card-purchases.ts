import { database, transaction } from '../../../lib/core/database/database';
import { minorDigits } from '../../../lib/core/entry/currency';
import { authorize, type HeldCard, heldCard } from '../../../lib/money/purchasing/authorizations/authorize';
import { keepClearing } from '../../../lib/money/purchasing/clearings/keep-clearing';

/** What merchants ask of a card: a part of its limit, and whether they book it, with or without having asked. */
const ASKED = [
  { merchant: 'NORDLYS HOTELL TROMSO', part: 0.6, asks: true, books: true },
  { merchant: 'NORDLYS HOTELL RESTAURANT', part: 0.1, asks: true, books: false },
  { merchant: 'TROMSO TAXI', part: 0.1, asks: true, books: false },
  { merchant: 'NORDLYS HOTELL TROMSO', part: 0.8, asks: true, books: false },
  { merchant: 'NORDLYS HOTELL MINIBAR', part: 0.02, asks: false, books: true }
] as const;

/** Lets merchants charge the virtual card of a request: some purchases are approved, some declined, and one wasn't asked for. */
export async function chargeVirtualCard(request: { issuerId: string; id: string }): Promise<void> {
  const { purchaseLimit, currency } = await database().purchaseRequest.findUniqueOrThrow({
    where: { issuerId_id: { issuerId: request.issuerId, id: request.id } }
  });
  for (const [at, { part, ...asked }] of ASKED.entries())
    await transaction(async (tx) => {
      const card = await heldCard(tx, request);
      if (!card) throw new Error('virtual card: not there');
      const amount = (Number(purchaseLimit) * part).toFixed(minorDigits(currency));
      await charge(tx, card, { ...asked, amount, reference: `${card.id}/${at + 1}` });
    });
}

type Tx = Parameters<typeof heldCard>[0];
interface Asked {
  merchant: string;
  amount: string;
  reference: string;
  asks: boolean;
  books: boolean;
}

async function charge(tx: Tx, card: HeldCard, { merchant, amount, reference, asks, books }: Asked): Promise<void> {
  const { currency, merchant: locked, purchaseType } = card.controls;
  const shared = { amount, currency, merchantName: merchant, at: new Date() };
  const answer = asks
    ? await authorize(tx, card, {
        ...{ ...shared, reference, kind: 'purchase', category: purchaseType?.codes[0] ?? null },
        ...{ merchantId: locked?.id ?? null, acquirerId: locked?.acquirerId ?? null }
      })
    : null;
  if (books && answer?.approved !== false)
    await keepClearing(tx, card, {
      ...{ ...shared, reference: `booked/${reference}`, authorization: asks ? reference : null, final: true }
    });
}
