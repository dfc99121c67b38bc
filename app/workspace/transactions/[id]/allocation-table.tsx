import type { Translate } from '@/lib/core/texts';
import type { AllocatingView } from '@/lib/transactions/allocating';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';

/** How a transaction's cost is allocated, to read. */
export function AllocationTable({ seen, t, format }: { seen: AllocatingView; t: Translate; format: Formats }) {
  const { transaction, scheme, allocations, customFields } = seen;
  const codes = scheme?.codes ?? [];
  const said = [
    { label: t('transaction.purpose'), value: transaction.purpose },
    { label: t('transaction.customer.code'), value: transaction.customerCode },
    ...customFields.map(({ id, label }) => ({ label, value: transaction.customValues[id] ?? null }))
  ];
  return (
    <>
      <Facts facts={said} />
      {allocations.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="listing-scroll" tabIndex={0} aria-label={t('allocation.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col" className="numeric">
                  {t('allocation.amount')}
                </th>
                {codes.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{t('allocation.description')}</th>
              </tr>
            </thead>
            <tbody>
              {allocations.map((part) => (
                <tr key={part.position}>
                  <td className="numeric" data-label={t('allocation.amount')}>
                    {format.money(part.amount, transaction.billedCurrency)}
                  </td>
                  {codes.map(({ id, name }) => (
                    <td key={id} data-label={name}>
                      {part.codes[id] ?? '–'}
                    </td>
                  ))}
                  <td data-label={t('allocation.description')}>{part.description ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
