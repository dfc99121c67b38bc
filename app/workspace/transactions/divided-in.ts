import { FEWEST_SPLITS, MOST_SPLITS } from '@/lib/allocation/splits';
import type { Allocation } from '@/lib/transactions/allocations';

/** In how many parts a form divides the costs, and by what: as the address asks, or else as they are divided now. */
export function dividedIn(
  { parts, by }: { parts?: unknown; by?: unknown },
  allocations: readonly Allocation[]
): { parts: number; by: 'amount' | 'percent' } {
  const asked = Number(parts);
  const current = allocations.some(({ percent }) => percent !== null) ? 'percent' : 'amount';
  return {
    parts:
      asked === 1 || (Number.isInteger(asked) && asked >= FEWEST_SPLITS && asked <= MOST_SPLITS)
        ? asked
        : Math.max(1, allocations.length),
    by: by === 'percent' || by === 'amount' ? by : current
  };
}
