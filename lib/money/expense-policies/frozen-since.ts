import type { TextKey } from '../../core/language/text-key';

/** A version of a policy doesn't change from its first day on: expenses were judged by it. */
export const frozenSince = (validFrom: unknown, today: string): TextKey | null =>
  typeof validFrom === 'string' && validFrom <= today ? 'expense.policy.in.force' : null;
