import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type Part, splitByAmount, splitByPercent, type Whole } from '../allocation/splits';
import type { Allocation } from './allocations';
import type { AllocationEntry } from './schema';
import type { CardTransaction } from './transactions';

type Billed = Pick<CardTransaction, 'billedAmount' | 'billedCurrency' | 'taxAmount'>;

/** The cost of a transaction to divide: the billed amount, and the tax in it. */
export function wholeOf({ billedAmount, billedCurrency, taxAmount }: Billed): Whole {
  const amount = new Prisma.Decimal(billedAmount);
  return {
    amount,
    taxAmount: taxAmount === null ? null : new Prisma.Decimal(taxAmount),
    digits: Math.max(minorDigits(billedCurrency), amount.decimalPlaces())
  };
}

const at = (index: number, name: string) => `splits.${index}.${name}`;

/** The parts of an entry: the whole itself if there is only one. A refusal names the field of the entry. */
export function partsOf(billed: Billed, { by, splits }: Pick<AllocationEntry, 'by' | 'splits'>): Result<Part[]> {
  const whole = wholeOf(billed);
  if (splits.length === 1) return accepted([{ ...whole, percent: null }]);
  const missing = splits.findIndex((split) => split[by] === null);
  if (missing >= 0) return refused({ code: 'required', field: at(missing, by) });
  const parts =
    by === 'percent'
      ? splitByPercent(
          whole,
          splits.map(({ percent }) => percent as string)
        )
      : splitByAmount(
          whole,
          splits.map((split) => ({ amount: split.amount as string, taxAmount: split.taxAmount }))
        );
  if (parts.ok) return parts;
  const { field, params, ...refusal } = parts.refusal;
  const [index, name = by] = field?.split('.') ?? [];
  return refused({
    ...refusal,
    params: { ...params, currency: billed.billedCurrency },
    field: index === undefined ? 'splits' : at(Number(index), name)
  });
}

/** A part in its stored form. */
export const keptPart = ({
  amount,
  percent,
  taxAmount
}: Part): Pick<Allocation, 'amount' | 'percent' | 'taxAmount'> => ({
  amount: amount.toFixed(),
  percent: percent?.toFixed() ?? null,
  taxAmount: taxAmount?.toFixed() ?? null
});
