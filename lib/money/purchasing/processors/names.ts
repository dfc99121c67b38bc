export const PROCESSOR_NAMES = ['simulated', 'stripe'] as const;

/** A card processor by the name that `card.processor` chooses it by. */
export type ProcessorName = (typeof PROCESSOR_NAMES)[number];

/** Whether a name, as of an address, is that of a card processor. */
export const isProcessorName = (name: string): name is ProcessorName =>
  (PROCESSOR_NAMES as readonly string[]).includes(name);
