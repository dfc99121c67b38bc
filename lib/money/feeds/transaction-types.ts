/** What a transaction of a feed can be. */
export const TRANSACTION_TYPES = ['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Words for types that one mapping can name. */
export const MOST_TYPES = 100;
