/** The types of a feed's transactions. */
export const TRANSACTION_TYPES = ['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The maximum number of type words in one mapping. */
export const MOST_TYPES = 100;
/** The most characters of a file's word for a type. */
export const LONGEST_TYPE_WORD = 40;
