/** What the database answers where a payment under way holds its bank account. */
export const FOREIGN_KEY_VIOLATION = '23503';
