/** What may be wrong with a transaction, by the answer to whether its cardholder knows it. */
export const SITUATIONS = {
  fraud: ['card_lost', 'card_copied', 'card_used_online', 'charged_again'],
  charge: ['charged_twice', 'wrong_amount', 'wrong_currency', 'paid_otherwise', 'declined'],
  goods: ['not_received', 'not_as_described', 'counterfeit', 'subscription', 'not_refunded', 'booking_cancelled'],
  cash: ['cash_missing']
} as const;

export type Family = keyof typeof SITUATIONS;
export type Situation = (typeof SITUATIONS)[Family][number];

export const FAMILIES = Object.keys(SITUATIONS) as Family[];

/** The family of a situation. */
export const familyOf = (situation: string): Family | null =>
  FAMILIES.find((family) => (SITUATIONS[family] as readonly string[]).includes(situation)) ?? null;
