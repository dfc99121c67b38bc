/** A card processor by the name that `card.processor` chooses it by. */
export type ProcessorName = 'simulated' | 'stripe';
