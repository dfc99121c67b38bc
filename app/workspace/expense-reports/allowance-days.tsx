import type { Translate } from '@/lib/core/language/texts';
import type { Allowance } from '@/lib/money/allowances/allowance';
import { type AllowanceDay, amountOfDay, MEALS } from '@/lib/money/allowances/allowance-days';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  allowance: Allowance;
  currency: string;
  t: Translate;
  format: Formats;
}

/** What each day of a trip counts as and comes to. */
export function AllowanceDays({ allowance: { days }, currency, t, format }: Props) {
  return (
    <section className="panel">
      <h2>{t('allowance.days')}</h2>
      <Table
        label={t('allowance.days')}
        named
        columns={[
          { label: t('allowance.day') },
          { label: t('allowance.extent') },
          { label: t('allowance.base'), figure: true },
          { label: t('allowance.deducted'), figure: true },
          { label: t('transaction.amount.paid'), figure: true }
        ]}
        rows={days.map((day) => ({
          key: day.day,
          cells: [
            format.date(day.day),
            t(`allowance.extent.${day.extent}`),
            format.money(day.base, currency),
            <Deducted key="deducted" {...{ day, currency, t, format }} />,
            format.money(amountOfDay(day), currency)
          ]
        }))}
      />
    </section>
  );
}

/** What is deducted, with the meals that were provided. */
function Deducted({ day, currency, t, format }: Omit<Props, 'allowance'> & { day: AllowanceDay }) {
  const meals = MEALS.filter((meal) => day[meal]).map((meal) => t(`allowance.${meal}`));
  if (meals.length === 0) return '–';
  return (
    <>
      {format.money(day.deducted, currency)} <span className="support muted">{meals.join(' · ')}</span>
    </>
  );
}
