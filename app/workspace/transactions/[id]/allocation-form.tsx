import { FEWEST_SPLITS, MOST_SPLITS } from '@/lib/allocation/splits';
import type { SearchParams } from '@/lib/listing/query';
import type { AllocatingView } from '@/lib/transactions/allocating';
import type { signedInPrincipal } from '../../signed-in';
import { RecordForm } from '../../ui/record-form';
import { save } from '../actions';
import { allocationFields, allocationValues } from '../allocation-fields';
import { dividedIn } from '../divided-in';

interface Props {
  seen: AllocatingView;
  query: SearchParams;
  page: Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't'>;
}

/** What somebody says about a transaction; above it, in how many parts its cost is divided. */
export function AllocationForm({ seen, query, page: { principal, t } }: Props) {
  const { transaction, allocations, defaults } = seen;
  const division = dividedIn(query, allocations);
  const allocating = { ...seen, ...division };
  const values = allocationValues(allocating, allocations, defaults);
  return (
    <>
      <form className="division" method="get">
        <label>
          <span>{t('allocation.parts')}</span>
          <input
            type="number"
            name="parts"
            min={1}
            max={MOST_SPLITS}
            defaultValue={division.parts === 1 ? FEWEST_SPLITS : division.parts}
          />
        </label>
        <label>
          <span>{t('allocation.by')}</span>
          <select name="by" defaultValue={division.by}>
            <option value="amount">{t('allocation.by.amount')}</option>
            <option value="percent">{t('allocation.by.percent')}</option>
          </select>
        </label>
        <button type="submit">{t('allocation.divide')}</button>
        {division.parts > 1 && (
          <a className="button" href={`/workspace/transactions/${transaction.id}?parts=1`}>
            {t('allocation.undivided')}
          </a>
        )}
      </form>
      <RecordForm
        key={`${division.parts}/${division.by}`}
        action={save}
        fields={allocationFields(principal, t, allocating, values)}
        values={values}
        version={transaction.version}
        submitLabel={t('form.save')}
        hidden={{ id: transaction.id, ...division }}
      >
        <button type="submit" name="then" value="review">
          {t('transaction.save.review')}
        </button>
      </RecordForm>
    </>
  );
}
