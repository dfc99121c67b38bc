import type { Transaction } from '../../../core/database/database';
import { newId } from '../../../core/secrets/ids';
import type { HeldCard } from '../authorizations/authorize';

/** What a merchant booked; `reference` is the bank's, which the posted transaction has too. */
export interface AskedClearing {
  reference: string;
  /** The network's reference of its authorization; null: the merchant asked for none. */
  authorization: string | null;
  amount: string;
  currency: string;
  merchantName: string;
  /** Whether nothing more is booked of its authorization. */
  final: boolean;
  at: Date;
}

/**
 * Keeps what a merchant booked of a locked card. A clearing that the card never approved is kept all the same: the bank
 * pays it, and the reconciliation tells of it. The same reference counts once.
 */
export async function keepClearing(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  { reference, authorization, amount, currency, merchantName, final, at }: AskedClearing
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO clearings (issuer_id, id, card_id, authorization_id, reference, amount, currency, merchant_name, final,
      cleared_at)
    VALUES (${issuerId}::uuid, ${newId()}::uuid, ${cardId}::uuid,
      (SELECT a.id FROM authorization_activity a
        WHERE a.issuer_id = ${issuerId}::uuid AND a.card_id = ${cardId}::uuid AND a.reference = ${authorization}),
      ${reference}, ${amount}::numeric, ${currency}, ${merchantName}, ${final}, ${at})
    ON CONFLICT (issuer_id, reference) DO NOTHING`;
}
