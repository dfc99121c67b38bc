import type { Translate } from '@/lib/core/language/texts';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { SplitTable } from '../split-table';

/** The allocation of a transaction's cost, read-only. */
export function AllocationTable({ seen, t, format }: { seen: AllocatingView; t: Translate; format: Formats }) {
  const { transaction, scheme, allocations, customFields } = seen;
  const facts = [
    { label: t('transaction.purpose'), value: transaction.purpose },
    { label: t('transaction.customer.code'), value: transaction.customerCode },
    ...customFields.map(({ id, label }) => ({ label, value: transaction.customValues[id] ?? null }))
  ];
  return (
    <>
      <Facts facts={facts} />
      {allocations.length > 0 && (
        <SplitTable
          shareLabel={t('allocation.amount')}
          splits={allocations.map((part) => ({
            ...part,
            share: format.money(part.amount, transaction.billedCurrency)
          }))}
          codes={scheme?.codes ?? []}
          t={t}
        />
      )}
    </>
  );
}
