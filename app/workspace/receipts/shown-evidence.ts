import type { Translate } from '@/lib/core/language/texts';
import { type Evidence, evidenceOn, type KnownCharge } from '@/lib/money/reading/evidence';
import type { Box, Word } from '@/lib/money/reading/words';

/** What was found on a receipt, in the reader's language. */
export interface ShownEvidence {
  badges: { tone: 'good' | 'warning'; text: string }[];
  /** Where it stands on the picture. */
  marks: readonly Box[];
}

const FOUND = { amount: 'reading.amount', day: 'reading.day', merchant: 'reading.merchant' } as const;

/**
 * What of a charge was found on its receipt. Of what wasn't found only the amount is told: a day or a name is written
 * in many ways, and the last approver looks at the picture. Null while the file isn't read.
 */
export function shownEvidence(
  t: Translate,
  words: readonly Word[] | undefined,
  charge: KnownCharge
): ShownEvidence | null {
  if (!words) return null;
  const evidence = evidenceOn(words, charge);
  const found = (Object.keys(FOUND) as (keyof Evidence)[]).filter((part) => evidence[part]);
  return {
    badges: [
      ...found.map((part) => ({ tone: 'good' as const, text: t(FOUND[part]) })),
      ...(evidence.amount ? [] : [{ tone: 'warning' as const, text: t('reading.amount.missing') }])
    ],
    marks: found.flatMap((part) => evidence[part] ?? [])
  };
}
