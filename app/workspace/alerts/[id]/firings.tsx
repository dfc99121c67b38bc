import { ownFirings } from '@/lib/money/alerts/firings';
import { signedInPrincipal } from '../../signed-in';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { causeWords } from '../cause-words';

/** The times that an alert fired in the last 30 days, each with its report. */
export async function Firings({ alertId }: { alertId: string }) {
  const { principal, t, format } = await signedInPrincipal();
  const firings = await ownFirings(principal, alertId);
  if (firings.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="firings">
      <h2 id="firings">{t('alert.fired')}</h2>
      <Table
        named
        columns={[
          { label: t('alert.cause') },
          { label: t('alert.found'), figure: true },
          { label: t('alert.fired.at') }
        ]}
        rows={firings.map((firing) => ({
          key: firing.id,
          cells: [
            <Link key="cause" href={`/workspace/alerts/reports/${firing.id}`}>
              {causeWords(firing, format)}
            </Link>,
            format.money(firing.amount, firing.currency),
            format.dateTime(firing.firedAt)
          ]
        }))}
      />
    </section>
  );
}
