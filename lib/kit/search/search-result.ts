import { z } from 'zod';
import { SEARCH_KINDS } from './kinds';

export const searchResultRow = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  issuerId: z.string(),
  id: z.string(),
  name: z.string(),
  /** The second name, of kinds that have one. */
  name2: z.string().nullable(),
  /** The number or user id; null for accounts. */
  number: z.string().nullable(),
  /** Of an account: the card number as it is shown. */
  cardNumber: z.string().nullable(),
  /** The name of its parent: the company of a record within one, else the issuer. */
  above: z.string().nullable(),
  /** The state in which it is no longer in use. */
  over: z.enum(['closed', 'inactive']).nullable(),
  /** Of a payment: its day, `2026-02-28`, its exact amount, and the ISO 4217 code of its currency. */
  day: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable()
});

/** A record as a search result. */
export type SearchResult = z.infer<typeof searchResultRow>;
