import { z } from 'zod';

const clearedSchema = z.strictObject({
  requestId: z.guid(),
  reference: z.string(),
  /** The processor's reference of the authorization; null: the merchant asked for none. */
  authorization: z.string().nullable(),
  at: z.coerce.date(),
  amount: z.string(),
  currency: z.string(),
  merchantName: z.string(),
  merchantId: z.string().nullable(),
  category: z.string().nullable()
});

/** What the outbox carries of a capture or refund to its booking; below zero: given back. */
export const clearedOf = (payload: unknown): z.output<typeof clearedSchema> => clearedSchema.parse(payload);
