import type { Codes } from './check-codes';

/** A split as it appears in history and audit. */
interface ToldSplit {
  amount?: string;
  percent: string | null;
  taxAmount?: string | null;
  description: string | null;
  codes: Codes;
}

const MOST = 1_000;

/** The changed splits for history and audit, by number; empty if there are none. */
export function splitChanges(
  name: string,
  before: readonly ToldSplit[],
  after: readonly ToldSplit[]
): Record<string, string | null> {
  const numbers = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).filter(
    (index) => JSON.stringify(partsOf(before[index])) !== JSON.stringify(partsOf(after[index]))
  );
  const told = (splits: readonly ToldSplit[]) =>
    numbers
      .flatMap((index) => (splits[index] ? [`${index + 1}: ${inShort(splits[index])}`] : []))
      .join('; ')
      .slice(0, MOST) || null;
  return numbers.length === 0 ? {} : { [`before.${name}`]: told(before), [`after.${name}`]: told(after) };
}

/** The values of a split, always in the same order. */
const partsOf = (split: ToldSplit | undefined) =>
  split && [split.amount, split.percent, split.taxAmount, split.description, Object.entries(split.codes).sort()];

const inShort = ({ amount, percent, taxAmount, description, codes }: ToldSplit) =>
  [
    amount,
    percent && `${percent} %`,
    taxAmount && `(${taxAmount})`,
    ...Object.entries(codes)
      .sort()
      .map(([, code]) => code),
    description && `“${description}”`
  ]
    .filter(Boolean)
    .join(' ');
